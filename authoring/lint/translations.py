"""Lint: a translation has the sections, the code, the placeholders and the links of the original.

They drift apart when one of the two is edited alone. Whether the words say the same is for a reader to judge.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from authoring.lint.chinese_words import (
    find_exchanged,
    find_open_end,
    find_slips,
    find_title_slips,
    is_english,
    other_releases,
)
from authoring.lint.lines import line_of
from tracefix.articles.fixes import read_fixes
from tracefix.articles.model import Article, Problem, Translation
from tracefix.articles.rendering import Heading, placeholders, to_html
from tracefix.chinese import drawn_characters, is_chinese
from tracefix.languages import LANGUAGES

LONGEST_SUMMARY = 80  # characters, of which Chinese needs half as many as English
_FEWEST = 2  # names that tell of parts that are exchanged: a translation may well name one that stands elsewhere
_EXCHANGED = "each say what the other says in English: exchange them"

# These run on our own files only, never on a paste of a reader.
_CODE = re.compile(r"(?ms)^[ ]*(?P<fence>```|~~~)(?P<language>[^\n]*)\n(?P<code>.*?)^[ ]*(?P=fence)[ ]*$")
_COMMENT = re.compile(r"(?m)(?:^|(?<=\s))[ \t]*#(?: .*)?$")
_LINK = re.compile(r"\]\(([^()\s]+)\)")
_HEADING = re.compile(r"(?m)^#{1,6} ")
_INLINE_CODE = re.compile(r"`([^`]+)`")
_CODE_OF_BODY = re.compile(r"(?<!`)`([^`]+)`(?!`)")  # ``such as `this` `` is left out
_PIECES = {  # of which a translation has not fewer
    "rows of tables": re.compile(r"(?m)^\s*\|"),
    "items of lists": re.compile(r"(?m)^\s*(?:[-*]|\d+\.) "),
    "paragraphs": re.compile(r"\n\s*\n(?=\s*\S)"),
}
_BETWEEN_PIECES = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.) )")


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
        for key, message in _exchanged_rows(article, translation):
            yield Problem(path, line_of(path, key), message)
        rows = "steps" if translation.steps else "fix"
        for key, text in (("title", translation.title), (rows, translation.fix), ("finding", translation.finding)):
            if missing := {char for char in text if is_chinese(char)} - drawn_characters():
                message = f"has {' '.join(sorted(missing))}, which the font of pictures lacks: use GB 2312 characters"
                yield Problem(path, line_of(path, key), message)
        for key, text in _sentences(translation):
            yield from (Problem(path, line_of(path, key), f"{key}: {slip}") for slip in find_open_end(text))
        yield from _untranslated(path, article, translation)
        for key, message in _slips(article, translation):
            yield Problem(path, line_of(path, key), message)
        if translation.body.strip():
            for line, message in _differences(article, translation):
                yield Problem(path, translation.body_line + line, message)


def _sentences(translation: Translation) -> Iterator[tuple[str, str]]:
    """The sentences of the front matter, with their keys."""
    yield "summary", translation.summary
    yield from [("steps", row.do) for row in translation.steps] or [("fix", translation.fix)]
    for fix, rows in zip(translation.cases, translation.case_steps, strict=False):
        yield from [("cases", row.do) for row in rows] or [("cases", fix)]


def _untranslated(path: Path, article: Article, translation: Translation) -> Iterator[Problem]:
    """The symptoms and the lines of the body that are in English, such as in a draft of `new_article --translate`."""
    for symptom in translation.symptoms:
        if symptom in article.symptoms or is_english(symptom):
            message = f"symptoms: {symptom!r} is in English: write what people search for in this language"
            yield Problem(path, line_of(path, "symptoms"), message)
    lines = _lines(_without_blocks(translation.body))
    left = [
        number
        for number, line in enumerate(lines, translation.body_line)
        if not line.startswith("#") and is_english(line)  # a heading may be an error as it is printed
    ]
    for number in left[:1]:
        more = f" and in {len(left) - 1} lines below" if left[1:] else ""
        yield Problem(path, number, f"is still in English{more}: translate it")


def _slips(article: Article, translation: Translation) -> Iterator[tuple[str, str]]:
    """What is wrong with the Chinese words of the front matter, with their keys."""
    for key, text, original in _head(article, translation):
        if key == "title":  # an error as it is printed, with Chinese words behind it
            head = " ".join((article.title, article.summary, article.fix, article.finding))
            yield from ((key, f"title {slip}") for slip in other_releases(text, head) if slip.startswith("says"))
            yield from ((key, f"title {slip}") for slip in find_title_slips(text, original, f"{head} {article.body}"))
        else:
            yield from ((key, f"{key}: {slip}") for slip in find_slips(text, original))


def _head(article: Article, translation: Translation) -> Iterator[tuple[str, str, str]]:
    """The texts of the front matter with their keys, each beside the English one."""
    yield "title", translation.title, article.title
    yield "summary", translation.summary, article.summary
    yield "finding", translation.finding, article.finding
    yield ("steps" if translation.steps else "fix"), translation.fix, article.fix
    for case, fix in zip(article.cases, translation.cases, strict=False):  # how many there are is told elsewhere
        yield "cases", fix, case.fix
    for case, finding in zip(article.cases, translation.case_findings, strict=False):
        yield "cases", finding, case.finding
    for note, original in zip(translation.notes, article.notes, strict=False):
        yield "notes", note, original


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


def _exchanged_rows(article: Article, translation: Translation) -> Iterator[tuple[str, str]]:
    """The rows and the cases that stand in another order than those that they translate, with their keys."""
    originals = (article.steps, *(case.steps for case in article.cases))
    for number, (rows, ours) in enumerate(zip((translation.steps, *translation.case_steps), originals, strict=False)):
        if pair := find_exchanged([" ".join(row.words) for row in rows], [row.text for row in ours]):
            key, which = ("cases", f"rows of case {number}") if number else ("steps", "rows")
            yield key, f"{which}: {pair[0] + 1} and {pair[1] + 1} {_EXCHANGED}"
    texts = list(map("".join, zip(translation.cases, translation.case_findings, strict=False)))
    if pair := find_exchanged(texts, [f"{case.fix} {case.finding}" for case in article.cases]):
        yield "cases", f"{pair[0] + 1} and {pair[1] + 1} {_EXCHANGED}"


def _differences(article: Article, translation: Translation) -> Iterator[tuple[int, str]]:
    """How a body differs from the original, with the line from 0."""
    headings = _headings(translation.body)
    sections = tuple(heading.text for heading in headings if heading.level <= 2)
    expected = LANGUAGES[translation.language].sections
    if sections != expected:
        yield 0, f"the sections are {', '.join(expected)}, not {', '.join(sections)}"
    parts = list(_pair_parts(article.body, translation.body))
    yield from _compare_headings(_headings(article.body), headings, [theirs.line for theirs, _ in parts])
    yield from _compare_code(_blocks(article.body), _blocks(translation.body))
    for code in _lost_code(_CODE_OF_BODY, _without_blocks(article.body), translation.body):
        yield _line_of(parts, code), f"lacks `{code}` of article.md: copy code as it is there, or add what it says"
    for kind, find in (("placeholder", placeholders), ("link", _LINK.findall)):
        ours, theirs = set(find(article.body)), set(find(translation.body))
        for missing in sorted(ours - theirs):
            yield _line_of(parts, missing), f"lacks the {kind} {missing} of article.md: add it"
        for surplus in sorted(theirs - ours):
            line = translation.body.count("\n", 0, translation.body.find(surplus))
            yield line, f"has the {kind} {surplus}, which article.md has not: remove it, or add it there"
    for line, other in _exchanged_parts(parts):
        yield line, f"this and line {translation.body_line + other} {_EXCHANGED}"
    for part, original in parts:
        for number, text in enumerate(_lines(part.text), part.line):
            if not is_english(text) and not text.startswith(("#", "    ")):  # code, and errors as they are printed
                yield from ((number, slip) for slip in find_slips(text))
        yield from ((part.line, slip) for slip in other_releases(part.text, original.text))
        for pieces, pattern in _PIECES.items() if len(parts) > 1 else ():  # one: the headings differ
            wanted, had = (len(pattern.findall(each.text)) for each in (original, part))
            if had < wanted:
                yield part.line, f"has {had} {pieces} below this heading, article.md has {wanted}: add what is missing"


class _Part(NamedTuple):
    """A heading with what stands below it, without its blocks of code; the line of the heading, from 0."""

    line: int
    text: str


def _pair_parts(original: str, translated: str) -> list[tuple[_Part, _Part]]:
    """The parts of a translated body, each with the part of the original; the whole body if they are not as many."""
    theirs, ours = _parts(translated), _parts(original)
    if len(theirs) != len(ours):
        return [(_Part(0, _without_blocks(translated)), _Part(0, _without_blocks(original)))]
    return list(zip(theirs, ours, strict=True))


def _exchanged_parts(parts: Sequence[tuple[_Part, _Part]]) -> Iterator[tuple[int, int]]:
    """The lines, from 0, of two parts, or of two pieces of one, that stand in another order than in the original."""
    if pair := find_exchanged([part.text for part, _ in parts], [original.text for _, original in parts], _FEWEST):
        yield parts[pair[0]][0].line, parts[pair[1]][0].line
        return
    for part, original in parts:
        pieces = _BETWEEN_PIECES.split(part.text)
        if pair := find_exchanged(pieces, _BETWEEN_PIECES.split(original.text), _FEWEST):
            one, other = (part.line + part.text.count("\n", 0, part.text.find(pieces[place])) for place in pair)
            yield one, other


def _parts(body: str) -> list[_Part]:
    text = _without_blocks(body)
    starts = [found.start() for found in _HEADING.finditer(text)]
    return [_Part(text.count("\n", 0, one), text[one:end]) for one, end in pairwise([*starts, len(text)])]


def _without_blocks(body: str) -> str:
    return _CODE.sub(lambda found: "\n" * found[0].count("\n"), body)


def _lines(text: str) -> list[str]:
    """The lines of a text, where code that is broken over lines stands whole in its first one."""
    return _CODE_OF_BODY.sub(
        lambda code: code[0] if "\n\n" in code[0] else " ".join(code[0].split()) + "\n" * code[0].count("\n"), text
    ).splitlines()


def _line_of(parts: list[tuple[_Part, _Part]], text: str) -> int:
    """The line of the translated part whose original has a text."""
    return next((theirs.line for theirs, ours in parts if text in " ".join(ours.text.split())), 0)


def _headings(body: str) -> tuple[Heading, ...]:
    return to_html(body).headings


def _compare_headings(
    original: tuple[Heading, ...], translated: tuple[Heading, ...], lines: list[int]
) -> Iterator[tuple[int, str]]:
    """The headings stand for each other one by one, and so do the versions that they are for."""
    if len(original) != len(translated):
        yield 0, f"has {len(translated)} headings, article.md has {len(original)}: one for each, in the same order"
        return
    for line, one, other in zip(lines, original, translated, strict=False):
        if one.level != other.level:
            yield line, f"“{other.text}” is of level {other.level}, “{one.text}” of level {one.level}: make them equal"
        elif one.only != other.only:
            wanted = f"{{only: {one.only}}}" if one.only else "no {only: …}"
            yield line, f"“{other.text}” stands for “{one.text}”, which has {wanted}: make them equal"


class _Block(NamedTuple):
    """A block of code: its line, from 0, and its language and code. Comments are words, so they may be translated."""

    line: int
    lines: list[str]


def _blocks(body: str) -> list[_Block]:
    return [
        _Block(
            body.count("\n", 0, found.start()),
            [found["language"].strip(), *map(str.rstrip, _COMMENT.sub("", found["code"]).splitlines())],
        )
        for found in _CODE.finditer(body)
    ]


def _compare_code(original: list[_Block], translated: list[_Block]) -> Iterator[tuple[int, str]]:
    if len(original) != len(translated):
        yield (
            0,
            f"has {len(translated)} blocks of code, article.md has {len(original)}: one for each, in the same order",
        )
        return
    for number, (one, other) in enumerate(zip(original, translated, strict=True), 1):
        if one.lines != other.lines:
            yield other.line, f"block of code {number} is not that of article.md: only its comments may differ"
