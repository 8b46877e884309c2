"""The searched fields of an article, and the weight of every term in an article, which the index stores.

A weight is the sum over the fields of BM25's saturation and length norm, times the weight of the field (BM25F).
"""

import hashlib
import json
import math
import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tracefix.articles.model import Article, Run
from tracefix.articles.signatures import Signature, template_parts
from tracefix.search.spelling import Lexicon
from tracefix.search.words import article_words, chunk_words, chunks, pairs

SCHEMA_VERSION = 9  # raise it with every change to what is indexed or how, so that old indexes are not opened


class _Field(NamedTuple):
    """A field's weight, its b in BM25 (0: the length is ignored, 1: it counts fully), and whether it is telling.

    A name in a telling field of one article is enough to correct a misspelt word; a name in other fields must be in
    several articles. Pairs of words are indexed where people may type the same ones: in errors, symptoms and summaries,
    not in fixes, whose pairs were three fifths of the index and ranked nothing better.
    """

    weight: float
    length_norm: float
    is_telling: bool = True
    has_pairs: bool = False


_FIELDS = {
    "errors": _Field(3.0, 0.2, has_pairs=True),
    "names": _Field(2.5, 0.3, has_pairs=True),
    "projects": _Field(3.0, 0.2),
    "tags": _Field(1.0, 0.2),
    "symptoms": _Field(4.0, 0.3, has_pairs=True),
    "summary": _Field(1.5, 0.3, has_pairs=True),
    "fix": _Field(1.2, 0.3),
    "body": _Field(1.0, 0.75, is_telling=False),
    "references": _Field(0.5, 0.75, is_telling=False),
}
_SATURATION = 1.2  # BM25's k1
_AGREEING = 3  # articles that must have a word in their prose before it corrects a misspelt one
_LONGEST_LINE = 240  # characters of an error line that are shown
_ERROR_LINES = 2  # the last lines of a recorded run, where the error is


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
        "fix": [
            *(article.fix, *(case.fix for case in article.cases)),
            *(fix for translation in translations for fix in (translation.fix, *translation.cases)),
        ],
        "body": [article.body, *(translation.body for translation in translations)],
        "references": [
            *(f"{source.title} {source.url} {source.supports}" for source in article.sources),
            *(f"{affected.package} {affected.versions} {affected.note}" for affected in article.affects),
            *(glob for signature in article.signatures for glob in signature.frames),
        ],
    }


def _wordings(signature: Signature) -> Iterator[str]:
    """Example texts that a signature matches: its template with each value of `where` filled in."""
    if signature.pattern:
        plain = re.sub(r"\(\?[^:)>]*[:)>]|\\[A-Za-z]", " ", signature.pattern)
        yield re.sub(r"\\(.)", r"\1", plain).replace("?", " ")
        return
    parts = list(template_parts(signature.message))
    choices = [(name, value) for name, values in signature.where.items() for value in values] or [("", "")]
    for chosen, value in choices:
        yield "".join(text or (value.replace("*", " ") if name == chosen else " ") for text, name in parts)


def shown_lines(article: Article) -> list[str]:
    """The error lines of an article for search results: those in its runs, then the messages of its signatures."""
    printed = [line.strip() for run in article.runs if run.reproduced for line in _error_lines(run)]
    named = [signature.message for signature in article.signatures if signature.message]
    return [line[:_LONGEST_LINE] for line in dict.fromkeys((*printed, *named))]


def telling_texts(article: Article) -> Iterator[str]:
    """The texts that tell what an article is about, each followed by its names, projects and tags."""
    texts = _texts(article)
    named = " ".join(text for field in ("names", "projects", "tags") for text in texts[field])
    for field in ("errors", "symptoms", "summary", "fix"):
        yield from (f"{text} {named}" for text in texts[field])


def _error_lines(run: Run) -> list[str]:
    return [line[:500] for line in run.output.splitlines() if line.strip()][-_ERROR_LINES:]


def fingerprint(articles: Iterable[Article]) -> str:
    """A hash of everything that the index is built from. It does not depend on the folder of the articles."""
    digest = hashlib.sha256(json.dumps([SCHEMA_VERSION, _FIELDS]).encode())
    for article in sorted(articles, key=slug_of):  # one at a time: 100,000 articles as one text are gigabytes
        digest.update(json.dumps([article.slug, _texts(article)]).encode())
    return digest.hexdigest()[:32]


