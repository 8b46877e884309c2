"""What a card answers to an error: the rows that fit it, as the steps of a fix. No row is better than a wrong one."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from packaging.specifiers import SpecifierSet

from tracefix.articles.card_parts import Part
from tracefix.articles.conditions import Facts
from tracefix.articles.distributions import is_built_for_a_machine, normalised
from tracefix.articles.steps import Remedy
from tracefix.linear_re import Expression
from tracefix.phrases import Phrase
from tracefix.projects.model import Card, Fact
from tracefix.projects.rows import pin_of, row_of
from tracefix.projects.shown import fits_path
from tracefix.reading.system import read_system

MOST_ROWS = 3
_MOST_PINS = 2
_PLAIN_TYPES = frozenset(
    ("NoneType", "str", "int", "float", "bool", "list", "dict", "tuple", "set", "bytes", "function")
)
_THROUGH = {"own", "stdlib", "", "torch"}  # what each stack goes through
_LONGEST_PATH = 1_000
_BUILT = Expression(
    r"(?:Failed building wheel for|Building wheel for|Could not build wheels for|Failed to build(?: \w+ wheels for)?"
    r"|pyproject\.toml based projects \(|Running setup\.py install for) ?'?(?P<name>[A-Za-z][\w.-]*)"
)

_PLAIN = Expression(r"(?:python[\d.]* -m )?pip[\d.]* install (?:-U |--upgrade )?\"?[\w.-]+(?:\[[\w,.-]+\])?\"?")
_REQUIREMENTS = Expression(  # a command that installs all that a clone asks for
    r"\bpip3? install (?:-\S+ )*(?:-r \S|-e \.|\.(?: |$))|\bconda env create\b|\b(?:poetry install|uv sync)\b"
    r"|\bsetup\.py (?:build )?develop\b|\b(?:setup_env|install)\.(?:sh|ps1)\b"
)


@dataclass(frozen=True)
class Question:
    """What is known of the error that a card is asked about. `distribution` tells an installed name of a module's."""

    values: Mapping[str, str]  # captured by the article
    versions: Mapping[str, str]  # of packages, read from the paste
    text: str  # the cleaned paste
    projects: tuple[str, ...] = ()  # ids of those that the paste shows
    named: tuple[str, ...] = ()  # ids of those that raised it, or that its own lines name
    clone: str = ""  # id of the one in whose clone the line that failed stands
    caller: str = ""  # id of the one in whose clone the reader's innermost line stands
    stack: frozenset[str] = frozenset()  # the distributions whose code the error went through
    is_kind: bool = False  # whether nothing more specific than an article of a kind is known of it
    is_library: bool = False  # whether the missing module is known to come with a package
    distribution: Callable[[str], str] = field(default=str)

    @cached_property
    def system(self) -> str:
        return read_system(self.text)

    @cached_property
    def facts(self) -> Facts:
        return Facts(self.values, self.versions, projects=self.projects, system=self.system, text=self.text)

    @cached_property
    def missing_module(self) -> str:
        """The module that is not there; of a submodule, its package is there, and installing it again is no help."""
        module = self.values.get("module", "")
        return "" if "." in module else module

    @cached_property
    def missing_path(self) -> str:
        return self.values.get("path", "")[:_LONGEST_PATH].strip("'\"")

    @cached_property
    def other(self) -> str:
        """The distribution whose name or attribute is missing: of two that are out of step, the one that is called."""
        top = self.values.get("module", "").partition(".")[0]
        return normalised(self.distribution(top)) if top else ""

    @cached_property
    def built(self) -> frozenset[str]:
        """The packages whose build the paste shows."""
        return frozenset(normalised(found["name"]) for found in _BUILT.finditer(self.text))


def answer(cards: Sequence[Card], parts: Sequence[str], question: Question) -> tuple[Card | None, Remedy]:
    """The rows of the first card that has some for this error; without any, the likeliest card and no rows."""
    for card in cards:
        for part in parts:
            if rows := list(_rows(card, part, question)):
                # a partner in words is a row for what the paste shows, and no claim that two releases do not fit
                is_told = part != Part.PARTNERS or any(fact.package for _, fact in rows)
                finding = _finding(card, part, question) if is_told else Phrase()
                return card, Remedy(finding, tuple(row_of(card, where, fact, question.system) for where, fact in rows))
    for card in cards:
        if Part.PARTNERS in parts and question.is_kind and (pinned := _pinned(card, question)):
            return card, Remedy(Phrase(), tuple(pin_of(card, fact) for fact in pinned))
    return (cards[0] if cards else None), Remedy()


