"""What is found in a log, whatever its bytes are."""

import itertools

import pytest

from tests.tracefix.triage.logs import cause_of, job_of, told
from tracefix.triage.events import EventKind
from tracefix.triage.scanning import Scanner, scan
from tracefix.triage.sources import BytesSource

STACK = b"""Traceback (most recent call last):
  File "train.py", line 3, in <module>
    step()
OddShape: no such shape
"""


def events(data, rank=None):
    return scan(BytesSource("x.log", data), rank).events


def only(data):
    (event,) = events(data)
    return event


def test_an_event_says_where_it_stands():
    data = b"step 1\n" * 100_000 + STACK

    event = only(data)

    assert (event.line, event.kind, event.text) == (100_004, EventKind.EXCEPTION, "OddShape: no such shape")
    assert data[event.offset :].startswith(b"OddShape")


def test_blocks_may_end_anywhere():
    data = b"one\n" * 9 + STACK + b"two\n" * 9

    for size in range(1, 60):
        scanner = Scanner("x.log")
        for start in range(0, len(data), size):
            scanner.feed(data[start : start + size])
        scanner.end()

        assert [(event.line, event.text) for event in scanner.result().events] == [(13, "OddShape: no such shape")]


def test_the_time_of_an_event_stands_in_its_line_or_shortly_above():
    above = b"2026-11-22 04:12:09,000 INFO step 1\n"

    assert only(b"2026-11-22 04:12:09,000 ERROR RuntimeError: bad\n").time == only(above + STACK).time is not None


def test_a_stack_with_a_prefix_is_read_by_its_rank():
    lines = [b"[rank%d]: " % rank + line for line in STACK.splitlines() for rank in (2, 5)]

    assert [(event.rank, event.text) for event in events(b"\n".join(lines))] == [
        (2, "OddShape: no such shape"), (5, "OddShape: no such shape"),
    ]  # fmt: skip


def test_what_is_only_warned_of_is_no_event():
    assert not events(b"2026-01-01 10:00:00 WARNING ConnectionError: trying again\nINFO: timeout=600 for barrier\n")


def test_source_code_is_no_event():
    assert not events(b'    raise RuntimeError("Connection closed by peer")\n    except ValueError:\n')


@pytest.mark.parametrize("ending", [b"\n", b"\r\n", b"\r"])
def test_line_ends_of_any_kind(ending):
    assert only(b"step 1" + ending + b"Segmentation fault (core dumped)" + ending).kind is EventKind.SIGNAL


def test_nuls_are_passed_over():
    """A log that is cut while it is written to begins with a hole."""
    assert only(b"\0" * 3_000_000 + b"\n" + STACK).text == "OddShape: no such shape"
    assert only(b"\0" * 50 + b"MemoryError\0\n").kind is EventKind.LIMIT


def test_half_a_line_at_the_end_is_read():
    assert only(b"step 1\nRuntimeError: it bro").text == "RuntimeError: it bro"


def test_half_a_stack_at_the_end_is_no_exception():
    assert not events(b'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    x = ')


def test_colours_are_taken_away():
    event = only(b"\x1b[36m(Trainer pid=7)\x1b[0m \x1b[31mValueError: bad\x1b[0m\n")

    assert event.text == "ValueError: bad"


def test_latin_1_is_read():
    assert only("ValueError: größe ungültig\n".encode("latin-1")).text.startswith("ValueError: gr")


def test_two_ranks_in_one_line():
    event = only(b"[rank1]: [rank2]: ValueError: bad value\n")

    assert event.kind is EventKind.EXCEPTION
    assert event.rank == 1


@pytest.mark.slow
def test_a_line_of_200_mb_takes_little_memory():
    scanner = Scanner("x.log")
    most = 0
    for block in itertools.chain([b"x" * (1 << 20)] * 200, [b" ValueError: bad\n", STACK]):
        scanner.feed(block)
        most = max(most, scanner.held)
    scanner.end()

    assert most < 4 << 20
    assert scanner.result().size == 200 * (1 << 20) + 17 + len(STACK)
    assert scanner.result().events[-1].text == "OddShape: no such shape"


def test_an_error_in_every_line_is_kept_a_few_times():
    found = events(b"".join(b"RuntimeError: number %d\n" % number for number in range(50_000)))

    assert 20 <= len(found) <= 250
    assert found[0].text == "RuntimeError: number 0"


def test_errors_that_all_differ_are_kept_from_the_beginning_and_the_end():
    words = ["".join(letters) for letters in itertools.product("abcdefgh", repeat=4)]
    found = events("".join(f"RuntimeError: {word}\n" for word in words).encode())

    assert 40 <= len(found) <= 200
    assert [found[0].text[-4:], found[-1].text[-4:]] == ["aaaa", "hhhh"]


def test_an_exception_that_was_handled_is_no_cause():
    step = "2026-11-22 04:12:0{} INFO step {} done\n"
    before = "".join(step.format(number, number) for number in range(4))
    after = "".join(step.format(number, number) for number in range(5, 10))
    handled = f"{before}{STACK.decode()}{after}"

    assert cause_of(log=handled) is None
    assert told(cause_of(log=handled + "Killed\n")) == ("signal", None)


def test_the_window_is_read_around_the_cause():
    job = job_of(log=b"x" * 80 + b"\n" + b"y\n" * 100_000 + STACK + b"z\n" * 100_000)

    assert job.window.startswith("y\n")
    assert STACK.decode() in job.window
    assert len(job.window) <= 64 << 10
