import string

import pytest

from tracefix.phrases import Phrase, Template, fill_in, translate


def names_of(template):
    """The places of a template."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def test_a_phrase_is_its_sentence_and_knows_what_it_was_made_of():
    phrase = Phrase("{count} of {name}", count="3", name="a {b}")

    assert phrase == "3 of a {b}"
    assert (phrase.template, phrase.values) == ("{count} of {name}", {"count": "3", "name": "a {b}"})


def test_a_value_that_is_missing_is_an_error():
    with pytest.raises(KeyError):
        Phrase("{count}")


def test_several_values_for_one_place_are_alternatives():
    phrase = Phrase("not {wanted}", wanted=("this", "that"))

    assert phrase == "not this or that"
    assert fill_in("不是 {wanted}", phrase.values, "、") == "不是 this、that"


def test_a_template_may_bring_its_translations():
    phrase = Phrase(Template("Write {name}.", {"zh-hans": "写 {name}。"}), name="{a}")

    assert translate(phrase, "zh-hans", str.upper) == "写 {a}。"
    assert translate(phrase, "de", str) == "Write {a}."  # gettext may have it


def test_a_text_that_brings_its_translations_has_braces_as_they_are():
    phrase = Phrase(Template.of_text("Write {name}.", {"zh-hans": "写 {name}。"}))

    assert (phrase, translate(phrase, "zh-hans", str)) == ("Write {name}.", "写 {name}。")
