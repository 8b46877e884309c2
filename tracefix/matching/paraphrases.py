"""Paraphrased messages, as people type them: with a slip of the keyboard, or without their end, as in a title.

Only short pastes that fit nothing else are read so, line by line: a log is copied, not typed. What fits is weak
evidence.
"""

from collections.abc import Iterator
from functools import cache
from string import punctuation
from typing import NamedTuple

import re2

from tracefix.articles.signatures import Signature, class_name, template_parts
from tracefix.linear_re import Expression, compile_expression
from tracefix.matching.catalogue import Catalogue, most_specific, squashed_globs
from tracefix.matching.evidence import Candidate, Evidence, Place, Reading, is_irrelevant
from tracefix.reading.cleaning import squash

_LONGEST_TEXT = 2_000  # characters
_MOST_LINES = 30
_LONGEST_LINE = 400  # characters
_MOST_SIGNATURES = 30
_RUN = ".{1,60}?"  # what a placeholder may stand for
_SHORTEST_MISSPELT = 8  # characters of a piece of text in which a slip is looked for
_LONGEST_MISSPELT = 100
_SHORTEST_BEGINNING = 24  # characters of a message whose end is missing, and at least two fifths of it
_LONGEST_END = 150  # … of the end that may be missing in part
_BEHIND = Expression(r"[\s.…,;:!?)\]'\"`*]+$")  # what may stand behind a message that was cut
_WARNING = Expression(r"\b(?P<type>[A-Z]\w*Warning): ")


class _Piece(NamedTuple):
    """A piece of a template in the squashed text: as it is, "" for a placeholder, and as RE2."""

    text: str
    regex: str
    is_narrowed: bool = False  # a placeholder for certain values only


def find_paraphrased(catalogue: Catalogue, reading: Reading) -> dict[str, Candidate]:
    """The articles whose messages a short paste nearly gives, by slug."""
    text = reading.paste.text
    candidates: dict[str, Candidate] = {}
    if len(text) > _LONGEST_TEXT or text.count("\n") >= _MOST_LINES:
        return candidates
    near = most_specific(catalogue.half_candidates(reading.squashed), 0)[:_MOST_SIGNATURES]
    for start, line in _lines(text) if near else ():
        whole, without_end = squash(line), squash(_without_end(line))
        for known in near:
            if _names_ruled_out(known.signature, whole) or _is_of_another_class(known.signature, line):
                continue
            evidence = Evidence(known, Place.PARAPHRASED, start, start + len(line), {})
            if compile_expression(known.squashed_regex).search(
                whole
            ):  # it is there as it should be: another rule left it out
                continue
            fits = _is_misspelt(known.signature, whole) or _is_cut(known.signature, without_end)
            if fits and known.article and not is_irrelevant(evidence, reading):
                candidates.setdefault(known.article.slug, Candidate(known.article, [])).evidence.append(evidence)
    return candidates


def _names_ruled_out(signature: Signature, squashed: str) -> bool:
    """Whether a line has a value that one of the signature's placeholders may not stand for."""
    refused = (part for globs in signature.where_not.values() for glob in globs for part in glob.split("*"))
    return any(part in squashed for part in map(squash, refused) if part)


def _is_of_another_class(signature: Signature, line: str) -> bool:
    """Whether the line is a warning of a class, and the signature names others: `UserWarning: ` is no ValueError."""
    printed = _WARNING.search(line)
    if printed is None or not signature.exceptions:
        return False
    return printed["type"] not in map(class_name, signature.exceptions)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are neither blank nor overlong, and where they begin."""
    start = 0
    for line in text.split("\n"):
        if line.strip() and len(line) <= _LONGEST_LINE:
            yield start, line
        start += len(line) + 1


def _without_end(line: str) -> str:
    behind = _BEHIND.search(line)
    return line[: behind.start()] if behind else line


def _is_misspelt(signature: Signature, squashed: str) -> bool:
    regex = _misspelt(signature.message, tuple(signature.where.items()))
    return bool(regex) and compile_expression(regex).search(squashed) is not None


def _is_cut(signature: Signature, squashed: str) -> bool:
    regex = _beginning(signature.message, tuple(signature.where.items()))
    return bool(regex) and compile_expression(regex).search(squashed) is not None


@cache
def _misspelt(message: str, where: tuple[tuple[str, tuple[str, ...]], ...]) -> str:
    """The squashed template with one slip anywhere in its text, as RE2; "" if it has too little text."""
    pieces = list(_pieces(message, where))
    readings = []
    for place, piece in enumerate(pieces):
        if _SHORTEST_MISSPELT <= len(piece.text) <= _LONGEST_MISSPELT:
            regexes = [other.regex for other in pieces]
            regexes[place] = _with_a_slip(piece.text)
            readings.append("".join(regexes))
    return "|".join(readings)


def _with_a_slip(text: str) -> str:
    """The text with two neighbouring letters lost, exchanged or doubled, as RE2.

    Digits and signs stay, for they tell errors apart (`python` is not `Python.h`); so do the first and the last
    character, which may be all that does.
    """
    slips = [
        f"{re2.escape(text[:at])}[^0-9]{{0,3}}{re2.escape(text[at + 2 :])}"
        for at in range(1, len(text) - 2)
        if not any(char.isdigit() or char in punctuation for char in text[at : at + 2])
    ]
    return f"(?:{'|'.join(slips or [re2.escape(text)])})"


@cache
def _beginning(message: str, where: tuple[tuple[str, tuple[str, ...]], ...]) -> str:
    """The squashed template up to wherever the text ends, as RE2; "" if too little of it would be left."""
    pieces = list(_pieces(message, where))
    needed = max(_SHORTEST_BEGINNING, sum(len(piece.text) for piece in pieces) * 2 // 5)
    begin, end, run = "", [], ""
    for piece in pieces:
        if needed >= len(piece.text) > 0 or (needed and not piece.text):
            begin += piece.regex
            needed -= len(piece.text)
            continue
        if piece.is_narrowed:  # which error it is would not be told
            return ""
        if not piece.text:  # it may stand for anything: only what follows it tells that the text goes on as it should
            run = piece.regex
            continue
        begin += re2.escape(piece.text[:needed])
        chars = [re2.escape(char) for char in piece.text[needed:]]
        end += [run + char for char in chars[:1]] + chars[1:]
        needed, run = 0, ""
    rest = ""
    for regex in reversed(end[:_LONGEST_END]):
        rest = f"(?:{regex}{rest})?"
    return f"{begin}{rest}$" if not needed and end else ""


def _pieces(message: str, where: tuple[tuple[str, tuple[str, ...]], ...]) -> Iterator[_Piece]:
    wanted = dict(where)
    for text, name in template_parts(message):
        if not name:
            yield _Piece(squash(text), re2.escape(squash(text)))
        elif name in wanted:
            yield _Piece("", f"(?:{squashed_globs(wanted[name])})", is_narrowed=True)
        else:
            yield _Piece("", _RUN)
