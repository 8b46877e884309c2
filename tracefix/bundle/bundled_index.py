"""BundledIndex: the site's search index in the client, opened from the sections of a bundle."""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence

from tracefix.articles.model import Article
from tracefix.search.index import terms_of
from tracefix.search.weights import telling_texts
from tracefix.search.whoosh_index import WhooshIndex, make_files

log = logging.getLogger(__name__)

TellingTerms = Sequence[Sequence[str]]


class BundledIndex(WhooshIndex):
    """An index over articles without their long texts, which `load_full` reads. `telling` has their telling_terms()."""

    def __init__(
        self,
        articles: Mapping[str, Article],
        files: Mapping[str, bytes],
        load_full: Callable[[Article], Article],
        telling: Callable[[str], TellingTerms],
    ) -> None:
        super().__init__(articles, files)
        self._load_full = load_full
        self._telling = telling

    def load_full(self, number: int) -> Article:
        return self._load_full(self.article(number))

    def telling_texts(self, number: int) -> tuple[frozenset[str], ...]:
        return tuple(map(frozenset, self._telling(self.slugs[number])))


def open_bundled(
    articles: Mapping[str, Article],
    files: Mapping[str, bytes],
    load_full: Callable[[Article], Article],
    telling: Callable[[str], TellingTerms],
) -> WhooshIndex:
    """Open the index of these files. If the installed Whoosh cannot read them, build one in memory, in seconds."""
    try:
        return BundledIndex(articles, files, load_full, telling)
    except Exception as error:  # another version of Whoosh may have another format
        log.warning("The search index cannot be read (%s): building it anew.", type(error).__name__)
        return build_in_memory(map(load_full, articles.values()))


def build_in_memory(articles: Iterable[Article]) -> WhooshIndex:
    """An index of articles that have all their texts."""
    every = tuple(articles)
    return WhooshIndex(every, make_files(every))


def telling_terms(article: Article) -> list[list[str]]:
    """What SearchIndex.telling_texts() gives for an article, in an order that is always the same."""
    return [sorted(terms) for terms in dict.fromkeys(map(terms_of, telling_texts(article)))]
