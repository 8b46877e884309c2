"""Clocks: read the time in a line, and find files whose clocks disagree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from statistics import median_low

from tracefix.linear_re import Expression, TextMatch

_STAMP = Expression(
    r"(?P<year>[12]\d{3})[-/](?P<month>\d\d)[-/](?P<day>\d\d)[T _,]{1,2}(?P<time>\d\d:\d\d:\d\d(?:[.,]\d{1,9})?)"
    r"(?: ?(?P<zone>Z|UTC|[+-]\d\d:?\d\d))?"
)
_GLOG = Expression(r"(?:^|[ \[])[EFWI](?P<month>\d\d)(?P<day>\d\d) (?P<time>\d\d:\d\d:\d\d(?:\.\d{1,9})?)")
_VLLM = Expression(r"[A-Z]{4,8} (?P<month>\d\d)-(?P<day>\d\d) (?P<time>\d\d:\d\d:\d\d(?:\.\d{1,9})?)")
_SYSLOG = Expression(
    r"(?:^|\[)(?:[A-Z][a-z]{2} )?(?P<name>[A-Z][a-z]{2}) {1,2}(?P<day>\d{1,2}) (?P<time>\d\d:\d\d:\d\d(?:\.\d{1,9})?)"
)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_FIRST, _LAST = -62_135_596_800.0, 253_402_300_799.0  # seconds: the years 1 and 9999
_NEAR = 120.0  # seconds within which two ends count as the same
_LEAST_SKEW = 5.0  # seconds; less says nothing about the clock
_LEAST_LENGTH = 10.0  # seconds that a file must cover


@dataclass(slots=True)
class TimeRange:
    """The first and the last time that a file names, in seconds."""

    first: float
    last: float

    def add(self, time: float) -> None:
        self.first = min(self.first, time)
        self.last = max(self.last, time)


def read_time(line: str, year: int = 0) -> float | None:
    """The first time in a line, in seconds as if it were UTC. `year` is that of stamps without one; 0 if unknown."""
    if line.count(":") < 2:  # most lines
        return None
    if found := _STAMP.search(line):
        return _seconds(int(found["year"]), int(found["month"]), int(found["day"]), found, found["zone"])
    for expression in (_GLOG, _VLLM):
        if found := expression.search(line):
            return _seconds(year or 1972, int(found["month"]), int(found["day"]), found)
    if (found := _SYSLOG.search(line)) and found["name"] in _MONTHS:
        return _seconds(year or 1972, _MONTHS.index(found["name"]) + 1, int(found["day"]), found)
    return None


def year_of(time: float | None) -> int:
    """The year of a time; 0 if there is none, or one of a stamp that named no year."""
    year = _moment(time).year if time is not None else 0
    return year if year != 1972 else 0


def with_year(time: float, reference: float) -> float:
    """A time without a year, put into the year that brings it nearest to another time."""
    moment = _moment(time)
    in_years = (_in_year(moment, year_of(reference) + more) for more in (-1, 0, 1))
    return min((each for each in in_years if each), key=lambda each: abs(each - reference), default=time)


def _in_year(moment: datetime, year: int) -> float | None:
    try:
        return moment.replace(year=year).timestamp()
    except ValueError:  # 29 February
        return None


def shifts_of(spans: Mapping[str, TimeRange]) -> dict[str, float]:
    """The seconds by which a file's clock is ahead of most others, for each file that differs.

    The files of a job begin and end together. One that begins and ends by the same time too early or too late has
    another clock, or another zone. One that only ends early says nothing of its clock: its rank may have died.
    """
    if len(spans) < 2:
        return {}
    first = median_low([span.first for span in spans.values()])
    last = median_low([span.last for span in spans.values()])
    shifts = {}
    for file, span in spans.items():
        begun, ended = span.first - first, span.last - last
        if span.last - span.first < max(_LEAST_LENGTH, abs(begun) / 100):
            continue
        tolerance = max(2.0, min(_NEAR, 0.1 * abs(begun)))
        if abs(begun) >= _LEAST_SKEW and abs(ended) >= _LEAST_SKEW and abs(begun - ended) <= tolerance:
            shifts[file] = _as_zone((begun + ended) / 2)
    return shifts


def in_words(time: float) -> str:
    """A time of day, with its date if the stamp has one."""
    moment = _moment(time)
    return moment.strftime("%H:%M:%S" if moment.year == 1972 else "%Y-%m-%d %H:%M:%S")


def in_iso(time: float) -> str:
    """A time as programs read it. It has no zone: it is that of the clock that wrote the line."""
    return _moment(time).replace(tzinfo=None).isoformat(timespec="milliseconds")


def _moment(time: float) -> datetime:
    """The moment of a time; the first or last that there is, where a shift of clocks leads beyond the calendar."""
    return _EPOCH + timedelta(seconds=min(max(time, _FIRST), _LAST))


def _as_zone(shift: float) -> float:
    """A shift that is nearly whole quarters of an hour is that of another time zone."""
    zone = round(shift / 900) * 900
    return float(zone) if zone and abs(shift - zone) <= _NEAR / 2 else round(shift, 1)


def _seconds(year: int, month: int, day: int, found: TextMatch, zone: str | None = None) -> float | None:
    clock, _, fraction = found["time"].replace(",", ".").partition(".")
    hours, minutes, seconds = map(int, clock.split(":"))
    try:
        moment = datetime(year, month, day, hours, minutes, min(seconds, 59), tzinfo=timezone.utc)
    except ValueError:
        return None
    if zone and zone[0] in "+-":
        digits = zone.replace(":", "")
        offset = timedelta(hours=int(digits[1:3]), minutes=int(digits[3:5]))
        moment += -offset if zone[0] == "+" else offset
    return moment.timestamp() + float(f"0.{fraction or 0}")
