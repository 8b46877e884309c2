"""Find where a line of a picture may end: at a space, and beside any Chinese character, as Chinese has no spaces."""

from collections.abc import Iterator

from tracefix.chinese import is_chinese

CLOSING = frozenset(".,;:!?)，。、；：？！）》」』】”’…％")  # a line never begins with these
OPENING = frozenset("(（《「『【“‘")  # nor ends with these


def breakable(text: str) -> Iterator[str]:
    """The pieces of a text between which a line may end. A space belongs to the piece before it.

    >>> list(breakable("找不到 libfoo.so，请安装（见下）。"))
    ['找', '不', '到 ', 'libfoo.so，', '请', '安', '装', '（见', '下）。']
    """
    piece = ""
    for char in text:
        if piece and _may_end(piece[-1], char):
            yield piece
            piece = ""
        piece += char
    if piece:
        yield piece


def _may_end(before: str, after: str) -> bool:
    if after == " " or before == " ":
        return before == " " != after
    return (is_chinese(before) or is_chinese(after)) and after not in CLOSING and before not in OPENING
