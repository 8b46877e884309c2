"""Lint tells a fix that only catches the error from one that removes its cause."""

import pytest

from tests.authoring.lint.tools import REPRO, complaints, record_again


def written(folder, text):
    path = folder / "fixed.py"
    path.write_text(text, encoding="utf-8")
    record_again(path)
    return [line for line in complaints(folder) if "only catches" in line]


def caught(handler, header=""):
    return REPRO.replace("import fuse\n", f"{header}import fuse\n").replace(
        "fuse.light(length=0)\n", f"try:\n    fuse.light(length=0)\nexcept ValueError as error:\n    {handler}\n"
    )


@pytest.mark.parametrize(
    "handler", ["pass", "...", "print(error)", "sys.exit(0)", "logging.warning('it burnt')", "ash = None", "ash = {}"]
)
def test_a_fix_that_passes_over_the_error_is_refused(folder, handler):
    assert written(folder, caught(handler, "import logging\nimport sys\n")) == [
        "boom/fixed.py:13: only catches the error and goes on: a fix removes the cause, so that nothing is raised"
    ]


def test_so_is_one_that_says_something_else_behind_it(folder):
    assert len(written(folder, caught("ash = None") + "print('cold')\n")) == 1


def test_so_is_one_that_suppresses_it(folder):
    text = REPRO.replace("import fuse\n", "import contextlib\nimport fuse\n")
    text = text.replace("fuse.light(", "with contextlib.suppress(ValueError):\n    fuse.light(")

    assert len(written(folder, text)) == 1


@pytest.mark.parametrize("handler", ["fuse.light(length=1)", "raise SystemExit(1) from error", "length = 9"])
def test_a_handler_that_does_something_else_passes(folder, handler):
    assert written(folder, caught(handler)) == []


def test_a_fix_that_changes_more_than_that_passes(folder):
    assert written(folder, caught("pass").replace("length=0", "length=9")) == []
