"""The answer to a paste in words, for people at a terminal.

The paste is hostile: a terminal obeys control codes, so none gets through.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeGuard

if TYPE_CHECKING:  # a start needs no shapes, which take long to make
    from kb.core.output.json_shapes import (
        DiagnosisOut,
        EvidenceOut,
        ExplanationOut,
        LinkOut,
        MatchOut,
        NameVersionsOut,
        Reference,
        SearchOut,
    )

WIDTH = 80
_MOST_RELATED = 4
LONGEST_QUOTE = 300  # characters of the evidence that are repeated
_COLOURS = {"exact": "1;32", "likely": "1;33", "none": "1;36", "label": "1", "error": "31"}
_KNOWN, _COMMON, _PROBABLE = "Known error", "Common error, several causes", "Probably this error: check the reasons"
_UNKNOWN, _NONE = "No article covers this error yet", "No known error found"
# These run on our own articles only, never on a paste.
_LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
_CODE = re.compile(r"`[^`]+`")
_UNBROKEN = "\N{NO-BREAK SPACE}"  # stands for a space in code while lines are broken

Paint = Callable[[str, str], str]  # from a key of _COLOURS and a text to the text in that colour, or plain


def to_text(answer: DiagnosisOut, *, name: str = "", colours: bool = False) -> str:
    """The answer for a terminal: 80 columns wide, plain or in colours. `name`, that of the file, is a heading.

    A command or an address stays on one line, however long, so that it can be copied.
    """
    paint: Paint = _coloured if colours else _plain
    blocks = [[paint("label", f"── {printable(name)}")]] if name else []
    blocks += [list(block) for block in _blocks(answer, paint)]
    return "\n".join("\n".join(block) + "\n" for block in blocks)


def wording(answer: DiagnosisOut) -> str:
    """The verdict in words: what kind of error it is, and whether the evidence is weak."""
    if not answer["matches"]:
        return _UNKNOWN if answer["explanation"] else _NONE
    match = answer["matches"][0]
    if match["verdict"] == "exact":
        return _KNOWN
    return _COMMON if match["kind"] == "general" and not match["weak"] else _PROBABLE


def link_of(match: MatchOut) -> str:
    """The article's address, with the section that leads for this paste; a file's path has none."""
    is_page = match["url"].startswith("http")
    return f"{match['url']}#{match['section']}" if match["section"] and is_page else match["url"]


def printable(text: str) -> str:
    r"""Return the text as one line, without characters that a terminal would obey or reorder.

    >>> printable("a\\x1b[2Jb\\n\\u202ec")
    'a�[2Jb �c'
    """
    return "".join(char if char.isprintable() else "\ufffd" for char in " ".join(text.split()))


# ── blocks ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _plain(part: str, text: str) -> str:
    return text


def _coloured(part: str, text: str) -> str:
    return f"\x1b[{_COLOURS[part]}m{text}\x1b[0m"


def _blocks(answer: DiagnosisOut, paint: Paint) -> Iterator[Iterator[str]]:
    """The blocks of lines of the answer, what matters most first. A blank line goes between two."""
    if answer["headline"]:
        yield (paint("error", line) for line in _wrap(printable(answer["headline"]), long_words=True))
    yield _heading(wording(answer), answer["verdict"], paint)
    if answer["matches"]:
        yield from _best_match(answer["matches"][0], paint)
        if _is_far_from_own(answer["explanation"]):
            yield from _places(answer["explanation"], paint)
    else:
        yield from _unknown(answer["explanation"], paint)
    for hint in answer["hints"]:
        yield _section("Note", hint["text"], paint)
    if answer["matches"][1:]:
        yield _articles("Other candidates", answer["matches"][1:], paint)
    if answer["related"]:
        label = "If this is not it" if answer["matches"] else "Similar wording, possibly unrelated"
        yield _articles(label, answer["related"], paint)


def _best_match(match: MatchOut, paint: Paint) -> Iterator[Iterator[str]]:
    yield _section("Fix, if this is it" if match["weak"] else "Fix", match["fix"], paint)
    yield from (_versions(answer, paint) for answer in match["versions"])
    yield _section("Cause", match["summary"], paint)
    yield iter((paint("label", "Article"), *_wrap(printable(match["title"]), "  "), f"  {link_of(match)}"))
    evidence = match["evidence"]
    if evidence["text"]:
        yield _evidence(evidence, paint)
    yield _bullets("Why we are sure" if match["verdict"] == "exact" else "Why we think so", match["reasons"], paint)


def _unknown(explanation: ExplanationOut | None, paint: Paint) -> Iterator[Iterator[str]]:
    """What the paste itself tells of an error that no article covers."""
    if explanation is None:
        yield _wrap("No article fits what you sent, and we would rather not guess.")
        return
    yield from (_versions(answer, paint) for answer in explanation["versions"])
    yield from _places(explanation, paint)
    if explanation["chain"]:
        yield _bullets("The errors, the cause first", [_link_line(link) for link in explanation["chain"]], paint)
    if explanation["says"]:
        yield _bullets("What the message suggests", explanation["says"], paint)
    if explanation["kind_help"]:
        yield _sentences("What it means", explanation["kind_help"], paint)
    if explanation["next"]:
        yield _bullets("What to do next", explanation["next"], paint)
    if explanation["searches"]:
        yield _searches(explanation["searches"], paint)


def _is_far_from_own(explanation: ExplanationOut | None) -> TypeGuard[ExplanationOut]:
    """Whether a package raised the error: where it is the reader's code, its frame stands right above the error."""
    raised = explanation and explanation["raised_in"]
    return bool(raised and raised["package"] != "own")


