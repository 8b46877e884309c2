"""Pictures of links: their size, and that all is said that there is room for, in characters that the fonts have."""

import re
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from kb.core.output import card as cards
from kb.core.output.card import Card, article_card, draw
from tests.factories import make_article
from tests.published import published_articles

ARTICLES = published_articles()


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
    for article in ARTICLES:
        lines = cards.headline_lines(article.title, cards.HEADLINE_SIZES[-1])
        read = " ".join(lines).split() == article.title.split()

        assert read or "".join(lines).replace(" ", "") == article.title.replace(" ", ""), article.slug


def test_the_picture_of_no_article_is_heavy(request):
    """With --thorough each is drawn; without, those with the most letters on them, as what weighs is ink."""
    drawn = sorted(map(article_card, ARTICLES), key=lambda card: len(card.words), reverse=True)
    if not request.config.getoption("thorough"):
        drawn = drawn[:8]

    for card in drawn:
        assert 1000 < len(draw(card)) < 60_000, card.headline


def test_the_fonts_have_every_character_of_every_article():
    used = set().union(*(card.words + card.corner for card in map(article_card, ARTICLES)))

    for name in ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono", "DejaVuSansMono-Bold"):
        font = cards.load_font(name, 30)
        missing = bytes(font.getmask("\U0010fffd"))
        for char in used - set(" \n"):
            assert bytes(font.getmask(char)) != missing, (name, char)


def test_what_is_too_long_ends_in_dots():
    width = cards.WIDTH - 2 * cards.MARGIN
    lines = cards.headline_lines(HEADLINES["long"], 40)
    rows, *_, is_whole = cards.fix_rows("Do this. " * 90, 800, 200)

    assert len(lines) == 4
    assert lines[-1].endswith(" …")
    assert all(cards.load_font("DejaVuSansMono-Bold", 40).getlength(line) <= width for line in lines)
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
