"""The search index: what of an article is searched and how much it counts, built, kept on disk and opened.

Whoosh (https://whoosh.readthedocs.io/) keeps it. What it stores with a term and an article is the term's weight there:
BM25's saturation and length norm within each field, added up over the fields by their importance (BM25F). A query is
scored term at a time from those lists (search.py), which stay in memory once read: Whoosh's own query objects cost
several times as much (`make bench` shows both).
"""

import hashlib
import json
import logging
import math
import re
import threading
from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from whoosh import __version__ as whoosh_version
from whoosh.analysis.analyzers import Analyzer
from whoosh.fields import STORED, FieldType, Schema
from whoosh.filedb.filestore import RamStorage
from whoosh.formats import Existence

from kb.core import sealed
from kb.core.articles import Article, Run
from kb.core.lexicon import Lexicon
from kb.core.signatures import Signature, template_parts
from kb.core.words import pairs, words_of_ours

log = logging.getLogger(__name__)

SCHEMA_VERSION = 3  # raise it with every change to what is indexed or how


class _Field(NamedTuple):
    """How much a field counts, how much its length tells against it, and whether its names and phrases are telling."""

    weight: float
    length_norm: float
    is_telling: bool = True


_FIELDS = {
    "errors": _Field(3.0, 0.2),
    "names": _Field(2.5, 0.3),
    "projects": _Field(3.0, 0.2),
    "tags": _Field(1.0, 0.2),
    "symptoms": _Field(2.0, 0.3),
    "summary": _Field(1.5, 0.3),
    "fix": _Field(1.2, 0.3),
    "body": _Field(1.0, 0.75, is_telling=False),
    "references": _Field(0.5, 0.75, is_telling=False),
}
_SATURATION = 1.2  # BM25's k1
_LONGEST_LINE = 240  # characters of an error line that are shown
_ERROR_LINES = 2  # the last lines of a recorded run that say what the error is


def _texts(article: Article) -> dict[str, list[str]]:
    """The texts of an article, by field, in English and in every translation."""
    translations = article.translations.values()
    return {
        "errors": [
            article.title,
            *(translation.title for translation in translations),
            *(wording for signature in article.signatures for wording in _wordings(signature)),
            *dict.fromkeys(line for run in article.runs if run.reproduced for line in _error_lines(run)),
        ],
        "names": [article.slug.replace("-", " "), *article.aliases, *article.exceptions],
        "projects": list(article.projects),
        "tags": list(article.tags),
        "symptoms": [
            *article.symptoms,
            *(symptom for translation in translations for symptom in translation.symptoms),
        ],
        "summary": [article.summary, *(translation.summary for translation in translations)],
        "fix": [article.fix, *(translation.fix for translation in translations)],
        "body": [article.body, *(translation.body for translation in translations)],
        "references": [
            *(f"{source.title} {source.url} {source.supports}" for source in article.sources),
            *(f"{affected.package} {affected.versions} {affected.note}" for affected in article.affects),
            *(glob for signature in article.signatures for glob in signature.frames),
        ],
    }


def _wordings(signature: Signature) -> Iterator[str]:
    """The texts that a signature stands for: its template with every value that a placeholder is known to take."""
    if signature.pattern:
        plain = re.sub(r"\(\?[^:)>]*[:)>]|\\[A-Za-z]", " ", signature.pattern)
        yield re.sub(r"\\(.)", r"\1", plain).replace("?", " ")
        return
    parts = list(template_parts(signature.message))
    choices = [(name, value) for name, values in signature.where.items() for value in values] or [("", "")]
    for chosen, value in choices:
        yield "".join(text or (value.replace("*", " ") if name == chosen else " ") for text, name in parts)


def _shown_lines(article: Article) -> list[str]:
    """What an article's error looks like: as its runs printed it, and as its signatures name it."""
    printed = [line.strip() for run in article.runs if run.reproduced for line in _error_lines(run)]
    named = [signature.message for signature in article.signatures if signature.message]
    return [line[:_LONGEST_LINE] for line in dict.fromkeys((*printed, *named))]


def _error_lines(run: Run) -> list[str]:
    return [line[:500] for line in run.output.splitlines() if line.strip()][-_ERROR_LINES:]


def fingerprint(articles: Sequence[Article]) -> str:
    """A hash of everything that the index is made from: equal for equal articles, wherever they lie."""
    content = [[article.slug, _texts(article)] for article in sorted(articles, key=_slug)]
    text = json.dumps([SCHEMA_VERSION, str(whoosh_version), _FIELDS, content])
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _slug(article: Article) -> str:
    return article.slug


class _Weighted(FieldType):
    """A Whoosh field whose value is a mapping of terms to weights, kept as they are."""

    def __init__(self) -> None:
        super().__init__(format=Existence(), analyzer=Analyzer())  # the analyzer is never asked

    def index(self, value: Mapping[str, float], **_: Any) -> Generator[tuple[bytes, int, float, bytes], Any, None]:
        for term in sorted(value):
            yield term.encode(), 1, value[term], b""


_LEXICON = "lexicon.json"
_FEW = 3


