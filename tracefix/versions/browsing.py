"""Browse the histories: list the packages, find names by what is typed, and show a name's timeline."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from tracefix.linear_re import Expression
from tracefix.phrases import Phrase
from tracefix.versions.history import FOLDER, History, packages
from tracefix.versions.history_files import head_of
from tracefix.versions.model import Life

LONGEST_NAME = 200  # characters
MOST_LIVES = 20  # that one search shows
_NAME = Expression(r"^\.?(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*(?:\(\)|\(\w+=?\))?$")
_CLASS_CALL = Expression(r"^(?P<owner>(?:.*\.)?[A-Z]\w*)(?P<argument>\(\w+\))$")


@dataclass(frozen=True, slots=True)
class PackageSummary:
    """A package in the list: its name, what it is imported as, and its releases."""

    package: str
    imports: tuple[str, ...]
    release_count: int
    first: str
    newest: str


@dataclass(frozen=True, slots=True)
class Stretch:
    """Releases in a row that all have a name, or all lack it; `has` is None if they were not read."""

    has: bool | None
    first: str
    last: str
    count: int
    start: int  # its first release's place among all, from 0


@lru_cache(maxsize=2)
def summaries(folder: Path = FOLDER) -> tuple[PackageSummary, ...]:
    """Every package that has a history, by name. Only the heads of the files are read."""
    return tuple(_summary(package, folder) for package in packages(folder))


def _summary(package: str, folder: Path) -> PackageSummary:
    imports, releases = tuple[str, ...](), list[str]()
    for line in head_of(package, folder):
        word, *values = line[1:].split()
        if word == "package":
            package = values[0]
        elif word == "imports":
            imports = tuple(values)
        elif word == "release":
            releases.append(values[0])
    return PackageSummary(
        package, imports, len(releases), releases[0] if releases else "", releases[-1] if releases else ""
    )


def name_problem(name: str) -> Phrase | None:
    """Why a name cannot be one of any package; None if it can."""
    if len(name) > LONGEST_NAME:
        return Phrase(
            "This is too long for a name: {length} characters. The longest that we look up has {most}.",
            length=str(len(name)),
            most=str(LONGEST_NAME),
        )
    strange = next((char for char in name if not char.isascii()), "")
    if strange:
        return Phrase(
            "The character {char} (U+{code}) is in no name here: names have ASCII letters, digits, _ and dots. It may "
            "only look like one of them; type it again.",
            char=strange if strange.isprintable() else "\N{REPLACEMENT CHARACTER}",
            code=f"{ord(strange):04X}",
        )
    if not _NAME.search(name):
        return Phrase(
            "Write a name as Python does: cached_download, Trainer.train, TrainingArguments(evaluation_strategy)."
        )
    return None


def find_names(history: History, name: str) -> tuple[Life, ...]:
    """The lives of all names that end with the typed text, the shortest first. Arguments match by name, too.

    A module that imports its own package reaches every name once more, as `pkg.module.pkg.name`: those are left out.
    """
    name = name.lstrip(".").replace("=)", ")").removesuffix("()")
    if found := _CLASS_CALL.search(name):
        name = f"{found['owner']}.__init__{found['argument']}"
    again = tuple(f".{root}." for root in history.imports)
    lives = {life.name: life for life in history.ending_with(name) if not any(root in life.name for root in again)}
    if whole := history.life(name):
        lives = {whole.name: whole, **lives}
    if "." not in name and "(" not in name:
        lives |= {life.name: life for life in history.find_arguments(name)}
    return tuple(sorted(lives.values(), key=lambda life: _order(history, life)))


def why_untold(history: History, name: str) -> Phrase | None:
    """Why no release can be said to lack a name that none shows: its class takes names from where nobody looked."""
    owner = name.partition("(")[0].rpartition(".")[0]
    if not is_class(history, owner) or not history.accepts_anything(owner):
        return None
    return Phrase(
        "Which releases have {name} cannot be told: {owner} has names that its own source does not show, such as those "
        "of a class of another package.",
        name=name,
        owner=owner,
    )


def is_class(history: History, name: str) -> bool:
    """Whether the newest release that has this whole name has it as a class."""
    life = history.life(name)
    return life is not None and life.kind == "class"


def group_lives(history: History, lives: Sequence[Life]) -> tuple[tuple[tuple[Life, ...], ...], ...]:
    """The lives by what they stand for, as modules hand names on; of each, those of the same releases together."""
    groups: dict[str, dict[object, list[Life]]] = {}
    for life in lives:
        of_one = groups.setdefault(history.definition(life.name), {})
        of_one.setdefault((life.kind, life.spans, life.replacement), []).append(life)
    return tuple(tuple(map(tuple, of_one.values())) for of_one in groups.values())


def _order(history: History, life: Life) -> tuple[bool, int, bool, str]:
    """Names in private modules last, then the shortest first; of two, that in the module that defines it."""
    is_private = "._" in life.name.replace(".__init__", "")
    holder = life.name.rpartition(".")[0]
    return is_private, life.name.count("."), history.definition(holder) != holder, life.name


def timeline(history: History, life: Life) -> tuple[Stretch, ...]:
    """All releases of the package, the oldest first, as stretches with the name, without it, and untold."""
    unsure = history.unsure(life)
    known = [
        (None if unsure.intersection(history.read_beside(version)) else history.has(life, version), version)
        for version in (release.version for release in history.releases)
    ]
    stretches = []
    start = 0
    for has, run in groupby(known, key=lambda pair: pair[0]):
        versions = [version for _, version in run]
        stretches.append(Stretch(has, versions[0], versions[-1], len(versions), start))
        start += len(versions)
    return tuple(stretches)
