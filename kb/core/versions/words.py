"""The words of a history: a name that a file has many times is written once, at its head, and by its number below.

A number has digits and letters and begins with a digit, which no name does: 0 … 9, 00 … 9z, 000 …
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, product

_FIRST = "0123456789"
_NEXT = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
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
        return _replaced(text, self._numbers)

    def restore(self, text: str) -> str:
        """Names again, from a text with numbers."""
        return _replaced(text, self._by_number)

    def number(self, name: str) -> str:
        """How the file writes a name."""
        return self._numbers.get(name, name)

    def lines(self) -> Iterator[str]:
        """The words for the head of the file, some on each line."""
        for start in range(0, len(self._words), _A_LINE):
            yield " ".join(self._words[start : start + _A_LINE])


def choose_words(texts: Sequence[str]) -> Words:
    """The words that make these texts shorter, where they are numbered; the most frequent ones first."""
    times = Counter(part for text in texts for part in text.translate(_APART).split("\0"))
    chosen: list[str] = []
    numbers = _numbers()
    number = next(numbers)
    for word, often in sorted(times.items(), key=lambda pair: (-pair[1], pair[0])):
        if often * (len(word) - len(number)) > len(word) + 1:
            chosen.append(word)
            number = next(numbers)
    return Words(chosen)


def _replaced(text: str, others: Mapping[str, str]) -> str:
    return "".join([others.get(part, part) for part in text.translate(_APART).split("\0")])


def _numbers() -> Iterator[str]:
    for length in count():
        for signs in product(_FIRST, *[_NEXT] * length):
            yield "".join(signs)
