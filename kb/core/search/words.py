"""The words of a text and the terms they are searched by, made for error text: `dict_keys`, `torch._C.Generator`,
`libcudart.so.11.0`, 无法序列化.

Identifiers give terms whole and in parts, English words their stem, Chinese its pairs of characters. Nothing is dropped
as a stop word: "not" carries meaning in an error.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from whoosh import __version__ as whoosh_version
from whoosh.lang.porter import stem

STEMMER = f"whoosh {whoosh_version}"  # whose stems these are


class Word(NamedTuple):
    """A word of a text, where it stands in it, and its terms with their weights, the most telling first.

    An identifier of several segments (`torch._C.Generator`) gives a word for each segment, and one for the whole.
    """

    start: int
    end: int
    terms: tuple[tuple[str, float], ...]
    is_whole: bool = False

    @property
    def is_identifier(self) -> bool:
        """Whether it is a name with parts of its own, such as `dict_keys`."""
        return len(self.terms) > 1 and self.terms[1][1] == PART_WEIGHT

    @property
    def is_chinese(self) -> bool:
        return _is_chinese(self.terms[0][0][0])


# How much a term tells, by what it is of its word. Parts alone do not make a word known.
_WHOLE_WEIGHT = _SEGMENT_WEIGHT = _STEM_WEIGHT = 1.0
_FORM_WEIGHT = 0.2
PART_WEIGHT = 0.4
_LONGEST_CHUNK = 256
_JOINTS = ".:/\\"  # between the segments of an identifier or path
_SEPARATORS = str.maketrans(
    dict.fromkeys(' \t\r\n\v\f\xa0\u3000()[]{},;"`=!?|*&^%$#~<>+@“”，。；：？！（）【】《》、', " ")
)
_ANGLED = ("<locals>", "<lambda>", "<module>")  # names that Python prints; the brackets would part them
_NEGATED = {"can", "do", "does", "did", "is", "are", "was", "were", "could", "should", "would", "has", "have", "had"}
_CONTRACTIONS = {f"{verb.removesuffix('n')}n{mark}t": len(verb) for verb in _NEGATED for mark in ("'", "’", "")} | {
    "cannot": 3
}


def words(text: str) -> Iterator[Word]:
    """The words of a text, in order. Nothing of the text is kept, as it may be a person's query.

    >>> [word.terms[0][0] for word in words("can't pickle dict_keys objects")]
    ['can', 'not', 'pickl', 'dictkeys', 'object']
    """
    return _words(text, _words_of_chunk)


def words_of_ours(text: str) -> Iterator[Word]:
    """words() of an article: quicker, as chunks that come again are remembered."""
    return _words(text, words_of_chunk)


def chunks(text: str) -> list[str]:
    """What stands between the spaces of a text, in order: most of it comes again and again."""
    return [chunk[:_LONGEST_CHUNK] for chunk in _parted(text) if chunk]


def _parted(text: str) -> list[str]:
    for name in _ANGLED:
        if name in text:
            text = text.replace(name, f".{name[1:-1]}.")  # of the same length, as positions must hold
    return text.translate(_SEPARATORS).split(" ")


def _words(text: str, words_in: Callable[[str], tuple[Word, ...]]) -> Iterator[Word]:
    start = 0
    for chunk in _parted(text):
        if chunk:
            for begin, end, terms, is_whole in words_in(chunk[:_LONGEST_CHUNK]):
                yield Word(start + begin, start + end, terms, is_whole)
        start += len(chunk) + 1


def _words_of_chunk(chunk: str) -> tuple[Word, ...]:
    if verb := _CONTRACTIONS.get(chunk.lower()):
        return (_plain_word(chunk[:verb], 0), Word(verb, len(chunk), (("not", 1.0),)))
    found: list[Word] = []
    for start, end, is_chinese in _runs(chunk):
        found += _chinese(chunk[start:end], start) if is_chinese else _identifier(chunk[start:end], start)
    return tuple(found)


@lru_cache(maxsize=1 << 16)
def words_of_chunk(chunk: str) -> tuple[Word, ...]:
    """The words of one of the chunks() of an article, with their places in it."""
    return _words_of_chunk(chunk)


def _runs(chunk: str) -> Iterator[tuple[int, int, bool]]:
    """Stretches of Chinese, and of all else that an identifier may hold."""
    kinds = "".join("c" if _is_chinese(c) else "w" if c.isalnum() or c in "_-.:/\\" else " " for c in chunk)
    for found in re.finditer(r"c+|w+", kinds):  # on our own three letters, not on the text
        yield found.start(), found.end(), found[0][0] == "c"


def _is_chinese(character: str) -> bool:
    return "\u3400" <= character <= "\u9fff"


def _chinese(run: str, start: int) -> Iterator[Word]:
    """Pairs of characters; Chinese does not part its words. A single character stands for itself."""
    if len(run) == 1:
        yield Word(start, start + 1, ((run, 1.0),))
    for offset in range(len(run) - 1):
        yield Word(start + offset, start + offset + 2, ((run[offset : offset + 2], 1.0),))


def _identifier(run: str, start: int) -> Iterator[Word]:
    segments = [word for begin, end in _segments(run) if (word := _segment(run[begin:end], start + begin))]
    yield from segments
    if len(segments) > 1:
        whole = ".".join(_key(run[word.start - start : word.end - start]) for word in segments)
        yield Word(segments[0].start, segments[-1].end, ((whole, _WHOLE_WEIGHT),), is_whole=True)


def _segments(run: str) -> Iterator[tuple[int, int]]:
    """Split at the joints, but not within a number: `so.11.0` is `so` and `11.0`."""
    begin = 0
    for place, character in enumerate(run):
        if character in _JOINTS and not (character == "." and run[place - 1 : place + 2 : 2].isdigit() and place > 0):
            yield begin, place
            begin = place + 1
    yield begin, len(run)


def _segment(text: str, start: int) -> Word | None:
    """One name."""
    stripped = text.strip("_-.")
    if not stripped or _is_address(stripped):
        return None
    start += len(text) - len(text.lstrip("_-."))
    parts = _parts(stripped)
    if not parts:
        return _plain_word(stripped, start)
    terms = {_key(stripped): _SEGMENT_WEIGHT} | {_stem(part): PART_WEIGHT for part in parts}
    return Word(start, start + len(stripped), tuple(terms.items()))


def _is_address(text: str) -> bool:
    """An address in memory, `0x7f3a1c0d5e80`: another one in every report."""
    return len(text) > 7 and text.startswith("0x") and all(digit in "0123456789abcdefABCDEF" for digit in text[2:])


def _plain_word(text: str, start: int) -> Word:
    """A word by its stem and, less telling, as it is: `transformers` is not `transforms`."""
    key = _key(text)
    terms = {_stem(key): _STEM_WEIGHT} | ({key: _FORM_WEIGHT} if key != _stem(key) else {})
    return Word(start, start + len(text), tuple(terms.items()))


def _key(name: str) -> str:
    """A name without case, `_` and `-`: `LOCAL_RANK`, `--local-rank` and `LocalRank` are one."""
    return name.lower().replace("_", "").replace("-", "")


def _stem(word: str) -> str:
    return str(stem(word)) if len(word) > 3 else word  # type: ignore[no-untyped-call]


def _parts(name: str) -> list[str]:
    """The words within a name, in lower case: between `_` and `-`, in CamelCase, at digits. None in a plain word.

    >>> _parts("ProcessGroupNCCL"), _parts("distributed_c10d"), _parts("cuda12.3")
    (['process', 'group', 'nccl'], ['distributed', 'c10d'], ['cuda', '12.3'])
    """
    pieces = name.replace("-", "_").split("_")
    parts = [piece for piece in pieces if 1 < len(piece) < len(name)]
    for piece in pieces:
        seams = [0, *(place for place in range(1, len(piece)) if _is_seam(piece, place)), len(piece)]
        if len(seams) > 2:  # what is shorter than three characters is a splinter: the `Di` of xDiT
            parts += [piece[begin:end] for begin, end in pairwise(seams) if end - begin > 2]
    return [part.lower() for part in parts]


def _is_seam(text: str, place: int) -> bool:
    """Does a new word begin here?"""
    before, here, after = text[place - 1], text[place], text[place + 1 : place + 2]
    if before == "." or here == ".":  # within a number
        return False
    if before.isdigit() != here.isdigit():
        return True
    return here.isupper() and (before.islower() or after.islower())


def pairs(text_words: Iterable[Word]) -> Iterator[tuple[str, float]]:
    """Terms for words that stand together: next to each other, or with one between."""
    keys = [word.terms[0][0] for word in text_words if not word.is_whole]
    yield from ((f"{one} {other}", 1.0) for one, other in pairwise(keys))
    yield from ((f"{one} {other}", 0.5) for one, other in zip(keys, keys[2:], strict=False))
