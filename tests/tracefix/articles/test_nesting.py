"""Markdown and YAML that nest too deep end in a message with its line; what people write does not."""

import pytest

from tests.factories import withdraw, write_article_folder
from tracefix.articles.loading import load, load_withdrawn, read_tags
from tracefix.articles.model import ArticleError
from tracefix.articles.nesting import find_too_deep
from tracefix.articles.rendering import to_html, to_text


def lines(text):
    return [line for line, _ in find_too_deep(text)]


DEEP = {
    "quotes": "> " * 51 + "a",
    "quotes without spaces": ">" * 101 + "a",
    "lists": "".join("    " * depth + "- a\n" for depth in range(300)),
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
    "a fence of a whole line": "`" * 500_000,
    "a fence that does not end": "```\n" + "> " * 51 + "a",
}
FLAT = {
    "what people nest": "> > - a\n> >   1. b\n",
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


def test_the_line_is_the_first_that_is_too_deep():
    assert lines("a\n\n" + "[\n" * 102) == [103]
    assert lines("    " * 24 + "- a\n" + "    " * 25 + "- a\n") == [2]


@pytest.mark.parametrize("text", FLAT.values(), ids=FLAT)
def test_what_people_write_passes(text):
    assert lines(text) == []


AT_THE_LIMIT = {
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


@pytest.mark.parametrize("value", ["[" * 100_000, "{a: " * 100_000, "[" * 21 + "]" * 21, "- " * 21 + "a"])
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


@pytest.mark.parametrize("value", ["2026-02-30", "2026-01-31 25:61:00", "1" * 5000])
def test_a_date_or_a_number_that_is_none_is_told(tmp_path, value):
    folder = write_article_folder(tmp_path, extra=f"seen: {value}\n")

    assert "holds a date or a number that is none" in problem(folder).message
