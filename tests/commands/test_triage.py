"""`manage.py triage`: the same as the client's."""

import json
from io import StringIO

import pytest
from django.core.management import call_command


def triage(*words):
    out = StringIO()
    try:
        call_command("triage", *map(str, words), stdout=out, stderr=out)
    except SystemExit as end:
        return end.code, out.getvalue()
    return 0, out.getvalue()


@pytest.fixture
def logs(tmp_path, small_site):
    (tmp_path / "rank0.log").write_text("RuntimeError: [a/pair.cc:553] Connection closed by peer\n")
    (tmp_path / "rank1.log").write_text("step 1\nFatal Python error: Segmentation fault\n")
    return tmp_path


def test_it_says_what_ended_the_job(logs):
    status, out = triage(logs)

    assert status == 0
    assert out.startswith(f"Rank 1 was ended by a signal.\n  {logs / 'rank1.log'}:2: Fatal Python error")


def test_json(logs):
    assert json.loads(triage("--json", logs)[1])["cause"]["rank"] == 1


def test_it_speaks_other_languages(logs):
    assert triage("--lang", "zh-hans", logs)[0] == 0


def test_what_cannot_be_read_is_said(tmp_path):
    status, out = triage(tmp_path / "gone")

    assert status == 2
    assert "gone" in out
