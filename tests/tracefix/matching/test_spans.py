"""Spans that overlap or touch become one."""

import pytest

from tracefix.matching.spans import Span, merge_spans


@pytest.mark.parametrize(
    ("spans", "merged"),
    [
        ([], []),
        ([(5, 9), (0, 3)], [(0, 3), (5, 9)]),
        ([(0, 3), (3, 5)], [(0, 5)]),
        ([(0, 9), (2, 4)], [(0, 9)]),
        ([(2, 2), (4, 3)], []),
    ],
)
def test_spans_are_merged(spans, merged):
    assert merge_spans(Span(*span) for span in spans) == [Span(*span) for span in merged]
