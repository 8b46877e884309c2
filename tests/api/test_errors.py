"""Every error of the API has one shape, whoever raises it."""

import pytest
from django.test import Client

from kb import api


def assert_error(response, status):
    assert response.status_code == status
    assert response["Content-Type"].startswith("application/json")
    error = response.json()["error"]
    assert list(response.json()) == ["error"]
    assert set(error) == {"code", "message"}
    assert all(isinstance(value, str) and value for value in error.values())


@pytest.mark.parametrize(
    "path", ["/api/", "/api/v1", "/api/v2/match", "/api/v1/", "/api/v1/nothing", "/api/v1/articles/a/b"]
)
def test_an_unknown_address(client, path):
    assert_error(client.get(path, follow=True), 404)


@pytest.mark.parametrize("path", ["/api/v1/articles", "/api/v1/articles/boom", "/api/v1/search"])
@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_another_method(client, path, method):
    response = getattr(client, method)(path)

    assert_error(response, 405)
    assert "GET" in response["Allow"]


def test_a_fault_of_ours_shows_no_trace_of_the_request(articles_dir, monkeypatch, caplog):
    def fail():
        raise RuntimeError("the library fell over")

    monkeypatch.setattr(api, "get_library", fail)

    response = Client(raise_request_exception=False).post("/api/v1/match", "my secret", content_type="text/plain")

    assert_error(response, 500)
    assert "fell over" not in response.content.decode()
    assert "secret" not in caplog.text


def test_the_document_describes_every_address(client):
    document = client.get("/api/v1/openapi.json").json()

    assert set(document["paths"]) == {"/api/v1/articles", "/api/v1/articles/{slug}", "/api/v1/search", "/api/v1/match"}
    assert "text/plain" in document["paths"]["/api/v1/match"]["post"]["requestBody"]["content"]


def test_the_documentation_loads_nothing_from_elsewhere(client):
    page = client.get("/api/v1/docs").content.decode()

    assert "swagger" in page
    assert "//cdn" not in page
    assert "http" not in page.replace("http://testserver", "").replace("https://django-ninja", "")
