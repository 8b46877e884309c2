"""`tracefix search`: search the articles as the site does."""

from __future__ import annotations

from collections.abc import Sequence

from tracefix.answers.brief import to_json
from tracefix.answers.json_payloads import search_payload
from tracefix.answers.text import results_to_text
from tracefix.bundle.article_bundle import open_bundle
from tracefix.cli.drawing import address, command
from tracefix.cli.environment import base_url
from tracefix.cli.language import language
from tracefix.cli.language import say as translate
from tracefix.cli.output import say


def search(queries: Sequence[str], *, as_json: bool) -> int:
    """Print what the queries find: with JSON a line for each, else all of them are one query."""
    bundle = open_bundle()
    articles = bundle.in_language(language())
    if as_json:
        for query in queries:
            results = bundle.search(query, language=language())
            say(to_json(search_payload(results, articles, address, say=translate)))
    else:
        where = address if base_url() else command
        say(results_to_text(bundle.search(" ".join(queries), language=language()), articles, where, translate))
    return 0
