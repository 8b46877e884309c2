"""A withdrawn article: its addresses say why it went and where to go, and nothing else speaks of it."""

import pytest

from tests.pages.tools import links, text


@pytest.mark.parametrize("path", ["/articles/dud/", "/articles/dud/article.md", "/articles/dud/repro.py"])
def test_its_addresses_say_why_it_went_and_where_to_go(client, path):
    response = client.get(path)

    assert response.status_code == 410
    assert "This article was withdrawn" in text(response)
    assert "The dud <b> was here until 1 March 2026." in text(response)
    assert "It was the same as another one." in text(response)
    assert "/articles/boom/" in links(response)
    assert b'content="noindex"' in response.content
    assert b"The dud <b>" not in response.content


def test_the_api_says_it_in_its_own_shape(client):
    response = client.get("/api/v1/articles/dud")

    assert (response.status_code, list(response.json())) == (410, ["error"])
    assert response.json()["error"] == {
        "code": "gone",
        "message": "“The dud <b>” was withdrawn on 2026-03-01. It was the same as another one. "
        "See http://testserver/articles/boom/.",
    }


@pytest.mark.parametrize(
    "path",
    [
        "/", "/articles/", "/search/?q=dud", "/sitemap.xml", "/feed.xml", "/llms.txt",
        "/api/v1/articles", "/api/v1/search?q=withdrawn", "/api/v1/suggest?q=dud",
    ],
)  # fmt: skip
def test_nothing_else_speaks_of_it(client, path):
    response = client.get(path)

    assert response.status_code == 200
    assert b"/articles/dud" not in response.content
    assert b"The dud" not in response.content
