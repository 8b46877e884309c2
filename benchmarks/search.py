"""The search beside its peers on 100, 1,000 and 10,000 articles: SQLite FTS5, tantivy, and Whoosh's own BM25F.

Each peer indexes the same title, summary and body, weighs the title thrice, takes any word of the query, ranks by BM25
and draws a highlighted summary of the ten best, as ours does. Ours also corrects, counts facets and asks for phrases.
Every figure is the median over the same queries, in turns; the ratios compare what ran in that same run.
"""

import re
import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import tantivy
from whoosh.analysis import StemmingAnalyzer
from whoosh.fields import STORED, TEXT, Schema
from whoosh.filedb.filestore import RamStorage
from whoosh.qparser import MultifieldParser, OrGroup

from benchmarks.generated import make_articles, make_queries
from benchmarks.matcher import medians_ms
from tracefix.articles.model import Article
from tracefix.search.query import find
from tracefix.search.whoosh_index import WhooshIndex, make_files

COUNTS = (100, 1_000, 10_000)
_BEST = 10
_WORD = re.compile(r"\w+")

Search = Callable[[str], Sequence[Any]]


def ours(articles: Sequence[Article]) -> Search:
    index = WhooshIndex(articles, make_files(articles))
    return lambda query: find(index, query, size=_BEST).hits


def fts5(articles: Sequence[Article]) -> Search:
    database = sqlite3.connect(":memory:")
    database.execute("create virtual table article using fts5(slug unindexed, title, summary, body)")
    database.executemany(
        "insert into article values (?, ?, ?, ?)",
        ((article.slug, article.title, article.summary, article.body) for article in articles),
    )
    select = """select slug, highlight(article, 2, '<mark>', '</mark>') from article where article match ?
                order by bm25(article, 0, 3, 1, 1) limit ?"""

    def search(query: str) -> list[Any]:
        words = " OR ".join(f'"{word}"' for word in _WORD.findall(query))
        return database.execute(select, (words, _BEST)).fetchall()

    return search


def by_tantivy(articles: Sequence[Article]) -> Search:
    builder = tantivy.SchemaBuilder()
    for name in ("slug", "title", "summary", "body"):
        builder.add_text_field(name, stored=name in {"slug", "summary"})
    schema = builder.build()
    index = tantivy.Index(schema)
    writer = index.writer(100_000_000, 1)
    for article in articles:
        writer.add_document(
            tantivy.Document(slug=article.slug, title=article.title, summary=article.summary, body=article.body)
        )
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()

    def search(query: str) -> list[Any]:
        words = " ".join(_WORD.findall(query))
        parsed = index.parse_query(words, ["title", "summary", "body"], {"title": 3.0})
        snippets = tantivy.SnippetGenerator.create(searcher, parsed, schema, "summary")
        found = [searcher.doc(address) for _, address in searcher.search(parsed, _BEST).hits]
        return [(document["slug"][0], snippets.snippet_from_doc(document).to_html()) for document in found]

    return search


def by_whoosh(articles: Sequence[Article]) -> Search:
    analyzer = StemmingAnalyzer()
    schema = Schema(
        slug=STORED,
        title=TEXT(analyzer=analyzer, field_boost=3.0),
        summary=TEXT(analyzer=analyzer, stored=True),
        body=TEXT(analyzer=analyzer),
    )
    index = RamStorage().create_index(schema)
    writer = index.writer(limitmb=1024)
    for article in articles:
        writer.add_document(slug=article.slug, title=article.title, summary=article.summary, body=article.body)
    writer.commit()
    searcher = index.searcher()
    parser = MultifieldParser(["title", "summary", "body"], schema, group=OrGroup)

    def search(query: str) -> list[Any]:
        hits = searcher.search(parser.parse(" ".join(_WORD.findall(query))), limit=_BEST)
        return [(hit["slug"], hit.highlights("summary", top=1)) for hit in hits]

    return search


ENGINES = {"fts5": fts5, "tantivy": by_tantivy, "whoosh": by_whoosh}


def _ask_all(search: Search, queries: Sequence[str]) -> list[Sequence[Any]]:
    return [search(query) for query in queries]


def main() -> dict[str, float]:
    """Print the tables and return the ratios."""
    ratios: dict[str, float] = {}
    medians: dict[int, float] = {}
    print(f"{'articles':>8} {'ours':>8} " + " ".join(f"{name:>8}" for name in ENGINES) + "   ms a query")
    for size in COUNTS:
        articles = make_articles(size)
        queries = make_queries(articles)
        searches = [make(articles) for make in (ours, *ENGINES.values())]
        for search in searches:
            found = [bool(search(query)) for query in queries]
            if found.count(True) < 0.9 * len(found):
                raise AssertionError("an engine finds nothing: its times mean nothing")
        times = medians_ms(*(partial(_ask_all, search, queries) for search in searches), seconds=3)
        ours_ms, *theirs_ms = (taken / len(queries) for taken in times)
        medians[size] = ours_ms
        for name, taken in zip(ENGINES, theirs_ms, strict=True):
            ratios[f"vs_{name}_{size}"] = round(ours_ms / taken, 2)
        print(f"{size:>8} {ours_ms:>8.3f} " + " ".join(f"{taken:>8.3f}" for taken in theirs_ms))
    ratios["growth_100_to_10000"] = round(medians[COUNTS[-1]] / medians[COUNTS[0]], 2)
    return ratios
