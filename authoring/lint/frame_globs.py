"""Lint: the `frames` of a signature name files that there are: a misspelt one fits no stack, and nobody is told.

Files are known by what the article or note says elsewhere, by its reports and sources, and by `history/`. A part of a
path that none of them has is told where it is nearly one of theirs.
"""

import re
import sys
from collections.abc import Iterable, Iterator

from authoring.lint.install_commands import words_of
from authoring.lint.module_names import labels_of
from authoring.lint.reports import look_alikes, own_reports
from tracefix.articles.distributions import nearest
from tracefix.articles.model import Article, Problem
from tracefix.articles.signatures import Signature
from tracefix.matching.reasons import expected_frames
from tracefix.reading.cleaning import clean
from tracefix.reading.tracebacks import parse
from tracefix.versions.history import packages_of

# These run on our own files only, never on a paste of a reader.
_WORD = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_PATH = re.compile(r"(?![*</\\]|[A-Za-z]:)[\w.*\\/-]*(?:[\\/]|\.pyx?$)[\w.*\\/-]*", re.ASCII)
_PART = re.compile(r"(?<![\w.-])[A-Za-z_][\w-]*(?=(?:\.pyx?)?(?:[*/\\]|$))")


def check(article: Article) -> Iterator[Problem]:
    """The misspelt frames of an article."""
    reports = (report.text for report in (*own_reports(article), *look_alikes(article)))
    texts = (*reports, *(script.text for script in article.scripts))
    text = " ".join((article.title, article.summary, article.fix, article.body, words_of(article.sources), *texts))
    for signature in article.signatures:
        for message in find_misspelt_frames([signature], text):
            yield Problem(article.path, signature.line, message)
    if any(signature.frames for signature in article.signatures):
        yield from _check_passed(article)


def _check_passed(article: Article) -> Iterator[Problem]:
    """Some report of the article's own passes through the frames of each signature, if one shows a stack at all."""
    parsed = (parse(clean(report.text)) for report in own_reports(article))
    errors = [error for report in parsed for error in report.errors if error.frames]
    for signature in article.signatures if errors else ():
        if signature.frames and not any(any(expected_frames(signature, error)) for error in errors):
            globs = " | ".join(signature.frames)
            message = f"frames: no run and no paste passes through {globs}: correct it, or add a paste that does"
            yield Problem(article.path, signature.line, message)


def find_misspelt_frames(signatures: Iterable[Signature], text: str) -> Iterator[str]:
    """What is wrong with the frames of signatures; `text` has the words that are known besides.

    >>> signature = Signature("plop", frames=("*/torch/utils/data/dataloder.py", "*/numpyy/core/*"))
    >>> list(find_misspelt_frames([signature], "a stack of numpy, code of mine"))
    ["frames: '*/torch/utils/data/dataloder.py' has 'dataloder': did you mean 'dataloader'?", \
"frames: '*/numpyy/core/*' has 'numpyy': did you mean 'numpy'?"]
    """
    for glob in dict.fromkeys(glob for signature in signatures for glob in signature.frames):
        yield from (f"frames: {glob!r} {message}" for message in find_misspelt(glob, text))


def find_misspelt(glob: str, text: str) -> Iterator[str]:
    """What is wrong with one glob of files, or of lines of code, to be read after it.

    >>> list(find_misspelt("torch/nn/modules.py", "")), list(find_misspelt("assert *exists(*", ""))
    (['fits a whole path alone: begin it with `*`'], [])
    """
    if _PATH.fullmatch(glob):
        yield "fits a whole path alone: begin it with `*`"
    words = {*_WORD.findall(text)}
    parts = _PART.findall(glob)
    for place, part in enumerate(parts):
        labels = labels_of(".".join(parts[:place]))
        if part in text or part in labels or packages_of(part) or part in sys.stdlib_module_names:
            continue
        meant = nearest(part, sorted(words.union(parts[:place], labels)))
        if meant and meant.strip("_").rstrip("s").lower() != part.strip("_").rstrip("s").lower():
            yield f"has {part!r}: did you mean {meant!r}?"
            parts[place] = meant  # what stands below is of that one