def _pinned(card: Card, question: Question) -> list[Fact]:
    """The partners of a clone that the paste does not show in another release, and that may be the cause.

    They are those whose code the error went through; of an error in the clone itself, those of one release only.
    """
    if card.id != question.caller or question.values.get("type") in _PLAIN_TYPES:
        return []  # nobody's clone, or an object that no release of a package is the cause of
    pins = [
        fact
        for fact in card.of(Part.PARTNERS)
        if fact.package
        and not is_built_for_a_machine(fact.package)
        and normalised(fact.package) not in question.versions
        and _is_for_release(card, fact, question)
    ]
    called = [fact for fact in pins if normalised(fact.package) in question.stack]
    exact = [fact for fact in pins if question.stack <= _THROUGH and fact.needs.startswith("==")]
    return called[:_MOST_PINS] or exact[:1]  # the card has the one first that matters most


def _rows(card: Card, part: str, question: Question) -> Iterator[tuple[Part, Fact]]:
    """The rows that fit, those that the paste speaks for first."""
    if part in (Part.START, Part.LOGS) and not (card.names.ports or card.id in question.named):
        return  # it is on the way to the error, and what failed may be the server of somebody else
    lists = (Part.STEPS, Part.INPUTS) if part == Part.FILES else (Part(part),)
    open_to_reader = [
        (where, fact)
        for where in lists
        for fact in card.of(where)
        if (not fact.systems or not question.system or question.system in fact.systems)
        and _is_for_release(card, fact, question)
        and all(condition.holds(question.facts) for condition in fact.conditions)
    ]
    rows = [(where, fact) for where, fact in open_to_reader if _FITS[where](fact, question)]
    if not rows and part == Part.INSTALL and card.id == question.clone and question.is_library:
        rows = [(where, _in_clone(fact)) for where, fact in open_to_reader if _installs_requirements(fact)][:1]
    rows.sort(key=lambda row: not row[1].when)
    yield from rows[:MOST_ROWS]


def _installs_requirements(fact: Fact) -> bool:
    return any(map(_REQUIREMENTS.search, fact.commands))


def _in_clone(fact: Fact) -> Fact:
    """The row without the commands that make the clone and change to it: the reader has it."""
    folders = [command.rpartition("/")[2].removesuffix(".git") for command in fact.commands if "git clone" in command]
    made = {f"cd {folder}" for folder in folders}
    return replace(fact, commands=tuple(each for each in fact.commands if "git clone" not in each and each not in made))


def _is_for_release(card: Card, fact: Fact, question: Question) -> bool:
    """Whether the paste shows no other release of the project than the fact is of."""
    version = question.versions.get(normalised(card.id), "")
    return not (fact.release and version) or SpecifierSet(fact.release).contains(version, prereleases=True)


def _brings(fact: Fact, question: Question) -> bool:
    if question.values.get("module", "") in fact.brings:  # also a submodule, if the card names it whole
        return True
    if question.missing_module or (fact.commands and all(map(_PLAIN.fullmatch, fact.commands))):
        return False  # what failed to build was installed so
    return bool(question.built & set(map(normalised, fact.brings)))


def _makes(fact: Fact, question: Question) -> bool:
    return bool(question.missing_path) and fits_path(fact.makes, question.missing_path)


def _is_out_of_step(fact: Fact, question: Question) -> bool:
    """Whether the partner is the one that lacks something, and the paste does not show a version of it that fits."""
    if not fact.package:
        return bool(fact.when)
    name = normalised(fact.package)
    version = question.versions.get(name, "")
    if version:
        return not SpecifierSet(fact.needs).contains(version, prereleases=True)
    return name == question.other


def _is_servers(fact: Fact, question: Question) -> bool:
    """A server logs what failed in itself, or that its runner died; what a request got wrong, its answer says."""
    return question.values.get("code", "").startswith("5") or bool(question.values.get("runner"))


def _always(fact: Fact, question: Question) -> bool:
    return True


_FITS: Mapping[Part, Callable[[Fact, Question], bool]] = {
    Part.INSTALL: _brings,
    Part.PARTNERS: _is_out_of_step,
    Part.LOGS: _is_servers,
    Part.STEPS: _makes,
    Part.INPUTS: _makes,
    Part.START: _always,
    Part.UPDATE: _always,
}


def _finding(card: Card, part: str, question: Question) -> Phrase:
    project = card.project
    if part == Part.INSTALL and (module := question.values.get("module", "")):
        if module.partition(".")[0] not in card.names.modules:  # of an optional package
            return Phrase("This Python has no `{module}`, which {project} uses", module=module, project=project)
        return Phrase("This Python has no `{module}`, which comes with {project}", module=module, project=project)
    if part == Part.FILES:
        return Phrase("{project} does not find a file that it expects here", project=project)
    if part == Part.LOGS:
        return Phrase("The server of {project} failed, and its log says why", project=project)
    if part == Part.PARTNERS:
        return Phrase("{project} and a package that it uses are out of step", project=project)
    return Phrase()
