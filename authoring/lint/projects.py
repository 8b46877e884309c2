"""Lint: a project has one spelling in all articles, or it is two in the facets, in search and in counts."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from authoring.lint.lines import line_of
from tracefix.articles.distributions import is_known
from tracefix.articles.model import Problem
from tracefix.matching.catalogue import Catalogue
from tracefix.search.spelling import Lexicon


def check_between(catalogue: Catalogue) -> Iterator[Problem]:
    """No project differs from another one only in case, and none that one article has by one letter from a common one.

    The spelling of most articles is right; of equally common ones, that with more capitals.
    """
    spellings: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for article in catalogue.articles:
        for project in article.projects:
            spellings[project.lower()][project] += 1
    common_names = Lexicon({name: count for names in spellings.values() for name, count in names.items() if count > 1})
    for article in catalogue.articles:
        for project in article.projects:
            known = spellings[project.lower()]
            common = max(known, key=lambda name: (known[name], sum(map(str.isupper, name)), name))
            if project != common:
                message = f"projects has {project!r}, other articles {common!r}: write {common!r}, or correct them all"
                yield Problem(article.path, line_of(article.path, "projects"), message)
            elif known.total() == 1 and (near := _misspelt(project, common_names)):
                message = f"projects has {project!r}, which no other article has: did you mean {near!r}?"
                yield Problem(article.path, line_of(article.path, "projects"), message)


def _misspelt(project: str, common: Lexicon) -> str:
    """The common project that this one is misspelt of; "" if it is none."""
    similar = () if is_known(project) else common.similar(project)
    return next((each.name for each in similar if not each.is_longer), "")
