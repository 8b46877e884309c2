"""Split text into words and their search terms, for error text such as `torch._C.Generator`, `so.11.0`, 无法序列化.

The terms of an identifier are the whole and its parts. The term of an English word is its stem. Chinese text is split
into pairs of characters. There are no stop words, because "not" matters in an error.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from whoosh.lang.porter import stem


class Word(NamedTuple):
    """A word of a text, its start and end there in characters, and its terms with their weights.

    The first term is the most important one. An identifier of several segments, such as `torch._C.Generator`, is a word
    for each segment, and one for the whole.
    """

    start: int
    end: int
    terms: tuple[tuple[str, float], ...]
    is_whole: bool = False

    @property
    def is_identifier(self) -> bool:
        """Whether the word is an identifier with several parts, such as `dict_keys`."""
        return len(self.terms) > 1 and self.terms[1][1] == PART_WEIGHT

    @property
    def is_small(self) -> bool:
        """Whether it only holds a sentence together."""
        return self.terms[-1][0] in _small_words()

    @property
    def is_chinese(self) -> bool:
        return _is_chinese(self.terms[0][0][0])


# The weight of a term by its relation to the word. PART_WEIGHT also marks parts, for query_terms._is_known().
_WHOLE_WEIGHT = _SEGMENT_WEIGHT = _STEM_WEIGHT = 1.0
_FORM_WEIGHT = 0.2
_MEANING_WEIGHT = 0.8  # who has no error text has only such words; 0.5 ranked the articles about them lower
PART_WEIGHT = 0.4
_LONGEST_CHUNK = 256
_JOINTS = ".:/\\"  # between the segments of an identifier or path
_SEPARATORS = str.maketrans(
    dict.fromkeys(' \t\r\n\v\f\xa0\u3000()[]{},;"`=!?|*&^%$#~<>+@“”，。；：？！（）【】《》、', " ")
)
_ANGLED = ("<locals>", "<lambda>", "<module>")  # names that Python prints; their brackets would split them
_NEGATED = {"can", "do", "does", "did", "is", "are", "was", "were", "could", "should", "would", "has", "have", "had"}
_CONTRACTIONS = {f"{verb.removesuffix('n')}n{mark}t": len(verb) for verb in _NEGATED for mark in ("'", "’", "")} | {
    "cannot": 3
}


def words(text: str) -> Iterator[Word]:
    """The words of a text, in order. Nothing is cached, because the text may be a visitor's query.

    >>> [word.terms[0][0] for word in words("can't pickle dict_keys objects")]
    ['can', 'not', 'pickl', 'dictkeys', 'object']
    """
    return _words(text, _read_chunk)


def article_words(text: str) -> Iterator[Word]:
    """words() for the text of an article. Faster, because its chunks are cached."""
    return _words(text, chunk_words)


def chunks(text: str) -> list[str]:
    """The pieces of a text between spaces, in order. Most are repeated, so count them and then read each once."""
    return [chunk[:_LONGEST_CHUNK] for chunk in _split(text) if chunk]


def _split(text: str) -> list[str]:
    for name in _ANGLED:
        if name in text:
            text = text.replace(name, f".{name[1:-1]}.")  # of the same length, so that positions stay right
    return text.translate(_SEPARATORS).split(" ")


def _words(text: str, words_in: Callable[[str], tuple[Word, ...]]) -> Iterator[Word]:
    start = 0
    for chunk in _split(text):
        if chunk:
            for begin, end, terms, is_whole in words_in(chunk[:_LONGEST_CHUNK]):
                yield Word(start + begin, start + end, terms, is_whole)
        start += len(chunk) + 1


def _read_chunk(chunk: str) -> tuple[Word, ...]:
    if verb := _CONTRACTIONS.get(chunk.lower()):
        return (_plain_word(chunk[:verb], 0), Word(verb, len(chunk), (("not", 1.0),)))
    found: list[Word] = []
    for start, end, is_chinese in _split_scripts(chunk):
        found += _chinese_words(chunk[start:end], start) if is_chinese else _identifier_words(chunk[start:end], start)
    return tuple(found)


@lru_cache(maxsize=1 << 16)
def chunk_words(chunk: str) -> tuple[Word, ...]:
    """The words of one of the chunks() of an article, with their positions in the chunk."""
    return _read_chunk(chunk)


def _split_scripts(chunk: str) -> Iterator[tuple[int, int, bool]]:
    """The runs of Chinese characters and of identifier characters: start, end, whether Chinese."""
    kinds = "".join("c" if _is_chinese(c) else "w" if c.isalnum() or c in "_-.:/\\" else " " for c in chunk)
    for found in re.finditer(r"c+|w+", kinds):  # runs on the letters c, w and space only, not on the text
        yield found.start(), found.end(), found[0][0] == "c"


def _is_chinese(character: str) -> bool:
    return "\u3400" <= character <= "\u9fff"


def _chinese_words(run: str, start: int) -> Iterator[Word]:
    """A word for each pair of neighbours, because Chinese has no spaces. A single character is a word of its own."""
    if len(run) == 1:
        yield Word(start, start + 1, ((run, 1.0),))
    for offset in range(len(run) - 1):
        yield Word(start + offset, start + offset + 2, ((run[offset : offset + 2], 1.0),))


def _identifier_words(run: str, start: int) -> Iterator[Word]:
    segments = [word for begin, end in _split_segments(run) if (word := _segment_word(run[begin:end], start + begin))]
    yield from segments
    if len(segments) > 1:
        whole = ".".join(_key(run[word.start - start : word.end - start]) for word in segments)
        yield Word(segments[0].start, segments[-1].end, ((whole, _WHOLE_WEIGHT),), is_whole=True)


def _split_segments(run: str) -> Iterator[tuple[int, int]]:
    """Split at the joints, except within a number: `so.11.0` is `so` and `11.0`."""
    begin = 0
    for place, character in enumerate(run):
        if character in _JOINTS and not (character == "." and run[place - 1 : place + 2 : 2].isdigit() and place > 0):
            yield begin, place
            begin = place + 1
    yield begin, len(run)


def _segment_word(text: str, start: int) -> Word | None:
    """The word of one segment; None for an address or nothing but punctuation."""
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
    """Whether the text is an address such as `0x7f3a1c0d5e80`. It differs in every run, so it is not searched."""
    return len(text) > 7 and text.startswith("0x") and all(digit in "0123456789abcdefABCDEF" for digit in text[2:])


def _plain_word(text: str, start: int) -> Word:
    """A word with its stem and, with less weight, its exact form, because `transformers` is not `transforms`."""
    key = _key(text)
    stemmed = _stem(key)
    forms = ((key, _FORM_WEIGHT),) if key != stemmed else ()
    meaning = _meanings().get(stemmed)
    meanings = ((meaning, _MEANING_WEIGHT),) if meaning else ()
    return Word(start, start + len(text), ((stemmed, _STEM_WEIGHT), *forms, *meanings))


@lru_cache(maxsize=1)
def _meanings() -> dict[str, str]:
    """The term of what a word means, by its stem, where people have several words for it: synonyms.txt."""
    return {_stem(word): f"~{group[0]}" for group in _read_groups("synonyms.txt") for word in group}


@lru_cache(maxsize=1)
def _small_words() -> frozenset[str]:
    return frozenset(word for group in _read_groups("small_words.txt") for word in group)


def _read_groups(name: str) -> list[list[str]]:
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if line and line[0] != "#"]


def _key(name: str) -> str:
    """A name without case, `_` and `-`, so that `LOCAL_RANK`, `--local-rank` and `LocalRank` are the same."""
    return name.lower().replace("_", "").replace("-", "")


def _stem(word: str) -> str:
    return str(stem(word)) if len(word) > 3 else word  # type: ignore[no-untyped-call]


def _parts(name: str) -> list[str]:
    """The words within a name, in lower case: split at `_`, `-`, CamelCase and digits. A plain word has none.

    >>> _parts("ProcessGroupNCCL"), _parts("distributed_c10d"), _parts("cuda12.3")
    (['process', 'group', 'nccl'], ['distributed', 'c10d'], ['cuda', '12.3'])
    """
    pieces = name.replace("-", "_").split("_")
    parts = [piece for piece in pieces if 1 < len(piece) < len(name)]
    for piece in pieces:
        seams = [0, *(place for place in range(1, len(piece)) if _is_seam(piece, place)), len(piece)]
        if len(seams) > 2:  # pieces shorter than three characters are no words: the `Di` of xDiT
            parts += [piece[begin:end] for begin, end in pairwise(seams) if end - begin > 2]
    return [part.lower() for part in parts]


def _is_seam(text: str, place: int) -> bool:
    """Whether a new word begins at this place of a name."""
    before, here, after = text[place - 1], text[place], text[place + 1 : place + 2]
    if before == "." or here == ".":  # within a number
        return False
    if before.isdigit() != here.isdigit():
        return True
    return here.isupper() and (before.islower() or after.islower())


def pairs(text_words: Iterable[Word]) -> Iterator[tuple[str, float]]:
    """Terms for two words that stand together: 1.0 for neighbours, 0.5 with one word between."""
    keys = [word.terms[0][0] for word in text_words if not word.is_whole]
    yield from ((f"{one} {other}", 1.0) for one, other in pairwise(keys))
    yield from ((f"{one} {other}", 0.5) for one, other in zip(keys, keys[2:], strict=False))
