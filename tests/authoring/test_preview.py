"""The page of an article while it is written: it follows its files, and lint says what is wrong."""

import json

import pytest
from django.test import RequestFactory

from authoring.preview import PreviewHandler
from tests.authoring.lint.tools import MESSAGE, edit, write_article


@pytest.fixture
def folder(tmp_path, use_articles):
    root = tmp_path / "articles"
    folder = write_article(root, "boom", MESSAGE)
    write_article(root, "bang", "bang went the fuse", report="RuntimeError: bang went the fuse\n")
    use_articles(root)
    return folder


@pytest.fixture
def get(folder):
    handler = PreviewHandler("boom")

    def read(address):
        response = handler.get_response(RequestFactory().get(address, HTTP_HOST="localhost"))
        return b"".join(response).decode()

    return read


def problems(get):
    return json.loads(get("/preview/lint"))["problems"]


def test_the_page_has_the_script_that_reloads_it(get):
    assert '<script type="module" src="/preview/preview.js"></script></head>' in get("/articles/boom/")
    assert "location.reload()" in get("/preview/preview.js")


def test_what_is_saved_is_shown_at_the_next_request(get, folder):
    before = get("/preview/stamp")
    assert "Fuses age." not in get("/articles/boom/")

    edit(folder / "article.md", "Fuses burn.", "Fuses age.")

    assert get("/preview/stamp") != before
    assert "Fuses age." in get("/articles/boom/")


def test_lint_says_what_is_wrong_of_this_article_alone(get, folder):
    assert problems(get) == []

    edit(folder / "article.md", "The cause of boom.", "x" * 160 + ".")
    edit(folder.parent / "bang" / "article.md", "The cause of bang.", "x" * 160 + ".")

    assert problems(get) == ["article.md:4: summary has 161 characters: say the cause in at most 160"]


def test_a_broken_article_is_told_below_its_earlier_version(get, folder):
    get("/articles/boom/")
    edit(folder / "article.md", "summary:", "summry:")

    assert "Fuses burn." in get("/articles/boom/")
    assert "unknown key 'summry'" in "".join(problems(get))
    edit(folder / "article.md", "summry:", "summary:")
    assert get("/articles/boom/")
    assert problems(get) == []


def test_other_pages_of_the_site_are_there(get):
    assert "bang went the fuse" in get("/articles/bang/")
