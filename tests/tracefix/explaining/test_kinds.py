"""The table of kinds: every row is reached, names what the paste names, and is silent where nothing is known."""

import pytest

from tests.tables import read_tables
from tracefix.explaining.kinds import KINDS, explain_kind, short_file
from tracefix.reading.report import Error, Frame

OWN = Frame("/home/u/proj/train.py", 12, "main")
# What reaches each row: its first sentence begins as said here.
TABLES = read_tables(__file__)
CLASSES = {(kind, message): begins for kind, message, begins in TABLES["classes"]}
PROGRAMS = {(program, message): begins for program, message, begins in TABLES["programs"]}


@pytest.mark.parametrize(("kind", "expected"), CLASSES.items(), ids=lambda kind: str(kind)[:60])
def test_a_class_and_its_message_tell_what_it_means(kind, expected):
    means, look = explain_kind(Error(*kind, 1), OWN)

    assert means.startswith(expected)
    assert look.endswith(".")


@pytest.mark.parametrize(("kind", "expected"), PROGRAMS.items(), ids=lambda kind: str(kind)[:60])
def test_a_program_and_its_message_tell_what_it_means(kind, expected):
    program, message = kind

    assert explain_kind(Error("", message, 1, program=program), None)[0].startswith(expected)


def test_every_row_of_the_table_is_reached():
    errors = [Error(*kind, 1) for kind in CLASSES] + [Error("", text, 1, program=name) for name, text in PROGRAMS]

    reached = {explain_kind(error, None)[0].template for error in errors}

    assert [row.means for row in KINDS if row.means not in reached] == []


def test_each_row_says_two_sentences_with_and_without_ones_own_line():
    for row in KINDS:
        assert row.means
        assert row.otherwise
        assert not row.look or ("{line}" in row.look and "{file}" in row.look)


def test_ones_own_line_is_named_where_the_paste_shows_it():
    error = Error("KeyError", "'x'", 1)

    assert explain_kind(error, OWN)[1] == "Print the keys that are there just before line 12 of train.py."
    assert explain_kind(error, None)[1] == "Print the keys that are there just before the line that fails."
    assert explain_kind(error, Frame("<ipython-input-1-ab>", 0, "f"))[1].endswith("the line that fails.")


@pytest.mark.parametrize(
    "error", [Error("AcmeFailure", "x", 1), Error("", "something odd", 1), Error("OverflowError", "", 1)]
)
def test_nothing_is_said_of_an_unknown_kind(error):
    assert explain_kind(error, OWN) == ()


def test_a_failed_assertion_of_the_cpu_is_no_error_of_the_gpu():
    assert explain_kind(Error("RuntimeError", "Assertion `i < n` failed. at /x/THNN/generic/Loss.c:97", 1), OWN) == ()


@pytest.mark.parametrize("hostile", ["<script>alert(1)</script>", "$(touch x)", "{line}", "{0.__class__}", "'; DROP"])
def test_a_hostile_value_is_only_text(hostile):
    said = f"0/3 nodes are available: 3 Insufficient {hostile}."
    phrases = explain_kind(Error("", said, 1, program="kubernetes"), OWN)

    assert not phrases or hostile not in phrases[0].template


def test_a_file_is_called_by_its_name():
    assert short_file(r"C:\proj\train.py") == "train.py"
    assert short_file("Cell In[3]") == "Cell In[3]"


@pytest.mark.parametrize("name", ["ValueError", "RuntimeError", "dgl._ffi.base.DGLError", "SoupColdError"])
def test_a_class_that_tells_nothing_is_not_described(name):
    assert explain_kind(Error(name, "the soup is cold", 1), OWN) == ()
