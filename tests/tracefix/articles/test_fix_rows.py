"""A fix that is one text, as rows (tracefix/articles/fix_rows.py)."""

import pytest

from tracefix.articles.fix_rows import rows_of, without_command
from tracefix.articles.steps import Filled, Step, plain_step
from tracefix.phrases import Phrase


def rows(text, **values):
    return [(row.condition, row.do) for row in rows_of(plain_step(text, values))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Write `a. b`. If the line is in a package, upgrade it. Then rest. If not: wait.",
            [("", "Write `a. b`."), ("the line is in a package", "Upgrade it. Then rest."), ("not", "Wait.")],
        ),
        ("Cool it. If it is 502, 503 or 504, go.", [("", "Cool it."), ("it is 502, 503 or 504", "Go.")]),
        ("Cool it. If it is large, such as a film, go.", [("", "Cool it."), ("it is large, such as a film", "Go.")]),
        ("Cool it. If it is hot (in, or on), go.", [("", "Cool it."), ("it is hot (in, or on)", "Go.")]),
        ("If it is `a, b`, go; if it is cold, stay.", [("it is `a, b`", "Go."), ("it is cold", "Stay.")]),
        ("Cool it. If it is hot, cuDNN is old.", [("", "Cool it."), ("it is hot", "cuDNN is old.")]),
        ("If it is hot, go. Otherwise stay.", [("it is hot", "Go."), ("", "Otherwise stay.")]),
        ("冷却。如果没有新版本，而且很旧，就等。如果不行：重来。", [("", "冷却。"), ("没有新版本，而且很旧", "等。"), ("不行", "重来。")]),
        ("Cool it. If nobody knows where this ends.", [("", "Cool it."), ("", "If nobody knows where this ends.")]),
    ],
)  # fmt: skip
def test_each_if_of_a_text_is_a_row(text, expected):
    assert rows(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Cool it. Then look if it is hot, and wait.",
        "If it is hot, wait.",
        "Cool it; what is hot burns. Ifs are no conditions.",
        "Cool it. If it is hot:\n\n    wait",
    ],
)
def test_other_texts_stay_one_step(text):
    assert rows(text) == [("", text)]


def test_values_of_a_paste_are_filled_in_and_never_read():
    text = "Take {{name|it}}. If {{name|it}} is hot, wait."

    assert rows(text, name="If a, b. If c") == [("", "Take If a, b. If c."), ("If a, b. If c is hot", "Wait.")]


def test_a_row_has_the_commands_that_stand_in_it():
    found = rows_of(plain_step("Run `df -h`. If it is full, run `pip cache purge`.", {}))

    assert [row.commands for row in found] == [("df -h",), ("pip cache purge",)]


@pytest.mark.parametrize(
    ("text", "do"),
    [
        ("Hold it back: `pip install a`.", "Hold it back:"),
        ("Cool it. If it is full, run `pip cache purge`.", "Run this:"),
        ("先停下。如果满了，运行 `pip cache purge`。", "运行："),
        ("Take it back: `pip install {{name|PACKAGE}}`.", "Take it back:"),
        ("Start once with `df -h`.", "Start once with `df -h`."),
        ("Rerun `df -h`.", "Rerun `df -h`."),
        ("Hold it back: `pip install PACKAGE`.", "Hold it back: `pip install PACKAGE`."),
        (
            "Hold it back: `pip install a`, then `pip install b`.",
            "Hold it back: `pip install a`, then `pip install b`.",
        ),
    ],
)
def test_a_command_at_the_end_of_a_row_is_said_once(text, do):
    row = rows_of(plain_step(text, {"name": "einops"}))[-1]

    assert without_command(row).do == do
    assert without_command(row).commands == row.commands


def test_a_value_that_is_fit_for_no_command_stays_in_the_sentence():
    (row,) = rows_of(plain_step("Take it back: `pip install {{name|PACKAGE}}`.", {"name": "a; rm b"}))

    assert without_command(row) == row


def test_a_step_with_a_condition_or_a_rule_s_sentence_stays_as_it_is():
    step = plain_step("Do it. If it is hot, wait.", {})
    for other in (type(step)(step.do, Filled("it burns")), type(step)(Phrase("Do it. If it is hot, wait."))):
        assert rows_of(other) == (other,)


def test_a_command_beside_the_text_stays_with_the_sentence_before_the_first_if():
    text = "Run this. If it is hot, run `pip check`."

    first, second = rows_of(Step(Filled(text), commands=("nvidia-smi", "pip check")))

    assert (first.do, first.commands) == ("Run this.", ("nvidia-smi",))
    assert (second.do, second.commands) == ("Run `pip check`.", ("pip check",))
