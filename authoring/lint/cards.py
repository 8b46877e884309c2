"""Lint: what the card of a project may not say, although it can be read."""

import re
import sys
from collections.abc import Collection, Iterable, Iterator
from itertools import chain

from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from authoring.lint import text_lines
from authoring.lint.argument_names import find_misspelt
from authoring.lint.chinese_words import find_open_end, find_slips
from authoring.lint.command_lines import find_unpasteable
from authoring.lint.conditions import find_unmet
from authoring.lint.dangerous_commands import Passage, find_dangers
from authoring.lint.dates import find_future
from authoring.lint.install_commands import commands_in, find_remedy, find_unknown, find_wrong_needs
from authoring.lint.module_names import find_unknown_modules
from tracefix.articles.card_parts import Part
from tracefix.articles.distributions import nearest
from tracefix.articles.model import Article, Problem, Source
from tracefix.explaining.projects import REPOSITORIES
from tracefix.linear_re import compile_expression
from tracefix.projects.model import Card, Fact, Names, Words
from tracefix.projects.shown import glob_regex
from tracefix.versions.requirements import all_asked

# Names under which everybody's own code is imported: a paste that shows one shows no project.
_ANYBODYS_MODULES = """
    app config configs core data dataset datasets engine eval inference lib main model models modules net nets network
    networks scene scripts src test tests tools train trainer util utils
"""
_ANYBODYS_PORTS = frozenset({80, 443, 3000, 5000, 6006, 7860, 8000, 8080, 8081, 8443, 8501, 8888, 9000, 9090, 29500})
_ANYBODYS_PROGRAMS = "bash cmake conda docker git make node npm pip python python3 sh torchrun uv"
_WORDS = re.compile(r"(?i)(?:^| )(?:a|an|in|of|or|the|where|which)(?: |$)")  # of a phrase, which no path has
_SHORTEST_MESSAGE = 12  # characters of plain text
_SHORTEST_PATH = 5
_SHORTEST_PREFIX = 4


def check(card: Card, notes: Iterable[Article] = (), projects: Collection[str] = ()) -> Iterator[Problem]:
    """The problems of one card, whose messages fit no note of another project. `projects` are the ids of all cards."""
    for message in find_future("read", card.read):
        yield Problem(card.path, card.lines.get("read", 1), message)
    yield from text_lines.check(card.path, card.repository)
    for message in chain(_check_names(card), _check_messages(card, notes)):
        yield Problem(card.path, card.lines.get("names", 1), f"names: {message}")
    own = _own_names(card)
    for part, facts in card.facts.items():
        for number, fact in enumerate(facts):
            again = _check_again(fact, facts[:number]) if part is Part.PARTNERS else ()
            if part is Part.INSTALL and not fact.brings:
                message = (
                    "install: no paste gets this row: name in `brings` the modules that can be imported afterwards"
                )
                yield Problem(card.path, card.lines.get(f"{part}.{number}", 1), message)
            unmet = find_unmet(fact.when, {card.id, *projects}, own, _said_of(card, fact))
            releases = _check_releases(card, fact)
            for message in chain(_check_fact(fact), _check_packages(fact, card.names, own), again, releases, unmet):
                yield Problem(card.path, card.lines.get(f"{part}.{number}", 1), f"{part}: {message}")


def _check_names(card: Card) -> Iterator[str]:
    names = card.names
    for module in names.modules:
        if module.lower() in _ANYBODYS_MODULES.split():
            yield f"the module {module!r} is in many people's own code: leave it out, or name a path"
        if module in sys.stdlib_module_names:
            yield f"the module {module!r} is Python's own: leave it out"
        if owner := REPOSITORIES.get(module):
            yield (
                f"the module {module!r} is {owner}'s in the table of tracefix/explaining/projects.py: leave it out, "
                "or, if this card is of that project, remove it there"
            )
    for folder in names.folders:
        if set("*/\\") & set(folder):
            yield f"the folder {folder!r} is no name of one folder: leave `*` and slashes out; `-main` fits too"
    for port in names.ports:
        if port in _ANYBODYS_PORTS:
            yield f"the port {port} is that of many programs: leave it out"
    for program in names.programs:
        if program in _ANYBODYS_PROGRAMS.split():
            yield f"the program {program!r} is everybody's: write what follows it, too, such as 'python -m NAME'"
    for kind, globs, least in (
        ("message", names.messages, _SHORTEST_MESSAGE),
        ("path", names.paths, _SHORTEST_PATH),
        ("log prefix", names.log_prefixes, _SHORTEST_PREFIX),
    ):
        for glob in globs:
            if max(map(len, glob.split("*"))) < least:
                yield f"the {kind} {glob!r} says too little: it needs {least} characters without a `*`"


