"""The OpenAPI document says what tracefix/answers/json_shapes.py says."""

import json
import re

import jsonschema
import pytest


@pytest.fixture
def shapes(client):
    return client.get("/api/v1/openapi.json").json()["components"]["schemas"]


def test_a_field_has_its_description_also_where_it_is_inherited(shapes):
    address = {"description": "The article's permanent address.", "title": "Url", "type": "string"}

    assert shapes["Reference"]["properties"]["url"] == address
    assert shapes["Whole"]["properties"]["url"] == address
    assert shapes["DiagnosisOut"]["properties"]["left_out"]["description"].startswith("How many more")


ALWAYS = {  # what an answer has on its first level, whatever it is about
    "DiagnosisOut": None,
    "SearchResults": {"facets"},
    "Failure": None,
    "ArticleList": None,
    "Suggestions": None,
}


@pytest.mark.parametrize("name", ALWAYS)
def test_every_field_of_an_answer_itself_is_required(shapes, name):
    assert {*shapes[name]["required"]} == shapes[name]["properties"].keys() - (ALWAYS[name] or set())


def test_the_rule_for_empty_fields_is_in_the_document(client):
    document = client.get("/api/v1/openapi.json").json()

    assert "is left out" in document["info"]["description"]
    assert "`full=1`" in document["info"]["description"]


def errors_in(shapes, name, value):
    """What of a value is not as its shape says."""
    whole = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": shapes}}
    return [error.message for error in jsonschema.Draft202012Validator(whole).iter_errors(value)]


PASTES = [
    "RuntimeError: boom happened in 'cellar'",
    "ValueError: new",
    "all is well",
    "KeyError\n\nTraceback:",
    "[rank1]: E",
]


@pytest.mark.parametrize("query", ["", "?full=1"])
@pytest.mark.parametrize("paste", PASTES)
def test_an_answer_is_as_the_document_says(client, shapes, paste, query):
    answer = client.post(f"/api/v1/match{query}", paste, content_type="text/plain").json()

    assert errors_in(shapes, "DiagnosisOut", answer) == []


@pytest.mark.parametrize("query", ["", "?full=1"])
def test_an_article_and_a_search_are_as_the_document_says(client, shapes, query):
    assert errors_in(shapes, "Whole", client.get(f"/api/v1/articles/boom{query}").json()) == []
    assert errors_in(shapes, "SearchResults", client.get(f"/api/v1/search{query}").json()) == []


def test_every_shape_is_there_and_used(client):
    text = client.get("/api/v1/openapi.json").content.decode()
    used = set(re.findall(r'#/components/schemas/(\w+)"', text))

    assert used == set(json.loads(text)["components"]["schemas"])


def test_operations_have_names_that_a_person_would_choose(client, settings):
    settings.BASE_URL = "https://tracefix.example"
    document = client.get("/api/v1/openapi.json").json()
    names = {operation["operationId"] for methods in document["paths"].values() for operation in methods.values()}

    assert names == {
        "list_articles", "get_article", "search_articles", "suggest_articles", "match_paste",
        "get_versions", "search_versions", "triage_logs",
    }  # fmt: skip
    assert document["servers"] == [{"url": "https://tracefix.example"}]
