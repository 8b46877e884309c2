"""The template tag for what is the same on every page."""

from django.template import Context, Template


def test_a_constant_part_is_drawn_once_for_each_value_of_its_variables():
    part = Template("{% load kb_extras %}{% constant language %}{{ language }} {{ number }}{% endconstant %}")

    drawn = [part.render(Context({"language": code, "number": n})) for n, code in enumerate(("en", "zh", "en"))]

    assert drawn == ["en 0", "zh 1", "en 0"]


def test_a_constant_part_may_lack_a_variable():
    part = Template("{% load kb_extras %}{% constant missing %}always{% endconstant %}")

    assert part.render(Context()) == "always"
