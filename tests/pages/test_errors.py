"""Where there is no page, and where one broke."""

import re

import pytest
from django.test import Client

from kb.pages import home
from tests.factories import write_article_folder
from tests.pages.tools import links, text


def test_a_missing_page_offers_a_search_for_its_words_and_the_nearest_articles(client):
    response = client.get("/articles/cause-of-boom_now/")

    assert response.status_code == 404
    assert 'value="cause of boom_now"' in response.content.decode()
    assert "/articles/boom/" in links(response)


@pytest.mark.parametrize("slug", ["cuda-om", "cudaoom", "gpu-omm"])
def test_a_slip_in_an_address_leads_to_its_article_first(client, articles_dir, slug):
    write_article_folder(articles_dir, "cuda-oom", message="out of memory", extra="aliases: [gpu-oom]\n")
    write_article_folder(articles_dir, "torch-no-cuda", message="cuda om cuda om cuda")

    found = [link for link in links(client.get(f"/articles/{slug}/")) if re.fullmatch("/articles/[^/?]+/", link)]

    assert found[0] == "/articles/cuda-oom/"


@pytest.mark.parametrize(
    "path", ["/nothing", "/%2e%2e/", "/" + "a" * 5000, "/<script>alert(1)</script>/", "/%00/", "/%ff%fe/"]
)
def test_every_missing_page_is_answered(client, path):
    response = client.get(path)

    assert response.status_code == 404
    assert "There is no page at this address" in text(response)
    assert b"<script>alert" not in response.content


def test_a_page_that_breaks_says_so_and_keeps_quiet_about_the_rest(small_site, monkeypatch):
    def broken(request):
        raise RuntimeError("secret")

    monkeypatch.setattr(home, "get_library", broken)
    response = Client(raise_request_exception=False).get("/")

    assert response.status_code == 500
    assert "Something broke on our side" in text(response)
    assert "secret" not in text(response)


@pytest.mark.parametrize(("path", "code"), [("/", "en"), ("/zh-hans/", "zh-Hans")])
def test_the_page_of_a_failure_needs_nothing_that_other_pages_share(small_site, monkeypatch, path, code):
    """The template that all others extend, the list of files, what each page says of the site: one of them broke."""
    monkeypatch.setattr("kb.site_context.get_library", lambda: 1 / 0)
    monkeypatch.setattr("django.contrib.staticfiles.storage.staticfiles_storage.url", lambda name: 1 / 0)

    response = Client(raise_request_exception=False).get(path)

    assert response.status_code == 500
    page = response.content.decode()
    assert f'<html lang="{code}">' in page
    assert f'href="{path}articles/"' in page
    assert 'href="/static/kb/site.css"' in page
