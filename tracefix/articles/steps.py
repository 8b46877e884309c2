"""The fix as rows: "if … → do …". Articles, projects' cards and rules about messages all write their fixes so."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tracefix.articles.conditions import Condition, Facts, parse_condition
from tracefix.articles.filling import PLACEHOLDER, fill
from tracefix.articles.fix_commands import commands_in, finished
from tracefix.chinese import is_chinese


class Filled(str):
    """An article's Markdown with its placeholders filled. It still knows both, so that a page can escape the values."""

    markdown: str
    values: Mapping[str, str]

    def __new__(cls, markdown: str = "", values: Mapping[str, str] = {}) -> "Filled":
        filled = super().__new__(cls, fill(markdown, values))
        filled.markdown, filled.values = markdown, values
        return filled

    @property
    def is_specific(self) -> bool:
        """Whether the paste has a value for each of its placeholders, of which it has one at least."""
        names = [found[1] for found in PLACEHOLDER.finditer(self.markdown)]
        return bool(names) and all(self.values.get(name) for name in names)


class Step(NamedTuple):
    """One row of a fix. A text is Filled, or a Phrase, which a page translates; as a str it is finished Markdown."""

    do: str
    condition: str = ""  # whom the row is for: "the module belongs to a library"; empty if it is for everybody
    commands: tuple[str, ...] = ()  # one after the other, each fit to be pasted as it stands
    note: str = ""  # what it costs, or how to see that it worked
    source: str = ""  # the address that says so, where it is not the article itself


class Remedy(NamedTuple):
    """What is wrong, in a clause without a full stop, and the rows of the fix, likeliest first."""

    finding: str = ""
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A step as an article writes it: Markdown with placeholders, and the conditions on the paste that move it."""

    do: str
    condition: str = ""
    commands: tuple[str, ...] = ()
    note: str = ""
    when: tuple[str, ...] = ()  # where all of these hold, it leads
    unless: tuple[str, ...] = ()  # where all of these hold, it is left out

    @property
    def conditions(self) -> tuple[Condition, ...]:
        return tuple(map(parse_condition, (*self.when, *self.unless)))

    @property
    def words(self) -> tuple[str, str, str]:
        """What is translated of it: what to do, for whom, and the note."""
        return self.do, self.condition, self.note

    @property
    def text(self) -> str:
        """The row as one text: `If …: do: `command`. note`. Its own words tell the language."""
        return f"{self._head}{_with_commands(self.do, self.commands)}{self._tail}"

    @property
    def _is_chinese(self) -> bool:
        return any(map(is_chinese, "".join(self.words)))

    @property
    def _head(self) -> str:
        return (f"如果{self.condition}：" if self._is_chinese else f"If {self.condition}: ") if self.condition else ""

    @property
    def _tail(self) -> str:
        return f"{'' if self._is_chinese else ' '}{self.note}" if self.note else ""

    def in_words(self, words: "Row") -> "Row":
        """The row with the words of its translation; commands and conditions stay."""
        return replace(self, do=words.do, condition=words.condition, note=words.note)

    def fill(self, values: Mapping[str, str]) -> Step:
        """The step for one paste. A command that the reader has to complete first stands in the sentence."""
        ready = tuple(done for command in self.commands if (done := finished(command, values)))
        do = self.do if len(ready) == len(self.commands) else _with_commands(self.do, self.commands)
        return Step(
            Filled(do, values),
            Filled(self.condition, values),
            ready if do is self.do else (),
            Filled(self.note, values),
        )


def _with_commands(do: str, commands: Sequence[str]) -> str:
    """The sentence with its commands at the end: `Install it: `pip install a`.`"""
    if not commands:
        return do
    colon, then, stop = ("：", "，然后 ", "。") if any(map(is_chinese, do)) else (": ", ", then ", ".")
    return f"{do.rstrip('.:。：')}{colon}{then.join(f'`{command}`' for command in commands)}{stop}"


def text_of(rows: Sequence[Row]) -> str:
    """The rows as one text in Markdown, a paragraph for each."""
    return "\n\n".join(row.text for row in rows)


class Order(NamedTuple):
    """The rows of a fix for one paste, by index: those that lead, those that come last, and those that are left out."""

    leading: tuple[int, ...] = ()
    trailing: tuple[int, ...] = ()
    dropped: tuple[int, ...] = ()


def order_rows(rows: Sequence[Row], facts: Facts) -> Order:
    """Where the rows stand for a paste. At least one row stays.

    A row comes last whose `when` is about another value than the one that was captured: it is for other readers.
    """
    leading = tuple(index for index, row in enumerate(rows) if _hold(row.when, facts))
    trailing = tuple(index for index, row in enumerate(rows) if _is_of_another_value(row.when, facts))
    dropped = tuple(index for index, row in enumerate(rows) if _hold(row.unless, facts))
    return Order(leading, trailing, dropped if len(dropped) < len(rows) else ())


def _hold(conditions: Sequence[str], facts: Facts) -> bool:
    """Whether there are conditions, and all of them hold."""
    return bool(conditions) and all_hold(conditions, facts)


def _is_of_another_value(conditions: Sequence[str], facts: Facts) -> bool:
    """Whether one of these conditions reads values that were all captured, and does not hold."""
    read = (condition for condition in map(parse_condition, conditions) if condition.names)
    return any(all(map(facts.values.get, each.names)) and not each.holds(facts) for each in read)


def all_hold(conditions: Sequence[str], facts: Facts) -> bool:
    """Whether all of these conditions hold of a paste; true if there are none."""
    return all(parse_condition(text).holds(facts) for text in conditions)


def choose_rows(rows: Sequence[Row], order: Order) -> tuple[Row, ...]:
    """The rows for a paste: those that lead, the others, those that come last, each group as it is written."""
    moved = {*order.leading, *order.trailing}
    indices = (*order.leading, *(index for index in range(len(rows)) if index not in moved), *order.trailing)
    return tuple(rows[index] for index in indices if index not in order.dropped)


def plain_step(fix: str, values: Mapping[str, str]) -> Step:
    """A fix that is one text, as a step without condition. Its commands stand in the text, too."""
    return Step(Filled(fix, values), commands=commands_in(fix, values))
