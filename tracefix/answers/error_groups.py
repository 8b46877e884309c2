"""Merge and choose the errors and frames that an answer shows. A job of 400 ranks reports every error 400 times."""

from collections.abc import Container, Sequence
from dataclasses import dataclass

from tracefix.reading.line_shapes import shape_of
from tracefix.reading.origins import OWN, package_of
from tracefix.reading.report import Error, Frame

_MOST_RANKS = 16
_LONGEST_KEY = 300  # characters of a message that are compared
_INNER = 4  # frames at the end of a stack that are chosen before all others


@dataclass(frozen=True, slots=True)
class ErrorGroup:
    """A group of equal errors. `index` is the index of the error to show, among the errors of the diagnosis."""

    index: int
    members: frozenset[int]
    count: int
    ranks: tuple[int, ...]


def merge_errors(errors: Sequence[Error]) -> list[ErrorGroup]:
    """Group equal errors, in order. Equal means the same class, message (but for its digits) and innermost frame."""
    groups: dict[tuple[object, ...], list[int]] = {}
    for index, error in enumerate(errors):
        groups.setdefault(_key(error), []).append(index)
    merged = [_group(errors, indexes) for indexes in groups.values()]
    return sorted(merged, key=lambda each: each.index)


def choose_errors(
    groups: Sequence[ErrorGroup], errors: Sequence[Error], matched: Container[int | None], most: int
) -> list[ErrorGroup]:
    """Choose at most `most` errors, without changing their order: those with a match, then roots, then others."""

    def weight(each: ErrorGroup) -> tuple[bool, bool]:
        return not any(index in matched for index in each.members), not errors[each.index].is_root

    return sorted(sorted(groups, key=weight)[:most], key=lambda each: each.index)


def choose_frames(frames: Sequence[Frame], most: int) -> list[Frame]:
    """Choose at most `most` frames, without changing their order: inner ones, the reader's own, then outer ones."""
    count = len(frames)
    if count <= most:
        return list(frames)
    inner = range(count - min(_INNER, most), count)
    # faulthandler prints the innermost frame first, so the rest is chosen from both ends of the stack
    own = [index for index in reversed(range(count)) if package_of(frames[index].file) == OWN]
    order = dict.fromkeys([*inner, *own[: most // 3], *_from_both_ends(count)])
    return [frames[index] for index in sorted(list(order)[:most])]


def _from_both_ends(count: int) -> list[int]:
    return [index for pair in zip(range(count), reversed(range(count)), strict=True) for index in pair]


def _group(errors: Sequence[Error], indexes: Sequence[int]) -> ErrorGroup:
    shown = next((index for index in indexes if errors[index].is_root), indexes[0])
    ranks = sorted({rank for index in indexes if (rank := errors[index].rank) is not None})
    return ErrorGroup(shown, frozenset(indexes), len(indexes), tuple(ranks[:_MOST_RANKS]))


def _key(error: Error) -> tuple[object, ...]:
    inner = error.frames[-1] if error.frames else None
    message = shape_of(error.message[:_LONGEST_KEY])  # errors of two ranks may differ in ranks, ports and addresses
    return error.type, message, error.is_wrapper, (inner.file, inner.line, inner.function) if inner else None
