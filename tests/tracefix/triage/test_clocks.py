"""Times in lines, and clocks that disagree."""

from datetime import UTC, datetime

import pytest

from tracefix.triage.clocks import TimeRange, in_iso, in_words, read_time, shifts_of, with_year, year_of


def at(*when):
    return datetime(*when, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("line", "time"),
    [
        ("2026-11-22 04:12:09,500 INFO x", at(2026, 11, 22, 4, 12, 9) + 0.5),
        ("[2026-11-22T04:12:09Z] x", at(2026, 11, 22, 4, 12, 9)),
        ("2026-11-22T06:12:09+02:00 x", at(2026, 11, 22, 4, 12, 9)),
        ("  time      : 2026-11-22_04:12:09", at(2026, 11, 22, 4, 12, 9)),
        ("E1122 04:12:09.250000 12 a.py:1] x", at(2026, 11, 22, 4, 12, 9) + 0.25),
        ("[rank3]:[W1122 04:12:09.250000 12 a.cpp:1] x", at(2026, 11, 22, 4, 12, 9) + 0.25),
        ("ERROR 11-22 04:12:09 [core.py:396] x", at(2026, 11, 22, 4, 12, 9)),
        ("Nov 22 04:12:09 host kernel: x", at(2026, 11, 22, 4, 12, 9)),
        ("[Sun Nov 22 04:12:09 2026] x", at(2026, 11, 22, 4, 12, 9)),
        ("2026-13-45 04:12:09 x", None),
        ("[ 4821.553190] x", None),
        ("x", None),
    ],
)
def test_a_line_tells_its_time(line, time):
    assert read_time(line, 2026) == time


def test_a_stamp_without_a_year_is_put_beside_the_others():
    time = read_time("E1231 23:59:59.000000 12 a.py:1] x")

    assert with_year(time, at(2027, 1, 1, 0, 0, 5)) == at(2026, 12, 31, 23, 59, 59)


def test_a_file_that_begins_and_ends_hours_later_has_another_clock():
    spans = {name: TimeRange(1000.0, 5000.0) for name in "abc"} | {"d": TimeRange(8200.5, 12199.0)}

    assert shifts_of(spans) == {"d": 7200.0}


def test_one_that_only_ends_early_has_not():
    assert shifts_of({name: TimeRange(1000.0, 5000.0) for name in "abc"} | {"d": TimeRange(1000.0, 3200.0)}) == {}


def test_a_launcher_that_speaks_only_at_the_end_has_not():
    assert shifts_of({name: TimeRange(1000.0, 1000.5) for name in "abc"} | {"d": TimeRange(1018.0, 1018.3)}) == {}


@pytest.mark.parametrize(
    ("time", "year"), [(-1e18, 1), (1e18, 9999), (float("inf"), 9999), (at(9999, 12, 31), 9999), (at(2026, 1, 1), 2026)]
)
def test_a_time_beyond_the_calendar_is_its_first_or_last_moment(time, year):
    assert year_of(time) == year
    assert f"{year:04}-" in in_iso(time)
    assert str(year) in in_words(time)
