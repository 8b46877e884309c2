"""Spans: character ranges of a text that are marked as evidence."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A range of characters of a text: its offsets, end excluded."""

    start: int
    end: int


def merge_spans(spans: Iterable[Span]) -> list[Span]:
    """The spans in order, overlapping and touching ones joined, empty ones dropped."""
    merged: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.start, span.end)):
        if span.end <= span.start:
            continue
        if merged and span.start <= merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return merged
