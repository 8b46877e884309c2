"""The marks of CI runners, test runners and build tools."""

import pytest

from tests.examples import every
from tests.tables import read_tables
from tracefix.linear_re import Expression
from tracefix.triage.ranks import split_prefix
from tracefix.triage.runners import SIGNS, recognise_mark

MARKS = read_tables(__file__)["marks"]
NO_MARKS = [
    "Process completed with exit code 0",
    "2026-01-01T10:00:00.1234567Z ##[warning]Node.js 20 actions are deprecated.",
    "2026-01-01T10:00:00.1234567Z ##[error]",
    "Job succeeded",
    "Finished: SUCCESS",
    "======== 12 passed in 3.10s ========",
    "FAILED (expected)",
    "100% tests passed, 0 tests failed out of 3",
    "test result: ok. 3 passed; 0 failed",
    "Tests:       3 passed, 3 total",
    "make: Leaving directory '/a'",
    "The job was scheduled on node 3",
    "epoch 3: 2 failed reads, 1 error in 30 batches",
]
SIGN = Expression(f"(?m){SIGNS}")


@pytest.mark.parametrize(("line", "kind", "role"), MARKS)
def test_a_mark_is_recognised(line, kind, role):
    assert recognise_mark(*split_prefix(line)) == (kind, role)


@pytest.mark.parametrize("line", every(6, [line for line, *_ in MARKS]))
def test_a_log_is_searched_for_each_of_them(line):
    assert SIGN.search(line)


@pytest.mark.parametrize("line", NO_MARKS)
def test_what_says_no_failure_is_none(line):
    assert recognise_mark(*split_prefix(line)) is None
