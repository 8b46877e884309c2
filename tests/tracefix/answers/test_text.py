"""Answers for a terminal: what is in them, and that nothing of a paste gets its way there."""

import re

import pytest

from tests.factories import make_article
from tests.published_articles import published_catalogue
from tests.tracefix.answers.tools import ARTICLES, BANG, HOSTILE, PASTE, address, answer
from tracefix.answers.json_payloads import match_payload
from tracefix.answers.text import WIDTH, printable, step_commands, to_text
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose


def test_a_known_error_is_told_in_the_order_in_which_one_needs_it():
    assert to_text(answer(PASTE)) == (
        """\
RuntimeError: boom happened in 'cellar'

Known error

Fix
  Read the other one, then run
  `python -m fuse --longer --than-that --and-on --and-on --again 9`.

Cause
  The cause of boom.

Article
  boom happened in '{place}'
  https://tracefix.example/articles/boom/

Line 3 of what you sent
  | RuntimeError: boom happened in 'cellar'

Why we are sure
  - The root error's message fits “boom happened in '{place}'”.
"""
    )


def test_a_probable_error_asks_to_read_the_reasons():
    words = to_text(answer("someone wrote that boom happened in 'x' and went on", related=[BANG]))

    assert words.startswith(
        "someone wrote that boom happened in 'x' and went on\n\nProbably this error: check the reasons\n"
    )
    assert "Fix, if this is it\n" in words
    assert "Why we think so\n" in words
    assert "If this is not it\n  - bang `went` the fuse\n    https://tracefix.example/articles/bang/\n" in words


def test_an_unknown_error_is_said_to_be_unknown_with_the_nearest_and_the_hints():
    words = to_text(answer("all is well", related=[BANG]))

    assert words.startswith("No known error found\n\nNo article fits what you sent")
    assert "Note\n  We found no error line in your paste." in words
    assert "Similar wording, possibly unrelated\n  - bang" in words


def test_other_candidates_are_listed():
    words = to_text(answer("they say that boom happened in 'cellar', or that bang `went` the fuse\n"))

    assert "Other candidates\n  - " in words


def test_a_sure_answer_has_no_other_candidates():
    assert "Other candidates" not in to_text(answer(PASTE + "\nRuntimeError: bang `went` the fuse\n"))


def test_a_second_error_has_an_answer_of_its_own():
    words = to_text(answer(f"{PASTE}\n{PASTE.partition('RuntimeError')[0]}SoupError: it is cold\n"))

    first, second = words.split("\nAnother error in what you sent\n")
    assert "Known error" in first
    assert second.startswith("\nSoupError: it is cold\n\nNo article covers this error yet\n")


def test_the_file_is_named_where_there_are_several():
    assert to_text(answer(PASTE), name="a\x1b[2J.log").startswith("── a\ufffd[2J.log\n\nRuntimeError: boom")


@pytest.mark.slow
def test_every_article_fits_into_80_columns():
    for path in [path for article in ARTICLES for path in article.pastes[:1]]:
        text = path.read_text(encoding="utf-8", errors="replace")
        words = to_text(answer(text, catalogue=published_catalogue(), related=ARTICLES[:2]))

        assert "\x1b" not in words, path
        for line in words.splitlines():
            assert len(line) <= WIDTH or "`" in line or "https://" in line or line.startswith("    "), path


def test_colours_change_nothing_but_colours():
    coloured = to_text(answer(PASTE), colours=True)

    assert "\x1b[1;32mKnown error\x1b[0m" in coloured
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == to_text(answer(PASTE))


@pytest.mark.parametrize("code", HOSTILE, ids=ascii)
def test_no_control_code_is_obeyed(code):
    assert code not in to_text(answer(f"RuntimeError: boom happened in 'a{code}b'{code}"))


def test_what_is_not_printable_is_replaced():
    assert printable("a\x1b[2Jb\n\u202ec") == "a\ufffd[2Jb \ufffdc"
    assert printable("零 é 🙂") == "零 é 🙂"


def test_a_terminal_shows_the_fix_with_the_names_of_the_paste():
    article = make_article("boom", message="boom in {place}", fix="Run `cd {{place|it}}`.")
    payload = match_payload(
        diagnose("RuntimeError: boom in /a\x1b/b", Catalogue([article])), [], address, personal=True
    )

    words = to_text(payload)

    assert "Run `cd /a" in words
    assert "\x1b" not in words


UNKNOWN = """\
torch==2.7.1
Traceback (most recent call last):
  File "train.py", line 9, in main
    loss = step(batch)
  File "/venv/lib/python3.11/site-packages/torch/nn/functional.py", line 30, in f
    raise ValueError(x)
ValueError: no such loss. Please use `mse` instead.

During handling of the above exception, another exception occurred:

KeyError: 'x'
"""


@pytest.mark.parametrize(
    ("do", "shown"),
    [
        ("Open it.", ["import fuse", "fuse.open()"]),
        ("Call `fuse.open()` first.", ["import fuse", "fuse.open()"]),
        ("Run `import fuse`, then `fuse.open()`.", []),
    ],
)
def test_the_commands_of_a_row_are_shown_whole_unless_its_sentence_has_them_all(do, shown):
    step = {"if": "", "do": do, "commands": ["import fuse", "fuse.open()"], "note": "", "source": ""}

    assert step_commands(step) == shown


def test_an_unknown_error_is_explained_from_the_paste_itself():
    words = to_text(answer(UNKNOWN))

    assert words.startswith(
        """\
ValueError: no such loss. Please use `mse` instead.

No article covers this error yet

What the message suggests
  - Please use `mse` instead.

Raised in torch 2.7.1
  /venv/lib/python3.11/site-packages/torch/nn/functional.py, line 30, in f

Your code, or that of a clone: line 3 of what you sent
  train.py, line 9, in main
  | loss = step(batch)

The errors, the cause first
  - the cause, line 7: ValueError: no such loss. Please use `mse` instead.
  - raised while handling it, line 11: KeyError: 'x'

What to do next
  - Look at line 9 of train.py: it is the last line before the error that is of
    no installed package.
"""
    )
    assert "Search for it, without your values\n  - Issues of pytorch on GitHub\n    https://github.com/" in words


def test_a_known_error_that_a_package_raised_names_ones_own_line():
    words = to_text(answer(UNKNOWN.replace("no such loss. Please use `mse` instead.", "boom happened in 'x'")))

    assert "Your code, or that of a clone: line 3 of what you sent\n  train.py, line 9, in main\n" in words
    assert "What it means" not in words


@pytest.mark.parametrize("hostile", HOSTILE)
def test_an_explanation_obeys_no_control_code(hostile):
    words = to_text(answer(UNKNOWN.replace("such", f"su{hostile}ch").replace("step", f"st{hostile}ep")))

    assert all(char.isprintable() or char == "\n" for char in words)


def test_chinese_is_broken_between_its_characters_and_never_before_a_stop():
    article = make_article("boom", message="boom happened", fix="先把参数改成一个元组，" * 12 + "再运行。")

    words = to_text(answer("RuntimeError: boom happened", article))

    lines = words.partition("Fix\n")[2].partition("\n\n")[0].splitlines()
    assert len(lines) > 2
    for line in lines:
        assert len(line) + sum(char >= "一" or char in "，。" for char in line.strip()) <= 82
        assert line.strip()[0] not in "，。"