def _check_messages(card: Card, notes: Iterable[Article]) -> Iterator[str]:
    """The messages that other programs print, too, as notes on these show; nobody else prints the project's name."""
    own = [name.lower() for name in (card.id, card.project, *card.aliases, *card.names.modules)]
    others = [note for note in notes if note.note_of != card.id]
    for glob in (*card.names.messages, *card.names.log_prefixes):
        if any(name in glob.lower() for name in own):
            continue
        expression, longest = compile_expression(glob_regex(glob)), max(glob.split("*"), key=len)
        found = ((note, expression.search(note.body)) for note in others if longest in note.body)
        if fitting := next(((note, each[0]) for note, each in found if each), None):
            yield f"the message {glob!r} fits “{fitting[1]}” of the note {fitting[0].slug}: say more, or leave it out"


def _check_fact(fact: Fact) -> Iterator[str]:
    said = "\n".join(_texts(fact.words))
    block = "\n".join(["```bash", *fact.commands, "```", said])
    for _, danger in find_dangers(Passage(1, block)):
        yield f"a command that {danger.advice}"
    if fact.partner and not fact.when:
        yield f"no paste gets the row with {fact.partner!r}: add `when`, the conditions on it, or leave the row out"
    if _WORDS.search(fact.where):
        yield f"where is {fact.where!r}: write the path, or what stands for it, such as LOG_FOLDER/train.log"
    yield from find_unpasteable(fact.commands)
    for command in fact.commands:
        if "\n" in command:
            yield "a command is one line: make it several `commands`"
        elif "<" in command and ">" in command:
            yield f"{command!r}: write what the reader fills in as a word in CAPITALS, without < and >"
    for glob in fact.makes:
        if "/" not in glob.strip("*") and len(glob.strip("*")) < _SHORTEST_PATH:
            yield f"{glob!r} fits many files: write more of the path"
        if "\\" in glob:
            yield f"{glob!r}: write `/`, which fits a backslash, too"
    for words in fact.translations.values():
        yield from (f"zh: {slip}" for slip in find_slips("\n".join(_texts(words)), said))
        yield from (f"zh: {text!r} {slip}" for text in (words.do, words.note) for slip in find_open_end(text))
        if words.condition.startswith("如果") or words.condition.endswith("。"):
            yield f"zh: {words.condition!r}: `if` holds the clause alone, without 如果 before it or a stop behind it"
    for text in (fact.words.do, fact.words.note):
        if text and not text.endswith((".", "?", "!", ":", "`")):
            yield f"{text!r} is no sentence: end it with a full stop"
    if fact.words.condition.lower().startswith(("if ", "when ")) or fact.words.condition.endswith("."):
        yield f"{fact.words.condition!r}: `if` holds the clause alone, without `if` before it or a full stop behind it"


def _check_again(fact: Fact, earlier: Iterable[Fact]) -> Iterator[str]:
    """A partner that an earlier row has for the same readers."""
    whom = (fact.package, fact.release, fact.when, fact.systems)
    if fact.package and whom in [(each.package, each.release, each.when, each.systems) for each in earlier]:
        yield f"a row above has {fact.package!r}, too: keep one, or say with `release` or `when` whom each is for"


def _check_releases(card: Card, fact: Fact) -> Iterator[str]:
    """A partner that each release of the project should need so, although some that we have read ask for another."""
    known = all_asked(card.id, canonicalize_name(fact.package)) if fact.package and not fact.release else []
    for asked in known:
        if not asked.marker and SpecifierSet(asked.wanted) != SpecifierSet(fact.needs):
            which = f"{card.id} {asked.first} to {asked.last} ask for {fact.package}{asked.wanted}"
            yield f"{which}: say with `release` for which ones this row holds"
            return


def _said_of(card: Card, fact: Fact) -> str:
    """The words beside the conditions of a row."""
    names = card.names
    globs = (*names.modules, *names.folders, *names.programs, *names.paths, *names.messages)
    return " ".join((fact.source, *_texts(fact.words), *fact.commands, *globs))


def _check_packages(fact: Fact, names: Names, own: Collection[str]) -> Iterator[str]:
    """The packages of a row are known, or the card speaks of them: a misspelt name stands alone."""
    said = "\n".join(_texts(fact.words))
    commands = (*fact.commands, *commands_in(said))
    yield from find_unknown(commands, [Source("", fact.source, said)], own)
    yield from find_unknown_modules(commands, own, f"{fact.source} {said}")
    yield from (message for code in commands for message in find_misspelt(code))
    for module in fact.brings:
        if module not in names.modules and (meant := nearest(module, names.modules)):
            yield f"brings {module!r}: did you mean {meant!r}, which `names` has?"
    if fact.package:
        if remedy := find_remedy(fact.package, own, f"{fact.source} {said}"):
            yield f"nothing of ours knows the package {fact.package!r}: {remedy} words that name it, too"
        yield from find_wrong_needs(fact.package, SpecifierSet(fact.needs))


def _own_names(card: Card) -> frozenset[str]:
    """The normalised names of the project, and of what can be imported once its rows were followed."""
    brought = (module for fact in card.of(Part.INSTALL) for module in fact.brings)
    return frozenset(map(canonicalize_name, (card.id, card.project, *card.aliases, *card.names.modules, *brought)))


def _texts(words: Words) -> tuple[str, str, str]:
    return words.do, words.condition, words.note
