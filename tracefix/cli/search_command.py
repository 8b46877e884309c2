"""`tracefix search`: search the articles as the site does."""

from __future__ import annotations

from collections.abc import Sequence

from tracefix.answers.brief import to_json
from tracefix.answers.json_payloads import search_payload
from tracefix.answers.text import printable
from tracefix.articles.proofs import PROOF_MARKS
from tracefix.bundle.article_bundle import Bundle, open_bundle
from tracefix.cli.drawing import address, command
from tracefix.cli.environment import base_url
from tracefix.cli.output import say


def search(queries: Sequence[str], *, as_json: bool) -> int:
    """Print what the queries find: with JSON a line for each, else all of them are one query."""
    bundle = open_bundle()
    if as_json:
        for query in queries:
            say(to_json(search_payload(bundle.search(query), bundle.by_slug, address)))
    else:
        _print_results(bundle, " ".join(queries))
    return 0


def _print_results(bundle: Bundle, query: str) -> None:
    where = address if base_url() else command
    results = bundle.search(query)
    for hit in results.hits:
        article = bundle.by_slug[hit.slug]
        mark = PROOF_MARKS[article.proof]
        title = printable(f"{article.title} ({mark})" if mark else article.title)
        say(f"{title}\n  {printable(article.summary)}\n  {where(hit.slug)}")
    if not results.hits:
        say("Nothing found.")
    if results.suggestion:
        say(f"Did you mean: {printable(results.suggestion)}")
