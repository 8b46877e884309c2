"""Chinese characters: which they are, and which of them the pictures of links can show."""

from functools import cache

_FIRST = "\u2e80"  # the radicals; Chinese stops and full-width forms come after them, too


def is_chinese(char: str) -> bool:
    """Whether a character is Chinese writing, its stops and full-width forms included.

    >>> is_chinese("错"), is_chinese("，"), is_chinese("a")
    (True, True, False)
    """
    return char >= _FIRST


@cache
def drawn_characters() -> frozenset[str]:
    """The characters of GB 2312, to which `tools/chinese_font.py` cuts the font of the pictures.

    >>> "错" in drawn_characters(), "佔" in drawn_characters()
    (True, False)
    """
    rows = (*range(0xA1, 0xAA), *range(0xB0, 0xF8))
    codes = (bytes([row, cell]) for row in rows for cell in range(0xA1, 0xFF))
    return frozenset(char for code in codes if is_chinese(char := code.decode("gb2312", "ignore") or " "))
