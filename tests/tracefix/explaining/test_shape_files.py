"""The tables of shapes and kinds: each row is whole in both languages, and its commands are those that lint lets pass."""

import pytest

from authoring.lint.chinese_words import find_slips
from authoring.lint.command_lines import find_unpasteable
from authoring.lint.dangerous_commands import Passage, find_dangers
from authoring.lint.install_commands import find_wrong_releases
from tests.tracefix.test_phrases import names_of
from tracefix.articles.conditions import parse_condition
from tracefix.explaining.kinds import KINDS
from tracefix.explaining.shapes import DETAILS, SHAPES, read_shapes
from tracefix.linear_re import Expression

SOUP = """
[words]
pot = "(?:pot|pan)"
[[row]]
pattern = 'no (?P<name>%{pot})'
example = "ValueError: no pot"
findings = ["There is no `{name}`"]
zh.findings = ["没有 `{name}`"]
[[row.fixes]]
if = "you cook"
do = "Buy one."
zh.if = "你做饭"
zh.do = "买一个。"
"""


def texts(shape):
    return [*shape.findings, *(text for fix in shape.advice for text in (fix.do, fix.condition, fix.note) if text)]


@pytest.fixture
def read(tmp_path):
    def read(text):
        (tmp_path / "soup.toml").write_text(text, encoding="utf-8")
        return list(read_shapes(tmp_path / "soup.toml"))

    return read


def test_a_row_is_read_with_its_words_and_its_translations(read):
    (shape,) = read(SOUP)
    (fix,) = shape.advice

    assert (shape.pattern, shape.kinds, shape.source) == ("no (?P<name>(?:pot|pan))", (), "")
    assert (fix.do, fix.condition, fix.command) == ("Buy one.", "you cook", "")
    assert shape.findings[0].translations == {"zh-hans": "没有 `{name}`"}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("example = ", "exampel = ", "exampel"),
        ('do = "Buy one."\n', "", "zh has do"),
        ('zh.do = "买一个。"', "", "'do'"),
        ('zh.findings = ["没有 `{name}`"]', "zh.findings = []", "shorter"),
        ("%{pot}", "%{lid}", "%{lid}"),
        ('if = "you cook"', 'use = "lid"', "'do'"),
    ],
)
def test_a_wrong_row_is_named_with_its_file(read, old, new, said):
    assert old in SOUP

    with pytest.raises(ValueError, match=r"soup\.toml: row 1, ") as raised:
        read(SOUP.replace(old, new, 1))
    assert said in str(raised.value)


@pytest.mark.parametrize("shape", [*DETAILS, *SHAPES], ids=lambda shape: shape.findings[0][:40])
def test_each_row_fits_its_example_and_is_whole_in_both_languages(shape):
    said = (shape.example, shape.example.partition(": ")[2])  # details are compared with the message alone

    assert any(map(Expression(shape.pattern).search, said))
    for condition in filter(None, (shape.when, shape.unless, *(each.when or each.unless for each in shape.advice))):
        assert parse_condition(condition)
    assert_translated(texts(shape))


@pytest.mark.parametrize("row", KINDS, ids=lambda row: row.means[:40])
def test_each_kind_is_whole_in_both_languages(row):
    assert_translated(text for text in (row.means, row.otherwise, row.look) if text)


def assert_translated(templates):
    for template in templates:
        (said,) = template.translations.values()
        assert list(find_slips(said, template)) == [], said
        assert names_of(said) == names_of(template)


@pytest.mark.parametrize(
    "fix",
    [fix for shape in (*DETAILS, *SHAPES) for fix in shape.advice if fix.command],
    ids=lambda fix: fix.command[:40],
)
def test_commands_are_those_that_lint_lets_pass(fix):
    commands = fix.command.splitlines()
    shown = "\n".join((fix.do, fix.note, *(f"`{command}`" for command in commands)))

    assert list(find_unpasteable(commands)) == []
    assert [danger.advice for _, danger in find_dangers(Passage(1, shown))] == []
    assert list(find_wrong_releases(shown)) == []
