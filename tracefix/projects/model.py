"""Cards: what we know of a project, as data. All values are frozen; loading.py makes them of the files."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tracefix.articles.card_parts import Part
from tracefix.articles.conditions import Condition
from tracefix.compat import StrEnum
from tracefix.lazy_pattern import lazy_pattern

_PLACE = lazy_pattern(  # on our own files only
    r"(?P<path>[\w.@+-][\w./@+ -]*\.?\w*)(?:(?P<anchor>#[\w.-]+)|:(?P<line>[1-9]\d*)(?:@(?P<tag>[\w./+-]+))?)"
)
_THREAD = lazy_pattern(r"(issues|pull|discussions|releases/tag)/[\w.+-]+")


class System(StrEnum):
    """An operating system, as it is written."""

    WINDOWS = "Windows"
    LINUX = "Linux"
    MACOS = "macOS"


@dataclass(frozen=True, slots=True)
class Words:
    """What a person reads of a fact, as Markdown. Empty where a standard sentence will do."""

    do: str = ""
    condition: str = ""  # whom it is for
    note: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """One row of a card: a fact of its project, and where that is written."""

    source: str  # an address
    words: Words = Words()
    translations: Mapping[str, Words] = field(default_factory=dict)  # by language
    systems: tuple[System, ...] = ()  # for which it holds; empty for all
    commands: tuple[str, ...] = ()
    when: tuple[str, ...] = ()  # what must hold of the paste for this row to answer it: `conditions`
    conditions: tuple[Condition, ...] = ()
    brings: tuple[str, ...] = ()  # install: the modules that can be imported afterwards
    makes: tuple[str, ...] = ()  # steps and inputs: globs of the files that it makes, or is about
    where: str = ""  # logs and files: the path
    package: str = ""  # partners: the distribution, as it is installed
    partner: str = ""  # partners: in words, if it is no distribution
    needs: str = ""  # partners: its releases, by PEP 440 if it is a distribution
    release: str = ""  # partners: those of the project, by PEP 440; empty for all
    name: str = ""  # switches
    value: str = ""


@dataclass(frozen=True, slots=True)
class Names:
    """How a paste shows the project. All but modules, folders and ports are globs, in which `*` is any run."""

    modules: tuple[str, ...] = ()  # top-level names under which its code is imported
    folders: tuple[str, ...] = ()  # names of its clone: what the repository is called, and others
    programs: tuple[str, ...] = ()  # beginnings of command lines
    paths: tuple[str, ...] = ()  # whole paths, or their ends
    log_prefixes: tuple[str, ...] = ()  # beginnings of lines
    messages: tuple[str, ...] = ()  # text within a line
    ports: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """What we know of one project. `id` is the name of its folder, and never changes."""

    id: str
    path: Path
    project: str  # its name, as it writes itself
    repository: str
    issues: str
    names: Names
    read: datetime.date  # the day on which its sources were read
    aliases: tuple[str, ...] = ()  # other names that people write
    forks: tuple[str, ...] = ()  # folders of copies: a path through one of them is of another project
    facts: Mapping[Part, tuple[Fact, ...]] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)  # of a key, and of an item of its list ("steps.0")

    def of(self, part: Part) -> tuple[Fact, ...]:
        return self.facts.get(part, ())


def address_of(place: str, repository: str, commit: str) -> str:
    """The address of a place in a repository; empty if it is none.

    >>> address_of("doc/faq.md:7", "https://github.com/o/n", "c0ffee")
    'https://github.com/o/n/blob/c0ffee/doc/faq.md#L7'
    >>> address_of("issues/35", "https://github.com/o/n", "c0ffee")
    'https://github.com/o/n/issues/35'
    """
    if place.startswith("https://"):
        return place
    if _THREAD.fullmatch(place):
        return f"{repository}/{place}"
    if not (found := _PLACE.fullmatch(place)):
        return ""
    anchor = found["anchor"] or f"#L{found['line']}"
    path = found["path"].replace(" ", "%20")
    return f"{repository}/blob/{found['tag'] or commit}/{path}{anchor}"
