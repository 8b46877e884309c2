"""Pictures of links: their size, and that all is said that there is room for, in characters that the fonts have."""

import re
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from kb.cards import card as cards
from kb.cards.card import Card, article_card, draw
from kb.cards.font_pairs import load_font_pair
from kb.cards.line_breaks import CLOSING, OPENING
from tests.examples import every
from tests.factories import make_article
from tests.published_articles import published_articles
from tracefix.chinese import drawn_characters, is_chinese

ARTICLES = published_articles()
CHINESE = [article.in_language("zh-hans") for article in ARTICLES if "zh-hans" in article.translations]


def picture(**fields):
    return Image.open(
        BytesIO(draw(Card(**{"headline": "boom happened", "text": "A longer fuse.", "label": "Fix"} | fields)))
    )


def inked(image, box):
    """How much of a part of the picture is not of the colour of its first corner."""
    part = image.convert("RGB").crop(box)
    ground = Image.new("RGB", part.size, part.getpixel((0, 0)))
    return ImageChops.difference(part, ground).getbbox() is not None


HEADLINES = {
    "short": "KeyError: 'infos'",
    "one word": "boom",
    "long": "RuntimeError: " + "the soup has gone cold and nobody has noticed it yet " * 8,
    "one long word": "TypeError: " + "a" * 300,
    "one long name": "cannot pickle 'torch._C._distributed_c10d." + "ProcessGroup." * 20 + "' object",
    "nothing": "",
    "marks": "<b>&amp;</b> `x` **y**",
}


TEXTS = {"none": "", "short": "Short.", "long": "Do `this_and_that(…)` " * 40, "wide": "`" + "x" * 400 + "`"}
SAID = [*((headline, "short") for headline in HEADLINES), *(("short", text) for text in TEXTS if text != "short")]


@pytest.mark.parametrize(("headline", "text"), SAID)
def test_whatever_it_says_it_keeps_its_size_and_margin(headline, text):
    image = picture(headline=HEADLINES[headline], text=TEXTS[text], corner="a project " * 30)

    assert image.size == (1200, 630)
    assert image.format == "PNG"
    for edge in ((0, 0, 1200, 30), (0, 610, 1200, 630), (0, 0, 40, 630), (1160, 0, 1200, 630)):
        assert not inked(image, edge)


def test_the_headline_of_every_article_is_whole():
    for article in [*ARTICLES, *CHINESE]:
        lines = cards.headline_lines(article.title, cards.HEADLINE_SIZES[-1])
        read = " ".join(lines).split() == article.title.split()

        assert read or "".join(lines).replace(" ", "") == article.title.replace(" ", ""), article.slug


@pytest.mark.slow
def test_the_picture_of_no_article_is_heavy():
    for card in map(article_card, ARTICLES):
        assert 1000 < len(draw(card)) < 60_000, card.headline


@pytest.mark.slow
def test_the_fonts_have_every_character_of_every_article():
    used = set().union(*(card.words + card.corner for card in map(article_card, [*ARTICLES, *CHINESE])))

    for name in ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono", "DejaVuSansMono-Bold"):
        fonts = load_font_pair(name, 30)
        for char in used - set(" \n"):
            font = fonts.chinese if is_chinese(char) else fonts.latin
            assert bytes(font.getmask(char)) != bytes(font.getmask("\U0010fffd")), (name, char)


@pytest.mark.slow
def test_the_chinese_font_has_what_lint_allows():
    font = load_font_pair("DejaVuSans", 30).chinese
    missing = bytes(font.getmask("\U0010fffd"))

    assert len(drawn_characters()) > 6763
    assert [char for char in sorted(drawn_characters() - {"\u3000"}) if bytes(font.getmask(char)) == missing] == []


def test_what_is_too_long_ends_in_dots():
    width = cards.WIDTH - 2 * cards.MARGIN
    lines = cards.headline_lines(HEADLINES["long"], 40)
    rows, *_, is_whole = cards.fix_rows("Do this. " * 90, 800, 200)

    assert len(lines) == 4
    assert lines[-1].endswith(" …")
    assert all(load_font_pair("DejaVuSansMono-Bold", 40).getlength(line) <= width for line in lines)
    assert not is_whole
    assert rows[-1][-1].text == "…"


def test_a_long_name_is_broken_behind_a_dot():
    lines = cards.headline_lines("cannot pickle 'torch._C._distributed_c10d.ProcessGroup' object", 62)

    assert len(lines) > 1
    assert not any(re.match(r"[.,:;)]", line) for line in lines)
    assert any(line.endswith(".") for line in lines)


def test_no_row_begins_with_a_comma():
    for width in range(300, 900, 10):
        rows, *_ = cards.fix_rows("Either `Segmentation fault`, `Aborted`, or (rarely) `Killed`: look.", width, 2000)
        assert not [row for row in rows if row[0].text[0] in ",.:;)"]


def test_chinese_without_spaces_is_broken_between_characters():
    lines = cards.headline_lines("多卡训练卡住：所有进程都在等同一次通信，其中一个却没有来。" * 2, 62)
    width = cards.WIDTH - 2 * cards.MARGIN

    assert len(lines) == 4
    assert all(load_font_pair("DejaVuSansMono-Bold", 62).getlength(line) <= width for line in lines)
    assert min(load_font_pair("DejaVuSansMono-Bold", 62).getlength(line) for line in lines[:-1]) > width - 130


@pytest.mark.parametrize("article", every(8, CHINESE), ids=lambda article: article.slug)
def test_no_line_in_chinese_begins_with_a_stop_or_ends_in_an_opening_bracket(article):
    lines = cards.headline_lines(article.title, 62)
    rows = [row for width in range(600, 1000, 50) for row in cards.fix_rows(article.fix, width, 4000)[0]]
    shown = [*lines, *("".join(word.text for word in row) for row in rows)]

    chinese = {char for char in CLOSING if is_chinese(char)}
    assert not [line for line in shown if line[:1] in chinese]
    assert not [line for line in shown[:-1] if line.rstrip()[-1:] in OPENING - set("(“‘")]


def test_the_words_of_a_chinese_article_are_chinese():
    card = article_card(make_article(title="炸了", fix="换成 `x`。"), "解决办法")

    assert card.words == "炸了 — 解决办法：换成 x。"
    assert 1000 < len(draw(card)) < 60_000


def test_code_is_set_apart_and_placeholders_are_filled():
    spans = list(cards.code_spans("Call `open('{{path|data.pkl}}')` at <b>once</b> & again."))

    assert spans == [("Call ", False), ("open('data.pkl')", True), (" at once & again.", False)]


def test_the_words_are_told_to_who_does_not_see_it():
    assert article_card(make_article(fix="Use `x`.")).words == "boom happened — Fix: Use x."


def test_another_word_gives_another_fingerprint():
    card = article_card(make_article())

    assert card.fingerprint == article_card(make_article()).fingerprint
    assert card.fingerprint != article_card(make_article(fix="Another fix.")).fingerprint
    assert card.fingerprint != article_card(make_article(projects=("Ray",))).fingerprint
