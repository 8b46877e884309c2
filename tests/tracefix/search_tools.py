"""Small articles, and an index of them in memory."""

import datetime
from pathlib import Path

from tracefix.articles.model import Article
from tracefix.search.query import find
from tracefix.search.whoosh_index import WhooshIndex, make_files


def article(slug, title="", summary="Nothing is said here.", **fields):
    """An article with what the search reads; all else is bare."""
    empty = ("projects", "exceptions", "tags", "signatures", "sources")
    defaults = dict.fromkeys(empty, ()) | {"fix": "Nothing to do.", "folder": Path(slug), "body": "", "body_line": 1}
    dates = dict.fromkeys(("created", "updated"), datetime.date(2026, 1, 1))
    return Article(slug=slug, title=title or slug, summary=summary, **defaults | dates | fields)


def index_of(*its_articles):
    return WhooshIndex(its_articles, make_files(its_articles))


def slugs(query, *its_articles, **options):
    return [hit.slug for hit in find(index_of(*its_articles), query, **options).hits]


KEYS = article("keys", title="cannot pickle 'dict_keys' object")
NCCL = article("nccl", title="ProcessGroupNCCL timeout")
RANK = article("rank", title="Invalid destination rank: same as the current process")
