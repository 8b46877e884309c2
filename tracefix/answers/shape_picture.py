"""The picture of two shapes that do not fit: each as a row of boxes, one a dimension, those at fault marked.

They are read from the message alone. This module returns plain values; the template draws them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tracefix.linear_re import Expression, Text
from tracefix.phrases import Phrase

_LONGEST_MESSAGE = 2_000  # characters that are read
_MOST_DIMENSIONS = 8  # of a shape: more are no picture
_SHAPE = r"(?:torch\.Size\(\[[\d, ]{1,80}\]\)|[\[(]\d[\d, ]{0,80}[\])])"
_NUMBER = Expression(r"\d+")

Sizes = tuple[str, ...]
Wrong = tuple[set[int], set[int]]  # the places at fault in both shapes


@dataclass(frozen=True, slots=True)
class Box:
    """One dimension. `is_padding` is none: it only moves the others to where they are compared."""

    size: str
    is_wrong: bool = False
    is_padding: bool = False


@dataclass(frozen=True, slots=True)
class ShapeRow:
    """One of the two tensors: its name, and its boxes."""

    name: Phrase
    boxes: tuple[Box, ...]


class _Row(NamedTuple):
    """A message with two shapes, what they are of, and which of their dimensions have to agree."""

    pattern: str
    one: Phrase
    two: Phrase
    compare: Callable[[Sizes, Sizes], Wrong]
    is_right_aligned: bool = False


def _inner(one: Sizes, two: Sizes) -> Wrong:
    """A product: the last size of the first is the second last, or the only one, of the second."""
    place = max(0, len(two) - 2)
    return ({len(one) - 1}, {place}) if one[-1] != two[place] else (set(), set())


def _equal(one: Sizes, two: Sizes) -> Wrong:
    """All sizes agree, and there are as many."""
    longest = max(len(one), len(two))
    wrong = {place for place in range(longest) if one[place : place + 1] != two[place : place + 1]}
    return {place for place in wrong if place < len(one)}, {place for place in wrong if place < len(two)}


def _broadcast(one: Sizes, two: Sizes) -> Wrong:
    """From the right on, two sizes agree, or one of them is 1."""
    back = range(1, min(len(one), len(two)) + 1)
    wrong = [place for place in back if one[-place] != two[-place] and "1" not in (one[-place], two[-place])]
    return {len(one) - place for place in wrong}, {len(two) - place for place in wrong}


def _fills(one: Sizes, two: Sizes) -> Wrong:
    """From the right on, the first has the sizes of the second, or 1; it has no dimension more."""
    wrong, other = _broadcast(one, two)
    wrong |= {len(one) - place for place in range(1, len(one) + 1) if place > len(two) and one[-place] != "1"}
    grown = {place for place in range(1, min(len(one), len(two)) + 1) if two[-place] == "1" != one[-place]}
    return wrong | {len(one) - place for place in grown}, other | {len(two) - place for place in grown}


def _channels(one: Sizes, two: Sizes) -> Wrong:
    """The input of a convolution has its channels, as its weight has them, at the second place."""
    return ({1}, {1}) if min(len(one), len(two)) > 1 and one[1] != two[1] else (set(), set())


_INPUT, _WEIGHT = Phrase("input"), Phrase("weight")
_FIRST, _SECOND = Phrase("first"), Phrase("second")
_TABLE = (
    _Row(r"shapes cannot be multiplied \((?P<one>\d+x\d+) and (?P<two>\d+x\d+)\)", _INPUT, _WEIGHT, _inner),
    _Row(r"size mismatch, m1: \[(?P<one>\d+ x \d+)\], m2: \[(?P<two>\d+ x \d+)\]", _INPUT, _WEIGHT, _inner),
    _Row(rf"shapes (?P<one>{_SHAPE}) and (?P<two>{_SHAPE}) not aligned", _FIRST, _SECOND, _inner),
    _Row(
        rf"groups=1, weight of size (?P<two>{_SHAPE}), expected input(?P<one>{_SHAPE}) to have \d+ channels",
        *(_INPUT, _WEIGHT, _channels),
    ),
    _Row(
        rf"could not be broadcast together with shapes (?P<one>{_SHAPE}) (?P<two>{_SHAPE})",
        *(_FIRST, _SECOND, _broadcast, True),
    ),
    _Row(
        rf"could not broadcast input array from shape (?P<one>{_SHAPE}) into shape (?P<two>{_SHAPE})",
        *(Phrase("array"), Phrase("its place"), _fills, True),
    ),
    _Row(
        rf"output with shape (?P<two>{_SHAPE}) doesn't match the broadcast shape (?P<one>{_SHAPE})",
        *(Phrase("result"), Phrase("its place"), _fills, True),
    ),
    _Row(
        rf"target size \((?P<one>{_SHAPE})\) (?:must be the same as|that is different to the) "
        rf"(?:the )?input size \((?P<two>{_SHAPE})\)",
        *(Phrase("target"), _INPUT, _equal),
    ),
    _Row(
        rf"equal size, but got (?P<one>{_SHAPE}) at entry \d+ and (?P<two>{_SHAPE}) at entry",
        *(_FIRST, _SECOND, _equal),
    ),
    _Row(
        rf"copying a param with shape (?P<one>{_SHAPE}) from checkpoint, "
        rf"the shape in current model is (?P<two>{_SHAPE})",
        *(Phrase("checkpoint"), Phrase("model"), _equal),
    ),
)
_EXPRESSIONS = [(Expression(f"(?i){row.pattern}"), row) for row in _TABLE]


def draw_shapes(message: str) -> tuple[ShapeRow, ShapeRow] | None:
    """The two shapes that a message names, as boxes; None if it names none that differ.

    >>> [row.name for row in draw_shapes("mat1 and mat2 shapes cannot be multiplied (32x512 and 256x10)")]
    ['input', 'weight']
    """
    text = Text(" ".join(message[:_LONGEST_MESSAGE].split()))
    for expression, row in _EXPRESSIONS:
        if found := expression.search(text):
            return _draw(row, _sizes(found["one"]), _sizes(found["two"]))
    return None


def _draw(row: _Row, one: Sizes, two: Sizes) -> tuple[ShapeRow, ShapeRow] | None:
    if max(len(one), len(two)) > _MOST_DIMENSIONS:
        return None
    wrong = row.compare(one, two)
    if not any(wrong):
        return None
    longest = max(len(one), len(two)) if row.is_right_aligned else 0
    rows = zip((row.one, row.two), (one, two), wrong, strict=True)
    first, second = (ShapeRow(name, tuple(_boxes(sizes, at_fault, longest))) for name, sizes, at_fault in rows)
    return first, second


def _boxes(sizes: Sizes, wrong: set[int], longest: int) -> Iterator[Box]:
    yield from [Box("", is_padding=True)] * (longest - len(sizes))
    for place, size in enumerate(sizes):
        yield Box(size, is_wrong=place in wrong)


def _sizes(shape: str) -> Sizes:
    return tuple(found[0] for found in _NUMBER.finditer(Text(shape)))
