"""Programs that are no Python, and what kills a process: who printed the error, and what it says."""

import pytest

from tests.tables import read_tables
from tracefix.reading.cleaning import clean
from tracefix.reading.report import Weight
from tracefix.reading.tracebacks import parse


def errors(text):
    return parse(clean(text)).errors


def root_lines(text):
    return [error.line for error in errors(text) if error.is_root]


TABLES = read_tables(__file__)
PROGRAMS = TABLES["programs"]


@pytest.mark.parametrize(("text", "told"), PROGRAMS.items(), ids=PROGRAMS)
def test_the_error_of_a_program_is_read_with_who_printed_it(text, told):
    roots = [(error.program, error.message) for error in errors(text) if error.is_root]

    assert roots == [tuple(told)]


@pytest.mark.parametrize(
    "text",
    [
        "Process finished with exit code 0",
        "a.c:1:19: note: each undeclared identifier is reported only once",
        "0 errors, 0 failed",
        "the killed fraction is 0.3",
        'level=info msg="started"',
        "saved to /a/b.so",
        "What is not found? How can I fail fast?",
    ],
)
def test_what_programs_print_beside_errors_is_none(text):
    assert all(error.weight is Weight.SAID for error in errors(text))


BESIDE = TABLES["beside"]


@pytest.mark.parametrize(("text", "lines"), BESIDE.values(), ids=BESIDE)
def test_the_roots_are_the_errors_that_tell_most(text, lines):
    assert root_lines(text) == lines


def test_a_log_that_announces_a_traceback_is_no_root_where_that_is_cut():
    text = (
        '[ERROR] Failed to load the model.\nTraceback (most recent call last):\n  File "a.py", line 3, in f\n    run()'
    )

    assert root_lines(text) == []


def test_a_program_that_an_exception_quotes_belongs_to_its_message():
    text = "ImportError: cannot load it:\n/a/b.so: undefined symbol: f"

    assert [error.type for error in errors(text)] == ["ImportError"]


def test_a_notice_of_what_a_program_does_without_is_no_error():
    assert errors("Failed to initialize process group: RANK is not set, falling back to single GPU") == ()
