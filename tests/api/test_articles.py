"""GET /api/v1/articles and /api/v1/articles/<slug>."""

import pytest


def test_all_articles_are_listed(client):
    answer = client.get("/api/v1/articles").json()

    assert answer["total"] == 3
    assert [article["slug"] for article in answer["articles"]] == ["bang", "boom", "fizz"]
    assert answer["articles"][1]["url"] == "http://testserver/articles/boom/"


def test_an_article_comes_whole(client):
    article = client.get("/api/v1/articles/boom").json()

    assert (article["slug"], article["fix"], article["exceptions"]) == ("boom", "The fix of boom.", ["RuntimeError"])
    assert article["scripts"] == [
        {
            "repro": "http://testserver/articles/boom/repro.py",
            "fixed": "http://testserver/articles/boom/fixed.py",
        }
    ]
    assert article["sources"][0].keys() == {"title", "url"}
    full = client.get("/api/v1/articles/boom?full=1").json()
    assert full["sources"][0]["supports"] == "it burns"
    assert article["body"].startswith("## What you see")


def test_runs_are_for_who_asks(client):
    short, full = (client.get(f"/api/v1/articles/boom{query}").json() for query in ("", "?full=1"))

    assert "runs" not in short
    assert isinstance(full["runs"], list)
    assert full["scripts"][0]["name"] == ""


def test_the_public_address_is_used_where_it_is_known(client, settings):
    settings.BASE_URL = "https://tracefix.example"

    assert client.get("/api/v1/articles/boom").json()["url"] == "https://tracefix.example/articles/boom/"


def test_an_earlier_slug_redirects_for_ever(client):
    response = client.get("/api/v1/articles/plop")

    assert (response.status_code, response["Location"]) == (301, "/api/v1/articles/bang")


@pytest.mark.parametrize("slug", ["nope", "..", "%2e%2e", "boom%00", "BOOM", "boom.md", "a" * 3000])
def test_an_unknown_slug_is_not_found(client, slug):
    response = client.get(f"/api/v1/articles/{slug}")

    assert (response.status_code, response.json()["error"]["code"]) == (404, "not_found")
