"""Lint: what an article says for certain holds for every value that its signatures take."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from authoring.lint.reports import own_reports
from tracefix.articles.model import Article, Problem
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose

_RELEASE = re.compile(r"\d+(?:\.\d+){1,2}")  # of our own reports; four parts are an address
_AROUND = ".,;:()`“”"


def find_free_values(article: Article) -> Mapping[str, list[str]]:
    """What the article's reports have in place of each placeholder that takes anything (without `where`), in order."""
    alone = Catalogue([article])
    held = {name for signature in article.signatures for name in signature.where}
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for report in own_reports(article):
        for match in diagnose(report.text, alone).matches:
            for name, value in match.captures.items():
                if name not in held and value:
                    found[name][value] = None
    return {name: list(values) for name, values in found.items()}


def check(article: Article) -> Iterator[Problem]:
    """No headline and no summary names the one release that a placeholder stands for in every report."""
    said = {word.strip(_AROUND) for word in f"{article.finding} {article.summary}".split()}
    if not any(map(_RELEASE.fullmatch, said)):
        return  # most articles name none: their reports need not be matched
    for name, (value, *others) in find_free_values(article).items():
        if not others and _RELEASE.fullmatch(value) and value in said:
            message = (
                f"finding or summary says {value}, and {{{name}}} of the signature takes any release: write "
                f"{{{{{name}}}}} there, or give the signature a `where`, if the cause is of that release alone"
            )
            yield Problem(article.path, 1, message)
