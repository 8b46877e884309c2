"""`manage.py scan_releases` and the file that it writes over. How releases are read is tested in
tests/authoring/release_scanner."""

import pytest

from authoring.management.commands import scan_releases
from authoring.management.commands.scan_releases import lost_releases
from authoring.release_scanner.scan import Report
from tracefix.versions.history_reader import parse_history

READ = """\
# tracefix history 5
# package fuse
# imports fuse
# release 1.0
fuse/
 buy(amount)
"""


def test_names_that_were_kept_from_a_running_release_stay(tmp_path, monkeypatch, settings):
    settings.BASE_DIR = tmp_path
    (tmp_path / "fuse.tsv").write_text(READ.replace(" buy(amount)\n", " burn?\n buy()\n  amount=?\n old()\n"))
    monkeypatch.setattr(scan_releases, "scan", lambda *_, **__: (parse_history(READ), Report()))

    for _ in range(2):
        scan_releases._scan("fuse", False, False, [], 1, tmp_path)

        assert (tmp_path / "fuse.tsv").read_text() == READ.replace(" buy(amount)\n", " burn?\n buy(amount)\n")


def test_releases_that_a_history_has_read_are_read_again(tmp_path, monkeypatch, settings):
    settings.BASE_DIR = tmp_path
    (tmp_path / "fuse.tsv").write_text(READ.replace("# release 1.0\n", "# release 0.9 unread\n# release 1.0\n"))
    asked = []
    monkeypatch.setattr(
        scan_releases, "scan", lambda *_, also, **__: (asked.extend(also), (parse_history(READ), Report()))[1]
    )

    scan_releases._scan("fuse", False, True, ["0.8"], 1, tmp_path)

    assert asked == ["0.8", "1.0"]


HEAD = "# tracefix history 5\n# package fuse\n# imports fuse\n"


@pytest.mark.parametrize(
    ("before", "now", "lost"),
    [
        (["0.9", "1.0", "1.1"], ["0.9 unread", "1.0 unread", "1.1"], ["0.9", "1.0"]),
        (["0.9", "1.0"], ["1.0"], ["0.9"]),
        (["0.9 unread", "1.0"], ["0.9", "1.0", "1.1"], []),
        (["1.0"], ["1.0 yanked"], []),
    ],
)
def test_what_was_read_before_and_is_not_now_is_lost(before, now, lost):
    old, new = (HEAD + "".join(f"# release {release}\n" for release in releases) for releases in (before, now))

    assert lost_releases(parse_history(old), parse_history(new)) == lost