def _places(explanation: ExplanationOut, paint: Paint) -> Iterator[Iterator[str]]:
    """Where it was raised, and where the reader's own code stands."""
    raised, own = explanation["raised_in"], explanation["own"]
    if raised and raised["package"] != "own":
        package = "Python's standard library" if raised["package"] == "stdlib" else raised["package"]
        version = f" {raised['version']}" if raised["version"] else ""
        label = printable(f"Raised in {package}{version}")
        yield _frame(label, raised["file"], raised["line"], raised["function"], paint)
    if own:
        label = f"Your own code, line {own['paste_line']} of what you sent" if own["paste_line"] else "Your own code"
        yield _frame(label, own["file"], own["line"], own["function"], paint, own["source"])


def _frame(label: str, file: str, line: int, function: str, paint: Paint, source: str = "") -> Iterator[str]:
    yield paint("label", label)
    place = ", ".join(filter(None, (file, f"line {line}" if line else "", f"in {function}" if function else "")))
    yield from _wrap(printable(place), "  ", long_words=True)
    if source:
        yield from _wrap(printable(source), "  | ", long_words=True)


def _link_line(link: LinkOut) -> str:
    ranks = f", ranks {', '.join(map(str, link['ranks']))}" if link["ranks"] else ""
    times = f", {link['count']} times" if link["count"] > 1 else ""
    return f"{link['kind']}, line {link['line']}{times}{ranks}: {link['text'][:LONGEST_QUOTE]}"


def _versions(answer: NameVersionsOut, paint: Paint) -> Iterator[str]:
    """Which releases have the name that is missing, and the commands, each on a line of its own to be copied."""
    yield paint("label", "Which version")
    for sentence in answer["says"]:
        yield from _wrap(printable(sentence), "  ", long_words=True)
    yield from (f"    {command}" for command in answer["commands"])


def _sentences(label: str, sentences: Sequence[str], paint: Paint) -> Iterator[str]:
    yield paint("label", label)
    for sentence in sentences:
        yield from _wrap(printable(sentence), "  ", long_words=True)


def _searches(searches: Sequence[SearchOut], paint: Paint) -> Iterator[str]:
    yield paint("label", "Search for it, without your values")
    for search in searches:
        yield from _wrap(printable(search["label"]), "  - ", "    ")
        yield f"    {search['url']}"


def _heading(text: str, part: str, paint: Paint) -> Iterator[str]:
    return (paint(part, line) for line in _wrap(text))


def _section(label: str, markdown: str, paint: Paint) -> Iterator[str]:
    yield paint("label", label)
    for paragraph in _paragraphs(markdown):
        yield from _wrap(paragraph, "  ")


def _bullets(label: str, items: list[str], paint: Paint) -> Iterator[str]:
    yield paint("label", label)
    for item in items:
        yield from _wrap(printable(item), "  - ", "    ", long_words=True)


def _evidence(evidence: EvidenceOut, paint: Paint) -> Iterator[str]:
    yield paint("label", f"Line {evidence['line']} of what you sent")
    for line in _wrap(printable(evidence["text"][:LONGEST_QUOTE]), "  | ", long_words=True):
        yield paint("error", line)


def _articles(label: str, references: Sequence[Reference], paint: Paint) -> Iterator[str]:
    yield paint("label", label)
    for reference in references[:_MOST_RELATED]:
        yield from _wrap(printable(reference["title"]), "  - ", "    ")
        yield f"    {reference['url']}"


def _paragraphs(markdown: str) -> list[str]:
    """The paragraphs of a summary or a fix, links without their addresses. Code keeps its backticks."""
    text = _LINK.sub(lambda found: found[1], markdown)
    return [
        _CODE.sub(lambda found: found[0].replace(" ", _UNBROKEN), printable(paragraph))
        for paragraph in text.split("\n\n")
        if paragraph.strip()
    ]


def _wrap(text: str, first: str = "", rest: str | None = None, *, long_words: bool = False) -> Iterator[str]:
    lines = textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=first if rest is None else rest,
        break_long_words=long_words,
        break_on_hyphens=False,
    )
    yield from (line.replace(_UNBROKEN, " ") for line in lines)
