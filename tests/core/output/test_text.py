"""Answers in words: what is in them, and that nothing of a paste gets its way in a terminal or a tracker."""

import re

import pytest
from django.conf import settings
from markdown import Markdown

from kb.core.articles.model import load_sound
from kb.core.matching.catalogue import Catalogue
from kb.core.matching.diagnosis import diagnose
from kb.core.output.payloads import match_payload
from kb.core.output.text import WIDTH, printable, to_github, to_text
from tests.factories import make_article

BOOM = make_article(
    "boom",
    message="boom happened in '{place}'",
    fix="Read [the other one](/articles/bang/), then run `python -m fuse --longer --than-that --and-on --and-on --again 9`.",
)
BANG = make_article("bang", message="bang `went` the fuse")
PASTE = "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\nRuntimeError: boom happened in 'cellar'\n"
ARTICLES, _ = load_sound(settings.BASE_DIR / "articles")


def address(slug):
    return f"https://tracefix.example/articles/{slug}/"


def answer(text, *articles, related=()):
    return match_payload(diagnose(text, Catalogue(articles or [BOOM, BANG])), related, address)


def test_a_known_error_is_told_in_the_order_in_which_one_needs_it():
    assert to_text(answer(PASTE)) == (
        """\
Known error

boom happened in '{place}'

Line 3 of what you sent
  | RuntimeError: boom happened in 'cellar'

Cause
  The cause of boom.

Fix
  Read the other one, then run
  `python -m fuse --longer --than-that --and-on --and-on --again 9`.

Why we are sure
  - The root error's message fits “boom happened in '{place}'”.

Read more
  https://tracefix.example/articles/boom/
"""
    )


def test_a_probable_error_asks_to_read_the_reasons():
    words = to_text(answer("someone wrote that boom happened in 'x' and went on", related=[BANG]))

    assert words.startswith("Probably this known error: read the reasons")
    assert "Fix, if this is it\n" in words
    assert "Why we think so\n" in words
    assert "If this is not it\n  - bang `went` the fuse\n    https://tracefix.example/articles/bang/\n" in words


def test_an_unknown_error_is_said_to_be_unknown_with_the_nearest_and_the_hints():
    words = to_text(answer("all is well", related=[BANG]))

    assert words.startswith("Not a known error\n\nNothing known fits what you sent")
    assert "Note\n  We found no error line in it." in words
    assert "Nearest by their words, perhaps unrelated\n  - bang" in words


def test_other_candidates_are_listed():
    words = to_text(answer(PASTE + "\nRuntimeError: bang `went` the fuse\n"))

    assert "Other candidates\n  - " in words


def test_the_file_is_named_where_there_are_several():
    assert to_text(answer(PASTE), name="a\x1b[2J.log").startswith("── a\ufffd[2J.log\n\nKnown error\n")


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.slug)
def test_every_article_fits_into_80_columns(article):
    for path in article.pastes[:1]:
        words = to_text(answer(path.read_text(encoding="utf-8", errors="replace"), *ARTICLES, related=ARTICLES[:2]))

        assert "\x1b" not in words
        for line in words.splitlines():
            assert len(line) <= WIDTH or "`" in line or "https://" in line


def test_colours_change_nothing_but_colours():
    coloured = to_text(answer(PASTE), colours=True)

    assert "\x1b[1;32mKnown error\x1b[0m" in coloured
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == to_text(answer(PASTE))


HOSTILE = ["\x1b[2J", "\x1b]0;x\x07", "\x9b31m", "\r", "\x08\x08", "\u202e", "\u2066", "\u2028", "\x00", "\ufeff"]


@pytest.mark.parametrize("code", HOSTILE, ids=ascii)
def test_no_control_code_is_obeyed(code):
    for draw in (to_text, to_github):
        words = draw(answer(f"RuntimeError: boom happened in 'a{code}b'{code}"))
        assert code not in words


def test_what_is_not_printable_is_replaced():
    assert printable("a\x1b[2Jb\n\u202ec") == "a\ufffd[2Jb \ufffdc"
    assert printable("零 é 🙂") == "零 é 🙂"


