"""The answer lists the article's fixes; those for other versions than the paste's are folded away."""

import pytest
from django.test import Client

from tests.factories import BODY, write_article_folder

FIXES = """\
## Fix

### Upgrade the fuse {only: fuse<2.0}

Do.

### Cut the wire

Do.
"""


@pytest.fixture
def answer(tmp_path, use_articles):
    root = tmp_path / "articles"
    write_article_folder(root, body=BODY.format(title="boom").replace("## Fix\n\nUse a longer fuse.\n", FIXES))
    use_articles(root)
    return lambda paste: Client().post("/match/", {"text": paste}).content.decode()


def test_all_fixes_are_linked(answer):
    page = answer("RuntimeError: boom happened")

    assert '<a href="/articles/boom/#upgrade-the-fuse">Upgrade the fuse</a>' in page
    assert '<a href="/articles/boom/#cut-the-wire">Cut the wire</a>' in page
    assert "Not for you" not in page


def test_a_fix_that_cannot_apply_is_folded_with_the_reason(answer):
    page = answer("fuse==2.1\nRuntimeError: boom happened")

    assert "<summary>Not for you: Upgrade the fuse</summary>" in page
    assert "it is for fuse &lt;2.0, and your paste shows 2.1" in page
    assert '<li><a href="/articles/boom/#cut-the-wire">' in page


def test_the_article_says_which_versions_a_fix_is_for(answer):
    answer("x")

    assert "<em>Only with fuse&lt;2.0.</em>" in Client().get("/articles/boom/").content.decode()


def test_the_article_comes_with_the_names_of_the_paste(tmp_path, use_articles):
    root = tmp_path / "articles"
    body = BODY.format(title="boom").replace("The fuse burnt.", "Look into `{{place|the house}}`.")
    write_article_folder(root, message="boom happened in '{place}'", body=body)
    use_articles(root)

    page = Client().post("/match/", {"text": "RuntimeError: boom happened in '<b>cellar</b>'"}).content.decode()

    assert "The article with the names from your paste" in page
    assert 'Look into <span class="tied"><code>' in page
    assert "&lt;b&gt;cellar&lt;/b&gt;" in page
    assert "<b>cellar" not in page


def test_an_article_without_a_place_for_names_is_not_repeated(answer):
    assert "with the names from your paste" not in answer("RuntimeError: boom happened")
