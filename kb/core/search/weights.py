"""What of an article is searched, and how much each term of it counts there.

A term's weight in an article is BM25's saturation and length norm within each field, added up over the fields by their
importance (BM25F). The index keeps these weights and ranks by them.
"""

import hashlib
import json
import math
import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from kb.core.articles.model import Article, Run
from kb.core.articles.signatures import Signature, template_parts
from kb.core.search.spelling import Lexicon
from kb.core.search.words import STEMMER, chunks, pairs, words_of_chunk, words_of_ours

SCHEMA_VERSION = 4  # raise it with every change to what is indexed or how


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
_FEW = 3
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


def shown_lines(article: Article) -> list[str]:
    """What an article's error looks like: as its runs printed it, and as its signatures name it."""
    printed = [line.strip() for run in article.runs if run.reproduced for line in _error_lines(run)]
    named = [signature.message for signature in article.signatures if signature.message]
    return [line[:_LONGEST_LINE] for line in dict.fromkeys((*printed, *named))]


def _error_lines(run: Run) -> list[str]:
    return [line[:500] for line in run.output.splitlines() if line.strip()][-_ERROR_LINES:]


def fingerprint(articles: Iterable[Article]) -> str:
    """A hash of everything that the index is made from: equal for equal articles, wherever they lie."""
    digest = hashlib.sha256(json.dumps([SCHEMA_VERSION, STEMMER, _FIELDS]).encode())
    for article in sorted(articles, key=slug_of):  # one at a time: all their texts together fill the memory
        digest.update(json.dumps([article.slug, _texts(article)]).encode())
    return digest.hexdigest()[:32]


def slug_of(article: Article) -> str:
    return article.slug


class Weighing:
    """The articles by their slugs, each with the weight of every term in it; afterwards, the names that they hold.

    >>> weighing = Weighing(articles)
    >>> for weights in weighing: ...
    >>> weighing.names()
    {'dict_keys': 1, ...}
    """

    def __init__(self, articles: Iterable[Article]) -> None:
        self._articles = sorted(articles, key=slug_of)
        self._names: Counter[str] = Counter()
        self._telling: set[str] = set()

    def __iter__(self) -> Iterator[dict[str, float]]:
        means = _mean_lengths(self._articles)
        for article in self._articles:
            tallies = {
                name: _Tally(texts, with_pairs=_FIELDS[name].is_telling) for name, texts in _texts(article).items()
            }
            self._names.update(set().union(*(tally.names for tally in tallies.values())))
            self._telling.update(*(tally.names for name, tally in tallies.items() if _FIELDS[name].is_telling))
            yield _weigh(tallies, means)

    def names(self) -> dict[str, int]:
        """The names that a misspelt word may stand for, as they are written, each with the number of its articles.

        Prose has any number of words that resemble something: it corrects only where several articles agree.
        """
        return {name: count for name, count in sorted(self._names.items()) if name in self._telling or count >= _FEW}


class Postings:
    """The terms of some articles, each with those that have it, by their numbers, and its weight in each.

    As arrays: as objects of Python's they would take ten times the memory.
    """

    def __init__(self) -> None:
        self._terms: dict[str, tuple[array[int], array[float]]] = {}

    def add(self, number: int, weights: Mapping[str, float]) -> None:
        """An article: its number, higher than those before, and its terms with their weights."""
        terms = self._terms
        for term, weight in weights.items():
            known = terms.get(term)
            if known is None:
                known = terms[term] = array("I"), array("f")
            known[0].append(number)
            known[1].append(weight)

    def items(self) -> Iterator[tuple[str, "array[int]", "array[float]"]]:
        """Every term, in order, with the numbers of its articles and its weights there."""
        for term in sorted(self._terms):
            yield term, *self._terms[term]


def idf(frequency: int, total: int) -> float:
    """How telling a term is that so many of all articles have (inverse document frequency)."""
    return math.log(1 + (total - frequency + 0.5) / (frequency + 0.5))


def _mean_lengths(articles: Sequence[Article]) -> dict[str, float]:
    lengths: Counter[str] = Counter()
    for article in articles:
        lengths.update({name: _length(texts) for name, texts in _texts(article).items()})
    return {name: lengths[name] / len(articles) or 1.0 for name in _FIELDS if articles}


def _length(texts: Iterable[str]) -> int:
    """In characters, which is as good a measure as words, and free."""
    return sum(map(len, texts))


class _Tally:
    """How often each term and, if wanted, each pair occurs in one field of one article."""

    def __init__(self, texts: Sequence[str], *, with_pairs: bool) -> None:
        self.terms: defaultdict[str, float] = defaultdict(float)
        self.pairs: defaultdict[str, float] = defaultdict(float)
        self.names: set[str] = set()
        self.length = _length(texts)
        if with_pairs:
            for text in texts:
                for pair, weight in pairs(words_of_ours(text)):
                    self.pairs[pair] += weight
        for chunk, count in Counter(chunk for text in texts for chunk in chunks(text)).items():
            for word in words_of_chunk(chunk):
                for term, weight in word.terms:
                    self.terms[term] += weight * count
                if not word.is_whole and Lexicon.takes(name := chunk[word.start : word.end]):
                    self.names.add(name)


def _weigh(tallies: Mapping[str, _Tally], means: Mapping[str, float]) -> dict[str, float]:
    """BM25's term weight in each field, times the weight of the field, added up."""
    weights: defaultdict[str, float] = defaultdict(float)
    for name, field in _FIELDS.items():
        tally = tallies[name]
        norm = _SATURATION * (1 - field.length_norm + field.length_norm * tally.length / means[name])
        for counts in (tally.terms, tally.pairs):
            for term, count in counts.items():
                weights[term] += field.weight * count * (_SATURATION + 1) / (count + norm)
    return weights
