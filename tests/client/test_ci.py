"""`tracefix ci`, as people have it, and the examples that call it: what a runner is told of a job that failed."""

import json
import shutil
import subprocess
import sys

import pytest
import yaml
from django.conf import settings

from tests.client.conftest import clean_environ

OOM = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 4.39 GiB. GPU 0 has a total capacity of 22.30 GiB"
PYTEST = f"""\
___________________________________ test_step ___________________________________
E       {OOM}
tests/test_a.py:8: OutOfMemoryError
=========================== short test summary info ============================
FAILED tests/test_a.py::test_step - torch.OutOfMemoryError: CUDA out of memory...
========================= 1 failed, 1 passed in 0.12s ==========================
"""
UNKNOWN = """\
##[group]Run ./check.sh
##[endgroup]
The size of the change is 3174 lines, which is more than 2000
##[error]Process completed with exit code 1.
"""


@pytest.fixture
def ci(call_tracefix, tmp_path):
    """A function that runs the command on one log, as on GitHub; gives what it printed, and the summary."""

    def run(log, *options, **environ):
        (tmp_path / "run.log").write_text(log)
        summary = tmp_path / "summary.md"
        given = {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(summary), **environ}
        done = call_tracefix("ci", *options, "run.log", **given)
        return done, summary.read_text() if summary.exists() else ""

    return run


def test_the_annotation_stands_at_the_failing_line_and_keeps_ones_own_numbers(ci):
    done, _ = ci(PYTEST)

    assert done.stdout.startswith("::error file=tests/test_a.py,line=8,title=Why it failed::FAILED tests/test_a.py::")
    assert "4.39 GiB" in done.stdout
    assert done.stdout.count("\n") == 1
    assert done.returncode == 0


def test_the_summary_has_the_place_the_meaning_and_the_fix(ci):
    _, summary = ci(PYTEST)

    assert summary.startswith("## Why it failed\n\nA test failed.")
    assert "**Where:** `tests/test_a.py`, line 8" in summary
    assert "**What it means:** " in summary
    assert "**Fix:** " in summary
    assert "`tracefix explain cuda-oom`" in summary


def test_an_unknown_failure_has_its_line_its_step_and_what_to_do_next(ci):
    done, summary = ci(UNKNOWN)

    assert "The size of the change is 3174 lines" in done.stdout
    assert "It is in the step ./check.sh." in summary
    assert "**Where:** `run.log`, line 3" in summary
    assert "**What it means:** No error that we know. Of what its step printed, this line tells most." in summary
    assert "**What to do next:** Read the lines of the log above this one" in summary


def test_an_unknown_error_has_its_own_place_and_what_it_means(ci):
    done, summary = ci(
        'Traceback (most recent call last):\n  File "own.py", line 4, in frob\n    raise WeirdError("17 is bent")\n'
        "WeirdError: 17 is bent\n"
    )

    assert done.stdout.startswith("::error file=own.py,line=4,title=")
    assert "**Where:** `own.py`, line 4" in summary
    assert "**What it means:** Your own code raised an error that no article covers." in summary
    assert "**What to do next:** " in summary


def test_a_path_is_told_from_the_folder_of_the_checkout(ci):
    done, _ = ci(
        "/home/me/work/a/src/x.cpp:3:4: error: no f\nmake: *** [x.o] Error 1\n", GITHUB_WORKSPACE="/home/me/work/a"
    )

    assert done.stdout.startswith("::error file=src/x.cpp,line=3,title=")


def test_a_secret_is_not_repeated(ci):
    done, summary = ci(
        'Traceback (most recent call last):\n  File "a.py", line 1, in f\nValueError: hf_abcdefghijklmnopqrstuvwxyzabcdef\n'
    )

    assert "hf_abc" not in done.stdout + summary


def test_sarif_has_the_rule_the_message_and_the_place(ci, tmp_path):
    ci(PYTEST, "--sarif", "failure.sarif")
    (run,) = json.loads((tmp_path / "failure.sarif").read_text())["runs"]
    (result,) = run["results"]

    assert result["ruleId"] == run["tool"]["driver"]["rules"][0]["id"] == "cuda-oom"
    assert result["locations"] == [
        {"physicalLocation": {"artifactLocation": {"uri": "tests/test_a.py"}, "region": {"startLine": 8}}}
    ]


