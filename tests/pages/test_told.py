"""Texts of findings and rows as HTML (kb/templatetags/kb_extras.py)."""

import pytest
from django.utils import translation

from kb.templatetags.kb_extras import fix_clause, to_do, told
from tests.factories import make_article
from tracefix.articles.steps import Filled, Row, Step
from tracefix.phrases import Phrase, Template


def test_code_of_a_card_s_sentence_is_code_in_both_languages():
    sentence = Phrase(Template.of_text("A line that ends with `.tar.gz` {so}.", {"zh-hans": "以 `.tar.gz` 结尾的行。"}))

    assert told(sentence) == "A line that ends with <code>.tar.gz</code> {so}."
    with translation.override("zh-hans"):
        assert told(sentence) == "以 <code>.tar.gz</code> 结尾的行。"


def test_a_sentence_in_another_is_in_the_language_of_the_page():
    inner = Phrase(Template.of_text("systemd starts it", {"zh-hans": "由 systemd 启动"}))
    phrase = Phrase("your system is {system}, and {condition}", system=("Linux",), condition=inner)

    with translation.override("zh-hans"):
        assert told(phrase) == "系统是 Linux，并且由 systemd 启动"


def test_a_value_of_the_paste_is_never_code_nor_markup():
    assert told(Phrase("Install {name}.", name="`<b>`")) == "Install `&lt;b&gt;`."
    assert "<b>" not in told(Filled("Install {{name|it}}.", {"name": "<b>"}))


def test_a_command_that_stands_below_a_row_is_not_said_in_it():
    told_once = to_do(
        Step(Filled("Hold `it` back: `pip install {{name|PACKAGE}}`.", {"name": "a"}), "", ("pip install a",))
    )

    assert told_once == "Hold <code>it</code> back:"
    assert to_do(Step(Phrase("Run `{it}`.", it="pip install a"), "", ("pip install a",))) == (
        'Run <span class="tied"><code>pip install a</code>.</span>'
    )


@pytest.mark.parametrize(
    ("fix", "clause"),
    [
        (
            "Take `a. b` 2.1 of whatever was there before, and go. Then rest.",
            "Take <code>a. b</code> 2.1 of whatever was there before, and go.",
        ),
        (
            "Look there. Then do what makes it whole again, and rest. Go.",
            "Look there. Then do what makes it whole again, and rest.",
        ),
        ("Read upwards, and paste that:\n\n    x", "Read upwards, and paste that."),
        (f"Count them: {'one and ' * 30}one.", "Count them."),
        (
            "把它放进锅里，加水，一直煮到所有东西都软了为止。然后休息。",
            "把它放进锅里，加水，一直煮到所有东西都软了为止。",
        ),
        (f"数一数：{'一个和' * 30}一个。", "数一数。"),
        ("No stop", "No stop"),
    ],
)
def test_how_a_fix_begins_stands_for_it_in_a_list(fix, clause):
    assert fix_clause(make_article("soup", fix=fix)) == clause


def test_a_list_says_whom_the_first_row_is_for_and_its_command():
    rows = (
        Row("Add salt.", "it is bland, and everybody at the table says so", ("salt --add",)),
        Row("Wait.", "it is hot"),
    )

    salt = '<span class="tied"><code>salt --add</code>.</span>'
    assert fix_clause(make_article("soup", steps=rows)) == (
        f"If it is bland, and everybody at the table says so: Add salt: {salt}"
    )


def test_whom_the_first_row_is_for_is_never_all_that_a_list_says():
    rows = (Row(f"Add salt: {'a pinch and ' * 20}stir.", f"it is bland{' and cold' * 10}"),)

    assert fix_clause(make_article("soup", steps=rows)) == f"If it is bland{' and cold' * 10}: Add salt."
