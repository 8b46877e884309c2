"""The texts of a search result: the summary with the query's words marked, and the best error line."""

import html
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from math import fsum

from tracefix.search.words import Word, article_words

_CODE = re.compile(r"`([^`<>]*(?:</?mark>[^`<>]*)*)`")  # runs on our own text only
# Words that are not marked, because they are in every summary. They are still searched.
_UNMARKED = frozenset(
    """a an and are as at be by for from has in is it of on or that the this to was with""".split()  # noqa: SIM905
)


def highlight(text: str, terms: Collection[str]) -> str:
    """The text as escaped HTML, with every word that shares a term with the query in <mark>."""
    drawn: list[str] = []
    end = 0
    for start, stop in _merge_spans(
        (word.start, word.end) for word in _markable_words(text) if any(term in terms for term, _ in word.terms)
    ):
        drawn += html.escape(text[end:start]), "<mark>", html.escape(text[start:stop]), "</mark>"
        end = stop
    return "".join((*drawn, html.escape(text[end:])))


def highlight_markdown(text: str, terms: Collection[str]) -> str:
    """highlight() of one line of Markdown, with its `code` in <code>."""
    return _CODE.sub(r"<code>\1</code>", highlight(text, terms))


def telling_line(lines: Iterable[tuple[str, Collection[str]]], title: str, values: Mapping[str, float]) -> str:
    """The error line that covers most of the query, terms weighed by `values`; "" if the title covers as much."""
    in_title = {term for word in _markable_words(title) for term, _ in word.terms}
    best, most = "", _value(in_title, values)
    for line, terms in lines:
        if (value := _value(terms, values)) > most:
            best, most = line, value
    return best


def _value(terms: Collection[str], values: Mapping[str, float]) -> float:
    """The weight of the query's terms among these. fsum, because the order of a set differs between processes."""
    return fsum(values[term] for term in values.keys() & terms)


@lru_cache(maxsize=1 << 12)
def _markable_words(text: str) -> tuple[Word, ...]:
    """The words of a title, summary or line that may be marked. Cached, because the same articles are found often."""
    return tuple(word for word in article_words(text) if text[word.start : word.end].lower() not in _UNMARKED)


def _merge_spans(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Merge overlapping and touching spans."""
    start = end = -1
    for next_start, next_end in sorted(spans):
        if next_start > end:
            if end > 0:
                yield start, end
            start, end = next_start, next_end
        end = max(end, next_end)
    if end > 0:
        yield start, end
