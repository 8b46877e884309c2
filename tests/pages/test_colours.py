"""Text can be read on its ground in both themes: contrast of 4.5 to 1 (WCAG 2.2 AA), 3 to 1 for outlines."""

import re
from pathlib import Path

import pytest

CSS = (Path(__file__).resolve().parents[2] / "static/kb/site.css").read_text(encoding="utf-8")
COLOURS = {name: values for name, *values in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", CSS)}
CODE = ("code-keyword", "code-string", "code-number", "code-name", "code-comment")
PAIRS = [
    *((text, ground) for text in ("text", "muted", "accent") for ground in ("paper", "surface", "sunken")),
    *((text, "surface") for text in CODE),
    *((f"{kind}", f"{kind}-ground") for kind in ("good", "doubt", "bad")),
    *((kind, "surface") for kind in ("good", "bad")),
    *(("text", f"{kind}-ground") for kind in ("good", "doubt", "bad")),
    *(("muted", f"{kind}-ground") for kind in ("good", "doubt", "bad")),  # also the dots below an example
    ("mark-text", "mark"),
    ("on-accent", "accent-strong"),
]


def luminance(colour):
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_stands_out_from_its_ground(text, ground, theme):
    assert contrast(COLOURS[text][theme], COLOURS[ground][theme]) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "surface"])
@pytest.mark.parametrize("outline", ["focus", "line-strong"])
def test_outlines_stand_out_from_their_ground(outline, ground, theme):
    assert contrast(COLOURS[outline][theme], COLOURS[ground][theme]) >= 3


def test_no_rule_names_a_colour_of_its_own():
    rules = CSS.partition("/* ── ground")[2].partition("/* ── print")[0]

    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b|\brgba?\(|\bhsla?\(", rules)
