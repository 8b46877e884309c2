"""Texts of findings and rows as HTML (kb/templatetags/kb_extras.py)."""

import pytest
from django.utils import translation

from kb.templatetags.kb_extras import fix_clause, told
from tests.factories import make_article
from tracefix.articles.steps import Filled
from tracefix.phrases import Phrase, TranslatedPhrase


def test_code_of_a_card_s_sentence_is_code_in_both_languages():
    sentence = TranslatedPhrase.of("A line that ends with `.tar.gz` {so}.", {"zh-hans": "以 `.tar.gz` 结尾的行。"})

    assert told(sentence) == "A line that ends with <code>.tar.gz</code> {so}."
    with translation.override("zh-hans"):
        assert told(sentence) == "以 <code>.tar.gz</code> 结尾的行。"


def test_a_value_of_the_paste_is_never_code_nor_markup():
    assert told(Phrase("Install {name}.", name="`<b>`")) == "Install `&lt;b&gt;`."
    assert "<b>" not in told(Filled("Install {{name|it}}.", {"name": "<b>"}))


@pytest.mark.parametrize(
    ("fix", "clause"),
    [
        ("Take `a. b` 2.1 and go. Then rest.", "Take <code>a. b</code> 2.1 and go."),
        ("Read upwards, and paste that:\n\n    x", "Read upwards, and paste that"),
        ("装上它。再运行一次。", "装上它。"),
        ("No stop", "No stop"),
    ],
)
def test_the_first_clause_of_a_fix_stands_for_it_in_a_list(fix, clause):
    assert fix_clause(make_article("soup", fix=fix)) == clause
