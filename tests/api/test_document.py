"""The OpenAPI document says what kb/core/output/json_shapes.py says."""

import pytest


@pytest.fixture
def shapes(client):
    return client.get("/api/v1/openapi.json").json()["components"]["schemas"]


def test_a_field_has_its_description_also_where_it_is_inherited(shapes):
    address = {"description": "The article's permanent address.", "title": "Url", "type": "string"}

    assert shapes["Reference"]["properties"]["url"] == address
    assert shapes["Whole"]["properties"]["url"] == address
    assert shapes["DiagnosisOut"]["properties"]["left_out"]["description"].startswith("How many more")


def test_every_field_of_an_answer_is_required(shapes):
    queries = ("SearchQuery", "SuggestQuery", "MatchQuery", "VersionsQuery")
    answers = {name: shape for name, shape in shapes.items() if name not in queries}

    assert {"DiagnosisOut", "SearchResults", "Whole", "Failure"} <= answers.keys()
    for name, shape in answers.items():
        assert shape["required"] == list(shape["properties"]), name
