"""Reports from our own articles, which a visitor can try."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kb.core.articles.files import read_file
from kb.core.articles.model import Article, ArticleError

_MOST_EXAMPLES = 3


def newest_examples(all_articles: Iterable[Article]) -> list[Article]:
    """Known errors whose own report can be tried: the latest, of different themes as long as there are some."""
    known = (article for article in all_articles if article.is_specific and _has_report(article))
    newest = sorted(known, key=_recency, reverse=True)
    themes: Counter[str] = Counter()
    ranks = {}
    for article in newest:
        ranks[article.slug] = themes[article.tags[0]]
        themes[article.tags[0]] += 1
    return sorted(newest, key=lambda article: ranks[article.slug])[:_MOST_EXAMPLES]


def _has_report(article: Article) -> bool:
    """Whether example_report() has one, told without reading it."""
    return bool(article.pastes) or any(run.reproduced for run in article.runs)


def _recency(article: Article) -> tuple[Any, ...]:
    return article.created, article.slug


def example_report(article: Article) -> str:
    """What the article's script printed as it failed, else another report that leads to it; "" if there is none."""
    for run in sorted(article.runs, key=lambda run: (run.script != "repro.py", run.path.name)):
        if run.reproduced:
            return run.output
    return read_article_file(article.pastes[0]) if article.pastes else ""


def read_article_file(path: Path) -> str:
    """The text of an article's file; "" if it went a moment ago, or is no file of an article any more."""
    try:
        return read_file(path)
    except (FileNotFoundError, ArticleError):
        return ""
