"""The picture that a link to a page shows in a chat or an issue: brand, error line, fix, to be read at thumbnail size.

1200 x 630 is what https://ogp.me/ readers expect. Nothing here asks the system for a font: those in `fonts/` hold the
characters of western European languages, so an article in another script shows the picture of the English one.
"""

import hashlib
import html
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from PIL.ImageFont import FreeTypeFont

from kb.core.articles.model import Article
from kb.core.articles.rendering import to_html

WIDTH, HEIGHT = 1200, 630
_MARGIN = 56
_TOP = 132  # of the headline
_FIX_PADDING = 26
_LEAST_GAP = 30  # between headline and fix
_HEADLINE_SIZES = (62, 56, 50, 45, 40)
_MOST_LINES = 4  # of a headline; the rest is cut
_FIX_SIZES = (38, 35, 32)
_LEAST_ROWS = 3  # of a fix, before the headline is drawn smaller for it
_LONG_NAME = 24  # characters of code without a space: such a name may be broken
_COLOURS = 128  # enough for flat grounds and smooth edges; keeps a picture near 20 KB

_PAPER, _TEXT, _MUTED = "#15171a", "#f3f1ec", "#a6abb3"
_GOOD, _GOOD_GROUND, _GOOD_TEXT, _CODE = "#7fd1a0", "#17291f", "#e8e6e1", "#bfe6cd"
_BRAND, _BRAND_LINES = "#0b5f73", "#9ed6e3"

_FONTS = Path(__file__).parent / "fonts"
_CODE_SPAN = re.compile(r"<code>(.*?)</code>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_CLOSING = ".,;:!?)"  # begins no row
# Where a long name may be broken: behind what parts it
_JOINTS = re.compile(r"(?<=[./_:=,(\[-])(?=[^\s])")


@dataclass(frozen=True, slots=True)
class Card:
    """What a picture says. `text` is Markdown of one paragraph."""

    headline: str
    text: str
    label: str = ""  # before the text
    corner: str = ""

    @property
    def fingerprint(self) -> str:
        """A hash of the words and of how they are drawn: the picture is another one when this is."""
        words = "\0".join((self.headline, self.text, self.label, self.corner))
        return hashlib.sha256(words.encode() + _design()).hexdigest()[:16]

    @property
    def words(self) -> str:
        """The picture in words, for those who do not see it."""
        text = "".join(text for text, _ in _spans(self.text))
        return f"{self.headline} — {self.label}: {text}" if self.label else f"{self.headline} — {text}"


def article_card(article: Article) -> Card:
    """The error line and the fix."""
    return Card(article.title, article.fix, label="Fix", corner=" · ".join(article.projects[:3]))