def slug_of(article: Article) -> str:
    return article.slug


class ArticleWeights:
    """Iterates over articles, ordered by slug, and yields the weight of every term in each.

    Call names() after the iteration, which also collects the names: reading the texts a second time would take long.
    """

    def __init__(self, articles: Iterable[Article]) -> None:
        self._articles = sorted(articles, key=slug_of)
        self._names: Counter[str] = Counter()
        self._telling: set[str] = set()

    def __iter__(self) -> Iterator[dict[str, float]]:
        means = _mean_lengths(self._articles)
        for article in self._articles:
            texts = _texts(article)
            counts = {name: _FieldCounts(texts[name], with_pairs=field.has_pairs) for name, field in _FIELDS.items()}
            self._names.update(set().union(*(counts[name].names for name in _FIELDS)))
            self._telling.update(*(counts[name].names for name, field in _FIELDS.items() if field.is_telling))
            yield _weigh(counts, means)

    def names(self) -> dict[str, int]:
        """The names that may correct a misspelt word, each with the number of its articles.

        Prose is full of words that resemble others, so a name that is only in prose must be in several articles.
        """
        return {
            name: count for name, count in sorted(self._names.items()) if name in self._telling or count >= _AGREEING
        }


class Postings:
    """Collects the weights of all articles, and returns them by term.

    They are stored in arrays, which take a tenth of the memory of Python objects.
    """

    def __init__(self) -> None:
        self._terms: dict[str, tuple[array[int], array[float]]] = {}

    def add(self, number: int, weights: Mapping[str, float]) -> None:
        """Add an article: its number, higher than those before, and the weight of each of its terms."""
        terms = self._terms
        for term, weight in weights.items():
            known = terms.get(term)
            if known is None:
                known = terms[term] = array("I"), array("f")
            known[0].append(number)
            known[1].append(weight)

    def items(self) -> Iterator[tuple[str, "array[int]", "array[float]"]]:
        """Every term in alphabetical order, with the numbers of its articles and its weight in each."""
        for term in sorted(self._terms):
            yield term, *self._terms[term]


def idf(frequency: int, total: int) -> float:
    """BM25's inverse document frequency of a term that `frequency` of `total` articles have."""
    return math.log(1 + (total - frequency + 0.5) / (frequency + 0.5))


def _mean_lengths(articles: Sequence[Article]) -> dict[str, float]:
    lengths: Counter[str] = Counter()
    for article in articles:
        lengths.update({name: _length(texts) for name, texts in _texts(article).items()})
    return {name: lengths[name] / len(articles) or 1.0 for name in _FIELDS if articles}


def _length(texts: Iterable[str]) -> int:
    """The length of a field in characters. It ranks as well as the number of words, and is faster to compute."""
    return sum(map(len, texts))


class _FieldCounts:
    """How often each term and, if wanted, each pair of words occurs in one field of one article, and its names."""

    def __init__(self, texts: Sequence[str], *, with_pairs: bool) -> None:
        self.terms: defaultdict[str, float] = defaultdict(float)
        self.pairs: defaultdict[str, float] = defaultdict(float)
        self.names: set[str] = set()
        self.length = _length(texts)
        if with_pairs:
            for text in texts:
                for pair, weight in pairs(article_words(text)):
                    self.pairs[pair] += weight
        for chunk, count in Counter(chunk for text in texts for chunk in chunks(text)).items():
            for word in chunk_words(chunk):
                for term, weight in word.terms:
                    self.terms[term] += weight * count
                if not word.is_whole and Lexicon.takes(name := chunk[word.start : word.end]):
                    self.names.add(name)


def _weigh(counts: Mapping[str, _FieldCounts], means: Mapping[str, float]) -> dict[str, float]:
    """The weight of every term and pair in an article: BM25's in each field, times the field's weight, added up."""
    weights: defaultdict[str, float] = defaultdict(float)
    for name, field in _FIELDS.items():
        norm = _SATURATION * (1 - field.length_norm + field.length_norm * counts[name].length / means[name])
        for occurrences in (counts[name].terms, counts[name].pairs):
            for term, count in occurrences.items():
                weights[term] += field.weight * count * (_SATURATION + 1) / (count + norm)
    return weights
