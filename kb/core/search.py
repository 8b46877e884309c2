"""Search over the articles, made for error text: `dict_keys`, `torch._C.Generator`, `libcudart.so.11.0`, 无法序列化.

Text falls into words, and each word into terms (words()): identifiers whole and in parts, English words by their stem,
Chinese by pairs of characters. Nothing is dropped as a stop word: "not" carries meaning in an error. A query is read by
the same rules, so that no query is a syntax error.

Whoosh (https://whoosh.readthedocs.io/) keeps the index. What it stores with a term and an article is the term's weight
there: BM25's saturation and length norm within each field, added up over the fields by their importance. A query is
then scored term at a time from those lists, which stay in memory once read: Whoosh's own query objects would cost
several times as much.
"""

import hashlib
import html
import json
import logging
import math
import re
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from whoosh import __version__ as whoosh_version
from whoosh.analysis.analyzers import Analyzer
from whoosh.fields import STORED, FieldType, Schema
from whoosh.filedb.filestore import RamStorage
from whoosh.formats import Existence
from whoosh.lang.porter import stem

from kb.core import sealed
from kb.core.articles import Article, Run
from kb.core.signatures import Signature, template_parts

log = logging.getLogger(__name__)

SCHEMA_VERSION = 2  # raise it with every change to what is indexed or how


@dataclass(frozen=True, slots=True)
class Hit:
    """An article found. `highlight` is its summary as HTML, escaped, with the words of the query in <mark>."""

    slug: str
    score: float
    highlight: str


@dataclass(frozen=True, slots=True)
class Results:
    """One page of what a query found.

    `facets` counts, per facet and value, how many articles the query would find with that value chosen, the other
    filters as they are; best first.
    """

    query: str
    total: int
    suggestion: str | None  # the query with its misspelt words corrected
    hits: tuple[Hit, ...]
    facets: dict[str, dict[str, int]]


def find(
    index: "Index",
    query: str,
    *,
    project: str = "",
    exception: str = "",
    tag: str = "",
    page: int = 1,
    size: int = 20,
    language: str = "en",
) -> Results:
    """Search. An empty query finds every article; one without a single word (only quotes, say) finds none."""
    asked = _Query(index, query)
    scores = asked.scores() if query.strip() else dict.fromkeys(range(len(index.articles)), 0.0)
    filters = {"project": project, "exception": exception, "tag": tag}
    found = sorted(index.matching(scores, filters), key=lambda number: (-scores[number], number))
    first = (max(page, 1) - 1) * max(size, 1)
    return Results(
        query=query,
        total=len(found),
        suggestion=asked.suggestion,
        hits=tuple(
            Hit(article.slug, round(scores[number], 3), _highlight(_summary(article, language), asked.terms))
            for number in found[first : first + max(size, 1)]
            for article in (index.articles[number],)
        ),
        facets={name: index.count(name, scores, filters) for name in filters},
    )


# ── words and terms ─────────────────────────────────────────────────────────────────────────────────────────────


class Word(NamedTuple):
    """A word of a text, where it stands in it, and its terms with their weights, the most telling first.

    An identifier of several segments (`torch._C.Generator`) gives a word for each segment, and one for the whole.
    """

    start: int
    end: int
    terms: tuple[tuple[str, float], ...]
    is_whole: bool = False


# How much a term tells, by what it is of its word. Parts alone do not make a word known.
_WHOLE_WEIGHT = _SEGMENT_WEIGHT = _STEM_WEIGHT = 1.0
_FORM_WEIGHT = 0.2
_PART_WEIGHT = 0.4
_LONGEST_CHUNK = 256
_JOINTS = ".:/\\"  # between the segments of an identifier or path
_SEPARATORS = str.maketrans(
    dict.fromkeys(' \t\r\n\v\f\xa0\u3000()[]{},;"`=!?|*&^%$#~<>+@“”，。；：？！（）【】《》、', " ")
)
_ANGLED = ("<locals>", "<lambda>", "<module>")  # names that Python prints; the brackets would part them
_NEGATED = {"can", "do", "does", "did", "is", "are", "was", "were", "could", "should", "would", "has", "have", "had"}
_CONTRACTIONS = {f"{verb.removesuffix('n')}n{mark}t": len(verb) for verb in _NEGATED for mark in ("'", "’", "")} | {
    "cannot": 3
}


