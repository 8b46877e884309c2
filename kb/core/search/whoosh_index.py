"""The search index that Whoosh (https://whoosh.readthedocs.io/) keeps in files: built, opened, and asked.

What it stores with a term and an article is the term's weight there (weights.py). A query is scored term at a time
from those lists, which stay in memory once read: Whoosh's own query objects cost several times as much (`make bench`
shows both).
"""

import json
import logging
import threading
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from whoosh.analysis.analyzers import Analyzer
from whoosh.fields import STORED, FieldType, Schema
from whoosh.filedb.filestore import RamStorage
from whoosh.formats import Existence

from kb.core.articles.model import Article
from kb.core.search import checked_folder as sealed
from kb.core.search.index import LEAST, Asked, Known, Ranked, SearchIndex
from kb.core.search.spelling import Lexicon, Near
from kb.core.search.weights import Postings, Weighing, fingerprint, idf

log = logging.getLogger(__name__)


class _Pool:
    """Where a Whoosh writer takes postings from: ours are grouped already, where it would sort a tuple of each."""

    def __init__(self, postings: Postings) -> None:
        self._postings = postings

    def iter_postings(self) -> Iterator[tuple[str, bytes, int, float, bytes]]:
        for term, numbers, weights in self._postings.items():
            name = term.encode()
            for number, weight in zip(numbers, weights, strict=True):
                yield _TERMS, name, number, weight, b""

    def cleanup(self) -> None:
        """Nothing was written anywhere."""


_TERMS = "terms"
_LEXICON = "lexicon.json"
_LOOKUP = 8  # a number is looked up in the time in which so many are read


def _index_files(articles: Sequence[Article]) -> dict[str, bytes]:
    """The index as files: Whoosh's own, and the lexicon of names as written, for corrections."""
    storage = RamStorage()  # type: ignore[no-untyped-call]
    terms = FieldType(format=Existence(), analyzer=Analyzer())  # the analyzer is never asked
    index = storage.create_index(Schema(number=STORED, **{_TERMS: terms}))  # type: ignore[no-untyped-call]
    writer = index.writer()
    postings = Postings()
    weighing = Weighing(articles)
    for number, weights in enumerate(weighing):
        writer.add_document(number=number)
        postings.add(number, weights)
    writer.pool = _Pool(postings)
    writer.commit()
    lexicon = json.dumps(weighing.names()).encode()
    return {**{name: bytes(content) for name, content in storage.files.items()}, _LEXICON: lexicon}


# ── built and opened ────────────────────────────────────────────────────────────────────────────────────────────


def build(articles: Sequence[Article], directory: Path) -> None:
    """Build the index in a temporary sibling and rename it into place: complete or absent. Raises OSError.

    What stands there already stays where it is a good index of these articles, and is replaced where it is not.
    """
    label = fingerprint(articles)
    try:
        sealed.read(directory, label)
    except FileNotFoundError:
        sealed.write(directory, _index_files(articles), label)
    except sealed.SealError as error:
        log.warning("The search index %s %s: building it anew.", directory, error)
        sealed.discard(directory)
        sealed.write(directory, _index_files(articles), label)


def open_index(articles: Sequence[Article], root: Path) -> "Index":
    """Open the index of these articles below `root`; build it where it is absent, damaged or not ours.

    Where it cannot be written, the index is kept in memory and a warning logged. Any number of processes may do this
    at once: each ends with a whole index, and one of theirs stays on the disk.
    """
    label = fingerprint(articles)
    directory = root / label
    try:
        return Index(articles, sealed.read(directory, label))
    except FileNotFoundError:
        is_in_the_way = False
    except sealed.SealError as error:
        log.warning("The search index %s %s: building it anew.", directory, error)
        is_in_the_way = True
    except Exception as error:
        log.warning("The search index %s cannot be read (%s): building it anew.", directory, type(error).__name__)
        is_in_the_way = True
    files = _index_files(articles)
    try:
        if is_in_the_way:
            sealed.discard(directory)
        sealed.write(directory, files, label)
    except OSError as error:
        log.warning("The search index %s cannot be written (%s): searching in memory.", directory, error.strerror)
    return Index(articles, files)


class Posting(NamedTuple):
    """A term's articles with its weight in each, and what is known of it.

    As arrays: they take a tenth of the memory, which counts once many articles have the term.
    """

    numbers: "array[int]"
    weights: "array[float]"
    known: Known


class Index(SearchIndex):
    """An open index and the articles it was made from."""

    def __init__(self, articles: Sequence[Article], files: Mapping[str, bytes]) -> None:
        super().__init__(articles)
        storage = RamStorage()  # type: ignore[no-untyped-call]
        storage.files = {name: content for name, content in files.items() if name != _LEXICON}
        self._reader = storage.open_index().reader()  # type: ignore[no-untyped-call]
        self._lock = threading.Lock()  # a Whoosh reader has a position in its files
        self._lexicon = Lexicon(json.loads(files[_LEXICON]))
        self._postings: dict[str, Posting] = {}  # those read so far; no more than the index has terms

    def known(self, terms: Iterable[str]) -> dict[str, Known]:
        return {term: posting.known for term in terms if (posting := self._posting(term))}

    def near(self, names: Sequence[str]) -> list[list[Near]]:
        return [self._lexicon.near(name) for name in names]

    def beginning(self, start: str) -> list[str]:
        return self._lexicon.beginning(start)

    def rank(self, asked: Asked) -> Ranked:
        scores: defaultdict[int, float] = defaultdict(float)
        covered: defaultdict[int, float] = defaultdict(float)
        leading = asked.leading()
        for term, value in asked.values.items():
            if term in leading and (posting := self._posting(term)):
                for number, strength in zip(posting.numbers, posting.weights, strict=True):
                    scores[number] += value * strength
                    covered[number] += value
        for term, value in asked.values.items():
            if term not in leading:
                for number, strength in self._weights_in(scores, term):
                    scores[number] += value * strength
                    covered[number] += value
        for pair, value in asked.pairs.items():
            for number, strength in self._weights_in(scores, pair):
                scores[number] += value * strength
        total = sum(asked.values.values())
        for number in scores:
            scores[number] *= covered[number] / total
        least = LEAST * max(scores.values(), default=0.0)
        return self._ranked({number: score for number, score in scores.items() if score >= least}, asked)

    def _weights_in(self, numbers: Collection[int], term: str) -> Iterator[tuple[int, float]]:
        """Those of the articles that have the term, with its weight in each."""
        posting = self._posting(term)
        if posting is None:
            return
        if len(numbers) * _LOOKUP < len(posting.numbers):
            for number in numbers:
                place = bisect_left(posting.numbers, number)
                if place < len(posting.numbers) and posting.numbers[place] == number:
                    yield number, posting.weights[place]
        else:
            yield from (pair for pair in zip(posting.numbers, posting.weights, strict=True) if pair[0] in numbers)

    def _posting(self, term: str) -> Posting | None:
        """Where a term occurs; None for a term that the index does not have."""
        known = self._postings.get(term)
        if known is None and (known := self._read_posting(term)):
            self._postings[term] = known
        return known

    def _read_posting(self, term: str) -> Posting | None:
        with self._lock:
            if (_TERMS, term) not in self._reader:
                return None
            matcher = self._reader.postings(_TERMS, term)
            numbers, weights = array("l"), array("f")  # as many digits as Whoosh keeps
            while matcher.is_active():
                numbers.append(matcher.id())
                weights.append(matcher.weight())
                matcher.next()
        return Posting(numbers, weights, Known(idf(len(numbers), len(self.articles)), len(numbers), max(weights)))
