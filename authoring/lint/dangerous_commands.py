"""Lint: commands that cost a reader something, each with the sentence that must stand beside it or the form to use.

Who reads an article runs what it says, at three in the morning, on a machine that others use. So each row of
dangerous_commands.toml is a command that a careful senior colleague would not say without a word on what it does
besides.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from authoring.lint.lines import line_of
from tracefix.articles.files import read_file
from tracefix.articles.model import Article, Problem


class Danger(NamedTuple):
    """A row of dangerous_commands.toml, whose head says what each part is."""

    command: str
    advice: str
    example: str
    fine: str
    unless: str = ""
    beside: str = ""
    sentence: str = ""


def _read_dangers() -> Iterator[Danger]:
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    patterns = table["patterns"]
    for row in table["danger"]:
        yield Danger(**{part: re.sub(r"<(\w+)>", lambda found: patterns[found[1]], text) for part, text in row.items()})


DANGERS = tuple(_read_dangers())

# Passages: a text of the front matter, or what stands below a heading
_SHOWN_KEYS = ("summary", "finding", "fix", "steps", "cases", "affects", "notes", "fixes")
_KEY = re.compile(r"^(?P<key>[a-z_]+):")
_HEADING = re.compile(r"^#{1,4} ")
_NOT_A_FIX = re.compile(r"(?i)do(?:es)? not (?:fix|cure|help)|无效|没用|没有用|不起作用|不管用|解决不了|不能解决")
_FENCE = re.compile(r"^\s*(?P<fence>```+|~~~+)\s*(?P<language>\w*)")
_SPAN = re.compile(r"(?s)(`+)(?P<code>.+?)(?<!`)\1(?!`)")
_SENTENCE_END = re.compile(r"[.!?:;](?=\s)|[。！？；]|\n\s*\n")
_OUTPUT = {"text", "pytb"}


class Passage(NamedTuple):
    """A text that is read as one: its first line in the file, and whether it says what does not help."""

    line: int
    text: str
    is_warning: bool = False


class _Command(NamedTuple):
    line: int
    code: str
    before: str  # of its sentence


def check(article: Article) -> Iterator[Problem]:
    """No command stands in an article, in any language, without its word of warning."""
    paths = [article.path, *(article.folder / f"article.{language}.md" for language in article.translations)]
    for path in paths:
        for passage in passages(read_file(path)):
            for line, danger in find_dangers(passage):
                yield Problem(path, line, f"a command that {danger.advice}")
    for language in ("en", *article.translations):  # the commands of rows have no backticks in the file
        for row in article.in_language(language).rows:
            for _, danger in find_dangers(Passage(1, row.text)):
                yield Problem(paths[0], line_of(paths[0], "steps"), f"a command of a row that {danger.advice}")


def find_dangers(passage: Passage) -> Iterator[tuple[int, Danger]]:
    """The rows that a passage breaks, each with its line."""
    if passage.is_warning:
        return
    for command in _commands(passage):
        for danger in DANGERS:
            if (
                re.search(danger.command, command.code)
                and not (danger.unless and re.search(danger.unless, command.code))
                and not (danger.beside and re.search(danger.beside, passage.text))
                and (not danger.sentence or re.search(danger.sentence, command.before))
            ):
                yield command.line, danger


def passages(text: str) -> Iterator[Passage]:
    """The passages of a file of an article."""
    lines: list[str] = []
    begun, shown, fences, is_fenced = 1, False, 0, False
    for number, line in enumerate([*text.split("\n"), None], 1):
        key = _KEY.match(line) if line is not None and fences < 2 else None
        is_fenced ^= line is not None and bool(_FENCE.match(line)) and fences == 2
        starts = (
            line is None
            or (fences < 2 and (line == "---" or key is not None or line.startswith("  - ")))
            or (fences == 2 and not is_fenced and _HEADING.match(line) is not None)
        )
        if starts:
            if lines and shown:
                yield Passage(begun, "\n".join(lines), bool(_NOT_A_FIX.search(lines[0])) and fences == 2)
            lines, begun = [], number
            fences += line == "---" and fences < 2
            shown = fences == 2 or (shown if key is None else key["key"] in _SHOWN_KEYS)
        lines.append(line or "")


def _commands(passage: Passage) -> Iterator[_Command]:
    """The lines of blocks of code, and the spans of code, of a passage."""
    prose: list[str] = []
    fence = language = ""
    for number, line in enumerate(passage.text.split("\n")):
        found = _FENCE.match(line)
        if fence:
            if line.strip() == fence:
                fence = ""
            elif language not in _OUTPUT and not line.strip().startswith("#"):
                yield _Command(passage.line + number, line.strip().partition("  #")[0], _sentence("\n".join(prose)))
            prose.append("")
        elif found:
            fence, language = found["fence"], found["language"]
            prose.append("")
        else:
            prose.append(line)
    text = "\n".join(prose)
    for span in _SPAN.finditer(text):
        line_number = passage.line + text.count("\n", 0, span.start())
        yield _Command(line_number, " ".join(span["code"].split()), _sentence(text[: span.start()]))


def _sentence(before: str) -> str:
    """The sentence that a text ends with, or that introduces what follows it."""
    return _SENTENCE_END.split(before.rstrip().rstrip(":："))[-1]
