"""The place that a failing line names."""

import pytest

from tracefix.triage.events import Event, EventKind, EventRole
from tracefix.triage.places import Place, find_place, in_workspace


def cause(text, kind=EventKind.STEP):
    return Event(kind, EventRole.CAUSE, text)


@pytest.mark.parametrize(("text", "place"), [
    ("src/a.cpp:3:4: error: 'f' was not declared", ("src/a.cpp", 3)),
    ("src/a.ts(12,5): error TS2322: Type 'string'", ("src/a.ts", 12)),
    ("src/a.ts:1:2 - error TS2322: x", ("src/a.ts", 1)),
    ("a.py:1:80: E501 line too long", ("a.py", 1)),
    ("./run.sh: line 3: x: command not found", None),
    ("RuntimeError: boom", None),
])  # fmt: skip
def test_a_compiler_names_it(text, place):
    assert find_place(cause(text), "") == place


def test_pytest_names_the_line_below_the_assertion():
    failed = cause("FAILED tests/test_a.py::test_b - assert 1 == 2", EventKind.TEST)

    assert find_place(failed, "E  assert 1 == 2\ntests/test_a.py:8: AssertionError\n") == ("tests/test_a.py", 8)
    assert find_place(failed, "") == ("tests/test_a.py", 0)


def test_a_path_below_the_checkout_is_told_from_there():
    assert in_workspace(Place("/w/a/b.py", 3), ["", "/w/a"]) == ("b.py", 3)
    assert in_workspace(Place("/usr/lib/b.py", 3), ["/w/a"]) == ("/usr/lib/b.py", 3)
    assert in_workspace(Place("./b.py", 3), ["/w/a"]) == ("b.py", 3)
