"""What is said of scripts that ran with the newest releases."""

import datetime
import json

import pytest

from kb.core.repros.judging import Judgement, Result
from kb.core.repros.latest import Finding, Now, draw_report, from_json, see_repro, to_json
from kb.core.repros.running import Outcome

DAY = datetime.date(2026, 1, 31)
FINDINGS = [
    Finding("boom", "main", Now.STILL_TRUE, "3.11.7", {"torch": "2.13.0"}),
    Finding("boom", "late", Now.GONE, "3.11.7", {"torch": "2.13.0"}, "does not\nfail here"),
    Finding("ash", "main", Now.NOT_RUN, detail="needs Windows"),
]


@pytest.mark.parametrize(
    ("status", "judged", "now"),
    [
        (1, Judgement(Result.PASSED, is_reproduced=True), Now.STILL_TRUE),
        (0, Judgement(Result.PASSED, "does not fail here"), Now.GONE),
        (0, Judgement(Result.FAILED, "no longer fails, though py3.11.7.txt says so"), Now.GONE),
        (0, Judgement(Result.FAILED, "exit 0, matched nothing; no run has its error yet"), Now.FAILS_OTHERWISE),
        (0, Judgement(Result.FAILED, "exit 0, matched boom as likely"), Now.FAILS_OTHERWISE),
        (1, Judgement(Result.FAILED, "exit 1, matched nothing"), Now.FAILS_OTHERWISE),
    ],
)
def test_what_a_repro_shows(status, judged, now):
    assert see_repro(Outcome(status, ""), judged) is now


def test_a_report_begins_with_what_needs_somebody():
    lines = draw_report(FINDINGS, date=DAY).splitlines()

    assert lines[0] == "# Still true? 2026-01-31"
    assert lines[2] == "3 pairs of repro and fix: 1 the error no longer occurs, 1 not run here, 1 still true."
    assert [line for line in lines if line.startswith("## ")] == [
        "## The error no longer occurs (1)",
        "## Not run here (1)",
        "## Still true (1)",
    ]
    assert "- boom/late (torch 2.13.0, Python 3.11.7): does not fail here" in lines
    assert lines[-1] == "- boom/main (torch 2.13.0, Python 3.11.7)"


def test_a_report_for_programs():
    answer = json.loads(json.dumps(to_json(FINDINGS, date=DAY)))

    assert answer["date"] == "2026-01-31"
    assert [(pair["slug"], pair["pair"], pair["now"]) for pair in answer["pairs"]][1] == (
        "boom", "late", "the error no longer occurs"
    )  # fmt: skip


def test_an_interrupted_run_goes_on_with_what_it_knows_and_tries_again_what_was_not_installed():
    known = [
        Finding("boom", "main", Now.STILL_TRUE, "3.11.7", {"torch": "2.13.0"}, scripts="a b", date="2026-01-29"),
        Finding("boom", "late", Now.NOT_INSTALLED, detail="no network", scripts="a c", date="2026-01-31"),
        Finding("ash", "main", Now.STILL_TRUE, "3.11.7", scripts="d e", date="2026-01-27"),  # too old
    ]

    assert from_json(json.loads(json.dumps(to_json(known, date=DAY))), date=DAY) == known[:1]
