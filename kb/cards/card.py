"""Draw the preview picture that a chat or an issue shows for a link to an article: brand, error line and fix.

People see it at thumbnail size. 1200 x 630 pixels is the usual size of https://ogp.me/ pictures. A picture is in the
language of the page that links to it.
"""

import hashlib
import html
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from kb.cards import line_breaks
from kb.cards.font_pairs import FontPair, fonts_hash, load_font_pair
from kb.cards.line_breaks import CLOSING, OPENING, breakable
from tracefix.articles.model import Article
from tracefix.articles.rendering import to_html
from tracefix.chinese import is_chinese

if TYPE_CHECKING:  # a server whose pictures are all drawn needs no PIL
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

WIDTH, HEIGHT = 1200, 630
MARGIN = 56
_TOP = 132  # of the headline
_FIX_PADDING = 26
_LEAST_GAP = 30  # between headline and fix
HEADLINE_SIZES = (62, 56, 50, 45, 40)
_MOST_LINES = 4  # of a headline; the rest is cut
_FIX_SIZES = (38, 35, 32)
_LEAST_ROWS = 3  # of a fix, before the headline is drawn smaller for it
_LONG_NAME = 24  # characters of code without a space: such a name may be broken
_COLOURS = 128  # enough for flat grounds and smooth edges; keeps a picture near 20 KB

_PAPER, _TEXT, _MUTED = "#15171a", "#f3f1ec", "#a6abb3"
_GOOD, _GOOD_GROUND, _GOOD_TEXT, _CODE = "#7fd1a0", "#17291f", "#e8e6e1", "#bfe6cd"
_BRAND, _BRAND_LINES = "#0b5f73", "#9ed6e3"

