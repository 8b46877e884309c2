"""Lint: the words of article.md, which are its summary, sources, dates, length, sections, links and placeholders."""

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from pathlib import Path

from authoring.lint import translations
from authoring.lint.dates import find_future
from authoring.lint.lines import line_of
from authoring.lint.links import check_links
from tracefix.articles import filling
from tracefix.articles.cases import known_names
from tracefix.articles.did_you_mean import choose
from tracefix.articles.files import read_file
from tracefix.articles.model import Article, Problem, Translation
from tracefix.articles.rendering import to_html
from tracefix.languages import ENGLISH, LANGUAGES
from tracefix.matching.catalogue import Catalogue

TEMPLATE = Path(__file__).parents[2] / "articles" / "_template" / "article.md"  # of every folder of articles
SECTIONS = LANGUAGES[ENGLISH].sections
_FEWEST_WORDS = 5  # of a sentence of the template; `role: cause` and the like may stay
LONGEST_SUMMARY = 160  # characters: what a search engine and a feed show
MOST_WORDS = 1400  # of a body, without its code blocks: who reads it has a job that just died
MOST_WORDS_OF_A_KIND = 900  # a kind of error leads to the fixes; each known one has an article of its own

# These run on our own files only, never on a paste of a reader.
_PLACE = re.compile(r"(?P<key>[a-z_]+):|## (?P<heading>.+)")  # a key of the front matter, or a heading of the body
_OFFERED = re.compile(r"^# (?=(?:symptoms|authors): )")  # before a line of the template that an author uncomments
_SHORT = ("authors:", "tags:", "url:", "supports:")  # of the template, what has fewer words
_QUOTED = re.compile(r'"([^"]+)"')
_DRAFTED_VALUE = re.compile(r"\{[a-z]+\}")
_SECTION = re.compile(r"##? ")
_ANY_HEADING = re.compile(r"###? ")
_WORD = re.compile(r"\S*\w\S*")
_FENCE = re.compile(r"\s*(```|~~~)")
WITHOUT_EXAMPLE = re.compile(r"\{\{([a-z][a-z0-9_]*)\|?\}\}")
BARE_VALUE = re.compile(r"(?<!\{)\{([a-z]\w*)\}(?!\})")
_CODE = re.compile(r"(?s)```.*?```|`[^`]*`")
STOPS = (".", "?", "!", ":", "`", "…")  # at the end of a sentence
_ANCHORS_OF_THE_PAGE = {"run-it", "where", "sources", "link"}  # templates/kb/article.html
_SHOWN_CODE = re.compile(r"(?s)<(?:code|pre)\b.*?</(?:code|pre)>")


def check(article: Article, catalogue: Catalogue) -> Iterator[Problem]:
    """The problems of an article's words. Its links must lead to articles of the catalogue."""
    yield from _check_template(article)
    yield from _check_summary(article)
    yield from _check_stops(article)
    yield from _check_sources(article)
    yield from _check_dates(article)
    if opened := _open_fence(article):
        yield Problem(article.path, opened, "the block of code that begins here is never closed: close it")
    else:
        yield from _check_order(article)
        yield from _check_empty_sections(article)
    yield from _check_length(article)
    yield from _check_links(article, catalogue)
    yield from _check_placeholders(article)


def _check_template(article: Article) -> Iterator[Problem]:
    """Nothing of the template was left as it is: no sentence, source or tag, and no placeholder in the title."""
    offered = [_OFFERED.sub("", line) for line in TEMPLATE.read_text(encoding="utf-8").splitlines()]
    left = {said for line in offered for said in _sentences(line)}
    place, told = "", set()
    for number, line in enumerate(read_file(article.path).splitlines(), 1):
        if found := _PLACE.match(line):
            place = found["key"] or f"the section “{found['heading']}”"
        if place not in told and not left.isdisjoint(_sentences(line)):
            told.add(place)
            message = f"{place} is still as in the template: write what is true of this error"
            yield Problem(article.path, number, message)
    if _DRAFTED_VALUE.search(article.title):
        message = "title has a placeholder of the draft: write the message as one reader saw it, values and all"
        yield Problem(article.path, line_of(article.path, "title"), message)