# ── comments ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_comment_says_what_it_is_why_and_what_to_do():
    assert to_github(answer(PASTE)) == (
        """\
<!-- tracefix exact boom -->

**Known error:** [`boom happened in '{place}'`](https://tracefix.example/articles/boom/)

```text
RuntimeError: boom happened in 'cellar'
```

**Why:** The cause of boom.

**Fix:** Read [the other one](https://tracefix.example/articles/bang/), then run `python -m fuse --longer --than-that --and-on --and-on --again 9`.

**Check:** [how to see that it worked](https://tracefix.example/articles/boom/#check-that-it-worked)
"""
    )


def test_a_comment_on_a_probable_error_says_so():
    words = to_github(answer("someone wrote that boom happened in 'x' and went on"))

    assert words.startswith("<!-- tracefix likely boom -->\n\n**Probably this known error:** ")


def test_a_comment_on_an_unknown_error_can_be_told_by_its_mark():
    assert to_github(answer("all is well")).startswith("<!-- tracefix none -->\n\n")


def test_a_title_with_backticks_stays_code():
    assert "[`` bang `went` the fuse ``](" in to_github(answer("RuntimeError: bang `went` the fuse"))


INJECTIONS = {
    "a mention": "@octocat and @org/team",
    "a reference": "fixes #12, GH-7, owner/repo#3",
    "a link": "[click](https://evil.example)",
    "an image": "![x](https://evil.example/a.png)",
    "a bare address": "https://evil.example/a",
    "html": "<img src=x onerror=alert(1)><script>alert(1)</script>",
    "a comment": "--><h1>hi</h1><!--",
    "a code span": "`` ` `code` ```",
    "a fence": "``` ~~~ ````````",
    "a fence on its own line": "\n```\n@octocat\n```\n",
    "a heading": "\n# Heading\n",
    "a table": "| a | b |\n|---|---|\n",
}


@pytest.mark.parametrize("text", INJECTIONS.values(), ids=INJECTIONS)
@pytest.mark.parametrize(
    "shape",
    ["RuntimeError: boom happened in '{}'", "{0} RuntimeError: boom happened in '{0}' {0}", "boom happened in 'x'{}"],
)
def test_nothing_of_a_paste_has_a_meaning_in_a_comment(shape, text):
    comment = to_github(answer(shape.format(text)))

    page = Markdown(extensions=["fenced_code"]).convert(comment)
    outside = re.sub(r"(?s)<pre>.*?</pre>", "", page)
    if "no known error" in comment.lower():
        return
    assert "evil" not in outside
    assert "octocat" not in outside
    assert "#12" not in outside
    assert "<h1>" not in page
    assert "<script" not in page
    assert "<img" not in page
    assert len(re.findall("<pre>", page)) == 1


def test_a_comment_holds_one_line_of_the_paste_and_no_other():
    words = to_github(answer(f"my secret\n{PASTE}another secret\n"))

    assert "RuntimeError: boom happened in 'cellar'" in words
    assert "secret" not in words
    assert "a.py" not in words


def test_a_very_long_line_is_cut():
    assert len(to_github(answer(f"RuntimeError: boom happened in '{'x' * 5_000}'"))) < 1_500


def test_articles_call_nobody_and_refer_to_no_issue():
    """Their words stand in comments on other people's issues."""
    for article in ARTICLES:
        words = re.sub(r"`[^`]*`", "", f"{article.summary} {article.fix}")
        assert not re.search(r"(?<!\w)@\w|(?<!\w)#\d", words), article.slug


@pytest.mark.parametrize("text", INJECTIONS.values(), ids=INJECTIONS)
def test_a_name_from_the_paste_is_in_no_comment_but_in_the_line_it_stands_in(text):
    article = make_article("boom", message="boom in {place}", fix="Leave {{place|it}}.", summary="Why {{place|it}}?")

    comment = to_github(answer(f"RuntimeError: boom in {text}", article))

    assert "**Fix:** Leave it.\n" in comment
    assert "**Why:** Why it?\n" in comment


def test_a_terminal_shows_the_fix_with_the_names_of_the_paste():
    article = make_article("boom", message="boom in {place}", fix="Run `cd {{place|it}}`.")
    payload = match_payload(
        diagnose("RuntimeError: boom in /a\x1b/b", Catalogue([article])), [], address, personal=True
    )

    words = to_text(payload)

    assert "Run `cd /a" in words
    assert "\x1b" not in words
