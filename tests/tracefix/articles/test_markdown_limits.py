"""Markdown and YAML with too much of something end in a message with its line; what people write does not."""

import pytest

from tests.examples import every
from tests.factories import withdraw, write_article_folder
from tests.work import work
from tracefix.articles.front_matter import FrontMatter
from tracefix.articles.loading import load, load_sound, load_withdrawn, read_tags
from tracefix.articles.markdown_limits import find_excesses
from tracefix.articles.model import ArticleError
from tracefix.articles.rendering import to_html, to_text


def lines(text):
    return [line for line, _ in find_excesses(text)]


DEEP = {
    "quotes": "> " * 51 + "a",
    "quotes without spaces": ">" * 101 + "a",
    "lists": "".join("    " * depth + "- a\n" for depth in range(150)),
    "lists of a line": "- " * 51 + "a",
    "numbered lists": "1. " * 34 + "a",
    "lists by tabs": "\t" * 26 + "- a",
    "admonitions": "".join("    " * depth + "!!! note\n" for depth in range(100)),
    "brackets": "[" * 101,
    "pictures": "![" * 101,
    "addresses": "[a](" * 101,
    "tags": "<a " * 101,
    "brackets over lines": "[a\n" * 101,
    "brackets whose ends are escaped": "[\\]" * 101,
    "brackets whose ends are code": "[`]`" * 101,
    "emphasis": "*" * 3000 + "a" + "*" * 3000,
    "a fence of a whole line": "`" * 40_000,
    "a fence that does not end": "```\n" + "> " * 51 + "a",
}
LONG = {
    "a text": "a\n\n" * 20_000,
    "a paragraph": "a b " * 2100,
    "a paragraph parted by other white space": "a\n\x0b\n" * 2100,
    "code marks": "``a` " * 301,
    "headings": "# a\n\n" * 201,
    "headings by a line below": "a\n=\n\n" * 201,
    "a heading of one line": "## a" + " " * 5000 + "b",
    "rules": "---\n\n" * 201,
    "rules of stars": "* * *\n" * 201,
    "comments": "<!--a>\n\n" * 21,
    "sections of data": "<![CDATA[a>\n\n" * 21,
    "instructions": "<?a>\n\n" * 21,
    "fences": "```\na\n```\n\n" * 201,
    "a fence that does not end": "```\na",
    "fences that do not end": "```a\n" * 3000,
    "a fence with attributes": "``` {.python hl_lines='1'}\na\n```\n",
    "a fence with lines to mark": '```hl_lines="\n' * 100,
    "what is a fence here, and none to Markdown": "``` [a](\n" + "[a](" * 1000 + "\n```\n",
    "a language whose lexer nobody tried": "```perl\na\n```\n",
    "a line of code": "```console\n" + "a::" * 1400 + "\n```\n",
}
FLAT = {
    "what people nest": "> > - a\n> >   1. b\n",
    "a word on each line": "word\n" * 1400,
    "code": "```\n" + "[" * 3000 + "\n" + " " * 200 + "^\n```\n",
    "code by tildes": "~~~ text\n" + "> " * 300 + "a\n~~~\n",
    "links": "[a](https://example.org/)" * 300,
    "a long rule": "-" * 300,
    "a table": "| a | b |\n|---|---|\n" + "| [a](b) | `<` |\n" * 300,
    "paragraphs": "a < b\n\n" * 300,
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_what_nests_too_deep_is_told_with_its_line(text):
    assert lines(f"## Fix\n\nUse:\n\n{text}")[0] >= 5
    assert lines(text)[0] >= 1


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_too_much_of_something_is_told_with_its_line(text):
    assert lines(text)


@pytest.mark.parametrize("text", every(5, DEEP | LONG))
def test_telling_it_costs_no_more_than_the_text_is_long(text):
    """Twice the text, on lines of its own or not, is at most 2.6 times the work."""
    once, twice = work(lambda: lines(text)), work(lambda: lines(text * 2))

    assert twice <= 2.6 * once + 2000


def test_the_line_is_the_first_that_is_too_deep():
    assert lines("a\n\n" + "[\n" * 102) == [103]
    assert lines("    " * 24 + "- a\n" + "    " * 25 + "- a\n") == [2]


@pytest.mark.parametrize("text", FLAT.values(), ids=FLAT)
def test_what_people_write_passes(text):
    assert lines(text) == []


AT_THE_LIMIT = {
    "headings": "# a\n" * 200,
    "headings by a line below": "a\n-\n" * 199,
    "code marks": "``a` " * 300,
    "fences": "```\na\n```\n" * 200,
    "comments": "<!--a>" * 20,
    "quotes": "> " * 50 + "a",
    "deeper quotes": "\n".join("> " * depth + "a" for depth in range(51)),
    "lists": "".join("    " * depth + "- a\n" for depth in range(25)),
    "lists of a line": "- " * 50 + "a",
    "brackets": "[" * 100,
    "pictures": "![" * 100,
    "addresses": "[a](<" * 100,
    "emphasis": "*" * 100 + "a" + "*" * 100,
}


@pytest.mark.parametrize("text", AT_THE_LIMIT.values(), ids=AT_THE_LIMIT)
def test_what_is_at_the_limit_can_be_rendered(text):
    assert lines(text) == []

    to_html(text)
    to_text(text)


# ── in articles ─────────────────────────────────────────────────────────────────────────────────────────────────


def problem(folder):
    with pytest.raises(ArticleError) as told:
        load(folder)
    (only,) = told.value.problems
    return only


@pytest.mark.parametrize("value", ["[" * 20_000, "{a: " * 20_000, "[" * 21 + "]" * 21, "- " * 21 + "a"])
def test_a_front_matter_that_nests_too_deep_is_told(tmp_path, value):
    folder = write_article_folder(tmp_path, extra=f"related:\n  {value}\n")
    line = folder.joinpath("article.md").read_text().splitlines().index("related:") + 2

    found = problem(folder)

    assert (found.path, found.line) == (folder / "article.md", line)
    assert "nests more than 20 levels deep" in found.message or "opens more than 100 brackets" in found.message


def test_a_body_that_nests_too_deep_is_told(tmp_path):
    folder = write_article_folder(tmp_path, body="## What you see\n\n" + "> " * 2000 + "a\n")
    line = folder.joinpath("article.md").read_text().count("\n")

    assert str(problem(folder)) == (
        f"{folder / 'article.md'}:{line}: nests more than 100 columns deep: take quotes and lists apart"
    )


def test_a_tombstone_that_nests_too_deep_is_told(tmp_path):
    write_article_folder(tmp_path)
    withdraw(tmp_path, reason="[" * 200)

    with pytest.raises(ArticleError, match=r"dud\.md:6: opens more than 100 brackets"):
        load_withdrawn(tmp_path)


def test_a_list_of_tags_that_nests_too_deep_is_told(tmp_path):
    (tmp_path / "tags.yaml").write_text("cuda: " + "[" * 100_000)

    with pytest.raises(ArticleError, match=r"tags\.yaml:1: is not YAML"):
        read_tags(tmp_path)


BILLION = "".join(f"x{n}: &x{n} [{', '.join([f'*x{n - 1}'] * 9)}]\n" for n in range(1, 10))  # a laugh in each of 9**9
ALIASES = {
    "a billion laughs": "x0: &x0 [lol, lol]\n" + BILLION,
    "a long text many times": "x: &x " + "a" * 3000 + "\nsymptoms: [" + "*x, " * 40 + "]\n",
    "merged keys": "x0: &x0 {a: " + "b" * 3000 + "}\n" + BILLION.replace("[", "{<<: [").replace("]", "]}"),
    "a list in itself": "symptoms: &a [*a]\n",
    "a mapping in itself": "x: &a {b: *a}\n",
}


@pytest.mark.parametrize("extra", ALIASES.values(), ids=ALIASES)
def test_yaml_aliases_that_stand_for_much_are_refused_in_one_short_line(tmp_path, extra):
    folder = write_article_folder(tmp_path, extra=extra)

    found = problem(folder)

    assert found.message == "has more than 100,000 characters when its YAML aliases (`*name`) are written out"
    assert found.line > 1


def test_yaml_aliases_that_stand_for_much_cost_no_more_than_their_text(tmp_path):
    laughs = write_article_folder(tmp_path, "laughs", extra=ALIASES["a billion laughs"])
    plain = write_article_folder(tmp_path, "plain", extra=ALIASES["a billion laughs"].replace("*", "y"))

    assert work(lambda: FrontMatter.read(laughs / "article.md")) < 2 * work(
        lambda: FrontMatter.read(plain / "article.md")
    )


def test_a_yaml_alias_for_a_text_that_two_cases_share_is_read(tmp_path):
    assert load(write_article_folder(tmp_path, extra="authors: &a [Eva]\nsymptoms: *a\n")).symptoms == ("Eva",)


def test_yaml_aliases_in_a_list_of_tags_are_bounded_too(tmp_path):
    (tmp_path / "tags.yaml").write_text(ALIASES["a billion laughs"])

    with pytest.raises(ArticleError, match=r"tags\.yaml:[0-9]+: is not YAML"):
        read_tags(tmp_path)


def test_an_anchor_and_a_quoted_star_are_no_alias(tmp_path):
    assert load(write_article_folder(tmp_path, extra='symptoms: [&a "*a", "a & b *c"]\n')).symptoms == (
        "*a",
        "a & b *c",
    )


def test_what_a_complaint_quotes_is_cut(tmp_path):
    folder = write_article_folder(tmp_path, extra="related: {a: " + "b" * 50_000 + "}\n")

    assert len(problem(folder).message) < 500


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("[" + "a, " * 501 + "a]", "has more than 500 items"),
        ("0x" + "f" * 5000, "holds a date or a number that is none"),
        ("1" + ":01" * 5000, "holds a date or a number that is none"),
        ('"' + "[a]\\x28" * 1000 + '"', "opens more than 100 brackets in one paragraph"),
        (">-\n  " + "[a]\n  (" * 1000, "opens more than 100 brackets in one paragraph"),
        ("|\n  ```\n  a\n", "the code that begins here does not end"),
        ("a" * 100_000, "the keys have more than 100,000 characters"),
    ],
)
def test_a_value_of_a_key_is_bounded_as_it_is_shown(tmp_path, value, message):
    folder = write_article_folder(tmp_path, extra=f"symptoms: {value}\n")

    with pytest.raises(ArticleError) as told:
        load(folder)

    assert message in told.value.problems[0].message


def test_an_article_with_too_much_never_hurts_the_others(tmp_path):
    write_article_folder(tmp_path, "sound")
    write_article_folder(tmp_path, "laughs", extra=ALIASES["a billion laughs"])
    write_article_folder(tmp_path, "brackets", body="[a](" * 8000)
    write_article_folder(tmp_path, "translated").joinpath("article.zh-hans.md").write_text("---\na: &a [*a]\n---\n")

    articles, problems = load_sound(tmp_path)

    assert [article.slug for article in articles] == ["sound"]
    assert [each.path.parent.name for each in problems] == ["brackets", "laughs", "translated"]


@pytest.mark.parametrize("value", ["2026-02-30", "2026-01-31 25:61:00", "1" * 5000])
def test_a_date_or_a_number_that_is_none_is_told(tmp_path, value):
    folder = write_article_folder(tmp_path, extra=f"seen: {value}\n")

    assert "holds a date or a number that is none" in problem(folder).message