def _sentences(line: str) -> Iterator[str]:
    """What a line of the template says, as a whole and between quotes; headings and explanations do not count."""
    line = line.strip()
    if line.startswith(_SHORT) or (not line.startswith("#") and len(line.split()) >= _FEWEST_WORDS):
        yield line
        yield from (text for text in _QUOTED.findall(line) if len(text.split()) >= _FEWEST_WORDS)


def _check_summary(article: Article) -> Iterator[Problem]:
    """A summary is one short sentence."""
    if len(article.summary) > LONGEST_SUMMARY:
        message = f"summary has {len(article.summary)} characters: say the cause in at most {LONGEST_SUMMARY}"
        yield Problem(article.path, line_of(article.path, "summary"), message)


def _check_stops(article: Article) -> Iterator[Problem]:
    """The summary and the fixes are sentences."""
    texts = [(line_of(article.path, "summary"), article.summary)]
    holders = [(line_of(article.path, "steps" if article.steps else "fix"), article.fix, article.steps)]
    holders += [(case.line, case.fix, case.steps) for case in article.cases]
    for line, fix, rows in holders:
        texts += [(line, row.do) for row in rows] or [(line, fix)]
    for line, text in texts:
        if text and not text.rstrip().endswith(STOPS):
            yield Problem(article.path, line, f"“…{text[-30:]}” is no sentence: end it with a full stop")


def _check_sources(article: Article) -> Iterator[Problem]:
    """Every claim of fact has a source."""
    if not article.sources:
        message = "sources is empty: name where each claim can be checked (title, url, supports)"
        yield Problem(article.path, line_of(article.path, "sources"), message)


def _check_dates(article: Article) -> Iterator[Problem]:
    """An article is not updated before it is created, nor in the future."""
    for message in find_future("updated", article.updated):
        yield Problem(article.path, line_of(article.path, "updated"), message)
    if article.updated < article.created:
        message = f"updated ({article.updated}) is before created ({article.created}): correct one of them"
        yield Problem(article.path, line_of(article.path, "updated"), message)


def _check_order(article: Article) -> Iterator[Problem]:
    """The body has the fixed sections in the fixed order, and no others."""
    wanted = list(SECTIONS)
    for number, line in _prose(article):
        if not _SECTION.match(line):
            continue
        heading = _heading(line)
        if heading in wanted and line.rstrip() == f"## {heading}":
            if missing := wanted[: wanted.index(heading)]:
                message = f"before “## {heading}” must stand {_quote_all(missing)}: add or move it"
                yield Problem(article.path, number, message)
            del wanted[: wanted.index(heading) + 1]
        else:
            message = f"“{line.rstrip()}” is out of place: the sections are {_quote_all(SECTIONS)}; use ### below them"
            yield Problem(article.path, number, message)
    if wanted:
        yield Problem(article.path, article.body_line, f"the body lacks {_quote_all(wanted)}: add it at the end")


def _check_empty_sections(article: Article) -> Iterator[Problem]:
    """Every section says something."""
    empty: dict[int, str] = {}
    current = 0
    for number, line in _prose(article):
        if _SECTION.match(line):
            current = number
            empty[number] = _heading(line)
        elif line.strip():
            empty.pop(current, None)
    for number, heading in empty.items():
        yield Problem(article.path, number, f"the section “{heading}” is empty: write it")


def _check_length(article: Article) -> Iterator[Problem]:
    """A body is short enough to be read while the job is down. The complaint points at the longest part."""
    is_kind = all(signature.general for signature in article.signatures)
    most = MOST_WORDS_OF_A_KIND if is_kind else MOST_WORDS
    parts: dict[tuple[int, str], int] = {}
    part = (article.body_line, "")
    for number, line in _prose(article, code=""):
        if _ANY_HEADING.match(line):
            part = (number, line.rstrip())
        parts[part] = parts.get(part, 0) + len(_WORD.findall(line))
    words = sum(parts.values())
    if words > most:
        (number, heading), longest = max(parts.items(), key=lambda item: item[1])
        sort = "a kind of error" if is_kind else "a known error"
        message = f"the body has {words} words, and {sort} has at most {most}: cut what no reader acts on,"
        yield Problem(article.path, number, f"{message} beginning with “{heading}”, which has {longest}")


def _heading(line: str) -> str:
    return line.lstrip("#").strip()


