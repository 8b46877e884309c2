"""`tracefix explain`: show an article, or one section of it, in the terminal.

At a terminal it is rendered and shown through the reader's pager; elsewhere it is the Markdown that it is written in.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from tracefix.answers.text import harmless, render
from tracefix.articles.filling import fill
from tracefix.articles.model import Article, Run
from tracefix.bundle.article_bundle import Bundle, open_bundle
from tracefix.cli.environment import wants_colours
from tracefix.cli.language import language
from tracefix.cli.language import say as translate
from tracefix.cli.output import complain, is_terminal, say
from tracefix.phrases import Phrase, sentence
from tracefix.search.spelling import closest

UNKNOWN = 2
_REPRODUCED, _SOURCES = sentence("Reproduced on"), sentence("Sources")


def explain(slug: str, section: str = "") -> int:
    """Print an article by its slug or an alias, or the section of this name."""
    bundle = open_bundle()
    article = find_article(bundle, slug)
    if article is None:
        return UNKNOWN
    text = harmless("\n".join(_lines(bundle, article.in_language(language()))))
    if section:
        found = _find_section(text, section)
        if not found:
            return UNKNOWN
        text = found
    if not is_terminal():
        say(text)
        return 0
    from pydoc import pager  # here: it is slow to import

    os.environ.setdefault("LESS", "FRX")  # as git does: colours, and no pager for what fits on the screen
    pager(render(text, colours=wants_colours(is_terminal=True)))
    return 0


def find_article(bundle: Bundle, slug: str) -> Article | None:
    """The whole article; None, and a line on standard error with the closest slugs, if there is none."""
    known = bundle.canonical(slug)
    if known is None:
        near = closest(slug, bundle.by_slug)
        told = (
            Phrase("there is no article {slug}. Did you mean {near}?", slug=repr(slug), near=tuple(near))
            if near
            else Phrase("there is no article {slug}. `tracefix search WORDS` finds one.", slug=repr(slug))
        )
        complain(f"tracefix: {translate(told)}")
        return None
    return bundle.load_full(bundle.by_slug[known])


def _find_section(text: str, name: str) -> str:
    """The section whose heading has this name, or begins with it; "" and a line with all names if none has."""
    sections = {part.partition("\n")[0]: f"## {part}" for part in text.split("\n## ")[1:]}
    wanted = name.casefold()
    found = [heading for heading in sections if heading.casefold().startswith(wanted)]
    if not found:
        there = Phrase("there is no section {name}. There are: {known}", name=repr(name), known="; ".join(sections))
        complain(f"tracefix: {translate(there)}")
        return ""
    return sections[found[0]].rstrip()


def _lines(bundle: Bundle, article: Article) -> Iterator[str]:
    cause = translate(Phrase("Cause: {text}", text=fill(article.summary)))
    fix = translate(Phrase("Fix: {text}", text=fill(article.fix)))
    yield from (f"# {article.title}", "", cause, "", fix, "")
    yield fill(article.body).strip()
    if shown := sorted({_where(run) for run in article.runs if run.reproduced}):
        yield from ("", f"## {translate(_REPRODUCED)}", "", *(f"- {line}" for line in shown))
    if article.sources:
        yield from (
            "",
            f"## {translate(_SOURCES)}",
            "",
            *(f"- {source.title}: {source.url}" for source in article.sources),
        )
    last = Phrase("From: {origin}, last changed {day}", origin=_origin(bundle, article), day=str(article.updated))
    yield from ("", translate(last))
    if article.pairs:
        yield translate(Phrase("Run it under your own Python: {command}", command=f"tracefix prove {article.slug}"))


def _where(run: Run) -> str:
    """The environment of a run in words."""
    return ", ".join([f"Python {run.python}", *(f"{name} {version}" for name, version in run.packages.items())])


def _origin(bundle: Bundle, article: Article) -> str:
    return str(article.folder.parent) if article.folder.parent in bundle.folders else "Tracefix"
