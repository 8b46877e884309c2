"""The fonts of pictures. They are loaded from `fonts/`, so that a picture looks the same on every machine."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from tracefix.chinese import is_chinese

if TYPE_CHECKING:  # a server whose pictures are all drawn needs no PIL
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

_FOLDER = Path(__file__).parent / "fonts"
_CHINESE = "NotoSansCJKsc-GB2312.otf"


@dataclass(frozen=True, slots=True)
class FontPair:
    """A Latin font, and a Chinese font for the characters that it lacks. The Chinese font has only one weight."""

    latin: "FreeTypeFont"
    chinese: "FreeTypeFont"
    stroke: int  # pixels around each Chinese character, to imitate a bold Latin font

    def getlength(self, text: str) -> float:
        """The width of a text in pixels."""
        return sum(font.getlength(run) for run, font, _ in self._runs(text))

    def draw(self, pen: "ImageDraw", left: float, middle: float, text: str, colour: str) -> None:
        """Draw a text; `middle` is half-way between the top and the bottom of the Latin font."""
        ascent, descent = self.latin.getmetrics()
        baseline = middle + (ascent - descent) / 2
        for run, font, stroke in self._runs(text):
            pen.text((left, baseline), run, colour, font, anchor="ls", stroke_width=stroke)
            left += font.getlength(run)

    def _runs(self, text: str) -> Iterator[tuple[str, "FreeTypeFont", float]]:
        for in_chinese, run in groupby(text, is_chinese):
            font, stroke = (self.chinese, self.stroke / 2) if in_chinese else (self.latin, 0)
            yield "".join(run), font, stroke


@cache
def load_font_pair(name: str, size: int) -> FontPair:
    """One of the Latin fonts in `fonts/` with the Chinese font; `size` is in pixels."""
    is_bold = name.endswith("-Bold")
    return FontPair(_load(f"{name}.ttf", size), _load(_CHINESE, size), stroke=1 if is_bold else 0)


@cache
def fonts_hash() -> bytes:
    """The hash of the fonts and of this file, because a picture depends on both."""
    paths = [Path(__file__), *sorted(_FOLDER.glob("*.?tf"))]
    return hashlib.sha256(b"".join(hashlib.sha256(path.read_bytes()).digest() for path in paths)).digest()


@cache
def _load(name: str, size: int) -> "FreeTypeFont":
    from PIL import ImageFont

    return ImageFont.truetype(_FOLDER / name, size, layout_engine=ImageFont.Layout.BASIC)
