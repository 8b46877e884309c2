import pytest

from tracefix.phrases import Phrase, TranslatedPhrase, fill_in


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


def test_a_phrase_that_brings_its_translations_has_braces_as_they_are():
    phrase = TranslatedPhrase.of("Write {name}.", {"zh-hans": "写 {name}。"})

    assert (phrase, phrase.translations["zh-hans"]) == ("Write {name}.", "写 {name}。")
