"""WhooshIndex: the search index, stored in files by Whoosh (https://whoosh.readthedocs.io/).

Whoosh stores each term's articles with the term's weight in each. Queries are ranked from those lists by SearchIndex,
not by Whoosh's own query objects, which take several times as long (`make bench` shows both).
"""

import json
import logging
import threading
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from whoosh.analysis.analyzers import Analyzer
from whoosh.codec.whoosh3 import W3Codec, W3Segment
from whoosh.fields import FieldType, Schema
from whoosh.filedb.filestore import RamStorage
from whoosh.formats import Existence

from tracefix.articles.model import Article
from tracefix.search import checked_folder
from tracefix.search.checked_folder import UnusableFolderError
from tracefix.search.index import Posting, SearchIndex, TermStats
from tracefix.search.spelling import Lexicon, SimilarName
from tracefix.search.weights import ArticleWeights, Postings, fingerprint, idf

log = logging.getLogger(__name__)

_TERMS = "terms"
_LEXICON = "lexicon.json"


class WhooshIndex(SearchIndex):
    """An open index and the articles that it was built from.

    A posting is read from the files on first use and then cached, so the cache has at most as many entries as the index
    has terms. Nothing else of a query is cached.
    """

    def __init__(self, articles: Iterable[Article] | Mapping[str, Article], files: Mapping[str, bytes]) -> None:
        super().__init__(articles)
        storage = RamStorage()  # type: ignore[no-untyped-call]
        storage.files = {name: content for name, content in files.items() if name != _LEXICON}
        self._reader = storage.open_index().reader()  # type: ignore[no-untyped-call]
        self._lock = threading.Lock()  # a Whoosh reader has one position in its files, so threads cannot share it
        self._lexicon = Lexicon(json.loads(files[_LEXICON]))
        self._postings: dict[str, Posting] = {}

    def posting(self, term: str) -> Posting | None:
        posting = self._postings.get(term)
        if posting is None and (posting := self._read_posting(term)):
            self._postings[term] = posting
        return posting

    def similar(self, name: str) -> list[SimilarName]:
        return self._lexicon.similar(name)

    def completions(self, start: str) -> list[str]:
        return self._lexicon.completions(start)

    def _read_posting(self, term: str) -> Posting | None:
        with self._lock:
            if (_TERMS, term) not in self._reader:
                return None
            matcher = self._reader.postings(_TERMS, term)
            numbers, weights = array("l"), array("f")  # the precision that Whoosh stores
            while matcher.is_active():
                numbers.append(matcher.id())
                weights.append(matcher.weight())
                matcher.next()
        return Posting(numbers, weights, TermStats(idf(len(numbers), len(self.slugs)), len(numbers), max(weights)))


def open_index(articles: Sequence[Article], root: Path) -> WhooshIndex:
    """Open the index of these articles below `root`. If it is missing, damaged or another user's, build it first.

    If the index cannot be written, it stays in memory and a warning is logged. Several processes may do this at once:
    each gets a complete index, and one of them stays on the disk.
    """
    label = fingerprint(articles)
    directory = root / label
    try:
        return WhooshIndex(articles, checked_folder.read(directory, label))
    except FileNotFoundError:
        is_in_the_way = False
    except UnusableFolderError as error:
        log.warning("The search index %s %s: building it anew.", directory, error)
        is_in_the_way = True
    except Exception as error:  # Whoosh cannot read it, as after a change of its own format
        log.warning("The search index %s cannot be read (%s): building it anew.", directory, type(error).__name__)
        is_in_the_way = True
    files = make_files(articles)
    try:
        if is_in_the_way:
            checked_folder.discard(directory)
        checked_folder.write(directory, files, label)
    except OSError as error:
        log.warning("The search index %s cannot be written (%s): searching in memory.", directory, error.strerror)
    return WhooshIndex(articles, files)


def build(articles: Sequence[Article], directory: Path) -> None:
    """Build the index of these articles in `directory`, unless an intact one exists. Raises OSError.

    It is written to a temporary folder and renamed, so it is complete or absent.
    """
    label = fingerprint(articles)
    try:
        checked_folder.read(directory, label)
    except FileNotFoundError:
        checked_folder.write(directory, make_files(articles), label)
    except UnusableFolderError as error:
        log.warning("The search index %s %s: building it anew.", directory, error)
        checked_folder.discard(directory)
        checked_folder.write(directory, make_files(articles), label)


def make_files(articles: Sequence[Article]) -> dict[str, bytes]:
    """The index of these articles as files: Whoosh's own, and the lexicon of names.

    Long postings are compressed one by one, which saves memory.
    """
    storage = RamStorage()  # type: ignore[no-untyped-call]
    terms = FieldType(format=Existence(), analyzer=Analyzer())  # the analyzer is never called
    index = storage.create_index(Schema(**{_TERMS: terms}))  # type: ignore[no-untyped-call]
    codec = _Codec(compression=3)  # type: ignore[no-untyped-call]
    writer = index.writer(codec=codec, compound=False)  # a reader would copy the files out of a compound one
    postings = Postings()
    article_weights = ArticleWeights(articles)
    for number, weights in enumerate(article_weights):
        writer.add_document()
        postings.add(number, weights)
    writer.pool = _PostingPool(postings)
    writer.commit()
    lexicon = json.dumps(article_weights.names()).encode()
    return {**{name: bytes(content) for name, content in storage.files.items()}, _LEXICON: lexicon}


class _Codec(W3Codec):
    """Whoosh's own codec, but the name of the segment is not random: the same articles make the same bytes."""

    def new_segment(self, storage: Any, indexname: str) -> W3Segment:
        return W3Segment(W3Codec(), indexname, segid="0")  # type: ignore[no-untyped-call]


class _PostingPool:
    """Replaces the posting pool of a Whoosh writer, which would sort a tuple for each posting.

    It has the two methods of whoosh.writing.PostingPool that the writer calls on commit.
    """

    def __init__(self, postings: Postings) -> None:
        self._postings = postings

    def iter_postings(self) -> Iterator[tuple[str, bytes, int, float, bytes]]:
        for term, numbers, weights in self._postings.items():
            name = term.encode()
            for number, weight in zip(numbers, weights, strict=True):
                yield _TERMS, name, number, weight, b""

    def cleanup(self) -> None:
        """Does nothing, because nothing was written to the disk."""
