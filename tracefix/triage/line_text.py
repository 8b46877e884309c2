"""The text of a line of a log, as a terminal would show it."""

from __future__ import annotations

from tracefix.linear_re import Expression

_COLOURS = Expression(r"\x1b\[[0-9;]*[mK]")


def decode_line(piece: bytes) -> str:
    """The text of a line, without holes of NULs, its line end and terminal colour codes."""
    text = piece.decode("utf-8", "replace").replace("\x00", "").rstrip("\r\n")
    return without_colours(text) if "\x1b" in text else text


def without_colours(text: str) -> str:
    """The text without terminal colour codes, which may also stand before prefixes."""
    place, parts = 0, []
    for start, end in _COLOURS.spans(text):
        parts.append(text[place:start])
        place = end
    return "".join((*parts, text[place:]))
