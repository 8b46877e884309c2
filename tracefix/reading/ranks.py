"""Which rank of a distributed job printed which line: ranks stand in the prefixes that cleaning took away."""

from collections.abc import Iterable, Sequence

from tracefix.linear_re import Expression, TextMatch
from tracefix.reading.lines import LineCounter, Lines
from tracefix.reading.paste import Paste

RANK = (  # in the prefix of a line
    # torchrun: `[rank0]:`, with --tee `[default0]:`; Lightning: `[rank: 0] `; deepspeed: `[RANK:0]`
    r"\[(?:rank:? ?|RANK:|default)(\d{1,6})\]|"
    # mpirun --tag-output: `[1,2]<stderr>:`; SageMaker: `[1,mpirank:2,algo-1]<stderr>:`
    r"\[\d+,(?:mpirank:)?(\d{1,6})(?:,[\w-]{1,40})?\]<std|"
    # vLLM: `(VllmWorker rank=1 pid=9) `
    r"rank=(\d{1,6})[, ].{0,40}pid="
)
_RANK = Expression(RANK)
_SIGNS = ("[rank", "[RANK:", "[default", "]<std", "rank=")  # of which it holds one, as most pastes do not
_LONGEST_PREFIX = 200  # characters
_FAR = 10_000  # characters behind a prefix; text still farther behind it is not looked up


class Ranks:
    """The ranks of a paste's lines. Lines are separated by rank only if two ranks printed lines worth reading."""

    def __init__(self, paste: Paste, lines: Lines, worth_reading: Iterable[int]) -> None:
        self._paste = paste
        self._lines = lines
        self._ranks: list[int | None] = []  # by line …
        self._below: list[int] = []  # … and the next line of the same rank; both empty if no two ranks printed
        if paste.applied and len({*self._of_lines(worth_reading)} - {None}) > 1:
            self._ranks = self._of_lines(range(len(lines)))
            self._below = next_of_same(self._ranks)

    def of_line(self, index: int) -> int | None:
        """The rank that a line belongs to; None for all lines unless two ranks printed."""
        return self._ranks[index] if self._ranks else None

    def below(self, index: int) -> int:
        """The next line of the same rank; the number of lines if there is none."""
        return self._below[index] if self._below else index + 1

    def at(self, place: int) -> int | None:
        """The rank in the prefix of the line that holds this place of the original."""
        return find_rank(self._paste, place)

    def _of_lines(self, indexes: Iterable[int]) -> list[int | None]:
        original = self._paste.original
        return _ranks_in([_prefix(original, self._paste.to_original(self._lines.starts[index])) for index in indexes])


def find_rank(paste: Paste, place: int) -> int | None:
    """The rank in the prefix of the line that holds this place of the original; None if it names none."""
    return _ranks_in([_prefix(paste.original, place)])[0]


def _prefix(original: str, place: int) -> str:
    """The beginning of the line that contains this place; "" deep inside a very long line."""
    first = max(0, place - _FAR)
    start = original.rfind("\n", first, place) + 1
    if not start and first:
        return ""
    return original[start : start + _LONGEST_PREFIX].partition("\n")[0]


def _has_sign(text: str) -> bool:
    return any(map(text.__contains__, _SIGNS))


def _ranks_in(prefixes: Sequence[str]) -> list[int | None]:
    """The rank that each prefix names. All are searched at once: one by one, they take several times as long."""
    ranks: list[int | None] = [None] * len(prefixes)
    text = "\n".join(prefixes)
    if not _has_sign(text):
        return ranks
    numbers = LineCounter(text)
    for found in _RANK.finditer(text):
        index = numbers.number(found.start()) - 1
        if ranks[index] is None:
            ranks[index] = first_number(found)
    return ranks


def first_number(found: TextMatch) -> int:
    """The number of the group that took part in a match."""
    return int(next(filter(None, found.groups())))


def next_of_same(ranks: Sequence[int | None]) -> list[int]:
    """For each line the index of the next line of the same rank, or the number of lines: one pass from the end.

    >>> next_of_same([0, 1, 0])
    [2, 3, 3]
    """
    nearest: dict[int | None, int] = {}
    following = [0] * len(ranks)
    for index in range(len(ranks) - 1, -1, -1):
        following[index] = nearest.get(ranks[index], len(ranks))
        nearest[ranks[index]] = index
    return following
