"""Jobs of CI: the line that made a step fail, and which step that is."""

import pytest

from tests.tracefix.triage.logs import cause_of, job_of
from tracefix.triage.job_answer import to_lines

AT = "2026-01-01T10:00:00.1234567Z "
EXIT = f"{AT}##[error]Process completed with exit code 1.\n"
CLEANUP = f"{AT}Post job cleanup.\n{AT}[command]/usr/bin/git version\n{AT}git version 2.54.0\n"


def github(*output, step="make", end=EXIT):
    """A log of GitHub Actions with one step, which prints these lines."""
    header = (f"##[group]Run {step}", step, "shell: /usr/bin/bash -e {0}", "##[endgroup]")
    return "".join(f"{AT}{line}\n" for line in (*header, *output)) + end + CLEANUP


def told(log):
    """The line, kind and step of a log's cause."""
    cause = cause_of(log=log)
    return (cause.text, cause.kind.value, cause.step) if cause else None


PYTEST = (
    "tests/test_a.py .F                                         [100%]",
    "=================================== FAILURES ===================================",
    "___________________________________ test_sum ___________________________________",
    ">       assert total(1, 2) == 4",
    "E       assert 3 == 4",
    "E        +  where 3 = total(1, 2)",
    "tests/test_a.py:8: AssertionError",
    "=========================== short test summary info ============================",
    "FAILED tests/test_a.py::test_sum - assert 3 == 4",
    "========================= 1 failed, 1 passed in 0.12s ==========================",
)


def test_the_test_that_failed_is_named_with_its_step_and_its_assertion():
    job = job_of(log=github(*PYTEST, step="pytest -q"))

    assert to_lines(job)[:4] == [
        "A test failed.",
        "  log:13: FAILED tests/test_a.py::test_sum - assert 3 == 4",
        "It says: assert 3 == 4",
        "It is in the step pytest -q.",
    ]


def test_a_plain_failing_pytest_needs_no_runner():
    assert told("\n".join(PYTEST)) == ("FAILED tests/test_a.py::test_sum - assert 3 == 4", "test", "")


@pytest.mark.parametrize("line", [
    "ERROR tests/test_a.py - ModuleNotFoundError: No module named 'a'",
    "FAIL: test_sum (tests.test_a.SumTest)",
    "ERROR: test_sum (tests.test_a.SumTest.test_sum)",
    "3 - solver (Failed)",
    "[  FAILED  ] Sum.Adds (3 ms)",
    "FAIL: //src/test/shell:bazel_test (Exit 1) (see /a/test.log)",
    "--- FAIL: TestSum (0.00s)",
    "test tests::sum ... FAILED",
    "● total › adds",
])  # fmt: skip
def test_a_test_is_named_by(line):
    assert told(github("collecting", line, "3 others passed")) == (line, "test", "make")


@pytest.mark.parametrize("lines", [
    ["a.cpp:3:4: error: 'f' was not declared", "make: *** [Makefile:2: a.o] Error 1"],
    ["/usr/bin/ld: cannot find -lcuda", "collect2: error: ld returned 1 exit status", "ninja: build stopped: x"],
    ["CMake Error at CMakeLists.txt:5 (find_package):", "  By not providing", "-- Configuring incomplete, errors occurred!"],
    ["error[E0308]: mismatched types", "error: could not compile `x` (lib) due to 1 previous error"],
    ["ERROR: No matching distribution found for torch==9.9"],
    ["sh: 1: tsx: not found"],
    ["unknown flag: --bootstrap", "", "Usage:  docker [OPTIONS]", "", "Run 'docker --help' for more information"],
    ["a.py:3:1: F401 `os` imported but unused", "Found 1 error."],
    ["#12 34.56 error: externally-managed-environment", 'ERROR: failed to solve: process "/bin/sh -c make" did not complete successfully: exit code: 2'],
])  # fmt: skip
def test_the_error_that_others_only_wrap_is_the_cause(lines):
    text, _, step = told(github("building", *lines))

    assert text in lines[0]
    assert step == "make"


REFUSED = f"{AT}##[error]fatal: couldn't find remote ref refs/tags/v9\n"
HANDLED = ("Traceback (most recent call last):", '  File "a.py", line 1, in f', "KeyError: 'a'")
LAST = ("Traceback (most recent call last):", '  File "b.py", line 9, in g', "ValueError: bad shape")
SPLIT = ("Your change has 3174 lines, which is more than 2000", "Please split it into parts.")
CAUSES = {
    "the first of several errors of one compiler": (
        github("a.cpp:3:4: error: 'f' was not declared", "a.cpp:9:1: error: expected '}'"),
        "a.cpp:3:4: error: 'f' was not declared",
    ),
    "no exception that was handled long before the end": (
        github(*HANDLED, *["step done"] * 40, *LAST),
        "ValueError: bad shape",
    ),
    "the last paragraph, where no line shows an error": (github("INFO: the size is 3174", "", *SPLIT, ""), SPLIT[0]),
    "else the last line": (
        github("Workflow: docs", "Labels read", "This change waits for another: refusing to run"),
        "This change waits for another: refusing to run",
    ),
    "the mark alone of a step that printed nothing": (github(), "Process completed with exit code 1."),
    "an annotation that says why": (github(end=REFUSED + EXIT), "fatal: couldn't find remote ref refs/tags/v9"),
    "an error at the end of a log without a mark": (
        "step 1\nstep 2\ntrain.py: error: unrecognized arguments: --epoch\n",
        "train.py: error: unrecognized arguments: --epoch",
    ),
}


