"""Errors that somebody tells of as over are no roots; all others stay."""

import pytest

from tracefix.reading.cleaning import clean
from tracefix.reading.tracebacks import parse


def roots(text):
    return [error.message for error in parse(clean(text)).errors if error.is_root]


FIRST = "ModuleNotFoundError: No module named 'ladle'"
SECOND = "ModuleNotFoundError: No module named 'spoon'"
OVER = {
    "on the same line": f'I got "{FIRST}" -- fixed it by "pip install ladle"\nthen I got "{SECOND}"',
    "on the next line": f"{FIRST}\nSolved this with pip install ladle\n{SECOND}",
    "as a deed": f"{FIRST}\nSo I had to manually install ladle.\n{SECOND}",
    "Chinese": f"{FIRST}\n安装之后又报错：\n{SECOND}",
    "twice": f"{FIRST}\nfixed by pip install ladle\n{FIRST}\nfixed it by activating the venv\n{SECOND}",
}


@pytest.mark.parametrize("text", OVER.values(), ids=OVER)
def test_of_errors_that_are_told_to_be_over_only_the_last_is_a_root(text):
    assert roots(text) == ["No module named 'spoon'"]


OPEN = {
    "a question": f"{FIRST}\nHow to fixed it by myself?\n{SECOND}",
    "a failed attempt": f"{FIRST}\nThis was never solved by the update\n{SECOND}",
    "a wish": f"{FIRST}\nIt should be fixed by you\n{SECOND}",
    "another try": f"{FIRST}\nThen I tried it again on the other machine:\n{SECOND}",
    "nothing said": f"{FIRST}\nand\n{SECOND}",
    "it came back": f"{SECOND}\nfixed it by pip install spoon\n{FIRST}\n{SECOND}",
    "the last one": f"{SECOND}\n{FIRST}\nfixed this by pip install ladle",
}


@pytest.mark.parametrize("text", OPEN.values(), ids=OPEN)
def test_an_error_that_is_not_told_to_be_over_stays_a_root(text):
    assert "No module named 'ladle'" in roots(text)
    assert "No module named 'spoon'" in roots(text)


def test_an_error_with_a_stack_stays_a_root():
    text = f'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n    import ladle\n{FIRST}\n'

    assert len(roots(f"{text}fixed it by pip install ladle\n{SECOND}")) == 2


def test_a_log_tells_of_nothing():
    steps = "step\n" * 5_000

    assert len(roots(f"{FIRST}\nfixed it by pip install ladle\n{steps}{SECOND}")) == 2


QUOTED = {
    "words behind it": ("it says \"KeyError: 'lid'\" on Windows?", "'lid'"),
    "another quotation behind it": ('it says "KeyError: \'lid\'" after "cook soup"', "'lid'"),
    "a quotation in it": ('it says "ValueError: no "lid" here" now', 'no "lid" here'),
    "the end of the line": ('it says "ValueError: no lid"', "no lid"),
    "no quote before it": ('it says ValueError: no lid" here', 'no lid" here'),
}


@pytest.mark.parametrize(("text", "message"), QUOTED.values(), ids=QUOTED)
def test_a_quoted_error_ends_with_its_closing_quote(text, message):
    assert roots(text) == [message]
