"""Lint: an exception that an article or a note names is one that a program prints, and that its reports show."""

import builtins
import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from authoring.lint import translations
from authoring.lint.lines import line_of
from authoring.lint.reports import look_alikes, own_reports
from tracefix.articles.did_you_mean import closest
from tracefix.articles.distributions import nearest
from tracefix.articles.files import read_file
from tracefix.articles.model import Article, Problem, Translation
from tracefix.articles.signatures import class_name
from tracefix.matching.catalogue import Catalogue
from tracefix.reading.cleaning import clean
from tracefix.reading.tracebacks import parse
from tracefix.versions import history

# A class, misspelt or not; on our own files only.
_CLASS = re.compile(r"\b[A-Z]\w*(?:E[ro]{3,5}|Ex[cept]{3,7}ion|Warning|Interrupt)\b")
_IN_CODE = re.compile(r"(?<!`)`[^`\n]+`")
_MOST_SHOWN = 3  # classes of reports that a complaint lists
_BEFORE_COLON = re.compile(r"(?<![\w.])(?:\w+\.)*([A-Z][a-z]\w*[a-z][A-Z]\w+)(?=:)", re.ASCII)
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
        yield from _check_words(article, path, words)
    for message in find_misspelt_title(article.title, [report.text for report in own_reports(article)]):
        yield Problem(article.path, line_of(article.path, "title"), message)
    yield from _check_own(article, "exception", article.exceptions, line_of(article.path, "exception"))
    for signature in article.signatures:
        if signature.seen:  # no report shows this wording
            continue
        yield from _check_own(article, "a signature's exception", signature.exceptions, signature.line)


def _check_words(article: Article, path: Path, words: Article | Translation) -> Iterator[Problem]:
    """A class in backticks is none that is nearly one of Python or of the article's own reports and scripts."""
    texts = [report.text for report in (*own_reports(article), *look_alikes(article))]
    texts += (article.title, *(script.text for script in article.scripts), *_named(article))
    known = {name for text in texts for name in _CLASS.findall(text)}.union(dir(builtins))
    first = getattr(words, "body_line", 1)
    for line, text in ((first, words.body), (line_of(path, "steps" if words.steps else "fix"), words.fix)):
        for found in _IN_CODE.finditer(text):
            for name in _CLASS.findall(found[0]):
                meant = "" if name in known else nearest(name, sorted(known))
                if meant and not _is_in_history(name):
                    place = line + text.count("\n", 0, found.start()) if text is words.body else line
                    yield Problem(path, place, f"no report has the exception {name!r}: did you mean {meant!r}?")


def _named(article: Article) -> Iterator[str]:
    """The classes that the front matter names."""
    yield from article.exceptions
    for signature in article.signatures:
        yield from (signature.text, *signature.exceptions)


def find_misspelt_title(title: str, texts: Iterable[str]) -> Iterator[str]:
    """The classes of a title that none of the texts of errors shows, and that are nearly one of theirs.

    >>> list(find_misspelt_title("TypeErorr: a", ["TypeError: a"]))
    ["title has 'TypeErorr', the reports 'TypeError': write it as it is printed"]
    >>> list(find_misspelt_title("FileNotFoundError: a", ["TypeError: a"]))
    []
    """
    shown = " ".join(texts)
    for name in _BEFORE_COLON.findall(title):
        if name not in shown and (meant := nearest(name, sorted({*_BEFORE_COLON.findall(shown)}))):
            yield f"title has {name!r}, the reports {meant!r}: write it as it is printed"


def find_unshown(names: Collection[str], texts: Collection[str]) -> str:
    """The classes that the texts of errors show, where these names are given and none of them is shown; else "".

    A class that Python itself makes another of, such as OSError of FileNotFoundError, is shown with it.

    >>> find_unshown(["ValueError"], ["TypeError: unhashable type: 'list'"])
    'TypeError'
    >>> find_unshown(["ValueError", "OSError"], ["FileNotFoundError: a.txt"])
    ''
    """
    bare = [class_name(name) for name in names]
    if not bare or any(re.search(rf"(?<![A-Za-z0-9]){re.escape(name)}(?!\w)", text) for name in bare for text in texts):
        return ""
    shown = dict.fromkeys(class_name(error.type) for text in texts for error in parse(clean(text)).errors if error.type)
    if any(_is_base(name, other) for name in bare for other in shown):
        return ""
    return ", ".join(list(shown)[:_MOST_SHOWN])


def _is_base(name: str, other: str) -> bool:
    """Whether two names are classes of Python, and the first is the other one or a base of it."""
    base, derived = (getattr(builtins, each, None) for each in (name, other))
    return isinstance(base, type) and isinstance(derived, type) and issubclass(derived, base)


def _check_own(article: Article, what: str, names: Collection[str], line: int) -> Iterator[Problem]:
    """A class of the front matter is none that is nearly one of the article's reports, and one of them has it."""
    texts = [article.title, *(report.text for report in own_reports(article))]
    texts += (text for each in article.signatures if each.seen for text in (each.text, *each.exceptions))
    if others := find_unshown(names, texts):
        message = (
            f"{what}: no report of the article has {' or '.join(map(repr, names))}, but {others}: correct it, or add"
        )
        yield Problem(article.path, line, f"{message} a paste that shows it")
        return
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
