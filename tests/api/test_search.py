"""GET /api/v1/search."""

import pytest

SHORT = {"proof", "slug", "title", "url", "summary", "score", "line", "reason"}


def search(client, **query):
    return client.get("/api/v1/search", query)


def test_the_answer_has_the_agreed_shape(client):
    answer = search(client, q="boom").json()

    assert (answer["query"], answer["total"], answer["suggestion"]) == ("boom", 1, None)
    (result,) = answer["results"]
    assert {"slug", "title", "url", "summary", "score"} <= result.keys() <= SHORT
    assert (result["slug"], result["url"]) == ("boom", "http://testserver/articles/boom/")
    assert "facets" not in answer


def test_the_full_answer_has_highlights_and_facets(client):
    answer = search(client, q="boom", full=1).json()

    assert set(answer["results"][0]) == {*SHORT, "highlight"}
    assert answer["facets"] == {"project": {"PyTorch": 1}, "exception": {"RuntimeError": 1}, "tag": {"cuda": 1}}


@pytest.mark.parametrize("name", ["limit", "size"])
def test_the_results_have_a_limit(client, name):
    answer = search(client, q="", **{name: 2}).json()

    assert (answer["total"], len(answer["results"])) == (3, 2)


def test_filters_narrow_the_answer(client):
    assert search(client, q="boom", tag="memory").json()["total"] == 0


@pytest.mark.parametrize(
    ("name", "value"),
    [("page", "x"), ("page", "0"), ("page", "-1"), ("size", "1000"), ("limit", "0"), ("full", "x"), ("q", "x" * 1001)],
)
def test_a_wrong_parameter_is_named_and_not_repeated(client, name, value):
    response = search(client, **{name: value})

    assert (response.status_code, response.json()["error"]["code"]) == (400, "bad_request")
    assert name in response.json()["error"]["message"]
    assert "xxxxx" not in response.content.decode()
