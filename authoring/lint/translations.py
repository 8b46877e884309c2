"""Lint: a translation has the sections, the code, the placeholders and the links of the original.

They drift apart when one of the two is edited alone. Whether the words say the same is for a reader to judge.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from authoring.lint.lines import line_of
from tracefix.articles.fixes import read_fixes
from tracefix.articles.model import Article, Problem, Translation
from tracefix.articles.rendering import Heading, placeholders, to_html
from tracefix.chinese import drawn_characters, is_chinese
from tracefix.languages import LANGUAGES

_FEWEST_WORDS = 5  # of a line that must not stay in English; a link or a name may
LONGEST_SUMMARY = 80  # characters, of which Chinese needs half as many as English

# These run on our own files only, never on a paste of a reader.
_CODE = re.compile(r"(?ms)^[ ]*(?P<fence>```|~~~)(?P<language>[^\n]*)\n(?P<code>.*?)^[ ]*(?P=fence)[ ]*$")
_COMMENT = re.compile(r"(?m)(?:^|(?<=\s))[ \t]*#(?: .*)?$")
_LINK = re.compile(r"\]\(([^()\s]+)\)")
_PRINTED = re.compile(r"`[^`]+`|\]\([^()]*\)|^    .*")  # what no translation changes
_WORDS = re.compile(r"[A-Za-z]{2,}")
_INLINE_CODE = re.compile(r"`([^`]+)`")
_CODE_OF_BODY = re.compile(r"(?<!`)`([^`]+)`(?!`)")  # ``such as `this` `` is left out
_QUOTED = re.compile(r"`[^`]+`|“[^”]*”|\"[^\"]*\"|\]\([^()]*\)")  # … in Chinese words
_SENTENCE = re.compile(r"[A-Z][A-Za-z0-9'’,;:()/ -]*[A-Za-z0-9)][.?!](?!\w)")


def files(article: Article) -> dict[Path, Translation]:
    """The translations by the file that each is read from."""
    return {article.folder / f"article.{one.language}.md": one for one in article.translations.values()}


def check(article: Article) -> Iterator[Problem]:
    """The problems of an article's translations. One of the front matter only, without a body, is allowed."""
    for path, translation in files(article).items():
        if len(translation.summary) > LONGEST_SUMMARY:
            message = f"summary has {len(translation.summary)} characters: say the cause in at most {LONGEST_SUMMARY}"
            yield Problem(path, line_of(path, "summary"), message)
        for key, message in _changed_commands(article, translation):
            yield Problem(path, line_of(path, key), message)
        for key, message in _uneven_lists(article, translation):
            yield Problem(path, line_of(path, key), message)
        rows = "steps" if translation.steps else "fix"
        for key, text in (("title", translation.title), (rows, translation.fix), ("finding", translation.finding)):
            if missing := {char for char in text if is_chinese(char)} - drawn_characters():
                message = f"has {' '.join(sorted(missing))}, which the font of pictures lacks: use GB 2312 characters"
                yield Problem(path, line_of(path, key), message)
        yield from _untranslated(path, article, translation)
        if translation.body.strip():
            for message in _differences(article, translation):
                yield Problem(path, translation.body_line, message)


def _untranslated(path: Path, article: Article, translation: Translation) -> Iterator[Problem]:
    """What is still as in article.md, such as in a draft of `new_article --translate`."""
    for key in ("summary", "finding", "fix"):
        text = getattr(translation, key)
        if len(text.split()) >= _FEWEST_WORDS and text == getattr(article, key):
            line = line_of(path, "steps" if key == "fix" and translation.steps else key)
            yield Problem(path, line, f"{key} is still in English: translate it")
    for symptom in translation.symptoms:
        if symptom in article.symptoms or _is_english(symptom):
            message = f"symptoms: {symptom!r} is in English: write what people search for in this language"
            yield Problem(path, line_of(path, "symptoms"), message)
    lines = _CODE.sub(lambda found: "\n" * found[0].count("\n"), translation.body).splitlines()
    left = [number for number, line in enumerate(lines, translation.body_line) if _is_english(line)]
    for number in left[:1]:
        more = f" and in {len(left) - 1} lines below" if left[1:] else ""
        yield Problem(path, number, f"is still in English{more}: translate it")


def _is_english(line: str) -> bool:
    """Whether a line of a Chinese body says something in English words. A heading may be an error as it is printed."""
    if line.startswith("#"):
        return False
    if any(map(is_chinese, line)):  # among Chinese words, names and quoted errors stay, whole sentences do not
        said = _SENTENCE.findall(_QUOTED.sub("`", line))
        return any(len(_WORDS.findall(sentence)) >= _FEWEST_WORDS for sentence in said)
    return len(_WORDS.findall(_PRINTED.sub("", line))) >= _FEWEST_WORDS