_CODE_SPAN = re.compile(r"<code>(.*?)</code>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
# Where a long name may be broken: after a separator
_JOINTS = re.compile(r"(?<=[./_:=,(\[-])(?=[^\s])")


@dataclass(frozen=True, slots=True)
class Card:
    """The words of a picture. `text` is one paragraph of Markdown."""

    headline: str
    text: str
    label: str = ""  # before the text
    corner: str = ""

    @property
    def fingerprint(self) -> str:
        """A hash of the words and of this file. It names the picture, so a changed one is drawn anew."""
        words = "\0".join((self.headline, self.text, self.label, self.corner))
        return hashlib.sha256(words.encode() + _design_hash()).hexdigest()[:16]

    @property
    def words(self) -> str:
        """The alternative text of the picture."""
        text = "".join(text for text, _ in code_spans(self.text))
        colon = "：" if is_chinese(self.label[:1]) else ": "
        return f"{self.headline} — {self.label}{colon}{text}" if self.label else f"{self.headline} — {text}"


def article_card(article: Article, label: str = "Fix") -> Card:
    """The card of an article: its error line and its fix; `label` says “fix” in the language of the article."""
    return Card(article.title, article.fix, label=label, corner=" · ".join(article.projects[:3]))


def draw(card: Card) -> bytes:
    """Draw a card as PNG: the headline as large as fits, the fix in a box below it."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (WIDTH, HEIGHT), _PAPER)
    pen = ImageDraw.Draw(image)
    _draw_top(image, pen, card.corner)

    indent = round(load_font_pair("DejaVuSans-Bold", 30).getlength(card.label)) + 26 if card.label else 0
    width = WIDTH - 2 * MARGIN - 2 * _FIX_PADDING - indent - 8
    for size in HEADLINE_SIZES:
        lines = headline_lines(card.headline, size)
        step = round(size * 1.3)
        bottom = _TOP + step * len(lines)
        room = HEIGHT - MARGIN - bottom - _LEAST_GAP - 2 * _FIX_PADDING
        rows, fix_step, text_size, is_whole = fix_rows(card.text, width, room)
        is_cut = lines[-1].endswith(" …")
        if not is_cut and len(lines) < _MOST_LINES and (is_whole or len(rows) >= _LEAST_ROWS):
            break
    top = HEIGHT - MARGIN - fix_step * len(rows) - 2 * _FIX_PADDING

    between = max(0, (top - _LEAST_GAP - bottom) // 2)  # centre a short headline vertically
    for number, line in enumerate(lines):
        _headline_fonts(size).draw(pen, MARGIN, _TOP + between + step * number + step / 2, line, _TEXT)

    box = (MARGIN, top, WIDTH - MARGIN, HEIGHT - MARGIN)
    pen.rounded_rectangle(box, 16, _GOOD_GROUND)
    pen.rounded_rectangle((MARGIN, top, MARGIN + 16, HEIGHT - MARGIN), 8, _GOOD)
    left = MARGIN + _FIX_PADDING + 8
    middle = top + _FIX_PADDING + fix_step // 2
    load_font_pair("DejaVuSans-Bold", 30).draw(pen, left, middle, card.label, _GOOD)
    for number, row in enumerate(rows):
        x = float(left + indent)
        for word in row:
            word.fonts(text_size).draw(pen, x, middle + number * fix_step, word.text, word.colour)
            x += word.length(text_size)

    file = BytesIO()
    image.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw_top(image: "Image", pen: "ImageDraw", corner: str) -> None:
    """Draw the logo and the name, and `corner` beside them."""
    image.paste(_logo(60), (MARGIN, 44))
    load_font_pair("DejaVuSans-Bold", 38).draw(pen, MARGIN + 80, 74, "Tracefix", _TEXT)
    fonts = load_font_pair("DejaVuSans", 28)
    text = _cut(corner, fonts, WIDTH - 2 * MARGIN - 320)
    fonts.draw(pen, WIDTH - MARGIN - fonts.getlength(text), 76, text, _MUTED)


# ── headline ────────────────────────────────────────────────────────────────────────────────────────────────────


def headline_lines(text: str, size: int) -> list[str]:
    """The lines of the headline at this font size. If it needs more than _MOST_LINES, it is cut and ends in "…"."""
    width = WIDTH - 2 * MARGIN
    fonts = _headline_fonts(size)
    lines = [line.rstrip() for line in _wrap(breakable(" ".join(text.split())), fonts, width)]
    if len(lines) <= _MOST_LINES:
        return lines or [""]
    kept = lines[: _MOST_LINES - 1]
    # take the rest from the text, because the lines above have lost their trailing spaces
    rest = " ".join(text.split())
    for line in kept:
        rest = rest.removeprefix(line).lstrip()
    return [*kept, _cut(rest, fonts, width)]


def _headline_fonts(size: int) -> FontPair:
    return load_font_pair("DejaVuSansMono-Bold", size)


def _wrap(pieces: Iterable[str], fonts: FontPair, width: int) -> Iterator[str]:
    line = ""
    for piece in pieces:
        if fonts.getlength((line + piece).rstrip()) <= width:
            line += piece
            continue
        if line and fonts.getlength(piece.rstrip()) <= width:
            yield line
            line = piece
            continue
        *full, line = _break_word(line + piece, fonts, width)
        yield from full
    if line:
        yield line


def _break_word(text: str, fonts: FontPair, width: int) -> Iterator[str]:
    """Break a word that is longer than a line: at a joint of the name (_JOINTS), else where the line ends."""
    line = ""
    for part in breakable(text):
        for piece in _JOINTS.split(part):
            if line and fonts.getlength((line + piece).rstrip()) > width:
                yield line
                line = ""
            line += piece
            while fonts.getlength(line.rstrip()) > width:
                end = _fitting(line, fonts, width)
                yield line[:end]
                line = line[end:]
    yield line


def _cut(text: str, fonts: FontPair, width: int) -> str:
    """The text, cut to the width and ending in "…" if it is wider."""
    if fonts.getlength(text) <= width:
        return text
    return f"{text[: _fitting(text, fonts, width - fonts.getlength(' …'))].rstrip(' ·')} …"


def _fitting(text: str, fonts: FontPair, width: float) -> int:
    """How many characters of the text fit into the width."""
    return bisect_right(range(1, len(text) + 1), width, key=lambda end: fonts.getlength(text[:end]))


# ── fix ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Word:
    """Characters of one font, including the space that follows them."""

    text: str
    is_code: bool

    @property
    def colour(self) -> str:
        return _CODE if self.is_code else _GOOD_TEXT

    def fonts(self, size: int) -> FontPair:
        # the letters of the fixed-width font look larger than those beside them
        return load_font_pair("DejaVuSansMono", size - 2) if self.is_code else load_font_pair("DejaVuSans", size)

    def length(self, size: int) -> float:
        return self.fonts(size).getlength(self.text)


def code_spans(markdown: str) -> Iterator[tuple[str, bool]]:
    """Split Markdown into prose and code: ("Store a list: ", False), ("list(d)", True)."""
    for number, part in enumerate(_CODE_SPAN.split(to_html(markdown).html)):
        text = " ".join(html.unescape(_TAG.sub("", part)).replace("\n", " ").split(" "))
        if number == 0:
            text = text.lstrip()
        if text:
            yield text, number % 2 == 1


def fix_rows(markdown: str, width: int, room: int) -> tuple[list[list[_Word]], int, int, bool]:
    """The fix in the largest font that fits, else cut: its rows, their height, the font size, and whether it is whole.

    `width` and `room`, which is the height, are in pixels.
    """
    words = [
        _Word(piece, is_code)
        for text, is_code in code_spans(markdown.strip())
        for word in breakable(text.rstrip("\n"))
        for piece in _pieces(word, is_code)
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


def _pieces(word: str, is_code: bool) -> Iterator[str]:
    """The pieces of a word between which a row may end: at the joints of long code, else every _LONG_NAME."""
    for piece in _JOINTS.split(word) if is_code and len(word) > _LONG_NAME else [word]:
        yield from (piece[start : start + _LONG_NAME] for start in range(0, len(piece), _LONG_NAME))


def _rows(words: Sequence[_Word], width: int, size: int) -> list[list[_Word]]:
    rows: list[list[_Word]] = [[]]
    x = 0.0
    for word in words:
        if rows[-1] and x + word.fonts(size).getlength(word.text.rstrip()) > width:
            row = [word]
            while len(rows[-1]) > 1 and _are_tied(rows[-1][-1], row[0]):
                row.insert(0, rows[-1].pop())
            rows.append(row[:-1])
            x = sum(earlier.length(size) for earlier in rows[-1])
        rows[-1].append(word)
        x += word.length(size)
    return rows


def _are_tied(before: _Word, after: _Word) -> bool:
    """Whether no row may end between two words: punctuation never begins a row, an opening bracket never ends one.

    Code that begins with a dot, such as `.item()`, is no punctuation.
    """
    is_punctuation = after.text[0] in CLOSING and not after.is_code
    return before.text[-1] in OPENING or (is_punctuation and not before.text.endswith(" "))


# ── parts ───────────────────────────────────────────────────────────────────────────────────────────────────────


@cache
def _logo(size: int) -> "Image":
    """The logo of static/kb/favicon.svg (32 x 32 units), drawn large and scaled down for smooth edges."""
    from PIL import Image, ImageDraw

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
def _design_hash() -> bytes:
    """The hash of the drawing code and fonts, so that a change to them makes all pictures be drawn anew."""
    drawing = (Path(__file__), Path(line_breaks.__file__))
    return hashlib.sha256(b"".join(path.read_bytes() for path in drawing) + fonts_hash()).digest()