def words(text: str) -> Iterator[Word]:
    """The words of a text, in order. Nothing of the text is kept, as it may be a person's query.

    >>> [word.terms[0][0] for word in words("can't pickle dict_keys objects")]
    ['can', 'not', 'pickl', 'dictkeys', 'object']
    """
    return _words(text, _words_of_chunk)


def _words_of_ours(text: str) -> Iterator[Word]:
    """words() of an article: quicker, as chunks that come again are remembered."""
    return _words(text, _remembered)


def _words(text: str, words_of_chunk: Callable[[str], tuple[Word, ...]]) -> Iterator[Word]:
    for name in _ANGLED:
        if name in text:
            text = text.replace(name, f".{name[1:-1]}.")  # of the same length, as positions must hold
    start = 0
    for chunk in text.translate(_SEPARATORS).split(" "):
        if chunk:
            for begin, end, terms, is_whole in words_of_chunk(chunk[:_LONGEST_CHUNK]):
                yield Word(start + begin, start + end, terms, is_whole)
        start += len(chunk) + 1


def _words_of_chunk(chunk: str) -> tuple[Word, ...]:
    if verb := _CONTRACTIONS.get(chunk.lower()):
        return (_plain_word(chunk[:verb], 0), Word(verb, len(chunk), (("not", 1.0),)))
    found: list[Word] = []
    for start, end, is_chinese in _runs(chunk):
        found += _chinese(chunk[start:end], start) if is_chinese else _identifier(chunk[start:end], start)
    return tuple(found)


_remembered = lru_cache(maxsize=1 << 16)(_words_of_chunk)


def _runs(chunk: str) -> Iterator[tuple[int, int, bool]]:
    """Stretches of Chinese, and of all else that an identifier may hold."""
    kinds = "".join("c" if "\u3400" <= c <= "\u9fff" else "w" if c.isalnum() or c in "_-.:/\\" else " " for c in chunk)
    for found in re.finditer(r"c+|w+", kinds):  # on our own three letters, not on the text
        yield found.start(), found.end(), found[0][0] == "c"


def _chinese(run: str, start: int) -> Iterator[Word]:
    """Pairs of characters; Chinese does not part its words. A single character stands for itself."""
    if len(run) == 1:
        yield Word(start, start + 1, ((run, 1.0),))
    for offset in range(len(run) - 1):
        yield Word(start + offset, start + offset + 2, ((run[offset : offset + 2], 1.0),))


def _identifier(run: str, start: int) -> Iterator[Word]:
    segments = [word for begin, end in _segments(run) if (word := _segment(run[begin:end], start + begin))]
    yield from segments
    if len(segments) > 1:
        whole = ".".join(_key(run[word.start - start : word.end - start]) for word in segments)
        yield Word(segments[0].start, segments[-1].end, ((whole, _WHOLE_WEIGHT),), is_whole=True)


def _segments(run: str) -> Iterator[tuple[int, int]]:
    """Split at the joints, but not within a number: `so.11.0` is `so` and `11.0`."""
    begin = 0
    for place, character in enumerate(run):
        if character in _JOINTS and not (character == "." and run[place - 1 : place + 2 : 2].isdigit() and place > 0):
            yield begin, place
            begin = place + 1
    yield begin, len(run)


def _segment(text: str, start: int) -> Word | None:
    """One name."""
    stripped = text.strip("_-.")
    if not stripped:
        return None
    start += len(text) - len(text.lstrip("_-."))
    parts = _parts(stripped)
    if not parts:
        return _plain_word(stripped, start)
    terms = {_key(stripped): _SEGMENT_WEIGHT} | {_stem(part): _PART_WEIGHT for part in parts}
    return Word(start, start + len(stripped), tuple(terms.items()))


def _plain_word(text: str, start: int) -> Word:
    """A word by its stem and, less telling, as it is: `transformers` is not `transforms`."""
    key = _key(text)
    terms = {_stem(key): _STEM_WEIGHT} | ({key: _FORM_WEIGHT} if key != _stem(key) else {})
    return Word(start, start + len(text), tuple(terms.items()))


def _key(name: str) -> str:
    """A name without case, `_` and `-`: `LOCAL_RANK`, `--local-rank` and `LocalRank` are one."""
    return name.lower().replace("_", "").replace("-", "")


def _stem(word: str) -> str:
    return str(stem(word)) if len(word) > 3 else word  # type: ignore[no-untyped-call]


