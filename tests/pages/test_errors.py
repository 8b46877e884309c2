"""Where there is no page, and where one broke."""

import pytest
from django.test import Client

from kb.pages import home
from tests.pages.tools import links, text


def test_a_missing_page_offers_a_search_for_its_words_and_the_nearest_articles(client):
    response = client.get("/articles/cause-of-boom_now/")

    assert response.status_code == 404
    assert 'value="cause of boom_now"' in response.content.decode()
    assert "/articles/boom/" in links(response)


@pytest.mark.parametrize(
    "path", ["/nothing", "/%2e%2e/", "/" + "a" * 5000, "/<script>alert(1)</script>/", "/%00/", "/%ff%fe/"]
)
def test_every_missing_page_is_answered(client, path):
    response = client.get(path)

    assert response.status_code == 404
    assert "There is no page at this address" in text(response)
    assert b"<script>alert" not in response.content


def test_a_page_that_breaks_says_so_and_keeps_quiet_about_the_rest(articles_dir, monkeypatch):
    def broken(request):
        raise RuntimeError("secret")

    monkeypatch.setattr(home, "get_library", broken)
    response = Client(raise_request_exception=False).get("/")

    assert response.status_code == 500
    assert "Something broke on our side" in text(response)
    assert "secret" not in text(response)
