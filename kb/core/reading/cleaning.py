"""Clean a paste: take away what launchers, terminals, loggers and trackers added to the text, and keep the way back.

clean() leaves out the uneventful stretches of a long log and applies every normaliser, in order. squash() makes a
second, coarser reading, which survives hard wraps, lost newlines and eaten underscores, and is weaker evidence.
"""

from collections.abc import Iterable

from kb.core.reading.long_logs import leave_out_uneventful
from kb.core.reading.normalisers import NORMALISERS
from kb.core.reading.paste import Paste


def clean(text: str, *, keep: Iterable[str] = ()) -> Paste:
    """Take away what was added around the error. Never raises; an undamaged text comes back unchanged.

    Of a long text the stretches without any sign of an error are left out; those that hold one of the texts to `keep`
    stay. However long the text, the time is bounded.
    """
    # half a surrogate pair is no text: it becomes one question mark, so that no offset moves
    text = text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
    return normalise(leave_out_uneventful(Paste(text, text), keep))


def normalise(paste: Paste) -> Paste:
    """Apply every normaliser, in order."""
    for normaliser in NORMALISERS:
        if not (normaliser.is_exotic and paste.text.isascii()):
            paste = normaliser.apply(paste)
    return paste


# ── the squashed reading ────────────────────────────────────────────────────────────────────────────────────────

_DROPPED = " \t\n\r\v\f'\"`_*\\│┃║|❱╭╮╰╯─━"
_DROPPED_SET = frozenset(_DROPPED)
_SQUASH = {**{ord(char): None for char in _DROPPED}, **{upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}}


def squash(text: str) -> str:
    """Lower case, without white space, quotes, backticks, underscores, asterisks, backslashes and box characters."""
    return text.translate(_SQUASH)


def squashed_places(text: str) -> list[int]:
    """Where each character of squash(text) stands in text: the way back from the squashed reading.

    >>> squashed_places("a b")
    [0, 2]
    """
    return [place for place, char in enumerate(text) if char not in _DROPPED_SET]