def _parts(name: str) -> list[str]:
    """The words within a name, in lower case: between `_` and `-`, in CamelCase, at digits. None in a plain word.

    >>> _parts("ProcessGroupNCCL"), _parts("distributed_c10d"), _parts("cuda12.3")
    (['process', 'group', 'nccl'], ['distributed', 'c10d'], ['cuda', '12.3'])
    """
    pieces = name.replace("-", "_").split("_")
    parts = [piece for piece in pieces if 1 < len(piece) < len(name)]
    for piece in pieces:
        seams = [0, *(place for place in range(1, len(piece)) if _is_seam(piece, place)), len(piece)]
        if len(seams) > 2:  # what is shorter than three characters is a splinter: the `Di` of xDiT
            parts += [piece[begin:end] for begin, end in pairwise(seams) if end - begin > 2]
    return [part.lower() for part in parts]


def _is_seam(text: str, place: int) -> bool:
    """Does a new word begin here?"""
    before, here, after = text[place - 1], text[place], text[place + 1 : place + 2]
    if before == "." or here == ".":  # within a number
        return False
    if before.isdigit() != here.isdigit():
        return True
    return here.isupper() and (before.islower() or after.islower())


def _pairs(text_words: Iterable[Word]) -> Iterator[tuple[str, float]]:
    """Terms for words that stand together: next to each other, or with one between."""
    keys = [word.terms[0][0] for word in text_words if not word.is_whole]
    yield from ((f"{one} {other}", 1.0) for one, other in pairwise(keys))
    yield from ((f"{one} {other}", 0.5) for one, other in zip(keys, keys[2:], strict=False))


# ── what is indexed ─────────────────────────────────────────────────────────────────────────────────────────────


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
            text_words = list(_words_of_ours(text))
            for word in text_words:
                for term, weight in word.terms:
                    self.terms[term] += weight
                if not word.is_whole and Lexicon.takes(name := text[word.start : word.end]):
                    self.names.add(name)
            for pair, weight in _pairs(text_words):
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


# ── the index, built and opened ─────────────────────────────────────────────────────────────────────────────────


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
        self._facets = {
            "project": [article.projects for article in self.articles],
            "exception": [article.exceptions for article in self.articles],
            "tag": [article.tags for article in self.articles],
        }
        self.lexicon = Lexicon(json.loads(files[_LEXICON]))
        self._postings: dict[str, Posting] = {}  # those read so far; no more than the index has terms

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


# ── a query ─────────────────────────────────────────────────────────────────────────────────────────────────────

_LONGEST_QUERY = 4000  # characters; more than that is a paste, which is the matcher's work
_MOST_CORRECTIONS = 8
_PAIR_WEIGHT = 0.5
_FUZZY_WEIGHT = 0.6
_LEAST = 0.1  # of the best score: what is below is no answer


class _Query:
    """A query as terms of the index, each with its weight, and the correction of its misspelt words."""

    def __init__(self, index: Index, text: str) -> None:
        self._index = index
        self._text = text[:_LONGEST_QUERY]
        self.terms: dict[str, float] = {}
        self._corrections: list[tuple[Word, str]] = []
        self._corrections_left = _MOST_CORRECTIONS
        query_words = list(words(self._text))
        for word in query_words:
            for term, weight in self._terms(word):
                if index.posting(term):
                    self.terms[term] = max(weight, self.terms.get(term, 0.0))
        self._pairs = {pair for pair, weight in _pairs(query_words) if weight == 1.0}

    def _terms(self, word: Word) -> Iterator[tuple[str, float]]:
        """The terms of a word; for a name that no article has, also those of the names that resemble it."""
        yield from word.terms
        if word.is_whole or any(weight != _PART_WEIGHT and self._index.posting(term) for term, weight in word.terms):
            return
        if self._corrections_left:
            surface = self._text[word.start : word.end]
            self._corrections_left -= 1
            near = self._index.lexicon.near(surface)
            if near and not near[0].is_longer:
                self._corrections.append((word, near[0].name))
            for candidate in near:
                for candidate_word in _words_of_ours(candidate.name):
                    for term, weight in candidate_word.terms:
                        yield term, weight * _FUZZY_WEIGHT / candidate.distance

    @property
    def suggestion(self) -> str | None:
        """The query with its misspelt words corrected; None where there are none."""
        text = self._text
        for word, name in reversed(self._corrections):
            text = text[: word.start] + name + text[word.end :]
        return text if self._corrections else None

    def scores(self) -> dict[int, float]:
        """The articles that the query finds. All words count; the more of them are missing, the less is left."""
        scores: defaultdict[int, float] = defaultdict(float)
        covered: defaultdict[int, float] = defaultdict(float)
        total = 0.0
        for term, weight in self.terms.items():
            if posting := self._index.posting(term):
                value = weight * posting.idf
                total += value
                for number, strength in posting.weights:
                    scores[number] += value * strength
                    covered[number] += value
        for pair in self._pairs:
            if posting := self._index.posting(pair):
                for number, strength in posting.weights:
                    if number in covered:
                        scores[number] += _PAIR_WEIGHT * posting.idf * strength
        for number in scores:
            scores[number] *= covered[number] / total
        least = _LEAST * max(scores.values(), default=0.0)
        return {number: score for number, score in scores.items() if score >= least}


