"""What is said of scripts that ran with the newest releases."""

import datetime
import json

import pytest
from packaging.specifiers import SpecifierSet

from authoring.repros.judging import Judgement, Result
from authoring.repros.latest import PairResult, PairStatus, classify_repro, draw_report, from_json, is_affected, to_json
from tracefix.articles.model import Affected
from tracefix.repros.running import Outcome

DAY = datetime.date(2026, 1, 31)
FINDINGS = [
    PairResult("boom", "main", PairStatus.STILL_TRUE, "3.11.7", {"torch": "2.13.0"}),
    PairResult("boom", "late", PairStatus.GONE, "3.11.7", {"torch": "2.13.0"}, "does not\nfail here"),
    PairResult("ash", "main", PairStatus.NOT_RUN, detail="needs Windows"),
]


@pytest.mark.parametrize(
    ("status", "judged", "now"),
    [
        (1, Judgement(Result.PASSED, is_reproduced=True), PairStatus.STILL_TRUE),
        (0, Judgement(Result.PASSED, "does not fail here"), PairStatus.GONE),
        (0, Judgement(Result.FAILED, "no longer fails, though py3.11.7.txt says so"), PairStatus.GONE),
        (0, Judgement(Result.FAILED, "exit 0, matched nothing; no run has its error yet"), PairStatus.FAILS_OTHERWISE),
        (0, Judgement(Result.FAILED, "exit 0, matched boom as likely"), PairStatus.FAILS_OTHERWISE),
        (1, Judgement(Result.FAILED, "exit 1, matched nothing"), PairStatus.FAILS_OTHERWISE),
    ],
)
def test_what_a_repro_shows(status, judged, now):
    assert classify_repro(Outcome(status, ""), judged) is now


def test_what_an_article_says_is_gone_is_no_news_however_it_ended():
    silent = Outcome(0, ""), Judgement(Result.PASSED, "does not fail here")
    otherwise = Outcome(1, ""), Judgement(Result.FAILED, "exit 1, matched nothing")
    fails = Outcome(1, ""), Judgement(Result.PASSED, is_reproduced=True)

    assert classify_repro(*silent, affected=False) is PairStatus.NOT_AFFECTED
    assert classify_repro(*otherwise, affected=False) is PairStatus.NOT_AFFECTED
    assert classify_repro(*fails, affected=False) is PairStatus.STILL_TRUE


@pytest.mark.parametrize(
    ("installed", "answer"),
    [
        ({"fuse-box": "1.0"}, True),
        ({"fuse-box": "2.0.1+cpu"}, False),  # between the two stretches
        ({"fuse-box": "3.1"}, True),
        ({"fuse-box": "3.1", "wire": "9"}, False),  # one package that has not the error is enough
        ({"fuse-box": "unknown"}, True),  # whose version says nothing
        ({"lamp": "1.0"}, True),
        ({"plug": "1.9"}, True),  # later than somebody looked
        ({}, True),
    ],
)
def test_which_releases_an_article_says_are_affected(installed, answer):
    affects = [
        Affected("Fuse_Box", SpecifierSet("<2")),
        Affected("fuse-box", SpecifierSet(">=3")),
        Affected("wire", SpecifierSet("<5")),
        Affected("lamp", SpecifierSet("")),
        Affected("plug", SpecifierSet(">=1.0,<=1.5")),
    ]

    assert is_affected(affects, installed) is answer


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
        PairResult(
            "boom", "main", PairStatus.STILL_TRUE, "3.11.7", {"torch": "2.13.0"}, scripts="a b", date="2026-01-29"
        ),
        PairResult("boom", "late", PairStatus.NOT_INSTALLED, detail="no network", scripts="a c", date="2026-01-31"),
        PairResult("ash", "main", PairStatus.STILL_TRUE, "3.11.7", scripts="d e", date="2026-01-27"),  # too old
    ]

    assert from_json(json.loads(json.dumps(to_json(known, date=DAY))), date=DAY) == known[:1]
