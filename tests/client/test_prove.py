"""`tracefix prove`: the repro and the fix of an article, under an interpreter of the reader's."""

import sys


def prove(tracefix, *words, **options):
    return tracefix("prove", "--python", sys.executable, *words, **options)


def test_it_says_that_the_error_reproduces_and_the_fix_holds(tracefix):
    done = prove(tracefix, "--yes", "pickle-generator")

    assert done.returncode == 0
    first, second = done.stdout.splitlines()[:2]
    assert first.startswith("repro.py: reproduces here: TypeError: cannot pickle 'generator' object")
    assert second == "fixed.py: the fix holds here"


def test_what_needs_something_that_is_not_here_is_not_run(tracefix):
    done = prove(tracefix, "--yes", "cuda-oom")

    assert done.returncode == 2
    assert done.stdout.splitlines()[0] == "repro.py: not run: it needs an NVIDIA GPU with CUDA"


def test_it_asks_before_and_runs_nothing_where_nobody_answers(tracefix):
    done = prove(tracefix, "pickle-generator", stdin="y\n")

    assert done.returncode == 2
    assert "This runs repro.py" in done.stdout
    assert "reproduces" not in done.stdout
    assert "add --yes" in done.stderr


def test_an_unknown_interpreter_is_named(tracefix):
    done = tracefix("prove", "--yes", "--python", "no-python", "pickle-generator")

    assert done.returncode == 2
    assert "there is no Python 'no-python' here" in done.stderr


def test_an_unknown_slug_is_named(tracefix):
    assert prove(tracefix, "--yes", "pickle-generatr").stderr.endswith("Did you mean pickle-generator?\n")


def test_an_endless_script_is_ended(tracefix):
    done = prove(tracefix, "--yes", "--timeout", "0.01", "pickle-generator")

    assert done.returncode == 1
    assert done.stdout.splitlines()[0] == "repro.py: did not end within 0.01 s"
