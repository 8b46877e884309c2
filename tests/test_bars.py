"""The bars of `.ci/check_scores.py`: what is held lets the merge pass, what is missed is told and stops it."""

import json
import subprocess
import sys

import pytest
from django.conf import settings

BARS = {"hit": {"at_least": 90}, "false_exact": {"at_most": 0}}


@pytest.fixture
def check(tmp_path):
    def check(scores, bars=BARS, listed="family 1 2"):
        (tmp_path / "scores").write_text(f"{listed}\n{json.dumps(scores)}\n", encoding="utf-8")
        (tmp_path / "bars.json").write_text(json.dumps(bars), encoding="utf-8")
        script = settings.BASE_DIR / ".ci" / "check_scores.py"
        done = subprocess.run(
            [sys.executable, script, tmp_path / "scores", tmp_path / "bars.json"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        return done.returncode, done.stderr.strip()

    return check


@pytest.mark.parametrize(
    ("scores", "told"),
    [
        ({"hit": 90, "false_exact": 0.0, "other": 1}, ""),
        ({"hit": 89.9, "false_exact": 0}, "hit is 89.9, the bar is at least 90"),
        ({"hit": 99, "false_exact": 0.3}, "false_exact is 0.3, the bar is at most 0"),
        ({"hit": 99}, "false_exact was not measured"),
    ],
)
def test_a_score_that_misses_its_bar_is_told(check, scores, told):
    assert check(scores) == (int(bool(told)), told)


def test_our_bars_allow_no_false_exact_and_no_unanswered_report():
    bars = json.loads((settings.BASE_DIR / "tests" / "bars.json").read_text(encoding="utf-8"))

    assert bars["false_exact"] == bars["unanswered"] == {"at_most": 0}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("likely, wrong other/a-1.txt  got likely:keras/input-ndim", ""),
        ("likely, wrong sample/other/a-1.txt  got likely:keras/input-ndim", ""),
        ("likely, wrong families/no-such-article/a-1.txt  got likely:keras/input-ndim", ""),
        (
            "likely, wrong families/cuda-oom/a-1.txt  got likely:keras/input-ndim",
            "wrong is 1.0, the bar is at most 0.9",
        ),
        ("likely, wrong cuda-oom/a-1.txt  got likely:keras/input-ndim", "wrong is 1.0, the bar is at most 0.9"),
        ("likely, wrong other/a-1.txt  got likely:cuda-oom", "wrong is 1.0, the bar is at most 0.9"),
    ],
)
def test_a_note_on_a_report_that_no_article_covers_is_not_called_wrong(check, line, told):
    assert check({"wrong": 1.0, "cases": 100}, {"wrong": {"at_most": 0.9}}, line)[1] == told


@pytest.mark.parametrize(
    ("label", "is_held"),
    [
        ("attribute-missing", True),  # the note's deeper page
        ("config-key-missing", False),
    ],
)
def test_a_note_whose_deeper_page_is_the_labelled_article_answers_the_report(check, label, is_held):
    scores = {"covered_hit_at_1": 88.0, "useful": 80.0, "wrong": 2.0, "coverage": 50.0, "cases": 100}
    line = f"missed       sample/{label}/a-1.txt  got likely:coqui-tts/xtts-needs-its-trainer"
    bars = {"covered_hit_at_1": {"at_least": 90}, "useful": {"at_least": 81}, "wrong": {"at_most": 1}}

    code, missed = check(scores, bars, line)

    assert code == int(not is_held)
    assert missed.splitlines() == (
        []
        if is_held
        else [
            "covered_hit_at_1 is 88.0, the bar is at least 90",
            "useful is 80.0, the bar is at least 81",
            "wrong is 2.0, the bar is at most 1",
        ]
    )
