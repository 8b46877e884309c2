"""Stacks: find the error line below the header of each, in one pass, although the stacks of many ranks are mixed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tracefix.triage.budget import Budget
from tracefix.triage.line_text import decode_line
from tracefix.triage.ranks import rank_of_prefix, split_prefix
from tracefix.triage.recognising import TRACEBACK, Told, closes_traceback
from tracefix.triage.repeated_lines import LONGEST_LINE

LONGEST_STACK = 64 << 10  # bytes from a stack's header to its error line
_STACK = 4  # lines that a header and its error line are as much work as


@dataclass(frozen=True, slots=True)
class ClosedStack:
    """The error line below a stack: where it begins and ends, and how many lines below the header it stands."""

    start: int
    end: int
    lines: int
    told: Told
    line: str
    rank: int | None  # that its prefix names


@dataclass(frozen=True, slots=True)
class Stacks:
    """The stacks of a block, by the places of their headers: those that were closed, and those that still may be."""

    closed: dict[int, ClosedStack] = field(default_factory=dict)
    unfinished: set[int] = field(default_factory=set)
    is_cut: bool = False  # the budget did not allow to follow all of them


@dataclass(frozen=True, slots=True)
class _Header:
    place: int
    number: int  # of its line, from where the pass began
    margin: str  # white space before it, which its error line has, too


def follow_stacks(data: bytes, places: Sequence[int], end: int, budget: Budget) -> Stacks:
    """Follow the stacks whose headers begin at these places, in their order.

    A rank has one stack at a time, and lines of other ranks may stand in it. Any line belongs to a stack whose header
    names no rank.
    """
    stacks = Stacks()
    headers: dict[int | None, _Header] = {}  # of the open stacks, the first one first
    coming = list(reversed(places))
    position = number = 0
    while coming or headers:
        if not headers:
            start = _line_below(data, coming[-1], end)
            number += data.count(b"\n", position, start)
            position = start
        while coming and coming[-1] < position:
            budget.spend(_STACK)
            rank, header = _read_header(data, coming.pop(), end, number - 1)
            headers.pop(rank, None)
            headers[rank] = header
        while headers and headers[oldest := next(iter(headers))].place + LONGEST_STACK <= position:
            del headers[oldest]
        if not headers:
            continue
        if position >= end:
            stacks.unfinished.update(header.place for header in headers.values())
            break
        if not budget.spend(1):
            return Stacks(stacks.closed, is_cut=True)
        last = data.find(b"\n", position, end)
        last = end if last < 0 else last
        _read_line(data, position, last, number, headers, stacks.closed)
        position, number = last + 1, number + 1
    return stacks


def _read_line(
    data: bytes,
    position: int,
    last: int,
    number: int,
    headers: dict[int | None, _Header],
    closed: dict[int, ClosedStack],
) -> None:
    """Close the stacks that a line ends, and forget those that another stack interrupts."""
    prefix, line = split_prefix(decode_line(data[position : min(last, position + LONGEST_LINE)]))
    is_of_any = len(headers) == 1 and None in headers
    ranks = {rank_of_prefix(prefix), None} if prefix and not is_of_any else {None}
    for rank in ranks & headers.keys():
        header = headers[rank]
        text = line.removeprefix(header.margin)
        if told := closes_traceback(text):
            lines = number - header.number
            closed[header.place] = ClosedStack(position, last, lines, told, text, rank_of_prefix(prefix))
        if told or TRACEBACK in text:
            del headers[rank]


def _read_header(data: bytes, place: int, end: int, number: int) -> tuple[int | None, _Header]:
    """A header, and the rank that its line names."""
    text = decode_line(data[place : min(end, place + LONGEST_LINE)].partition(b"\n")[0])
    before = text.partition("Traceback")[0]
    return rank_of_prefix(split_prefix(text)[0]), _Header(place, number, before if not before.strip() else "")


def _line_below(data: bytes, place: int, end: int) -> int:
    """Where the next line begins; `end` if there is none."""
    return data.find(b"\n", place, end) + 1 or end
