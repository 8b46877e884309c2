"""Stacks of many ranks, mixed: the error line of each."""

import pytest

from tracefix.triage.budget import Budget
from tracefix.triage.recognising import TRACEBACK
from tracefix.triage.scanning import scan
from tracefix.triage.sources import BytesSource
from tracefix.triage.stacks import LONGEST_STACK, follow_stacks

HEADER = "Traceback (most recent call last):\n"


def followed(text, budget=None):
    data = text.encode()
    ends = data.splitlines(keepends=True)
    starts = [len(b"".join(ends[:at])) for at in range(len(ends))]
    headers = [start for start, line in zip(starts, ends, strict=True) if TRACEBACK.encode() in line]
    return follow_stacks(data, headers, len(data), budget or Budget())


def closed(text, budget=None):
    """Of each header, by its line, the error line and how far below it stands."""
    stacks = followed(text, budget).closed
    return {text.encode()[:place].count(b"\n") + 1: (close.line, close.lines) for place, close in stacks.items()}


def test_each_rank_has_its_own_stack():
    text = f"[rank0]: {HEADER}[rank1]: {HEADER}[rank0]:   x\n[rank1]: Odd: 1\n[rank2]: Odd: 2\n[rank0]: Odd: 0\n"

    assert closed(text) == {1: ("Odd: 0", 5), 2: ("Odd: 1", 2)}


def test_any_line_closes_a_stack_whose_header_names_no_rank():
    assert closed(f"{HEADER}  x\n[rank1]: Odd: 1\n") == {1: ("Odd: 1", 2)}
    assert closed(f"[rank0]: {HEADER}  x\nOdd: 1\n") == {}


def test_a_line_that_closes_two_stacks_is_one_event():
    events = scan(BytesSource("x.log", f"{HEADER}[rank1]: {HEADER}[rank1]: Odd: 1\n".encode())).events

    assert [(event.text, event.line) for event in events] == [("Odd: 1", 3)]


def test_a_stack_that_another_interrupts_has_no_error_line():
    assert closed(f"{HEADER}  x\n{HEADER}  x\nOdd: 1\n") == {3: ("Odd: 1", 2)}
    assert closed(f"[rank0]: {HEADER}[rank1]: {HEADER}[rank0]: Odd: 1\n") == {1: ("Odd: 1", 2)}


def test_an_indented_stack_ends_at_its_own_indentation():
    assert closed(f"  {HEADER}    x\n  Odd: 1\n") == {1: ("Odd: 1", 2)}
    assert closed(f"  {HEADER}    x\n    Odd: 1\n") == {}


@pytest.mark.slow
def test_an_error_line_far_below_is_of_something_else():
    lines = "  x\n" * (LONGEST_STACK // 4)

    assert closed(f"{HEADER}{lines}Odd: 1\n", Budget(100_000)) == {}
    assert len(closed(f"{HEADER}{lines[:-80]}Odd: 1\n", Budget(100_000))) == 1


def test_a_stack_that_may_still_be_closed_is_unfinished():
    assert followed(f"[rank0]: {HEADER}[rank1]: {HEADER}[rank1]: Odd: 1\n").unfinished == {0}
    assert followed(HEADER).unfinished == {0}
    assert followed(HEADER.rstrip()).unfinished == {0}


def test_each_line_is_read_once_however_many_stacks_are_open():
    text = "".join(f"[rank{rank}]: {HEADER}" for rank in range(500)) + "[rank9999]: x\n" * 500
    budget = Budget(5_000)

    assert len(followed(text, budget).unfinished) == 500
    assert 5_000 - budget.left <= 500 * 4 + 1_000


def test_lines_between_stacks_are_not_read():
    budget = Budget(2 * 4 + 2)

    assert closed(f"{HEADER}Odd: 1\n" + "step\n" * 100 + f"{HEADER}Odd: 2\n", budget) == {
        1: ("Odd: 1", 1),
        103: ("Odd: 2", 1),
    }
    assert budget.left == 0


def test_stacks_that_the_budget_does_not_allow_to_follow_are_said():
    stacks = followed(f"{HEADER}Odd: 1\n{HEADER}  x\nOdd: 2\n", Budget(4 + 2))

    assert (len(stacks.closed), stacks.is_cut, stacks.unfinished) == (1, True, set())