def _quote_all(headings: Iterable[str]) -> str:
    return ", ".join(f"“## {heading}”" for heading in headings)


def _open_fence(article: Article) -> int:
    """The line of the block that takes in a section, or all that follows; 0 if each block is closed."""
    fence, begun = "", 0
    for number, line in enumerate(article.body.splitlines(), article.body_line):
        found = _FENCE.match(line)
        if fence and line.startswith("## ") and _heading(line) in SECTIONS:
            return begun
        if fence and line.strip() == fence:
            fence, begun = "", 0
        elif found and not fence:
            fence, begun = found[1], number
    return begun


def _prose(article: Article, code: str = "code") -> Iterator[tuple[int, str]]:
    """The numbered lines of the body; the fences of a block become `code`, because a `# comment` is no heading."""
    fence = ""
    for number, line in enumerate(article.body.splitlines(), article.body_line):
        found = _FENCE.match(line)
        if found and (not fence or found[1] == fence):
            fence = "" if fence else found[1]
            yield number, code
        elif not fence:
            yield number, line


def _check_links(article: Article, catalogue: Catalogue) -> Iterator[Problem]:
    """A link leads to an article, without a detour over an earlier name, or to a section of the page."""
    anchors = {heading.id for heading in to_html(article.body).headings} | _ANCHORS_OF_THE_PAGE
    slugs = {other.slug for other in catalogue.articles}
    aliases = {alias: other.slug for other in catalogue.articles for alias in other.aliases}
    texts = [*_prose(article), (line_of(article.path, "steps" if article.steps else "fix"), article.fix)]
    texts += ((case.line, case.fix) for case in article.cases)
    for number, text in texts:
        for message in check_links(text, slugs, anchors, aliases):
            yield Problem(article.path, number, message)


def _check_placeholders(article: Article) -> Iterator[Problem]:
    """Every placeholder stands for a value, can be filled, and none stands in code that filling.py does not see."""
    texts: dict[Path, Article | Translation] = {article.path: article, **translations.files(article)}
    known = known_names(article.captured)
    for path, words in texts.items():
        rows = "steps" if words.steps else "fix"
        for key, markdown in (("summary", words.summary), (rows, words.fix), ("finding", words.finding)):
            for _, message in chain(_placeholder_problems(markdown, known), _bare_values(markdown, article)):
                yield Problem(path, line_of(path, key), message)
        for line, message in chain(_placeholder_problems(words.body, known), _bare_values(words.body, article)):
            yield Problem(path, words.body_line + line, message)


def _bare_values(markdown: str, article: Article) -> Iterator[tuple[int, str]]:
    """The values that prose names as a signature does, which a reader would see as they stand; lines from 0."""
    prose = _CODE.sub(lambda code: "\n" * code[0].count("\n"), markdown)
    for found in BARE_VALUE.finditer(prose):
        if found[1] in article.captured:
            yield prose.count("\n", 0, found.start()), f"{found[0]} shows no value: write {{{{{found[1]}|EXAMPLE}}}}"


def _placeholder_problems(markdown: str, known: Collection[str]) -> Iterator[tuple[int, str]]:
    """What is wrong with placeholders, and the line of each, from 0."""
    yield from filling.problems(markdown)
    for placeholder in filling.mark(markdown).placeholders:
        if placeholder.name not in known:
            suggestion = choose(placeholder.name, sorted(known))
            yield (
                placeholder.line,
                f"{{{{{placeholder.name}|…}}}} stands for nothing that the article captures: {suggestion}",
            )
    for found in WITHOUT_EXAMPLE.finditer(markdown):
        message = f"{found[0]} has no example, which readers see who pasted nothing: write {{{{{found[1]}|EXAMPLE}}}}"
        yield markdown.count("\n", 0, found.start()), message
    prose = dict(reversed([(name, line) for line, name in filling.names_in_prose(markdown)]))
    shown = to_html(markdown, {name: f"“{name}”" for name in prose}).html  # never filled where it is seen to be code
    for name, line in prose.items():
        if any(f"“{name}”" in code for code in _SHOWN_CODE.findall(shown)):
            yield line, f"{{{{{name}|…}}}} stands in code that is indented or is HTML: write a fence or backticks"
