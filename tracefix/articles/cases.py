"""Cases: an article's fixes for different pastes, of which the first that holds decides; and the values that it reads.

A value is captured by a signature's placeholder, read by one of the article's `values` templates, or derived from
another one, such as the distribution that holds a module.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import re2

from tracefix.articles.conditions import Condition, Facts
from tracefix.articles.import_names import (
    distribution_of,
    known_package_of,
    listed_distribution_of,
    meant_distribution_of,
    meant_module,
    repository_of,
    top_level_of,
)
from tracefix.articles.quantities import NUMBER, UNIT
from tracefix.articles.signatures import template_parts
from tracefix.articles.steps import Row
from tracefix.articles.value_parts import folder_of, last_part_of, module_file_of

_QUOTES = "'\"`"
_SIZE = rf"{NUMBER} ?(?:{UNIT})\b"
_WORD = rf"[^\s{_QUOTES}]+?"
_LAST_WORD = rf"[^\s{_QUOTES}]*[^\s{_QUOTES}.,;:)]"  # without what ends a sentence

# What is derived from another value: its name, the name of that value, and the function. "" says that there is none.
DERIVED: Mapping[str, tuple[str, Callable[[str], str]]] = {
    "distribution": ("module", distribution_of),
    "listed_distribution": ("module", listed_distribution_of),
    "meant": ("module", meant_module),
    "meant_distribution": ("module", meant_distribution_of),
    "known_package": ("module", known_package_of),
    "known_needed": ("needed", known_package_of),
    "repository": ("module", repository_of),
    "top_module": ("module", top_level_of),
    "module_file": ("module", module_file_of),
    "folder": ("path", folder_of),
    "method": ("function", last_part_of),
}
# What the matched error itself gives.
BUILT_IN = ("message", "exception")


@dataclass(frozen=True, slots=True)
class Case:
    """The fix for pastes of which all conditions hold. `section` is the anchor of the heading that leads, or ""."""

    when: tuple[str, ...]  # the conditions as they are written
    conditions: tuple[Condition, ...]
    fix: str  # of `steps`, where there are any
    section: str = ""
    shown_by: tuple[str, ...] = ()  # globs of the reports that it is for: `colab`, `runs/py3*`; read by lint alone
    line: int = 0  # in article.md, so that a complaint can point at it
    finding: str = ""
    steps: tuple[Row, ...] = ()
    card: tuple[str, ...] | None = None  # the lists of a project's card that answer it; None: those of the article

    @property
    def names(self) -> tuple[str, ...]:
        """The values that its conditions read."""
        return tuple(name for condition in self.conditions for name in condition.names)


@dataclass(frozen=True, slots=True)
class ValueTemplate:
    """`{reserved} is reserved by PyTorch`: text in which {name} stands for a number with its unit, or for one word.

    Between two quotes it stands for all that is between them.
    """

    template: str

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for _, name in template_parts(self.template) if name)

    @property
    def regex(self) -> str:
        """RE2, with a named group for each placeholder."""
        parts = [("", ""), *template_parts(self.template), ("", "")]
        return "".join(_regex(*parts[at : at + 3]) for at in range(len(parts) - 2))


def _regex(before: tuple[str, str], part: tuple[str, str], after: tuple[str, str]) -> str:
    """One part of a template as an expression; its neighbours decide what a placeholder stands for."""
    text, name = part
    if not name:
        return str(re2.escape(text))
    quote = before[0][-1:]
    if quote and quote in _QUOTES and after[0].startswith(quote):
        return rf"(?P<{name}>[^\n{quote}]+)"
    return rf"(?P<{name}>{_SIZE}|{_WORD if after[0] else _LAST_WORD})"


def choose_case(cases: Sequence[Case], facts: Facts) -> int | None:
    """The index of the first case whose conditions all hold; None if none does. Never raises."""
    return next(
        (index for index, case in enumerate(cases) if all(condition.holds(facts) for condition in case.conditions)),
        None,
    )


def derive(values: Mapping[str, str]) -> dict[str, str]:
    """The values with those that follow from them. What was captured is never replaced."""
    derived = {name: function(values[source]) for name, (source, function) in DERIVED.items() if values.get(source)}
    return {**{name: value for name, value in derived.items() if value}, **values}


def known_names(captured: Iterable[str]) -> set[str]:
    """The names of all values that can be there, given those that signatures and templates capture."""
    names = {*captured, *BUILT_IN}
    return names | {name for name, (source, _) in DERIVED.items() if source in names}