@pytest.mark.slow
def test_a_missing_log_is_called_a_missing_log(tracefix, tmp_path):
    environ = {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md")}
    done = tracefix("ci", "gone.log", **environ)

    assert done.stdout.startswith("::warning title=Tracefix::There is no log to read. gone.log: ")
    assert "There is no log to read" in (tmp_path / "summary.md").read_text()
    assert done.returncode == 2
    assert tracefix("ci", "gone.log").stderr.startswith("tracefix: There is no log to read. gone.log: ")


def test_a_log_without_a_failure_says_so(ci):
    done, _ = ci("step 1\nall is well\n")

    assert done.stdout == "::warning title=Tracefix::The log tells no reason: its last lines show no error.\n"
    assert done.returncode == 1


def test_elsewhere_it_prints_text(tracefix, tmp_path):
    (tmp_path / "run.log").write_text(PYTEST)
    done = tracefix("ci", "run.log")

    assert done.stdout.startswith("A test failed.\n  run.log:5: FAILED tests/test_a.py::test_step")


# ── the examples ────────────────────────────────────────────────────────────────────────────────────────────────

ACTION = yaml.safe_load((settings.BASE_DIR / "action.yml").read_text(encoding="utf-8"))
TEMPLATE = yaml.safe_load(
    (settings.BASE_DIR / "examples" / "gitlab" / "explain-failure-offline.yml").read_text(encoding="utf-8")
)


@pytest.fixture
def runner(unpacked, tmp_path):
    """A function that runs a script of a runner whose virtual environment holds the client already."""
    folder = tmp_path / "python"
    folder.mkdir()
    (folder / "python3").write_text(f"""\
#!{shutil.which("bash")}
mkdir -p "$3/bin"
printf '#!%s\\nexit 0\\n' "$BASH" > "$3/bin/python"
printf '#!%s\\nexec {sys.executable} -m tracefix "$@"\\n' "$BASH" > "$3/bin/tracefix"
chmod +x "$3"/bin/*
""")
    (folder / "python3").chmod(0o755)

    def run(script, **environ):
        given = clean_environ(unpacked, RUNNER_TEMP=str(tmp_path / "temp"), TMPDIR=str(tmp_path), **environ)
        given["PATH"] = f"{folder}:{given['PATH']}"
        return subprocess.run(
            ["bash", "-eo", "pipefail", "-c", script], cwd=tmp_path, env=given, capture_output=True, text=True
        )

    return run


@pytest.mark.slow
def test_the_action_explains_the_logs_that_it_is_given(runner, tmp_path):
    (step,) = ACTION["runs"]["steps"]
    (tmp_path / "a run.log").write_text(UNKNOWN)
    done = runner(step["run"], LOG="a run.log\n", SARIF="x.sarif", PACKAGE="tracefix", GITHUB_ACTIONS="true")

    assert done.stdout.startswith("::error title=Why it failed::The size of the change is 3174 lines")
    assert done.returncode == 0
    assert (tmp_path / "x.sarif").exists()


def test_the_action_says_that_a_log_is_missing_and_fails_nothing(runner):
    (step,) = ACTION["runs"]["steps"]
    done = runner(step["run"], LOG="gone.log\n", SARIF="", PACKAGE="tracefix", GITHUB_ACTIONS="true")

    assert done.stdout.startswith("::warning title=Tracefix::There is no log to read. gone.log: ")
    assert done.returncode == 0


def test_nothing_is_written_into_the_actions_script():
    (step,) = ACTION["runs"]["steps"]

    assert "${{" not in step["run"]
    assert set(step["env"].values()) == {f"${{{{ inputs.{name} }}}}" for name in ACTION["inputs"]}


@pytest.mark.slow
def test_the_template_for_gitlab_explains_a_job_that_failed_and_no_other(runner, tmp_path):
    (script,) = TEMPLATE[".explain-failure"]["after_script"]
    (tmp_path / "run.log").write_text(UNKNOWN)
    given = TEMPLATE[".explain-failure"]["variables"]

    assert runner(script, CI_JOB_STATUS="failed", **given).stdout.startswith("The job failed here.\n")
    assert runner(script, CI_JOB_STATUS="success", **given).stdout == ""
