"""Logs in which nearly every line has a sign: what is in the middle of them is found."""

import itertools

import pytest

from tracefix.triage.budget import Budget
from tracefix.triage.repeated_lines import RepeatedLines
from tracefix.triage.scanning import Scanner, scan
from tracefix.triage.sources import BLOCK, BytesSource

WORDS = ["".join(letters) for letters in itertools.product("abcdefgh", repeat=5)]
ALIKE = [f"2026-11-22 04:12:09,000 ERROR ValueError: bad sample {number}\n" for number in range(30_000)]
DIFFERENT = [f"2026-11-22 04:12:09,000 ERROR ValueError: bad {word}\n" for word in WORDS]
CLASSES = [f"{word.title()}Error: bad\n" for word in WORDS]


def texts(lines):
    return [event.text for event in scan(BytesSource("x.log", "".join(lines).encode())).events]


def within(lines, *others):
    middle = len(lines) // 2
    return [*lines[:middle], *others, *lines[middle:]]


def test_another_error_among_thousands_alike_is_found():
    assert "ValueError: the odd one" in texts(within(ALIKE, "ValueError: the odd one\n"))


def test_a_signal_among_thousands_of_errors_that_all_differ_is_found():
    assert "Segmentation fault (core dumped)" in texts(within(DIFFERENT, "Segmentation fault (core dumped)\n"))


def test_another_exception_among_them_is_found_whatever_its_name_ends_with():
    loud = [f"Error: bad {word}\n" for word in WORDS]

    assert "KeyError: 'lr'" in texts(within(loud, "KeyError: 'lr'\n"))


@pytest.mark.slow
def test_the_first_and_the_last_of_repeated_lines_are_kept():
    for lines in (ALIKE, DIFFERENT, CLASSES):
        found = texts(lines)

        assert found[0] in lines[0]
        assert found[-1] in lines[-1]


def test_offsets_and_numbers_of_lines_are_those_of_the_log():
    lines = within(DIFFERENT, "Killed\n")
    data = "".join(lines).encode()
    (event,) = [event for event in scan(BytesSource("x.log", data)).events if event.text == "Killed"]

    assert data[event.offset :].startswith(b"Killed\n")
    assert event.line == lines.index("Killed\n") + 1


def test_few_of_many_repeated_lines_are_read():
    for lines in (ALIKE, DIFFERENT, CLASSES):
        data = "".join(lines * 4).encode()
        repeated = RepeatedLines()
        for start in range(0, len(data), BLOCK):
            block = data[start : start + BLOCK]
            hits = repeated.hits(block, len(block))

        assert 0 < len(hits) < 1500


def test_all_logs_of_a_job_share_what_is_found_in_them_and_the_end_of_each_is_kept():
    data, budget = "".join(CLASSES).encode(), Budget(2_000)
    logs = [RepeatedLines(budget) for _ in range(3)]
    found = [log.hits(data, len(data)) for log in logs]

    assert len(found[0]) > len(found[1]) > len(found[2])
    assert all(log.is_cut for log in logs)
    assert {hits[-1][1] for hits in found} == {len(data) - 1}


@pytest.mark.slow
def test_repeated_lines_take_little_memory():
    scanner = Scanner("x.log")
    most = 0
    for line in CLASSES[:1000]:
        scanner.feed(line.encode() * 10)
        most = max(most, scanner.held)

    assert most < 1 << 20
