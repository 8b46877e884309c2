"""Lint: a project has one spelling in all articles, or it is two in the facets, in search and in counts."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from authoring.lint.lines import line_of
from tracefix.articles.model import Problem
from tracefix.matching.catalogue import Catalogue


def check_between(catalogue: Catalogue) -> Iterator[Problem]:
    """No project differs from another one only in case.

    The spelling of most articles is right; of equally common ones, that with more capitals.
    """
    spellings: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for article in catalogue.articles:
        for project in article.projects:
            spellings[project.lower()][project] += 1
    for article in catalogue.articles:
        for project in article.projects:
            known = spellings[project.lower()]
            common = max(known, key=lambda name: (known[name], sum(map(str.isupper, name)), name))
            if project != common:
                message = f"projects has {project!r}, other articles {common!r}: write {common!r}, or correct them all"
                yield Problem(article.path, line_of(article.path, "projects"), message)