def _changed_commands(article: Article, translation: Translation) -> Iterator[tuple[str, str]]:
    """The code of the fixes that one of the two lacks, with the key that it stands below: readers copy it."""
    rows = "steps" if translation.steps else "fix"
    originals = {
        rows: [article.fix],
        "finding": [article.finding],
        "cases": [*(case.fix for case in article.cases), *(case.finding for case in article.cases)],
    }
    translated = [*translation.cases, *translation.case_findings]
    for key, texts in ((rows, [translation.fix]), ("finding", [translation.finding]), ("cases", translated)):
        for original, text in zip(originals[key], texts, strict=False):  # how many there are is told elsewhere
            for code in _missing_code(_INLINE_CODE, text, original):
                yield key, f"`{code}` is not in the fix that this translates: copy code as it is in article.md"
            for code in _lost_code(_INLINE_CODE, original, text) if text else ():
                yield key, f"lacks `{code}` of the fix that this translates: copy code as it is in article.md"


def _missing_code(pattern: re.Pattern[str], text: str, other: str) -> list[str]:
    """The code within the lines of a text that another text does not hold; what has a `…` only says how code looks."""
    text, other = " ".join(text.split()), " ".join(other.split())
    return [code for code in dict.fromkeys(pattern.findall(text)) if code not in other and "…" not in code]


def _lost_code(pattern: re.Pattern[str], original: str, text: str) -> list[str]:
    """The code of the original that its translation does not hold; placeholders are compared apart."""
    return [code for code in _missing_code(pattern, original, text) if "{{" not in code]


def _uneven_lists(article: Article, translation: Translation) -> Iterator[tuple[str, str]]:
    """The lists that are not as long as what they translate, with their keys. A list may be missing."""
    if (notes := len(translation.notes)) not in (0, len(article.notes)):
        yield "notes", f"has {notes} notes, the `affects` of article.md have {len(article.notes)}: one for each"
    if translation.fixes and translation.body.strip():
        yield "fixes", "the headings of the body name the fixes: remove `fixes`"
        return
    expected = len(read_fixes(_headings(article.body), {}))
    if (names := len(translation.fixes)) not in (0, expected):
        yield "fixes", f"has the names of {names} fixes, article.md has {expected}: one for each"


def _differences(article: Article, translation: Translation) -> Iterator[str]:
    headings = _headings(translation.body)
    sections = tuple(heading.text for heading in headings if heading.level <= 2)
    expected = LANGUAGES[translation.language].sections
    if sections != expected:
        yield f"the sections are {', '.join(expected)}, not {', '.join(sections)}"
    yield from _compare_headings(_headings(article.body), headings)
    yield from _compare_code(_blocks(article.body), _blocks(translation.body))
    for code in _lost_code(_CODE_OF_BODY, _CODE.sub("", article.body), translation.body):
        yield f"lacks `{code}` of article.md: copy code as it is there, or add what the sentence says"
    yield from _compare_sets("placeholder", set(placeholders(article.body)), set(placeholders(translation.body)))
    yield from _compare_sets("link", set(_LINK.findall(article.body)), set(_LINK.findall(translation.body)))


def _headings(body: str) -> tuple[Heading, ...]:
    return to_html(body).headings


def _compare_headings(original: tuple[Heading, ...], translated: tuple[Heading, ...]) -> Iterator[str]:
    """The headings stand for each other one by one, and so do the versions that they are for."""
    if len(original) != len(translated):
        yield f"has {len(translated)} headings, article.md has {len(original)}: one for each, in the same order"
        return
    for one, other in zip(original, translated, strict=True):
        if one.level != other.level:
            yield f"“{other.text}” is of level {other.level}, “{one.text}” of level {one.level}: make them equal"
        elif one.only != other.only:
            wanted = f"{{only: {one.only}}}" if one.only else "no {only: …}"
            yield f"“{other.text}” stands for “{one.text}”, which has {wanted}: make them equal"


def _blocks(body: str) -> list[tuple[str, str]]:
    """Language and code of every block. Comments are words, so they may be translated."""
    return [(found["language"].strip(), _COMMENT.sub("", found["code"])) for found in _CODE.finditer(body)]


def _compare_code(original: list[tuple[str, str]], translated: list[tuple[str, str]]) -> Iterator[str]:
    if len(original) != len(translated):
        yield f"has {len(translated)} blocks of code, article.md has {len(original)}: one for each, in the same order"
        return
    for number, (one, other) in enumerate(zip(original, translated, strict=True), 1):
        if [line.rstrip() for line in "\n".join(one).splitlines()] != [
            line.rstrip() for line in "\n".join(other).splitlines()
        ]:
            yield f"block of code {number} is not that of article.md: only its comments may differ"


def _compare_sets(kind: str, original: set[str], translated: set[str]) -> Iterator[str]:
    for missing in sorted(original - translated):
        yield f"lacks the {kind} {missing} of article.md: add it"
    for surplus in sorted(translated - original):
        yield f"has the {kind} {surplus}, which article.md has not: remove it, or add it there"
