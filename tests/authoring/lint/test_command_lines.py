"""Lint tells a command that cannot be pasted as it stands, and no other."""

import pytest

from authoring.lint.command_lines import find_unmade_environment, find_unpasteable
from tests.authoring.lint.tools import complaints, edit


@pytest.mark.parametrize(
    "command",
    [
        "$ pip install x", "> pip install x", ">>> import x", "(base) pip install x", "(base) $ pip install x",
        "me@host:~/work$ ls", "cd x &&", "make || ", "docker run x \\", 'pip install "x', "export A='b",
        "x = x[None", "x = to_json(value))", "f([1)]",
    ],
)  # fmt: skip
def test_a_prompt_an_end_that_waits_and_an_open_quote_are_told(command):
    (told,) = find_unpasteable([command])

    assert told.startswith(f"the command {command!r} ")


@pytest.mark.parametrize(
    "command",
    [
        '$Env:A = "b"', "!pip install x", "%pip install x", "(loss, aux), grads = f(x)", "cd x && ls",
        "path = path.strip().strip('\"')", "echo \"it's\"", "UTT ffmpeg -i FILE - |", "# a comment's words", "$HOME/bin/x",
        "case $- in *i*) ;; *) return;; esac", "print(')')", "x = [\"(\", {}]",
    ],
)  # fmt: skip
def test_what_can_be_pasted_is_not(command):
    assert list(find_unpasteable([command])) == []


def test_the_rows_of_an_article_can_be_pasted(folder):
    edit(folder / "article.md", "fix: ", "steps:\n  - {do: Light it., command: $ light}\n# ")

    assert [line for line in complaints(folder) if "prompt" in line] == [
        "boom/article.md:5: the command '$ light' begins with a prompt: write what is typed alone"
    ]


@pytest.mark.parametrize("making", ["python -m venv old", "conda create -n old", "uv venv old", "docker run IMAGE"])
def test_a_row_that_speaks_of_an_environment_makes_it(making):
    row = "Keep it, in an environment of its own."

    assert len(list(find_unmade_environment(row, ["pip install x"]))) == 1
    assert list(find_unmade_environment(row, [making, "pip install x"])) == []
    assert list(find_unmade_environment(row, ["pip list"])) == []
    assert list(find_unmade_environment("pip builds in an environment of its own.", ["pip install x"])) == []