class Near(NamedTuple):
    """A name of the lexicon that resembles a misspelt one, or begins with it."""

    distance: int
    rarity: int
    name: str
    is_longer: bool = False


class Lexicon:
    """Every name in the index as it is written, with the number of articles that have it."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        self._names: dict[str, tuple[str, int]] = {}
        for name, count in counts.items():
            known = self._names.get(name.lower())
            if not known or count > known[1]:
                self._names[name.lower()] = (name, count)
        self._by_initial: defaultdict[str, list[str]] = defaultdict(list)
        for lower in self._names:
            self._by_initial[lower[0]].append(lower)

    @staticmethod
    def takes(name: str) -> bool:
        return len(name) > 2 and name.isascii() and name[0].isalpha()

    def near(self, name: str, most: int = 3) -> list[Near]:
        """The names closest to a misspelt one, best first; misspellings seldom touch the first letter."""
        wanted = name.lower()
        if len(wanted) < 4 or not self.takes(wanted):
            return []
        allowed = 1 if len(wanted) < 9 else 2
        letters, digits = set(wanted), _digits(wanted)
        found = []
        for other in self._by_initial[wanted[0]]:
            if _digits(other) != digits:
                continue
            if abs(len(other) - len(wanted)) <= allowed and len(letters.symmetric_difference(other)) <= 2 * allowed:
                distance = edit_distance(wanted, other, allowed)
                if distance <= allowed:
                    found.append(Near(distance, -self._names[other][1], self._names[other][0]))
            elif other.startswith(wanted):
                found.append(Near(2, -self._names[other][1], self._names[other][0], is_longer=True))
        return sorted(found)[:most]


def _digits(name: str) -> str:
    return "".join(filter(str.isdigit, name))


def edit_distance(one: str, other: str, limit: int) -> int:
    """Insertions, deletions, substitutions and swaps of neighbours between two names; above `limit`, `limit` + 1.

    >>> edit_distance("invaild", "invalid", 2)
    1
    """
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        line = [row]
        for column, other_letter in enumerate(other, 1):
            cost = min(last[column] + 1, line[-1] + 1, last[column - 1] + (letter != other_letter))
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == other_letter:
                cost = min(cost, before[column - 2] + 1)
            line.append(cost)
        if min(line) > limit:
            return limit + 1
        before, last = last, line
    return last[-1]


# ── highlights ──────────────────────────────────────────────────────────────────────────────────────────────────

# Words that are searched like any other, but say nothing when marked.
_UNMARKED = frozenset(
    """a an and are as at be by for from has in is it of on or that the this to was with""".split()  # noqa: SIM905
)


def _summary(article: Article, language: str) -> str:
    translation = article.translations.get(language)
    return translation.summary if translation else article.summary


def _highlight(text: str, terms: Mapping[str, float]) -> str:
    """The text as HTML with every word that shares a term with the query in <mark>."""
    drawn: list[str] = []
    end = 0
    for start, stop in _merged(
        (word.start, word.end) for word in _markable(text) if any(term in terms for term, _ in word.terms)
    ):
        drawn += html.escape(text[end:start]), "<mark>", html.escape(text[start:stop]), "</mark>"
        end = stop
    return "".join((*drawn, html.escape(text[end:])))


@lru_cache(maxsize=1 << 12)
def _markable(text: str) -> tuple[Word, ...]:
    return tuple(word for word in _words_of_ours(text) if text[word.start : word.end].lower() not in _UNMARKED)


def _merged(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Overlapping and touching spans as one."""
    start = end = -1
    for next_start, next_end in sorted(spans):
        if next_start > end:
            if end > 0:
                yield start, end
            start, end = next_start, next_end
        end = max(end, next_end)
    if end > 0:
        yield start, end
