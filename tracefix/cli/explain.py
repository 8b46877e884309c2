"""`tracefix explain`: show an article in the terminal, as the Markdown that it is written in."""

from __future__ import annotations

from collections.abc import Iterator

from tracefix.answers.text import harmless
from tracefix.articles.filling import fill
from tracefix.articles.model import Article, Run
from tracefix.bundle.article_bundle import Bundle, open_bundle
from tracefix.cli.output import complain, say
from tracefix.search.spelling import closest

UNKNOWN = 2


def explain(slug: str) -> int:
    """Print an article by its slug or an alias."""
    bundle = open_bundle()
    article = find_article(bundle, slug)
    if article is None:
        return UNKNOWN
    say(harmless("\n".join(_lines(bundle, article))))
    return 0


def find_article(bundle: Bundle, slug: str) -> Article | None:
    """The whole article; None, and a line on standard error with the closest slugs, if there is none."""
    known = bundle.canonical(slug)
    if known is None:
        near = closest(slug, bundle.by_slug)
        suggestion = f" Did you mean {' or '.join(near)}?" if near else " `tracefix search WORDS` finds one."
        complain(f"tracefix: there is no article {slug!r}.{suggestion}")
        return None
    return bundle.load_full(bundle.by_slug[known])


def _lines(bundle: Bundle, article: Article) -> Iterator[str]:
    yield from (f"# {article.title}", "", f"Cause: {fill(article.summary)}", "", f"Fix: {fill(article.fix)}", "")
    yield fill(article.body).strip()
    if shown := sorted({_where(run) for run in article.runs if run.reproduced}):
        yield from ("", "## Reproduced on", "", *(f"- {line}" for line in shown))
    if article.sources:
        yield from ("", "## Sources", "", *(f"- {source.title}: {source.url}" for source in article.sources))
    yield from ("", f"From: {_origin(bundle, article)}, last changed {article.updated}")
    if article.pairs:
        yield f"Run it under your own Python: tracefix prove {article.slug}"


def _where(run: Run) -> str:
    """The environment of a run in words."""
    return ", ".join([f"Python {run.python}", *(f"{name} {version}" for name, version in run.packages.items())])


def _origin(bundle: Bundle, article: Article) -> str:
    return str(article.folder.parent) if article.folder.parent in bundle.folders else "Tracefix"