@pytest.mark.parametrize(("log", "text"), CAUSES.values(), ids=CAUSES)
def test_the_cause_is(log, text):
    assert told(log)[0] == text


def test_of_an_annotation_that_a_new_attempt_repeats_the_last_ended_the_step():
    assert cause_of(log=github(end=f"{REFUSED}{AT}Waiting 18 seconds\n{REFUSED}")).line == 7


def test_a_limit_and_a_stop_of_the_runner_are_causes_whatever_was_logged_before():
    limit = f"{AT}##[error]The action 'Test' has timed out after 360 minutes.\n"
    stop = f"{AT}##[error]The operation was canceled.\n"

    assert told(github("ValueError: handled", end=limit))[0] == "The action 'Test' has timed out after 360 minutes."
    assert to_lines(job_of(log=github("ValueError: handled", end=stop)))[0] == "The job was stopped from outside."


def test_the_first_step_that_failed_counts_and_not_its_clean_up():
    log = github("make: *** No rule to make target 'a'.  Stop.") + github("cat: no such log", step="cat *.log")

    assert told(log) == ("make: *** No rule to make target 'a'.  Stop.", "step", "make")


GITLAB = (
    "Getting source from Git repository",
    "$ pip install -r requirements.txt",
    "Successfully installed numpy-2.4.0",
    "$ docker push registry/frontend",
    "An image does not exist locally with the tag: registry/frontend",
    "Cleaning up project directory and file based variables",
    "00:01",
    "ERROR: Job failed: exit code 1",
)
JENKINS = (
    "[Pipeline] { (Build)",
    "[Pipeline] sh",
    "+ gcloud container builds submit",
    "ERROR: (gcloud.container.builds.submit) This command has been replaced",
    "[Pipeline] }",
    "[Pipeline] { (Deploy)",
    'Stage "Deploy" skipped due to earlier failure(s)',
    "[Pipeline] End of Pipeline",
    "ERROR: script returned exit code 1",
    "Finished: FAILURE",
)
POST_ACTIONS = (
    "[Pipeline] { (Check)",
    "[Pipeline] bat",
    "",
    "C:\\ws\\kitchen>check.bat ",
    "the stove is cold",
    "",
    "C:\\ws\\kitchen>exit /b 1 ",
    "[Pipeline] }",
    "[Pipeline] { (Deploy)",
    "[Pipeline] }",
    "[Pipeline] // stage",
    "[Pipeline] stage",
    "[Pipeline] { (Declarative: Post Actions)",
    "[Pipeline] echo",
    "Deployment failed. Check console output.",
    "[Pipeline] End of Pipeline",
    "ERROR: script returned exit code 1",
    "Finished: FAILURE",
)
BUILDKITE = (
    "\x1b_bk;t=1745322209921\x07~~~ Running commands",
    "\x1b_bk;t=1745322209922\x07error saving credentials: the item already exists",
    "\x1b_bk;t=1745322209923\x07^^^ +++",
    "\x1b_bk;t=1745322209924\x07🚨 Error: The command exited with status 1",
)


@pytest.mark.parametrize(("log", "line", "step"), [
    (GITLAB, "An image does not exist locally with the tag: registry/frontend", "docker push registry/frontend"),
    (JENKINS, "ERROR: (gcloud.container.builds.submit) This command has been replaced", "Build"),
    ([f"23:26:07  {line}" for line in JENKINS], JENKINS[3], "Build"),
    (POST_ACTIONS, "the stove is cold", "Check"),
    (BUILDKITE, "error saving credentials: the item already exists", "Running commands"),
])  # fmt: skip
def test_other_runners_have_steps_too(log, line, step):
    text, _, found = told("\n".join(log))

    assert text in line
    assert found == step


def test_a_log_that_tells_no_failure_has_no_cause():
    assert told("step 1\nstep 2\n12 passed in 3.10s\n") is None
    assert told(github("all good", end="")) is None


def test_a_job_of_training_is_not_read_as_ci():
    log = "step 1\nmake: *** [Makefile:2: a.o] Error 1\nstep 2\nRuntimeError: Error building extension 'a'\n"

    assert told(log) == ("RuntimeError: Error building extension 'a'", "exception", "")
