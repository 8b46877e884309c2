"""Lint compares what the body says that a script prints with what it printed, and nothing else."""

import pytest

from tests.authoring.lint.tools import complaints, edit, write_run

PRINTED = "the room is lit\n[ 3  7 -1 -1]\nfuse 769 of 2\n"


def told(folder, words):
    """What lint says of an article that says so, and whose fix printed PRINTED."""
    write_run(folder, PRINTED, script="fixed.py", reproduced="no", name="fixed-py3.11.7", exit=0)
    edit(folder / "article.md", "Nothing burns.", words)
    return [line.partition(": ")[2] for line in complaints(folder)]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("`fixed.py` prints `[ 3  7 -1]`.", "[ 3 7 -1]"),
        ("With two fuses `fixed.py` then prints `the room is lit` and `all is\nwell`.", "all is well"),
        ("`fixed.py` reads the price in `a.txt`, a 2.5 KB file,\nand prints `all is well`.", "all is well"),
        ("`fixed.py` is given `attic.txt`; then it prints `all is well`.", "all is well"),
        ("Run `fixed.py`. It prints `all is well`.", "all is well"),
        ("Run `python fixed.py` once more: it now prints `all is well`.", "all is well"),
        ("`fixed.py` prints this:\n\n```\nthe room is lit\nall is well\n```", "all is well"),
    ],
)
def test_an_output_that_no_run_has_is_told(folder, words, text):
    assert told(folder, words) == [f"no run of fixed.py printed `{text}`: copy what it printed from runs/"]


def test_what_the_script_prints_stands_in_some_run(folder):
    said = "no run printed `all is well`: copy what the script printed from runs/"

    assert told(folder, "The script prints `all is well`. The script prints `the room is lit`.") == [said]


@pytest.mark.parametrize(
    "words", ["See `fuse 768 of 2`.", "`fixed.py` prints `fuse 768 of 2`.", "It prints:\n\n```\nfuse 768 of 2\n```"]
)
def test_one_that_is_nearly_what_the_fix_printed_is_told(folder, words):
    assert told(folder, words) == ["`fuse 768 of 2` is nearly `fuse 769 of 2`, which a fix printed: copy it from runs/"]


@pytest.mark.parametrize(
    "words",
    [
        "`fixed.py` prints `the room is lit` and `[ 3 7 -1 -1]`.",
        "`fixed.py` prints:\n\n```\nthe room is lit\n[ 3  7 -1 -1]\n```",
        "`fixed.py` prints `the … is lit`.",
        "`fixed.py` prints something like `all is well`.",
        "`fixed.py` prints nothing of `whimper`.",
        "Run `fixed.py`. It prints `the room is lit`.",
        "The script prints its table: `fuse`.",
        "`fixed.py` runs. `fuse --check` prints `all is well`.",
        "`fixed.py` reads `a.txt` and prints `the room is lit`.",
        "`fixed.py` writes `a.txt`, and `cat a.txt` prints `all is well`.",
        "`fixed.py` reads `a.txt`. The server waits and prints `all is well`.",
        "`fixed.py` reads `a.txt`\n\nA server waits and prints `all is well`.",
        "Unlike `fixed.py`, `repro_other.py` fails and prints `all is well`, which was not recorded.",
        "`fixed_other.py` prints `all is well`, which was not recorded.",
        "With one fuse, `fuse 769 of 2`, with another `fuse 768 of 2`.",
        "It says `boom happened in 'attic'`, or `boom happened in 'attik'`.",
    ],
)
def test_what_it_printed_what_is_an_example_and_what_others_print_is_not(folder, words):
    assert told(folder, words) == []
