"""{% keep %}: what is in it is drawn once for each of its keys."""

import pytest
from django.template import Context, engines

from kb.templatetags import keep


@pytest.fixture
def drawn():
    """Draws a template and counts how often what it keeps was asked for."""
    asked = []

    class Counted:
        def __str__(self):
            asked.append(1)
            return f"<{len(asked)}>"

    template = engines["django"].engine.from_string(
        "{% load keep %}{% keep language name %}{{ word }}{% endkeep %}{{ other }}"
    )

    def draw(**context):
        return template.render(Context({"word": Counted(), "other": "o", **context}))

    return draw


def test_equal_keys_get_what_was_drawn_first_and_the_rest_is_drawn_anew(drawn):
    assert drawn(language="en", name="a") == "&lt;1&gt;o"
    assert drawn(language="en", name="a", other="x") == "&lt;1&gt;x"


def test_another_key_is_another_part(drawn):
    assert drawn(language="en", name="a") != drawn(language="zh-Hans", name="a")
    assert drawn(language="en") == drawn(language="en") != drawn(language="en", name="a")


def test_it_can_forget(drawn):
    first = drawn(language="en")
    keep.forget()

    assert drawn(language="en") != first


def test_no_more_is_kept_than_fits(drawn, monkeypatch):
    monkeypatch.setattr(keep, "_MOST", 3)

    for number in range(10):
        drawn(name=number)

    assert len(keep._kept) <= 3
