"""Find Markdown that would take long to convert, or end in RecursionError: one article must not stop a server.

Python-Markdown (https://python-markdown.github.io/) parses quotes and lists by recursion, searches for the end of every
bracket, mark and fence from the start, and copies what is left of a paragraph for every rule and heading in it. All
that takes the square of what it is given, or more. The limits are far above what people write, and far below what
hurts: no text within them takes more than a few seconds.
"""

import re
from collections.abc import Iterator

MOST_CHARACTERS = 50_000  # of a text; the longest article has a quarter of it
_MOST_OF_PARAGRAPH = 8_000  # characters
_MOST_HEADINGS = 200
_MOST_FENCES = 200
_LONGEST_CODE_LINE = 4_000  # Pygments searches some lines for a prompt from each place
_WIDEST_LEAD = 100  # columns of quote marks, list marks and indentation before the words of a line
_MOST_OPEN = 100  # brackets of a paragraph that are open at once, or marks of emphasis in one run
_MOST_TICKS = 600  # runs of backticks in a paragraph
_MOST_DECLARATIONS = 20  # `<!` and `<?` of a text
# Languages whose lexers take time linear in the code, as was tried with each
_CODE = frozenset((
    "bash", "sh", "shell", "console", "powershell", "python", "py", "pycon", "pytb", "text", "yaml", "json", "toml",
    "ini", "diff", "docker", "c", "cpp", "cuda",
))  # fmt: skip

_FENCE = re.compile(r"(?P<fence>`{3,}|~{3,})[ ]*(?P<info>[^\n]*)")
_LEAD = re.compile(
    r"(?m)^(?=[-+*>!.)0-9 \t]{25})(?:[ \t>]|!{3}(?=[ \t])|[-*+](?=[ \t])|[0-9]{1,9}[.)](?=[ \t]))+(?=\S)"
)
_RUNS = tuple(mark * (_MOST_OPEN + 1) for mark in "*_`~!")
_BETWEEN = re.compile(r"\n[ \t]*\n|\Z")  # as Markdown takes paragraphs apart: no other white space does it
_LONG_HEADING = re.compile(r"(?m)^#[^\n]{400}")  # its `{only: …}` and `{was: …}` are searched for from each place
_HEADING = re.compile(r"(?m)^ {0,3}(?:#|=+ *$|-+ *$|(?:[-*_] *){3,}$)")  # or a rule
_TICKS = re.compile(r"`+")
_BRACKET = re.compile(r"\\.|`[^`\n]*`|(?P<opens>[\[(<])|(?P<closes>[])>])")
_OPENED_BY = {"]": "[", ")": "(", ">": "<"}


def find_excesses(text: str) -> Iterator[tuple[int, str]]:
    """The lines with too much of something, from 1, each with what to do."""
    if len(text) > MOST_CHARACTERS:
        yield 1, f"is longer than {MOST_CHARACTERS:,} characters: shorten it"
        return
    if len(text) <= _MOST_OPEN and text.isprintable():  # most values of keys: one line, too short for anything
        return
    prose, problems = _without_fences(text)
    yield from problems
    for lead in _LEAD.finditer(prose):
        if len(lead[0].expandtabs(4)) > _WIDEST_LEAD:
            yield (
                _line(prose, lead.start()),
                f"nests more than {_WIDEST_LEAD} columns deep: take quotes and lists apart",
            )
    for run in _RUNS:
        if (place := prose.find(run)) >= 0:
            yield _line(prose, place), f"has more than {_MOST_OPEN} marks of emphasis in one run: remove them"
    yield from _find_many(prose)
    for heading in _LONG_HEADING.finditer(prose):
        yield _line(prose, heading.start()), "a heading has more than 400 characters: shorten it"
    start = 0
    for between in _BETWEEN.finditer(prose):
        yield from _find_in_paragraph(prose, start, between.start())
        start = between.end()


def _without_fences(text: str) -> tuple[str, list[tuple[int, str]]]:
    """The text with an empty line for each of fenced code, and what is wrong with the fences."""
    prose: list[str] = []
    problems: list[tuple[int, str]] = []
    fence, begun, fences = "", 0, 0
    for number, line in enumerate(text.split("\n"), 1):
        if fence:
            if line.rstrip(" ") == fence:
                fence = ""
            elif len(line) > _LONGEST_CODE_LINE:
                problems.append((number, f"a line of code has more than {_LONGEST_CODE_LINE:,} characters: break it"))
        elif found := _FENCE.match(line):
            fence, begun, fences = found["fence"], number, fences + 1
            if found["info"].strip(" ").removeprefix(".") not in _CODE | {""}:
                problems.append((number, f"behind a fence stands only its language: {', '.join(sorted(_CODE))}"))
        else:
            prose.append(line)
            continue
        prose.append("")
    if fence:
        problems.append((begun, f"the code that begins here does not end: close it with {fence[:10]}"))
    if fences > _MOST_FENCES:
        problems.append((1, f"has more than {_MOST_FENCES} blocks of code: leave some out"))
    return "\n".join(prose), problems


def _find_many(prose: str) -> Iterator[tuple[int, str]]:
    """What is searched for through all of a text, or kept for all of it."""
    for count, most, what in (
        (sum(1 for _ in _HEADING.finditer(prose)), _MOST_HEADINGS, "headings and rules"),
        (prose.count("<!") + prose.count("<?"), _MOST_DECLARATIONS, "`<!` and `<?`"),
    ):
        if count > most:
            yield 1, f"has more than {most} {what}: leave some out"


def _find_in_paragraph(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    if end - start > _MOST_OF_PARAGRAPH:
        yield _line(text, start), f"a paragraph has more than {_MOST_OF_PARAGRAPH:,} characters: take it apart"
    elif sum(1 for _ in _TICKS.finditer(text, start, end)) > _MOST_TICKS:
        yield _line(text, start), f"a paragraph has more than {_MOST_TICKS} backticks: take it apart"
    elif (place := _too_many_open(text, start, end)) >= 0:
        yield _line(text, place), f"opens more than {_MOST_OPEN} brackets in one paragraph: close them"


def _too_many_open(text: str, start: int, end: int) -> int:
    """The place in a paragraph at which one bracket too many opens; -1 if none does."""
    opened = dict.fromkeys(_OPENED_BY.values(), 0)
    if sum(text.count(bracket, start, end) for bracket in opened) <= _MOST_OPEN:
        return -1
    for found in _BRACKET.finditer(text, start, end):
        if found["opens"]:
            opened[found[0]] += 1
            if opened[found[0]] > _MOST_OPEN:
                return found.start()
        elif found["closes"]:
            opened[_OPENED_BY[found[0]]] = max(0, opened[_OPENED_BY[found[0]]] - 1)
    return -1


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1
