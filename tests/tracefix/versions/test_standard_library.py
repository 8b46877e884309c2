"""Names that Python itself dropped or brought: which Python has them, and what to use instead."""

import pytest

from tracefix.versions.answers import answer_message
from tracefix.versions.clues import Clues


@pytest.mark.parametrize(
    ("message", "said", "command"),
    [
        (
            "module 'collections' has no attribute 'Mapping'",
            "Python 3.10 removed `Mapping` from `collections`; 3.9 still has it. Use `collections.abc.Mapping` instead.",
            "uv venv --python '<3.10'",
        ),
        (
            "cannot import name 'gcd' from 'fractions' (/usr/lib/python3.10/fractions.py)",
            "Python 3.9 removed `gcd` from `fractions`; 3.8 still has it. Use `math.gcd` instead. Your paste shows Python 3.10.",
            "uv venv --python '<3.9'",
        ),
        (
            "No module named 'imp'",
            "Python 3.11 has the module `imp`; Python 3.12 no longer has it. Use `importlib` instead.",
            "uv venv --python '<3.12'",
        ),
        (
            "No module named 'tomllib'",
            "Python 3.11 has the module `tomllib`; Python 3.10 does not have it yet. Use `tomli` instead.",
            "uv venv --python '>=3.11'",
        ),
        (
            "cannot import name 'StrEnum' from 'enum' (C:\\Python310\\lib\\enum.py)",
            "`StrEnum` came to `enum` in Python 3.11; 3.10 does not have it yet. Your paste shows Python 3.10.",
            "uv venv --python '>=3.11'",
        ),
        (
            "'Thread' object has no attribute 'isAlive'",
            "If `Thread` is the one of Python: Python 3.9 removed `isAlive` from `Thread`; 3.8 still has it. "
            "Use `is_alive` instead.",
            "uv venv --python '<3.9'",
        ),
    ],
)
def test_a_name_that_some_python_lacks(message, said, command):
    (answer,) = answer_message(message, Clues(text=message))

    assert " ".join(answer.sentences) == said
    assert answer.commands == (command,)


@pytest.mark.parametrize(
    "message",
    [
        "No module named 'urllib2'",
        "module 'string' has no attribute 'letters'",
        "module 'time' has no attribute 'clock'",
    ],
)
def test_a_python_that_uv_does_not_install_has_no_command(message):
    (answer,) = answer_message(message, Clues())

    assert answer.replacement
    assert answer.commands == ()


@pytest.mark.parametrize(
    "message",
    [
        "module 'os' has no attribute 'fork'",  # each Python has it, and no Windows
        "module 'os' has no attribute 'startfile'",  # the other way round
        "module 'random' has no attribute 'rand_int'",
        "cannot import name 'gcd' from 'fractions' (/home/u/project/fractions.py)",
        "No module named 'parser'",  # may be any file
        "No module named 'json'",
        "No module named 'my_tools'",
        "'Thread' object has no attribute 'is_done'",
        "'Queue' object has no attribute 'push'",
    ],
)
def test_what_no_other_python_cures_is_not_answered(message):
    assert answer_message(message, Clues()) == ()


def test_a_python_that_has_the_name_cannot_have_said_so():
    message = "cannot import name 'gcd' from 'fractions' (/usr/lib/python3.8/fractions.py)"

    assert answer_message(message, Clues(text=message)) == ()
