"""GET /api/v1/suggest."""

import pytest


def suggest(client, query):
    return client.get("/api/v1/suggest", {"q": query})


def test_half_a_word_leads_to_the_article(client):
    answer = suggest(client, "boo").json()

    assert answer["query"] == "boo"
    assert answer["suggestions"][0] == {
        "slug": "boom",
        "title": "boom happened in '{place}'",
        "url": "http://testserver/articles/boom/",
    }


@pytest.mark.parametrize("query", ["", " ", "zzz", "::", '"', "\0", "显"])
def test_what_leads_nowhere_has_no_suggestions(client, query):
    response = suggest(client, query)

    assert (response.status_code, response.json()["suggestions"]) == (200, [])


def test_a_report_is_no_query(client):
    response = suggest(client, "secret" * 1000)

    assert (response.status_code, response.json()["error"]["code"]) == (400, "bad_request")
    assert "secret" not in response.content.decode()


def test_who_types_half_a_name_means_the_article_that_bears_it(client, use_articles, settings):
    use_articles(settings.BASE_DIR / "articles")
    for typed, slug in (("oom", "cuda-oom"), ("nccl ti", "nccl-timeout"), ("cuda ou", "cuda-oom")):
        assert suggest(client, typed).json()["suggestions"][0]["slug"] == slug
