"""All sections of an article but the cause and the first fix can be folded; nothing is lost by it."""

import re

from tracefix.articles.folded_sections import fold
from tracefix.articles.rendering import to_html

BODY = """\
Before.

## What you see

boom

## Why it happens

Heat.

## Fix

First this.

### 1. A longer fuse

long

### 2. No fuse

none

## Check that it worked

fine

### On Ray

fine, too

## Background

old
"""


def folded(markdown):
    return fold(to_html(markdown).html)


def sections(markup):
    """The headings of the foldable sections."""
    return re.findall(r'<section class="fold">.*?<label for="open-([^"]+)">', markup)


def test_all_but_the_cause_and_the_first_fix_can_be_folded():
    assert sections(folded(BODY)) == ["what-you-see", "2-no-fuse", "check-that-it-worked", "background"]


def test_a_section_holds_all_of_its_text():
    markup = folded(BODY)
    check = markup[markup.index("open-check") : markup.index("open-background")]

    assert "fine, too" in check
    assert check.index("fine, too") < check.index("</div></section>")


def test_anchors_words_and_order_stay():
    plain = to_html(BODY).html
    markup = folded(BODY)

    assert re.findall(r' id="(?!open-)([^"]+)"', markup) == re.findall(r' id="([^"]+)"', plain)
    assert re.sub(r"<[^>]+>", "", markup) == re.sub(r"<[^>]+>", "", plain)


def test_each_switch_is_labelled_by_its_heading():
    markup = folded(BODY)

    assert re.findall(r'type="checkbox" id="([^"]+)"', markup) == re.findall(r'<label for="([^"]+)"', markup)


def test_it_nests_properly():
    markup = folded(BODY)

    for tag in ("section", "div"):
        assert markup.count(f"<{tag}") == markup.count(f"</{tag}>")


def test_a_heading_within_a_list_is_left_as_it_is():
    markup = folded("## Fix\n\nx\n\n## Background\n\n- a\n\n    ### Inner\n\n    b\n\n- c\n")

    assert sections(markup) == ["background"]
    assert folded("## Fix\n\n### 1\n\n- a\n\n    ### Inner\n\n    b\n\n- c\n").count("fold-body") == 0


def test_a_body_with_a_cause_alone_stays_as_it_is():
    plain = to_html("## Why it happens\n\nso\n").html

    assert fold(plain) == plain


def test_a_former_anchor_is_within_its_section():
    markup = folded("## Fix\n\n### One\n\nx\n\n### What does not fix it\n\ny\n")

    assert '<section class="fold"><span id="what-does-not-cure-it"></span><input' in markup
