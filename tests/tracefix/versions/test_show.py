"""`manage.py scan_releases --show`: a history printed without numbers."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tracefix.versions.history_reader import undraw
from tracefix.versions.history_writer import draw


def test_a_history_is_printed_in_full(tmp_path):
    functions = "".join(
        f" function_{place:05}(argument_name other_argument own_{place})\t2.0..\n" for place in range(2000)
    )
    whole = f"# tracefix history 3\n# package big\n# imports big\n# release 1.0\n# release 2.0\nbig/\n{functions}"
    (tmp_path / "big.tsv").write_text(draw(undraw(whole)), encoding="utf-8")
    out = StringIO()

    call_command("scan_releases", "Big", "--show", "--output", str(tmp_path), stdout=out)

    assert "# short" in (tmp_path / "big.tsv").read_text(encoding="utf-8")
    assert out.getvalue() == whole


def test_a_history_that_is_not_there_is_said_so(tmp_path):
    with pytest.raises(CommandError, match="There is no history of 'nothing'"):
        call_command("scan_releases", "nothing", "--show", "--output", str(tmp_path))
