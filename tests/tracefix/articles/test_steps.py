"""Findings and steps: read from the front matter, ordered by what the paste shows, filled, and joined to one text."""

import pytest

from tests.tracefix.articles.tools import HEADER, problems, write
from tracefix.articles.conditions import Facts
from tracefix.articles.loading import load
from tracefix.articles.steps import Filled, Order, Row, choose_rows, order_rows, text_of

STEPS = """\
finding: The fuse of {{place|the house}} burnt
steps:
  - if: it burns often
    do: Use a longer fuse.
    command: pip install {{place|FUSE}}
    note: It costs more.
  - do: Take another one.
    commands: [pip download fuse, pip install --no-index fuse]
    when: "{place} is attic"
    unless: ["{place} is cellar", "torch >= 2.1"]
"""
HEADER_WITH_STEPS = HEADER.replace("fix: Use a longer fuse.\n", STEPS)
CHINESE = """\
---
title: 坏了
summary: 保险丝断了。
finding: "{{place|家里}} 的保险丝断了"
steps:
  - if: 经常断
    do: 换更长的。
  - do: 另拿一个。
---
"""


def test_finding_and_steps_are_read_and_the_fix_is_made_of_them(root):
    article = load(write(root, header=HEADER_WITH_STEPS))

    assert article.finding == "The fuse of {{place|the house}} burnt"
    assert article.fix == (
        "If it burns often: Use a longer fuse: `pip install {{place|FUSE}}`. It costs more.\n\n"
        "Take another one: `pip download fuse`, then `pip install --no-index fuse`."
    )


def test_a_row_leads_where_its_condition_holds_and_is_dropped_where_the_other_does(root):
    rows = load(write(root, header=HEADER_WITH_STEPS)).steps

    def chosen(place, **versions):
        return choose_rows(rows, order_rows(rows, Facts({"place": place}, versions)))

    assert chosen("attic") == (rows[1], rows[0])
    assert chosen("garden") == rows
    assert chosen("cellar", torch="2.0") == rows
    assert chosen("cellar", torch="2.4") == (rows[0],)


def test_a_row_for_another_value_than_the_captured_one_comes_last():
    attic, cold, anyone = (
        Row("Climb.", when=("{place} is attic",)),
        Row("Heat.", when=("{degrees} < 10", "stack has *stove.py")),
        Row("Wait."),
    )
    rows = (attic, cold, anyone)

    def chosen(**values):
        return choose_rows(rows, order_rows(rows, Facts(values)))

    assert chosen(place="attic") == rows
    assert chosen(place="garden") == (cold, anyone, attic)
    assert chosen(degrees="40") == (attic, anyone, cold)
    assert chosen(degrees="4") == rows  # nobody knows of the stack
    assert chosen() == rows


def test_one_row_stays_at_least():
    rows = (Row("Wait.", unless=("{place} is attic",)),)

    assert order_rows(rows, Facts({"place": "attic"})) == Order()


@pytest.mark.parametrize("place", ["$(reboot)", "a; b", "--flag", "https://example.org/x", ""])
def test_a_value_that_is_not_safe_never_stands_in_a_command(place):
    row = Row("Install it.", commands=("pip install {{place|FUSE}}",))

    step = row.fill({"place": place} if place else {})

    assert (step.commands, step.do) == ((), "Install it: `pip install FUSE`.")


def test_a_safe_value_makes_a_command_that_can_be_copied():
    step = Row("Install it.", commands=("pip install {{place|FUSE}}",)).fill({"place": "einops"})

    assert (step.do, step.commands) == ("Install it.", ("pip install einops",))


def test_a_finding_is_specific_where_every_value_is_there():
    assert Filled("No {{a|module}}", {"a": "x"}).is_specific
    assert not Filled("No {{a|module}} in {{b|it}}", {"a": "x"}).is_specific
    assert not Filled("No module", {"a": "x"}).is_specific


def test_a_chinese_article_has_its_own_words_and_the_commands_of_the_english_one(root):
    folder = write(root, header=HEADER_WITH_STEPS)
    (folder / "article.zh-hans.md").write_text(CHINESE, encoding="utf-8")

    article = load(folder).in_language("zh-hans")

    assert article.finding == "{{place|家里}} 的保险丝断了"
    assert article.fix == text_of(article.steps)
    assert article.fix.startswith("如果经常断：换更长的：`pip install {{place|FUSE}}`。")
    assert [(row.commands, row.when) for row in article.steps] == [
        (row.commands, row.when) for row in load(folder).steps
    ]


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("    do: Use a longer fuse.\n", "", 7, "steps: the key 'do' is missing"),
        ("finding:", "fix: Wait.\nfinding:", 7, "fix: `steps` stand, too: remove it"),
        ("burnt\n", "burnt.\n", 5, "finding: must be a clause on one line, without a full stop"),
        ("    note:", "    commands: a\n    note:", 7, "steps: has `command` and `commands`"),
        ("if: it", "if: If it", 7, "steps: `if` begins after the word"),
        ("{place} is attic", "{roof} is attic", 11, "steps: no signature and no template in `values` captures {roof}"),
        ("torch >= 2.1", "torch is new", 11, "steps: 'torch is new' is no condition"),
    ],
)
def test_a_bad_row_is_told_with_its_line(root, old, new, line, said):
    ((found, message),) = problems(write(root, header=HEADER_WITH_STEPS.replace(old, new, 1)))

    assert message.startswith(said)
    assert found == line


def test_a_translation_has_a_row_for_each(root):
    folder = write(root, header=HEADER_WITH_STEPS)
    (folder / "article.zh-hans.md").write_text(CHINESE.replace("  - do: 另拿一个。\n", ""), encoding="utf-8")

    assert "steps: has 1 steps, article.md has 2: one for each, in the same order" in [
        message for _, message in problems(folder)
    ]