def draw(card: Card) -> bytes:
    """The picture as PNG."""
    image = Image.new("RGB", (WIDTH, HEIGHT), _PAPER)
    pen = ImageDraw.Draw(image)
    image.paste(_mark(60), (_MARGIN, 44))
    pen.text((_MARGIN + 80, 74), "Tracefix", _TEXT, _font("DejaVuSans-Bold", 38), anchor="lm")
    corner = _fitted(card.corner, _font("DejaVuSans", 28), WIDTH - 2 * _MARGIN - 320)
    pen.text((WIDTH - _MARGIN, 76), corner, _MUTED, _font("DejaVuSans", 28), anchor="rm")

    indent = round(_font("DejaVuSans-Bold", 30).getlength(card.label)) + 26 if card.label else 0
    width = WIDTH - 2 * _MARGIN - 2 * _FIX_PADDING - indent - 8
    for size in _HEADLINE_SIZES:
        lines = _headline(card.headline, size)
        step = round(size * 1.3)
        bottom = _TOP + step * len(lines)
        room = HEIGHT - _MARGIN - bottom - _LEAST_GAP - 2 * _FIX_PADDING
        rows, fix_step, text_size, is_whole = _fix(card.text, width, room)
        is_cut = lines[-1].endswith(" …")
        if not is_cut and len(lines) < _MOST_LINES and (is_whole or len(rows) >= _LEAST_ROWS):
            break
    top = HEIGHT - _MARGIN - fix_step * len(rows) - 2 * _FIX_PADDING

    between = max(0, (top - _LEAST_GAP - bottom) // 2)  # a short headline stands in the middle of its space
    for number, line in enumerate(lines):
        pen.text((_MARGIN, _TOP + between + step * number), line, _TEXT, _font("DejaVuSansMono-Bold", size))

    box = (_MARGIN, top, WIDTH - _MARGIN, HEIGHT - _MARGIN)
    pen.rounded_rectangle(box, 16, _GOOD_GROUND)
    pen.rounded_rectangle((_MARGIN, top, _MARGIN + 16, HEIGHT - _MARGIN), 8, _GOOD)
    left = _MARGIN + _FIX_PADDING + 8
    middle = top + _FIX_PADDING + fix_step // 2
    pen.text((left, middle), card.label, _GOOD, _font("DejaVuSans-Bold", 30), anchor="lm")
    for number, row in enumerate(rows):
        x = float(left + indent)
        for word in row:
            pen.text((x, middle + number * fix_step), word.text, word.colour, word.font(text_size), anchor="lm")
            x += word.length(text_size)

    file = BytesIO()
    image.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


# ── headline ────────────────────────────────────────────────────────────────────────────────────────────────────


def _headline(text: str, size: int) -> list[str]:
    """The lines of the error in this size; what is more than fits ends in dots."""
    width = WIDTH - 2 * _MARGIN
    font = _font("DejaVuSansMono-Bold", size)
    lines = list(_lines(text.split(), font, width))
    if len(lines) <= _MOST_LINES:
        return lines or [""]
    return [*lines[: _MOST_LINES - 1], _fitted(" ".join(lines[_MOST_LINES - 1 :]), font, width)]


def _lines(words: Iterable[str], font: FreeTypeFont, width: int) -> Iterator[str]:
    line = ""
    for word in words:
        longer = f"{line} {word}" if line else word
        if font.getlength(longer) <= width:
            line = longer
            continue
        if line and font.getlength(word) <= width:
            yield line
            line = word
            continue
        *full, line = _broken(longer, font, width)
        yield from full
    if line:
        yield line


def _broken(text: str, font: FreeTypeFont, width: int) -> Iterator[str]:
    """What is longer than a line, in lines: broken where a name has a joint, else where the line ends."""
    line = ""
    for part in re.split(r"(?<= )", text):
        for piece in _JOINTS.split(part):
            if line and font.getlength((line + piece).rstrip()) > width:
                yield line.rstrip()
                line = ""
            line += piece
            while font.getlength(line.rstrip()) > width:
                end = next(end for end in range(len(line), 0, -1) if font.getlength(line[:end]) <= width)
                yield line[:end]
                line = line[end:]
    yield line.rstrip()


def _fitted(text: str, font: FreeTypeFont, width: int) -> str:
    """The text, with its end left out where it is too long."""
    if font.getlength(text) <= width:
        return text
    while text and font.getlength(f"{text} …") > width:
        text = text[:-1]
    return f"{text.rstrip(' ·')} …"


# ── fix ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Word:
    """A run of characters in one font, with the space that follows it."""

    text: str
    is_code: bool

    @property
    def colour(self) -> str:
        return _CODE if self.is_code else _GOOD_TEXT

    def font(self, size: int) -> FreeTypeFont:
        # the letters of the fixed-width font look larger than those beside them
        return _font("DejaVuSansMono", size - 2) if self.is_code else _font("DejaVuSans", size)

    def length(self, size: int) -> float:
        return self.font(size).getlength(self.text)


def _spans(markdown: str) -> Iterator[tuple[str, bool]]:
    """The words of a Markdown text, code apart: ("Store a list: ", False), ("list(d)", True)."""
    for number, part in enumerate(_CODE_SPAN.split(to_html(markdown).html)):
        text = " ".join(html.unescape(_TAG.sub("", part)).replace("\n", " ").split(" "))
        if number == 0:
            text = text.lstrip()
        if text:
            yield text, number % 2 == 1


def _fix(markdown: str, width: int, room: int) -> tuple[list[list[_Word]], int, int, bool]:
    """Rows of words, the height of a row, the size, and whether that is all: as large as fits, else cut."""
    words = [
        _Word(piece, is_code)
        for text, is_code in _spans(markdown.strip())
        for word in re.split(r"(?<= )", text.rstrip("\n"))
        for piece in _breakable(word, is_code)
    ]
    for size in _FIX_SIZES:
        step = round(size * 1.42)
        rows = _rows(words, width, size)
        if len(rows) * step <= room:
            return rows, step, size, True
    most = max(1, room // step)
    kept = rows[:most]
    dots = _Word("…", is_code=False)
    while kept[-1] and sum(word.length(size) for word in kept[-1]) + dots.length(size) > width:
        kept[-1].pop()
    kept[-1].append(dots)
    return kept, step, size, False


def _breakable(word: str, is_code: bool) -> Iterator[str]:
    """The pieces of a word between which a row may end: a long one is broken, code where it has joints."""
    for piece in _JOINTS.split(word) if is_code and len(word) > _LONG_NAME else [word]:
        yield from (piece[start : start + _LONG_NAME] for start in range(0, len(piece), _LONG_NAME))


def _rows(words: Sequence[_Word], width: int, size: int) -> list[list[_Word]]:
    rows: list[list[_Word]] = [[]]
    x = 0.0
    for word in words:
        if rows[-1] and x + word.font(size).getlength(word.text.rstrip()) > width:
            tied = rows[-1][1:] and word.text[0] in _CLOSING and not rows[-1][-1].text.endswith(" ")
            rows.append([rows[-1].pop()] if tied else [])
            x = sum(earlier.length(size) for earlier in rows[-1])
        rows[-1].append(word)
        x += word.length(size)
    return rows


# ── how ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@cache
def _font(name: str, size: int) -> FreeTypeFont:
    return ImageFont.truetype(_FONTS / f"{name}.ttf", size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _mark(size: int) -> Image.Image:
    """The mark of static/kb/favicon.svg: its 32 units, drawn large and made small for smooth edges."""
    unit = 16
    image = Image.new("RGB", (32 * unit, 32 * unit), _PAPER)
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((0, 0, 32 * unit - 1, 32 * unit - 1), 7 * unit, _BRAND)

    def line(points: Sequence[tuple[float, float]], colour: str, thick: float) -> None:
        pen.line([(x * unit, y * unit) for x, y in points], colour, round(thick * unit))
        for x, y in points:
            pen.circle((x * unit, y * unit), thick * unit / 2, colour)

    for points in (((7, 9), (19, 9)), ((10, 14.5), (19, 14.5)), ((13, 20), (19, 20))):
        line(points, _BRAND_LINES, 2.6)
    line(((15.5, 25.2), (18.5, 27.8), (25.5, 19.4)), "#ffffff", 3)
    return image.resize((size, size), Image.Resampling.LANCZOS)


@cache
def _design() -> bytes:
    """This file: however the drawing is changed, no picture made before is taken for one of now."""
    return hashlib.sha256(Path(__file__).read_bytes()).digest()
