"""Load the cards of projects: all of them, or those that can be read. See docs/projects.md for what they hold.

Every problem of every card is reported at once, as `path:line: message` with what to do.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from tracefix.articles.card_parts import Part
from tracefix.articles.conditions import ConditionError, parse_condition
from tracefix.articles.converters import Field, WrongValueError, address, date, each, mapping, one_of, text, texts
from tracefix.articles.front_matter import FrontMatter
from tracefix.articles.loading import collect
from tracefix.articles.model import SLUG, ArticleError, Problem
from tracefix.languages import TRANSLATED
from tracefix.projects.model import Card, Fact, Names, System, Words, address_of

CARD, NOTES = "card.yaml", "notes.yaml"
_REMEDY = "write it as docs/projects.md says"
_COMMIT = re.compile(r"[0-9a-f]{40}")
_MODULE = re.compile(r"[A-Za-z_]\w*")
_WORDS = {"do": "do", "if": "condition", "note": "note"}  # keys of a fact that people read
_ZH = "zh"
_ZH_LANGUAGE = "zh-hans"
_COMMON = {*_WORDS, _ZH, "system", "command", "commands", "when", "source"}
_OWN_KEYS: dict[Part, tuple[set[str], set[str]]] = {  # beside the common ones; and those that must be there
    Part.INSTALL: ({"brings"}, set()),
    Part.PARTNERS: ({"package", "with", "needs", "release"}, {"needs"}),
    Part.LOGS: ({"where"}, set()),
    Part.STEPS: ({"makes"}, {"command", "makes"}),
    Part.FILES: ({"where"}, {"where"}),
    Part.INPUTS: ({"about"}, {"do"}),
    Part.START: (set(), set()),
    Part.UPDATE: (set(), set()),
    Part.SWITCHES: ({"name", "value"}, {"name", "do"}),
}
_TELLS = {"do", "command", "commands", "where", "needs"}  # a fact has one of them at least


def load_all(root: Path, load: Callable[[Path], Card] | None = None) -> tuple[Card, ...]:
    """Every card below `root`, ordered by id; none without such a folder. Raises ArticleError with all problems.

    `load` reads the card of a folder; load_card() does, if it is not given.
    """
    cards, problems = load_sound(root, load)
    problems += problems_between(cards)
    if problems:
        raise ArticleError(problems)
    return cards


def load_sound(root: Path, load: Callable[[Path], Card] | None = None) -> tuple[tuple[Card, ...], list[Problem]]:
    """The cards that can be read, and the problems of the others."""
    cards, problems = collect(card_folders(root), lambda folder: [(load or load_card)(folder)])
    return tuple(cards), problems


def card_folders(root: Path) -> list[Path]:
    """The folders of the projects, in order."""
    folders = sorted(root.iterdir()) if root.is_dir() else []
    return [folder for folder in folders if folder.is_dir() and folder.name[0] not in "_." and _has_card(folder)]


def _has_card(folder: Path) -> bool:
    """Whether a folder should have a card: one with notes may have none."""
    return (folder / CARD).exists() or not (folder / NOTES).exists()


def load_card(folder: Path) -> Card:
    """The card of one project. Raises ArticleError."""
    file = FrontMatter.read_yaml(folder / CARD, _REMEDY)
    if not SLUG.fullmatch(folder.name):
        file.complain(1, f"the folder {folder.name!r} may have lower case, digits and hyphens only: rename it")
    fields = _fields(str(file.values.get("repository", "")), str(file.values.get("commit", "")))
    values = file.check(fields)
    if file.problems:
        raise ArticleError(file.problems)
    facts = {part: values.pop(part.value) for part in Part if part.value in values}
    values.pop("commit", None)
    values.setdefault("issues", f"{values['repository']}/issues")
    return Card(id=folder.name, path=folder / CARD, facts=facts, lines=file.lines, **values)


def problems_between(cards: Sequence[Card]) -> Iterator[Problem]:
    """What two cards claim: a paste that shows it would show both projects. Each of the two is told."""
    owners: dict[tuple[str, str | int], Card] = {}
    for card in cards:
        for kind, name in _claims(card):
            if (first := owners.setdefault((kind, name), card)) is card:
                continue
            for one, other in ((card, first), (first, card)):
                what = f"the {kind} {name!r} is {other.id!r}'s, too: leave it to the project that it belongs to"
                yield Problem(one.path, one.lines.get(kind, one.lines.get("names", 1)), what)


def _claims(card: Card) -> Iterator[tuple[str, str | int]]:
    names = card.names
    yield "repository", card.repository
    yield from (("project", name) for name in {card.project.lower(), *map(str.lower, card.aliases)})
    for kind, claimed in (
        ("module", names.modules),
        ("folder", names.folders),
        ("program", names.programs),
        ("path", names.paths),
        ("log prefix", names.log_prefixes),
        ("message", names.messages),
        ("port", names.ports),
    ):
        yield from ((kind, name) for name in claimed)


def _fields(repository: str, commit: str) -> dict[str, Field]:
    facts = {
        part.value: Field(each(partial(_fact, part, repository, commit), at_least=1), required=False) for part in Part
    }
    return {
        "project": Field(text),
        "aliases": Field(each(text), required=False),
        "repository": Field(repository_address),
        "issues": Field(address, required=False),
        "commit": Field(full_commit, required=False),
        "read": Field(date),
        "names": Field(_names),
        "forks": Field(each(text), required=False),
        **facts,
    }


def repository_address(value: Any) -> str:
    url = address(value)
    is_deeper = url.startswith("https://github.com/") and url.count("/") != 4
    if not url.startswith("https://") or url.endswith(("/", ".git")) or is_deeper:
        raise WrongValueError(f"{url!r}: write it like https://github.com/OWNER/NAME, without / or .git at its end")
    return url


def full_commit(value: Any) -> str:
    if not _COMMIT.fullmatch(str(value)):
        raise WrongValueError(f"{value!r} is no commit: write all 40 digits, `git rev-parse HEAD`")
    return str(value)


def _names(value: Any) -> Names:
    keys = {"modules", "folders", "programs", "paths", "log_prefixes", "messages", "ports"}
    item = mapping(value, keys, set())
    if not item:
        raise WrongValueError(f"must say how a paste shows the project: {', '.join(sorted(keys))}")
    listed = {key: _named(key, each(_port if key == "ports" else text), listing) for key, listing in item.items()}
    for module in listed.get("modules", ()):
        if not _MODULE.fullmatch(module):
            raise WrongValueError(f"modules: {module!r} is no top-level name of an import, such as torch")
    return Names(**listed)


def _port(value: Any) -> int:
    if not isinstance(value, int) or not 0 < value < 65536:
        raise WrongValueError(f"{value!r} is no port")
    return value


def _fact(part: Part, repository: str, commit: str, value: Any) -> Fact:
    own, required = _OWN_KEYS[part]
    item = mapping(value, _COMMON | own, {"source"} | required)
    if not _TELLS & set(item):
        raise WrongValueError("says nothing: add `do` or `command`")
    if "command" in item and "commands" in item:
        raise WrongValueError("has both `command` and `commands`: keep one")
    words = _words(item)
    return Fact(
        source=source_address(item["source"], repository, commit),
        words=words,
        translations=_translations(item.get(_ZH), words),
        systems=_each_of(one_of("system", System), item, "system"),
        commands=_texts(item, "commands") or _texts(item, "command"),
        when=_texts(item, "when"),
        conditions=_each_of(_condition, item, "when"),
        brings=_texts(item, "brings"),
        makes=_texts(item, "makes") or _texts(item, "about"),
        where=_one(item, "where"),
        name=_one(item, "name"),
        value=_one(item, "value"),
        **(_partner(item) if part is Part.PARTNERS else {}),
    )


def _one(item: dict[str, Any], key: str) -> str:
    return _named(key, text, item[key]) if key in item else ""


def _texts(item: dict[str, Any], key: str) -> tuple[str, ...]:
    return _named(key, texts, item[key]) if key in item else ()


def _each_of(convert: Callable[[str], Any], item: dict[str, Any], key: str) -> tuple[Any, ...]:
    return tuple(map(convert, _texts(item, key)))


def _named(key: str, convert: Callable[[Any], Any], value: Any) -> Any:
    try:
        return convert(value)
    except WrongValueError as error:
        raise WrongValueError(f"{key}: {error}") from error


def _words(item: dict[str, Any]) -> Words:
    return Words(**{attribute: _one(item, key) for key, attribute in _WORDS.items()})


def _translations(value: Any, words: Words) -> dict[str, Words]:
    """The Chinese of exactly the texts that there are in English."""
    wanted = {key for key, attribute in _WORDS.items() if getattr(words, attribute)}
    assert _ZH_LANGUAGE in TRANSLATED  # noqa: S101 - the key of a card stands for this language
    if value is None and not wanted:
        return {}
    if value is None:
        raise WrongValueError(f"has no `zh: {{{', '.join(f'{key}: …' for key in sorted(wanted))}}}`: translate it")
    return {_ZH_LANGUAGE: _words(_named(_ZH, partial(mapping, allowed=wanted, required=wanted), value))}


def source_address(value: Any, repository: str, commit: str) -> str:
    """The address of what a source names; a short one is of the repository."""
    place = _named("source", text, value)
    if not (found := address_of(place, repository, commit)):
        how = "write path:line, path#anchor, path:line@tag, issues/N, pull/N, or an address that begins with https://"
        raise WrongValueError(f"source: {place!r} is no place: {how}")
    if "/blob//" in found:
        raise WrongValueError(f"source: {place!r} is a file: give its tag behind @, or `commit` at the head, 40 digits")
    return found


def _condition(value: str) -> Any:
    try:
        return parse_condition(value)
    except ConditionError as error:
        raise WrongValueError(f"when: {error}") from error


def _partner(item: dict[str, Any]) -> dict[str, str]:
    if ("package" in item) == ("with" in item):
        raise WrongValueError("give either `package`, a distribution, or `with`, a partner in words")
    for key in ("needs", "release") if "package" in item else ("release",):
        try:
            SpecifierSet(item.get(key, ""))
        except InvalidSpecifier as error:
            raise WrongValueError(f"{key}: {item[key]!r} is no PEP 440 specifier, such as '>=2.0,<2.9'") from error
    named = {"package": "package", "with": "partner", "needs": "needs", "release": "release"}
    return {attribute: _one(item, key) for key, attribute in named.items()}
