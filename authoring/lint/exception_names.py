"""Lint: an exception that an article names is one that a program prints. A misspelt one is never searched for."""

import builtins
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from authoring.lint import translations
from authoring.lint.lines import line_of
from authoring.lint.reports import look_alikes, own_reports
from tracefix.articles.did_you_mean import closest
from tracefix.articles.files import read_file
from tracefix.articles.model import Article, Problem, Translation
from tracefix.matching.catalogue import Catalogue
from tracefix.versions import history

# A class, misspelt or not; on our own files only.
_CLASS = re.compile(r"\b[A-Z]\w*(?:E[ro]{3,5}|Ex[cept]{3,7}ion|Warning|Interrupt)\b")
_AT_START = re.compile(r"(?m)^[A-Za-z_][\w.]*(?=:)")


def check(article: Article, catalogue: Catalogue) -> Iterator[Problem]:
    """The exceptions in symptoms, in any language, that no report, no signature and no history of ours has."""
    files: dict[Path, Article | Translation] = {article.path: article, **translations.files(article)}
    for path, words in files.items():
        for name in dict.fromkeys(name for symptom in words.symptoms for name in _CLASS.findall(symptom)):
            if name not in _printed(catalogue) and not _is_in_history(name):
                near = closest(name, _printed(catalogue))
                message = f"symptoms: no report and no history of ours has the exception {name!r}: "
                message += f"did you mean {near!r}?" if near else "correct it, or add a paste that shows it"
                yield Problem(path, line_of(path, "symptoms"), message)
    yield from _check_own(article, "exception", article.exceptions, line_of(article.path, "exception"))
    for signature in article.signatures:
        yield from _check_own(article, "a signature's exception", signature.exceptions, signature.line)


def _check_own(article: Article, what: str, names: Iterable[str], line: int) -> Iterator[Problem]:
    """A class of the front matter is none that is nearly one of the article's reports."""
    printed = frozenset(name for report in own_reports(article) for name in _AT_START.findall(report.text))
    for name in names:
        is_shown = hasattr(builtins, name) or any(
            each == name or each.endswith((f".{name}", f"._{name}")) for each in printed
        )
        near = "" if is_shown else closest(name, printed)
        if near and not _is_in_history(name):
            yield Problem(article.path, line, f"{what}: no report of the article has {name!r}: did you mean {near!r}?")


@lru_cache(1)
def _printed(catalogue: Catalogue) -> frozenset[str]:
    """The exceptions of Python, and those in reports, titles and signatures of all articles."""
    names = set(dir(builtins))
    for article in catalogue.articles:
        texts = [report.text for report in (*own_reports(article), *look_alikes(article))]
        classes = (name for signature in article.signatures for name in signature.exceptions)
        texts += (article.title, *article.exceptions, *classes)
        names.update(name for text in texts for name in _CLASS.findall(text))
    return frozenset(names)


def _is_in_history(name: str) -> bool:
    """Whether the history of a package has a class of this name: few symptoms ask, so the files are read then."""
    own = re.compile(rf"(?m)^\s*{re.escape(name)}[:>\s(]")
    return any(own.search(read_file(path, most=1 << 26)) for path in history.FOLDER.glob("*.tsv"))
