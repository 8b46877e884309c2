"""Comments for an issue: what is in them, and that nothing of a paste gets its way in a tracker."""

import re

import pytest
from markdown import Markdown

from tests.factories import make_article
from tests.tracefix.answers.tools import ARTICLES, HOSTILE, PASTE, answer
from tracefix.answers.annotation import to_annotation
from tracefix.answers.github import article_to_github, to_github


def test_a_comment_says_what_it_is_why_and_what_to_do():
    assert to_github(answer(PASTE)) == (
        """\
<!-- tracefix exact boom -->

```text
RuntimeError: boom happened in 'cellar'
```

**Fix:** Read [the other one](https://tracefix.example/articles/bang/), then run `python -m fuse --longer --than-that --and-on --and-on --again 9`.

**Known error:** [`boom happened in '{place}'`](https://tracefix.example/articles/boom/)

**Why:** The cause of boom.

**Check:** [how to see that it worked](https://tracefix.example/articles/boom/#check-that-it-worked)

_A program wrote this: [Tracefix](https://tracefix.example/). It is wrong? Please say so in a reply here, and on [the article's page](https://tracefix.example/articles/boom/)._
"""
    )


def test_a_comment_that_a_person_posts_does_not_say_that_a_program_did():
    assert "A program wrote this" not in to_github(answer(PASTE), is_by_program=False)


def test_an_article_is_a_comment_without_a_paste():
    article = make_article(finding="Boom in {{place|the house}}", fix="Open {{place|it}}, see [that](/articles/bang/).")

    assert (
        article_to_github(article, "https://tracefix.example/articles/{}/".format)
        == """\
<!-- tracefix article boom -->

Boom in the house

**Fix:** Open it, see [that](https://tracefix.example/articles/bang/).

**Article:** [`boom happened`](https://tracefix.example/articles/boom/)

**Why:** The cause of boom.

**Check:** [how to see that it worked](https://tracefix.example/articles/boom/#check-that-it-worked)
"""
    )


def test_a_secret_in_the_line_of_the_error_is_replaced():
    words = to_github(answer("RuntimeError: boom happened in 'hf_abcdefghijklmnopqrstuvwxyzabcdef'"))

    assert "hf_abc" not in words
    assert "{secret}" in words


SAID = (
    "POST https://open.feishu.cn/open-apis/bot/v2/hook/0b5a3f4e-1c2d-4e5f-8a9b-0c1d2e3f4a5b",
    "token ms-0b5a3f4e-1c2d-4e5f-8a9b-0c1d2e3f4a5b of ModelScope",
    "curl -u jane:0b5a3f4e-1c2d https://x.example",
    "Cookie: theme=dark; sid=0b5a3f4e",
    "AccessKeyId is LTAI0b5a3f4eabcd",
    "SecretId AKID0b5a3f4eabcd",
)


@pytest.mark.parametrize("said", SAID)
def test_a_secret_of_a_service_is_in_no_comment_and_no_annotation(said):
    found = answer(f"RuntimeError: boom happened in {said}")

    for words in (to_github(found), to_annotation(found)):
        assert "0b5a3f4e" not in words
        assert "{secret}" in words


def test_a_comment_on_a_probable_error_says_so():
    words = to_github(answer("someone wrote that boom happened in 'x' and went on"))

    assert words.startswith("<!-- tracefix likely boom -->\n\n```text\n")
    assert "\n\n**Probably this error:** [" in words


def test_a_comment_on_an_unknown_error_can_be_told_by_its_mark():
    assert to_github(answer("all is well")).startswith("<!-- tracefix none -->\n\n")


def test_a_comment_on_an_unknown_error_shows_its_wording_without_its_values():
    text = 'Traceback (most recent call last):\n  File "/home/jane/t.py", line 1, in f\n    key = "hunter2"\n'

    assert to_github(answer(f"{text}OSError: cannot read '/home/jane/secret.pt' of user jane, please use `x`\n")) == (
        "<!-- tracefix none -->\n\nNo known error was recognised in this report.\n\nIts error, without its values:\n\n"
        "```text\nOSError: cannot read '{path}' of user {value}, please use `x`\n```\n"
    )


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


@pytest.mark.parametrize("code", HOSTILE, ids=ascii)
def test_no_control_code_gets_into_a_comment(code):
    assert code not in to_github(answer(f"RuntimeError: boom happened in 'a{code}b'{code}"))
