"""Clean a paste: take away what launchers, terminals, loggers and trackers added to the text, and keep the way back.

clean() leaves out the uneventful stretches of a long log and applies every normaliser, in order: shorten(), then
normalise(). squash() makes a second, coarser reading, which survives hard wraps, lost newlines and eaten underscores,
and is weaker evidence.
"""

from collections.abc import Iterable, Iterator

from tracefix.linear_re import Text
from tracefix.reading.long_logs import leave_out_uneventful
from tracefix.reading.normalisers import NORMALISERS, SIGNS
from tracefix.reading.paste import Paste


def clean(text: str) -> Paste:
    """Remove what was added around the error. Never raises; an undamaged text is returned unchanged."""
    return normalise(shorten(text))


def shorten(text: str, *, keep: Iterable[str] = ()) -> Paste:
    """The paste, of a long text without the stretches that show no sign of an error.

    Those that hold one of the texts to `keep` stay. However long the text, the time to read the rest is bounded.
    """
    return leave_out_uneventful(_without_surrogates(text), keep)


def _without_surrogates(text: str) -> str:
    """The text itself, if it is one. Half a surrogate pair becomes one question mark, so that no offset moves."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode("utf-8")
    return text


def normalise(paste: Paste) -> Paste:
    """Apply all normalisers in order. One scan finds those that may apply; changed text is scanned again."""
    scanned, signed = "", frozenset[int]()
    for number, normaliser in enumerate(NORMALISERS):
        if paste.text is not scanned:
            scanned, signed = paste.text, frozenset(SIGNS.found_in(paste.text))
        if number in signed:
            paste = normaliser.apply(paste)
    return paste


# ── the squashed reading ────────────────────────────────────────────────────────────────────────────────────────

_DROPPED_ASCII = " \t\n\r\v\f'\"`_*\\|"
_DROPPED_EXOTIC = "│┃║❱╭╮╰╯─━"
_DROPPED = frozenset(_DROPPED_ASCII + _DROPPED_EXOTIC)
_ASCII_BYTES = _DROPPED_ASCII.encode()
_LOWER = bytes(range(256)).lower()
_PIECE = 1 << 15  # characters


def squash(text: str) -> str:
    """Lower case, without white space, quotes, backticks, underscores, asterisks, backslashes and box characters."""
    return Text(_squashed(text).decode("utf-8", "surrogatepass"))


def squashed_pieces(text: str) -> Iterator[bytes]:
    """squash() in UTF-8, piece by piece: for who scans it once, that takes half the time and no memory."""
    return (_squashed(text[start : start + _PIECE]) for start in range(0, len(text), _PIECE))


def _squashed(text: str) -> bytes:
    # as bytes: a text outside ASCII would be translated character by character, which takes ten times as long
    data = text.encode("utf-8", "surrogatepass").translate(_LOWER, _ASCII_BYTES)
    for char in _DROPPED_EXOTIC:
        if char in text:
            data = data.replace(char.encode(), b"")
    return data


def squashed_places(text: str) -> list[int]:
    """The place in `text` of each character of squash(text).

    >>> squashed_places("a b")
    [0, 2]
    """
    return [place for place, char in enumerate(text) if char not in _DROPPED]
