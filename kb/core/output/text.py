"""The answer to a paste in words, for people at a terminal.

The paste is hostile: a terminal obeys control codes, so none gets through.
"""

import re
import textwrap
from collections.abc import Callable, Iterator, Mapping
from typing import Any

WIDTH = 80
_MOST_RELATED = 4
LONGEST_QUOTE = 300  # characters of the evidence that are repeated
_COLOURS = {"exact": "1;32", "likely": "1;33", "none": "1;36", "label": "1", "error": "31"}
_VERDICTS = {
    "exact": "Known error",
    "likely": "Probably this known error: read the reasons before you change anything",
    "none": "Not a known error",
}
# These run on our own articles only, never on a paste.
_LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
_CODE = re.compile(r"`[^`]+`")
_UNBROKEN = "\N{NO-BREAK SPACE}"  # stands for a space in code while lines are broken

Paint = Callable[[str, str], str]  # the part that a text plays, and the text


def to_text(answer: Mapping[str, Any], *, name: str = "", colours: bool = False) -> str:
    """A match payload for people at a terminal: 80 columns, plain, or in colours. `name` is that of the file.

    What one copies, a command or an address, is not broken, however long. No control code of the paste gets through.
    """
    paint: Paint = _coloured if colours else _plain
    blocks = [[paint("label", f"── {printable(name)}")]] if name else []
    blocks += [list(block) for block in _blocks(answer, paint)]
    return "\n".join("\n".join(block) + "\n" for block in blocks)


def printable(text: str) -> str:
    r"""One line of text without anything that a terminal would obey or reorder.

    >>> printable("a\\x1b[2Jb\\n\\u202ec")
    'a�[2Jb �c'
    """
    return "".join(char if char.isprintable() else "\ufffd" for char in " ".join(text.split()))


# ── terminal ────────────────────────────────────────────────────────────────────────────────────────────────────


def _plain(part: str, text: str) -> str:
    return text


def _coloured(part: str, text: str) -> str:
    return f"\x1b[{_COLOURS[part]}m{text}\x1b[0m"


def _blocks(answer: Mapping[str, Any], paint: Paint) -> Iterator[Iterator[str]]:
    """The answer in the order in which one needs it; a block is a run of lines without a blank one."""
    yield _painted(_VERDICTS[answer["verdict"]], answer["verdict"], paint)
    if answer["matches"]:
        yield from _first(answer["matches"][0], paint)
    else:
        yield _wrapped("Nothing known fits what you sent, and a guess would cost you more than it helps.")
    for hint in answer["hints"]:
        yield _labelled("Note", hint["text"], paint)
    if answer["matches"][1:]:
        yield _listed("Other candidates", answer["matches"][1:], paint)
    if answer["related"]:
        label = "If this is not it" if answer["matches"] else "Nearest by their words, perhaps unrelated"
        yield _listed(label, answer["related"], paint)


def _first(match: Mapping[str, Any], paint: Paint) -> Iterator[Iterator[str]]:
    yield _painted(printable(match["title"]), "label", paint)
    evidence = match["evidence"]
    if evidence["text"]:
        yield _quoted(evidence, paint)
    yield _labelled("Cause", match["summary"], paint)
    yield _labelled("Fix" if match["verdict"] == "exact" else "Fix, if this is it", match["fix"], paint)
    yield _bulleted("Why we are sure" if match["verdict"] == "exact" else "Why we think so", match["reasons"], paint)
    yield iter((paint("label", "Read more"), f"  {match['url']}"))


def _painted(text: str, part: str, paint: Paint) -> Iterator[str]:
    return (paint(part, line) for line in _wrapped(text))


def _labelled(label: str, markdown: str, paint: Paint) -> Iterator[str]:
    yield paint("label", label)
    for paragraph in _words(markdown):
        yield from _wrapped(paragraph, "  ")


def _bulleted(label: str, items: list[str], paint: Paint) -> Iterator[str]:
    yield paint("label", label)
    for item in items:
        yield from _wrapped(printable(item), "  - ", "    ", long_words=True)


def _quoted(evidence: Mapping[str, Any], paint: Paint) -> Iterator[str]:
    yield paint("label", f"Line {evidence['line']} of what you sent")
    for line in _wrapped(printable(evidence["text"][:LONGEST_QUOTE]), "  | ", long_words=True):
        yield paint("error", line)


def _listed(label: str, references: list[Mapping[str, Any]], paint: Paint) -> Iterator[str]:
    yield paint("label", label)
    for reference in references[:_MOST_RELATED]:
        yield from _wrapped(printable(reference["title"]), "  - ", "    ")
        yield f"    {reference['url']}"


def _words(markdown: str) -> list[str]:
    """The paragraphs of a summary or a fix. Code keeps its backticks, which show where it begins and ends."""
    text = _LINK.sub(lambda found: found[1], markdown)
    return [
        _CODE.sub(lambda found: found[0].replace(" ", _UNBROKEN), printable(paragraph))
        for paragraph in text.split("\n\n")
        if paragraph.strip()
    ]


def _wrapped(text: str, first: str = "", rest: str | None = None, *, long_words: bool = False) -> Iterator[str]:
    lines = textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=first if rest is None else rest,
        break_long_words=long_words,
        break_on_hyphens=False,
    )
    yield from (line.replace(_UNBROKEN, " ") for line in lines)
