"""`tracefix search`: search the articles as the site does."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tracefix.answers.json_payloads import search_payload
from tracefix.articles.proofs import PROOF_MARKS
from tracefix.bundle.book import Book, open_book
from tracefix.cli.drawing import address, command
from tracefix.cli.environment import base_url


def search(queries: Sequence[str], *, as_json: bool) -> int:
    """Print what the queries find: with JSON a line for each, else all of them are one query."""
    book = open_book()
    if as_json:
        for query in queries:
            print(json.dumps(search_payload(book.search(query), book.by_slug, address), ensure_ascii=False))
    else:
        _print_results(book, " ".join(queries))
    return 0


def _print_results(book: Book, query: str) -> None:
    where = address if base_url() else command
    results = book.search(query)
    for hit in results.hits:
        article = book.by_slug[hit.slug]
        mark = PROOF_MARKS[article.proof]
        title = f"{article.title} ({mark})" if mark else article.title
        print(f"{title}\n  {article.summary}\n  {where(hit.slug)}")
    if not results.hits:
        print("Nothing found.")
    if results.suggestion:
        print(f"Did you mean: {results.suggestion}")
