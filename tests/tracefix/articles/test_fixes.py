"""An article's fixes are listed best first; those for other versions say so."""

import pytest

from tracefix.articles.fixes import is_condition, read_fixes
from tracefix.articles.rendering import to_html

BODY = """\
## Why it happens

### Not a fix

## Fix

### 1. Upgrade pydantic {only: pydantic>=2,<2.9}

Do it.

### 2. Move the model

#### A detail

### What does not help

## Background
"""


def read(environment, body=BODY):
    return [(fix.anchor, fix.title, fix.obstacle) for fix in read_fixes(to_html(body).headings, environment)]


def test_the_sections_under_fix_are_the_fixes():
    assert read({}) == [
        ("1-upgrade-pydantic", "1. Upgrade pydantic", ""),
        ("2-move-the-model", "2. Move the model", ""),
    ]


def test_the_fixes_of_a_translation_are_found_by_the_anchors_of_the_original():
    anchors = [heading.id for heading in to_html(BODY).headings]
    body = BODY.replace("Fix", "解决办法").replace("Move the model", "挪走模型").replace("What does not help", "没有用")

    headings = to_html(body, anchors=anchors).headings

    assert [(fix.anchor, fix.title) for fix in read_fixes(headings, {})] == [
        ("1-upgrade-pydantic", "1. Upgrade pydantic"),
        ("2-move-the-model", "2. 挪走模型"),
    ]


def test_a_fix_for_other_versions_says_so():
    assert read({"pydantic": "2.11.0"})[0][2] == "it is for pydantic <2.9,>=2, and your paste shows 2.11.0"


@pytest.mark.parametrize("environment", [{"pydantic": "2.8.2"}, {"torch": "2.11.0"}, {}])
def test_a_fix_that_may_apply_stays(environment):
    assert read(environment)[0][2] == ""


def test_the_condition_is_shown_as_words():
    html = to_html(BODY).html

    assert "<em>Only with pydantic&gt;=2,&lt;2.9.</em>" in html
    assert "{only" not in html


@pytest.mark.parametrize(
    ("only", "is_one"), [("pydantic<2.9", True), ("python<3.12", True), ("when it rains", False), ("torch=2", False)]
)
def test_a_condition_that_cannot_be_read_is_known(only, is_one):
    assert is_condition(only) is is_one


def test_an_unreadable_condition_hides_nothing():
    assert read({"pydantic": "1.0"}, "## Fix\n\n### Do {only: when it rains}\n")[0][2] == ""
