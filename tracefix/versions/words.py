"""The words of a history: a name that a file has many times is written once, at its head, and by its number below.

A number has digits, letters and signs and begins with a digit or a sign, which no name does: 0 … 9, ! … }, 00 … }}, 000
… The words whose numbers are equally long stand in alphabetical order, and of each is written how many letters it
shares with the one before, in the same digits, and the rest: `0attention 9_mask` for attention and attention_mask.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, pairwise, product

_SIGNS = "!$%&;@[]{|}"
_FIRST = "0123456789" + _SIGNS
_NEXT = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz" + _SIGNS
_APART = str.maketrans({sign: f"\0{sign}\0" for sign in " .,()<>~^/:*+=?"})  # what stands between names
_A_LINE = 20  # words


class Words:
    """The words of one file, in the order of their numbers."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        self._words = tuple(words)
        self._by_number = dict(zip(_numbers(), self._words, strict=False))
        self._numbers = {word: number for number, word in self._by_number.items()}

    def shorten(self, text: str) -> str:
        """Names, with numbers for those that have one."""
        return _replace(text, self._numbers)

    def restore(self, text: str) -> str:
        """Names again, from a text with numbers."""
        return _replace(text, self._by_number)

    def number(self, name: str) -> str:
        """How the file writes a name."""
        return self._numbers.get(name, name)

    def lines(self) -> Iterator[str]:
        """The words for the head of the file, some on each line."""
        written = [_write(word, before) for before, word in pairwise(["", *self._words])]
        for start in range(0, len(written), _A_LINE):
            yield " ".join(written[start : start + _A_LINE])


def read_words(written: Iterable[str]) -> Words:
    """The words of a file's head."""
    words = [""]
    for each in written:
        words.append(words[-1][: _NEXT.index(each[0])] + each[1:])
    return Words(words[1:])


def _write(word: str, before: str) -> str:
    pairs = zip(word, before, strict=False)
    shared = next((place for place, (one, other) in enumerate(pairs) if one != other), min(len(word), len(before)))
    shared = min(shared, len(_NEXT) - 1)
    return _NEXT[shared] + word[shared:]


def choose_words(texts: Sequence[str]) -> Words:
    """The words that shorten these texts if numbers replace them, the most frequent first."""
    times = Counter(part for text in texts for part in text.translate(_APART).split("\0"))
    chosen: list[str] = []
    numbers = _numbers()
    number = next(numbers)
    for word, often in sorted(times.items(), key=lambda pair: (-pair[1], pair[0])):
        if often * (len(word) - len(number)) > len(word) + 1:
            chosen.append(word)
            number = next(numbers)
    return Words([word for group in _by_length(chosen) for word in sorted(group)])


def _by_length(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """The words in the order of their numbers, in groups of equally long numbers."""
    start, size = 0, len(_FIRST)
    while start < len(words):
        yield words[start : start + size]
        start, size = start + size, size * len(_NEXT)


def _replace(text: str, others: Mapping[str, str]) -> str:
    return "".join([others.get(part, part) for part in text.translate(_APART).split("\0")])


def _numbers() -> Iterator[str]:
    for length in count():
        for signs in product(_FIRST, *[_NEXT] * length):
            yield "".join(signs)
