"""Measure how much a signature says: in the words that every match of it holds, less those that are everywhere.

"state_dict" alone fits any sentence about a state_dict. So a signature that can be `exact` holds at least two telling
words: no stop word, and none that stands in the reports of half of all articles. `torch.load` is one word, and so is
`state_dict`. Of alternatives, the one that says least counts.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from authoring.lint.reports import own_reports
from tracefix.articles.model import Article
from tracefix.articles.signatures import Signature, template_parts
from tracefix.compat import regex_parser  # reads our own patterns
from tracefix.linear_re import compile_expression

FEWEST = 2
_COMMON = 0.5  # share of the articles in whose reports a common word stands …
_FREQUENT = 1 / 3  # … and a frequent one, by which two errors do not look alike
_FEWEST_ARTICLES = 10  # fewer cannot tell which words are common
_MOST_ALTERNATIVES = 64
_WORD = re.compile(r"[^\W\d_]\w*(?:'\w+)?(?:\.\w+)*|_+\w+(?:\.\w+)*|\d{2,}")  # runs on our own files only
_FILE_LINE = re.compile(r'(?m)^\s*File ".*')
_MOST_CLASSES = {"exception", "runtimeerror", "typeerror", "valueerror"}
_STOP_WORDS = frozenset(
    "a an and any are as at be but by can cannot can't could did do does for from has have in into is it its it's may "  # noqa: SIM905
    "must no not of on only or so than that the their there this to too was were when which will with you your".split()
)


class EverydayWords(NamedTuple):
    """What says little of an error: words in the reports of half of all articles, stems in those of a third."""

    common: frozenset[str] = frozenset()
    frequent: frozenset[str] = frozenset()


NOTHING_EVERYDAY = EverydayWords()


def everyday_words(articles: Collection[Article]) -> EverydayWords:
    """The words that stand in reports of many articles."""
    if len(articles) < _FEWEST_ARTICLES:
        return NOTHING_EVERYDAY
    words: Counter[str] = Counter()
    stems: Counter[str] = Counter()
    for article in articles:
        said = {word for report in own_reports(article) for word in _words(report.text)}
        words.update(said)
        stems.update(_stems(said))
    return EverydayWords(
        frozenset(word for word, count in words.items() if count >= _COMMON * len(articles)),
        frozenset(stem for stem, count in stems.items() if count >= _FREQUENT * len(articles)),
    )


def telling_words(signature: Signature, common: frozenset[str]) -> frozenset[str]:
    """The words by which a signature is known, of its alternative that has fewest."""
    texts = _texts_of_message(signature) if signature.message else _texts_of_pattern(signature.pattern)
    found = (frozenset(_words(text)) - _STOP_WORDS - common for text in texts)
    return min(found, key=len, default=frozenset())


def _words_to_recognise(article: Article, common: frozenset[str]) -> frozenset[str]:
    """The words by which a reader knows an article's error: of its signatures, title, slug and symptoms.

    What the signatures capture in these is an example, which any error may have.
    """
    texts = (article.title, article.slug.replace("-", " "), *article.symptoms)
    found = (
        (signature, compile_expression(signature.regex).search(text))
        for signature in article.signatures
        for text in texts
    )
    examples = (
        word for signature, match in found if match for name in signature.names for word in _words(match[name] or "")
    )
    fixed = (telling_words(signature, common) for signature in article.signatures)
    return (frozenset(_words(" ".join(texts))) - _STOP_WORDS - common).difference(examples).union(*fixed)


def looks_alike(report: str, article: Article, everyday: EverydayWords) -> bool:
    """Whether what a report says, beside the files of its stacks, has a word, or a part of it, of an article's error.

    Those that many errors have do not count. True if the article has none but such.
    """
    wanted = _stems(_words_to_recognise(article, everyday.common)) - everyday.frequent
    return not wanted or not wanted.isdisjoint(_stems(_words(_FILE_LINE.sub("", report))))


def _stems(words: Iterable[str]) -> set[str]:
    """The parts of words, without the ending of a plural; the classes of most errors are left out."""
    return {part.rstrip("s") for word in words for part in (word, *re.split(r"[._]", word)) if part} - _MOST_CLASSES


def _words(text: str) -> Iterator[str]:
    """The words of a text. A constant such as LOCAL_RANK is a different word than its parts."""
    return (word if "_" in word else word.lower() for word in _WORD.findall(text))


def _texts_of_message(signature: Signature) -> list[str]:
    """The texts that a message fixes, one for each value that it wants of its placeholders."""
    texts = [""]
    for literal, name in template_parts(signature.message):
        globs = signature.where.get(name, ("*",)) if name else (literal,)
        values = [glob if not name else glob.replace("*", " ") for glob in globs]
        texts = _join(texts, values)
    return texts


def _texts_of_pattern(pattern: str) -> list[str]:
    """The texts that a pattern fixes, one for each way through its alternatives."""
    try:
        return _texts(regex_parser.parse(pattern))
    except (re.error, RecursionError, OverflowError):  # RE2 knows things that this parser does not
        return [pattern]


def _texts(tokens: Iterable[Any]) -> list[str]:
    texts = [""]
    for operation, argument in tokens:
        if operation is regex_parser.LITERAL:
            values = [chr(argument)]
        elif operation is regex_parser.BRANCH:
            values = [text for branch in argument[1] for text in _texts(branch)]
        elif operation is regex_parser.SUBPATTERN:
            values = _texts(argument[-1])
        elif operation in (regex_parser.MAX_REPEAT, regex_parser.MIN_REPEAT) and argument[0] > 0:
            values = _texts(argument[2])
        else:
            values = [" "]
        texts = _join(texts, values)
    return texts


def _join(texts: Sequence[str], values: Sequence[str]) -> list[str]:
    """Each text followed by each value; if they are too many, only those that say least."""
    joined = [text + value for text in texts for value in values]
    return sorted(joined, key=lambda text: len(set(_words(text))))[:_MOST_ALTERNATIVES]