def _index_files(articles: Sequence[Article]) -> dict[str, bytes]:
    """The index as files: Whoosh's own, and the lexicon of names as written, for corrections."""
    storage = RamStorage()  # type: ignore[no-untyped-call]
    index = storage.create_index(Schema(slug=STORED, terms=_Weighted()))  # type: ignore[no-untyped-call]
    writer = index.writer(limitmb=1024)  # all in memory up to a thousand articles and more
    names: Counter[str] = Counter()
    telling: set[str] = set()
    mean_lengths = _mean_lengths(articles)
    for article in sorted(articles, key=_slug):
        tallies = {name: _Tally(texts) for name, texts in _texts(article).items()}
        writer.add_document(slug=article.slug, terms=_weights(tallies, mean_lengths))
        names.update(set().union(*(tally.names for tally in tallies.values())))
        telling.update(*(tally.names for name, tally in tallies.items() if _FIELDS[name].is_telling))
    writer.commit()
    # Prose has any number of words that resemble something: it corrects only where several articles agree.
    lexicon = {name: count for name, count in sorted(names.items()) if name in telling or count >= _FEW}
    return {**{name: bytes(content) for name, content in storage.files.items()}, _LEXICON: json.dumps(lexicon).encode()}


def _mean_lengths(articles: Sequence[Article]) -> dict[str, float]:
    lengths: Counter[str] = Counter()
    for article in articles:
        lengths.update({name: _length(texts) for name, texts in _texts(article).items()})
    return {name: lengths[name] / len(articles) or 1.0 for name in _FIELDS if articles}


def _length(texts: Iterable[str]) -> int:
    """In characters, which is as good a measure as words, and free."""
    return sum(map(len, texts))


class _Tally:
    """How often each term and pair occurs in one field of one article."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.terms: defaultdict[str, float] = defaultdict(float)
        self.pairs: defaultdict[str, float] = defaultdict(float)
        self.names: set[str] = set()
        self.length = _length(texts)
        for text in texts:
            text_words = list(words_of_ours(text))
            for word in text_words:
                for term, weight in word.terms:
                    self.terms[term] += weight
                if not word.is_whole and Lexicon.takes(name := text[word.start : word.end]):
                    self.names.add(name)
            for pair, weight in pairs(text_words):
                self.pairs[pair] += weight


def _weights(tallies: Mapping[str, _Tally], mean_lengths: Mapping[str, float]) -> dict[str, float]:
    """BM25's term weight in each field, times the weight of the field, added up."""
    weights: defaultdict[str, float] = defaultdict(float)
    for name, field in _FIELDS.items():
        tally = tallies[name]
        norm = _SATURATION * (1 - field.length_norm + field.length_norm * tally.length / mean_lengths[name])
        for counts in (tally.terms, tally.pairs) if field.is_telling else (tally.terms,):
            for term, count in counts.items():
                weights[term] += field.weight * count * (_SATURATION + 1) / (count + norm)
    return weights


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
    """A term's articles with its weight in each, and how telling it is (inverse document frequency)."""

    weights: tuple[tuple[int, float], ...]
    idf: float


class Index:
    """An open index and the articles it was made from. Threads may share it."""

    def __init__(self, articles: Sequence[Article], files: Mapping[str, bytes]) -> None:
        storage = RamStorage()  # type: ignore[no-untyped-call]
        storage.files = {name: content for name, content in files.items() if name != _LEXICON}
        self._reader = storage.open_index().reader()  # type: ignore[no-untyped-call]
        self._lock = threading.Lock()  # a Whoosh reader has a position in its files
        by_slug = {article.slug: article for article in articles}
        self.articles = tuple(
            by_slug[self._reader.stored_fields(number)["slug"]] for number in range(self._reader.doc_count())
        )
        self.numbers: Mapping[str, int] = {article.slug: number for number, article in enumerate(self.articles)}
        self._lines: dict[int, tuple[tuple[str, frozenset[str]], ...]] = {}  # of the articles shown so far
        self._facets = {
            "project": [article.projects for article in self.articles],
            "exception": [article.exceptions for article in self.articles],
            "tag": [article.tags for article in self.articles],
        }
        self.lexicon = Lexicon(json.loads(files[_LEXICON]))
        self._postings: dict[str, Posting] = {}  # those read so far; no more than the index has terms

    def lines(self, number: int) -> tuple[tuple[str, frozenset[str]], ...]:
        """The error texts of an article as they are shown, each with its terms."""
        if number not in self._lines:
            self._lines[number] = tuple(
                (line, frozenset(term for word in words_of_ours(line) for term, _ in word.terms))
                for line in _shown_lines(self.articles[number])
            )
        return self._lines[number]

    def posting(self, term: str) -> Posting | None:
        """Where a term occurs; None for a term that the index does not have."""
        known = self._postings.get(term)
        if known is None and (known := self._read_posting(term)):
            self._postings[term] = known
        return known

    def _read_posting(self, term: str) -> Posting | None:
        with self._lock:
            if ("terms", term) not in self._reader:
                return None
            matcher = self._reader.postings("terms", term)
            weights = []
            while matcher.is_active():
                weights.append((matcher.id(), matcher.weight()))
                matcher.next()
        frequency, total = len(weights), len(self.articles)
        return Posting(tuple(weights), math.log(1 + (total - frequency + 0.5) / (frequency + 0.5)))

    def matching(self, numbers: Iterable[int], filters: Mapping[str, str], *, ignoring: str = "") -> list[int]:
        """Those of the articles that all filters let through; an empty filter lets all through."""
        chosen = [(self._facets[name], value) for name, value in filters.items() if value and name != ignoring]
        return [number for number in numbers if all(value in values[number] for values, value in chosen)]

    def count(self, facet: str, numbers: Iterable[int], filters: Mapping[str, str]) -> dict[str, int]:
        """How many of the articles each value of a facet would leave, the other filters as they are."""
        values = self._facets[facet]
        counts = Counter(
            value for number in self.matching(numbers, filters, ignoring=facet) for value in values[number]
        )
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0].lower())))
