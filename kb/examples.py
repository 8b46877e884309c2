"""Example pastes from the articles, which a visitor can try."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from tracefix.articles.files import read_file
from tracefix.articles.model import Article, ArticleError

_MOST_EXAMPLES = 3


def newest_examples(all_articles: Iterable[Article]) -> list[Article]:
    """The newest articles with an example paste, of different themes and projects as far as possible."""
    known = (article for article in all_articles if article.is_specific and _has_example(article))
    newest = sorted(known, key=lambda article: (article.created, article.slug), reverse=True)
    seen: Counter[str] = Counter()
    ranks = {}
    for article in newest:
        kinds = (article.tags[0], article.projects[0])
        ranks[article.slug] = max(seen[kind] for kind in kinds)
        seen.update(kinds)
    return sorted(newest, key=lambda article: ranks[article.slug])[:_MOST_EXAMPLES]


def _has_example(article: Article) -> bool:
    """Whether example_report() would find a paste, without reading its file."""
    return bool(article.pastes) or any(run.reproduced for run in article.runs)


def example_paste(article: Article) -> str:
    """The output of the article's failing script, else another paste that matches the article; "" if there is none."""
    for run in sorted(article.runs, key=lambda run: (run.script != "repro.py", run.path.name)):
        if run.reproduced:
            return run.output
    return read_article_file(article.pastes[0]) if article.pastes else ""


def read_article_file(path: Path) -> str:
    """The text of an article's file; "" if the file was just deleted, or no longer belongs to an article."""
    try:
        return read_file(path)
    except (FileNotFoundError, ArticleError):
        return ""
