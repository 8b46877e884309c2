"""Whether a process went on after an event."""

import random

import pytest

from tracefix.triage.budget import Budget
from tracefix.triage.survival import AFTER, BEFORE, Surroundings, read_shape

ERROR = "ValueError: bad\n"
STEPS = "".join(f"step {number} is done\n" for number in range(10))


def judged(text, writers=1, budget=None):
    """What is said of each error of a log."""
    data = text.encode()
    around = Surroundings(budget or Budget(100_000), writers)
    places, place = [], 0
    for line in data.splitlines(keepends=True):
        if b"Error" in line:
            places.append(place)
        place += len(line)
    return [around.goes_on(place, lambda start, end: data[start:end]) for place in places]


def by_definition(lines, at, writers):
    """The same, from its definition: three lines of kinds that stood before the event stand after it."""
    places = [0]
    for line in lines:
        places.append(places[-1] + len(line))
    rank = read_shape(lines[at].rstrip())[0]
    shapes = [read_shape(line.rstrip()) for line in lines]
    of = [shape if rank in (None, other) else "" for other, shape in shapes]
    begun = next(n for n, place in enumerate(places) if place >= max(0, places[at] - BEFORE))
    seen = {of[number] for number in range(begun, at)} - {""}
    after = (n for n in range(at + 1, len(lines)) if places[n + 1] <= places[at] + AFTER)
    return sum(of[number] in seen for number in after) >= 3 * (writers if rank is None else 1)


def test_a_process_that_goes_on_writes_lines_of_a_kind():
    assert judged(STEPS + ERROR + STEPS) == [True]
    assert judged(STEPS + ERROR + STEPS[:30]) == [False]
    assert judged(STEPS + ERROR + "the end is near\n" * 9) == [False]
    assert judged(ERROR + STEPS) == [False]


def test_lines_of_other_ranks_do_not_count():
    def of(rank):
        return "".join(f"[rank{rank}]: {line}" for line in STEPS.splitlines(keepends=True))

    assert judged(of(1) + f"[rank1]: {ERROR}" + of(2)) == [False]
    assert judged(of(1) + f"[rank1]: {ERROR}" + of(2) + of(1)) == [True]


def test_where_several_write_without_saying_which_their_lines_go_on_for_longer():
    assert judged(STEPS + ERROR + STEPS, writers=3) == [True]
    assert judged(STEPS + ERROR + STEPS, writers=4) == [False]


def test_only_what_is_near_counts():
    assert judged(STEPS + "x\n" * (BEFORE // 2) + ERROR + STEPS) == [False]
    assert judged(STEPS + ERROR + "x\n" * (AFTER // 2) + STEPS) == [False]


@pytest.mark.slow
def test_many_errors_in_many_logs_are_judged_by_the_definition():
    for seed in range(60):
        draw = random.Random(seed)
        kinds = ["step {} is done\n", "[rank{}]: saved a file\n", "epoch {} begins now\n", "x\n", "   in a stack {}\n"]
        kinds += [f"[rank{{}}]: {ERROR}", ERROR, "filler " + "y" * draw.choice((20, 900, 9_000)) + "\n"]
        lines = [draw.choice(kinds).format(draw.randrange(3)) for _ in range(draw.choice((10, 100, 400)))]
        errors = [at for at, line in enumerate(lines) if "Error" in line]

        assert judged("".join(lines), 2) == [by_definition(lines, at, 2) for at in errors]


def test_each_line_is_read_once_however_many_errors_stand_near():
    budget = Budget(100_000)
    lines = 50 * (STEPS + ERROR)

    judged(lines, budget=budget)

    assert 100_000 - budget.left <= 1.2 * lines.count("\n")


def test_where_the_budget_is_spent_nothing_is_said():
    budget = Budget(30)

    assert judged(STEPS + ERROR + STEPS + "z\n" * 40_000 + ERROR, budget=budget) == [True, None]


def test_what_cannot_be_read_was_not_survived():
    assert Surroundings(Budget()).goes_on(5, lambda start, end: None) is False
