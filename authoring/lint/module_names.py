"""Lint: a command runs or imports a module that somebody has, and code uses names that its modules had.

Known is what Python has, what the packages of `history/`, the tables and the cards bring, and what a source names. The
further parts of a dotted name, such as `np.uint8`, are told where no release of the package had them, and one had a
name that is nearly the same.
"""

import ast
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain

from authoring.lint.argument_names import USUAL, imports_of, parse
from authoring.lint.install_commands import find_remedy, packages_of_all, placed_codes, words_of
from authoring.lint.reports import look_alikes, own_reports
from tracefix.articles import import_names
from tracefix.articles.distributions import nearest
from tracefix.articles.model import Article, Problem
from tracefix.matching.catalogue import Catalogue
from tracefix.versions.history import find_history, packages_of

# These run on our own files only, never on a paste of a reader.
_RUN = re.compile(r"\b(?:python|py|torchrun|accelerate launch)[\d.w]*(?: [^\n`|;&]*?)?? -m (?P<name>[A-Za-z_][\w.]*\w)")
_CODE_OF_SHELL = re.compile(r" -c (?P<quote>[\"'])(?P<code>.*?)(?P=quote)", re.DOTALL)


def check(article: Article, catalogue: Catalogue) -> Iterator[Problem]:
    """The modules in the commands and the code of an article; its scripts and reports make theirs known."""
    reports = (report.text for report in chain(own_reports(article), look_alikes(article)))
    text = " ".join((words_of(article.sources), *(script.text for script in article.scripts), *reports))
    imported = {name: full for script in article.scripts for name, full in imports_of(parse(script.text))}
    for line, code in placed_codes(article):
        for message in find_unknown_modules([code], packages_of_all(catalogue), text, imported):
            yield Problem(article.path, line, message)


def find_unknown_modules(
    codes: Iterable[str], others: Collection[str] = (), text: str = "", imported: Mapping[str, str] = {}
) -> Iterator[str]:
    """What is wrong with the modules and the names of modules in commands and code.

    `others` are normalised names that we know of besides, `text` is what names further ones, and `imported` has the
    names that are imported elsewhere, with what they stand for.

    >>> list(find_unknown_modules(["python -m troch.utils.collect_env", "python -m torch.utils.colect_env"]))
    ["nothing of ours knows the module 'troch': did you mean 'torch'? Else add a source that names it", \
"torch.utils has no 'colect_env': did you mean 'collect_env'?"]
    >>> list(find_unknown_modules(["x.astype(np.unit8)"]))
    ["numpy has no 'unit8': did you mean 'uint8'?"]
    """
    for module, is_run in dict.fromkeys(found for code in codes for found in _modules(code, imported)):
        top = module.partition(".")[0]
        if not (top.isupper() or top in sys.stdlib_module_names or _is_known(top, others, text)):
            meant = import_names.meant_module(top) or nearest(top, sorted(sys.stdlib_module_names))
            remedy = f"did you mean {meant!r}? Else add" if meant else "correct it, or add"
            if meant or is_run:  # what is imported may be the reader's own
                yield f"nothing of ours knows the module {top!r}: {remedy} a source that names it"
        yield from _find_misspelt_part(module)


def _is_known(top: str, others: Collection[str], text: str) -> bool:
    tables = (import_names.DISTRIBUTIONS, import_names.REPOSITORIES, import_names.NOT_INSTALLABLE)
    return any(top in table for table in tables) or bool(packages_of(top)) or not find_remedy(top, others, text)


def _find_misspelt_part(module: str) -> Iterator[str]:
    """The first part of a dotted name that its package never had, if it is nearly one that it had."""
    holder, *parts = module.split(".")
    for part in parts:
        labels = labels_of(holder)
        if part not in labels:
            if meant := nearest(part, sorted(labels)):
                yield f"{holder} has no {part!r}: did you mean {meant!r}?"
            return
        holder = f"{holder}.{part}"


def labels_of(holder: str) -> set[str]:
    """The names that a module or class had in some release of the packages of `history/` that bring it."""
    found = (find_history(package) for package in packages_of(holder))
    return {label for history in found if history for label in history.labels(holder)}


def _modules(code: str, imported: Mapping[str, str]) -> Iterator[tuple[str, bool]]:
    """The modules that a command runs, which is True, and the dotted names that Python code imports or has, in full.

    Code may stand behind `-c`.
    """
    yield from ((found["name"], True) for found in _RUN.finditer(code))
    for python in (code, *(found["code"] for found in _CODE_OF_SHELL.finditer(code))):
        tree = parse(python)
        names = {**USUAL, **imported, **dict(imports_of(tree))}
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                yield from ((alias.name, False) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield from ((f"{node.module}.{alias.name}", False) for alias in node.names)
            elif isinstance(node, ast.Attribute):
                head, dot, rest = ast.unparse(node).partition("(")[0].partition(".")
                if packages_of(name := f"{names.get(head, head)}{dot}{rest}"):
                    yield name, False
