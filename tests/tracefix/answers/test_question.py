"""The question that a report without its error leaves open, for an issue."""

import inspect
import re

import pytest

from tests.tracefix.answers.tools import HOSTILE, PASTE, answer
from tracefix.answers.question import to_question
from tracefix.matching import hints

CUT = 'Traceback (most recent call last):\n  File "/app/{}", line 7, in <module>\n    main()\n'
LAUNCHER = "torch.distributed.elastic.multiprocessing.errors.ChildFailedError:\n"


def test_a_cut_report_is_asked_for_the_line_that_comes_next():
    words = to_question(answer(CUT.format("train.py")))

    assert words.startswith("<!-- tracefix question cut -->\n\n**Which line comes next?** ")
    assert "at line 7 of train.py." in words
    assert "run `echo $?` right after the program" in words
    assert words.endswith("the program reads both._\n")


def test_a_launchers_summary_is_asked_for_the_first_error():
    words = to_question(answer(LAUNCHER))

    assert words.startswith("<!-- tracefix question wrapper-only -->\n\n**Which error comes first?** ")


@pytest.mark.parametrize(
    "text", [PASTE, "ValueError: new", "all is well", LAUNCHER + PASTE, CUT.format("a.py") + PASTE]
)
def test_a_report_with_its_error_or_without_any_sign_of_one_is_asked_nothing(text):
    assert to_question(answer(text)) == ""


@pytest.mark.parametrize(
    "word", ["@octocat.py", "<b>.py", "[x].py", "#12.py", "**x**.py", "www.evil.py", "a`@octocat`b.py"]
)
def test_a_word_of_the_report_that_a_tracker_would_obey_is_code(word):
    words = to_question(answer(CUT.format(word)))

    assert f"`{word}.`" in words or f"`` {word}. ``" in words


def test_the_punctuation_of_a_hint_in_chinese_stays():
    said = "报告在出错那行之前就断了，停在 train.py 第 7 行：请贴出下一行。"
    asked = answer(CUT.format("train.py"))
    asked["hints"][0]["text"] = said

    assert said in to_question(asked)


@pytest.mark.parametrize("sign", HOSTILE)
def test_nothing_that_a_terminal_would_obey_is_in_it(sign):
    words = to_question(answer(CUT.format(f"a{sign}b.py")))

    assert all(char.isprintable() or char == "\n" for char in words)


def test_a_secret_is_not_repeated():
    assert "hf_abc" not in to_question(answer(CUT.format("hf_abcdefghijklmnopqrstuvwxyzabcdef")))


def test_every_code_in_the_sentences_of_hints_stays_code_alone():
    source = inspect.getsource(hints._missing_line) + inspect.getsource(hints._missing_in_a_build)
    codes = set(re.findall(r"`[^`\n]+`", re.sub(r'"\n\s+"', "", source)))
    said = " ".join(sorted(codes))
    asked = answer(CUT.format("train.py"))
    asked["hints"][0]["text"] = said

    assert len(codes) > 4
    assert said in to_question(asked)
