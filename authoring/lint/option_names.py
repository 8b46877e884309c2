"""Lint: a command spells its options and environment variables as the other articles and notes do.

No list has the options of all programs. One that nobody else writes is told where it is nearly one that two others give
to the same program, and no source names it. A variable is told by one other.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache

from authoring.lint.install_commands import codes_of, placed_codes, words_of
from tracefix.articles.distributions import nearest
from tracefix.articles.model import Article, Problem
from tracefix.matching.catalogue import Catalogue

_FEWEST = 2  # others that write an option; of a variable, which has one spelling for all programs, one is enough
# These run on our own files only, never on a paste of a reader.
_NEXT = re.compile(r"&&|[|;\n]")
_PROGRAM = re.compile(r"\s*(?:[$!%] ?)?(?:sudo )?(?:[A-Z]\w*=\S* )*(?:python[\d.]* -m )?(?P<name>[A-Za-z][\w.-]*)")
_OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]+")
_NAME = r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+"
_VARIABLE = re.compile(rf"^{_NAME}$|{_NAME}(?=[=\"'])")

Users = Mapping[str, Mapping[str, Collection[str]]]  # by program ("" of variables) and word: the slugs of who writes it


def check(article: Article, catalogue: Catalogue) -> Iterator[Problem]:
    """The options and variables in the commands of an article; its scripts make theirs known."""
    text = " ".join((words_of(article.sources), *(script.text for script in article.scripts)))
    for line, code in placed_codes(article):
        for message in find_misspelt_options(article.slug, [code], users_of(catalogue), text):
            yield Problem(article.path, line, message)


def find_misspelt_options(slug: str, codes: Iterable[str], users: Users, text: str) -> Iterator[str]:
    """The options and variables of an article's commands that are nearly others'; `text` is what may name them."""
    for program, word, beside in dict.fromkeys((*found, code) for code in codes for found in _words(code)):
        written = users.get(program, {})
        if word in text or {*written.get(word, ())} - {slug}:
            continue
        plain = word.replace("_", "-")  # many programs take either
        others = (each for each, slugs in written.items() if len({*slugs} - {slug}) >= (_FEWEST if program else 1))
        known = {each.replace("_", "-"): each for each in others if f"{each} " not in beside}
        if (meant := nearest(plain, sorted(known))) and meant != plain:
            told = f"did you mean {known[meant]!r}, as others write it? Else add a source that names it"
            yield f"a command has {word!r}: {told}"


@lru_cache(1)
def users_of(catalogue: Catalogue) -> Users:
    """Who writes which option of a program, and which variable, in all articles and notes."""
    found: defaultdict[str, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for article in catalogue.articles:
        for code in codes_of(article):
            for program, word in _words(code):
                found[program][word].add(article.slug)
    return found


def _words(code: str) -> Iterator[tuple[str, str]]:
    """The options of a code, each with its program, and the variables that it sets or reads, with ""."""
    for command in _NEXT.split(code):
        if program := _PROGRAM.match(command):
            yield from ((program["name"], option) for option in _OPTION.findall(command))
        yield from (("", variable) for variable in _VARIABLE.findall(command))
