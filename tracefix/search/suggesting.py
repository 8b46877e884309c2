"""Suggestions: who types half a name of an error means the article that bears it, and of two the common one."""

import re
from collections.abc import Iterable, Mapping, Sequence

from tracefix.articles.model import Article

CANDIDATES = 30  # best results of a search that are suggested behind them
_WORD = re.compile(r"[^\W_]+")

Names = Mapping[str, tuple[Sequence[str], ...]]


def read_names(articles: Iterable[Article]) -> Names:
    """The words of each article's slug and title, by slug."""
    return {article.slug: (_words(article.slug), _words(article.title)) for article in articles}


def suggest(typed: str, found: Iterable[str], names: Names, common: Sequence[str]) -> list[str]:
    """The articles whose title or slug begins with the typed words, then those that have them in a row, then those that
    have all of them, then `found`.

    The last word may be half typed. Among those that fit alike, the more common comes first, then the one with the
    shorter slug, which is the more general.
    """
    words = _words(typed)
    place = {slug: number for number, slug in enumerate(common)}
    fits = {slug: fit for slug, texts in names.items() if (fit := _fit(words, texts))} if words else {}
    named = sorted(fits, key=lambda slug: (-fits[slug], place.get(slug, len(place)), len(names[slug][0]), slug))
    return list(dict.fromkeys((*named, *found)))


def _fit(typed: Sequence[str], texts: Iterable[Sequence[str]]) -> int:
    """3 if one of the texts begins with the typed words, 2 if it has them in a row, 1 if it has all, 0 otherwise."""
    return max(_fit_of(typed, text) for text in texts)


def _fit_of(typed: Sequence[str], text: Sequence[str]) -> int:
    *whole, half = typed
    starts = range(len(text) - len(typed) + 1)
    runs = (text[start : start + len(typed)] for start in starts)
    fits = [start for start, run in zip(starts, runs, strict=True) if run[:-1] == whole and run[-1].startswith(half)]
    if fits:
        return 2 if fits[0] else 3
    return int(set(whole) <= set(text) and any(word.startswith(half) for word in text))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())
