"""`tracefix search`: search the articles as the site does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tracefix.answers.brief import to_json
from tracefix.answers.json_payloads import search_payload
from tracefix.answers.text import printable
from tracefix.articles.proofs import PROOF_MARKS
from tracefix.bundle.article_bundle import open_bundle
from tracefix.cli.drawing import address, command
from tracefix.cli.environment import base_url
from tracefix.cli.language import language
from tracefix.cli.language import say as translate
from tracefix.cli.output import say
from tracefix.phrases import Phrase, sentence

if TYPE_CHECKING:
    from tracefix.articles.model import Article
    from tracefix.search.query import Results


def search(queries: Sequence[str], *, as_json: bool) -> int:
    """Print what the queries find: with JSON a line for each, else all of them are one query."""
    bundle = open_bundle()
    articles = bundle.in_language(language())
    if as_json:
        for query in queries:
            results = bundle.search(query, language=language())
            say(to_json(search_payload(results, articles, address, say=translate)))
    else:
        _print_results(bundle.search(" ".join(queries), language=language()), articles)
    return 0


def _print_results(results: Results, articles: Mapping[str, Article]) -> None:
    where = address if base_url() else command
    for hit in results.hits:
        article = articles[hit.slug]
        mark = translate(PROOF_MARKS[article.proof])
        title = printable(f"{article.title} ({mark})" if mark else article.title)
        say(f"{title}\n  {printable(article.summary)}\n  {where(hit.slug)}")
    if not results.hits:
        say(translate(sentence("Nothing found.")))
    if results.suggestion:
        say(translate(Phrase("Did you mean: {query}", query=printable(results.suggestion))))
