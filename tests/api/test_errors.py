"""Every error of the API has one shape, whoever raises it."""

import html
import re

import pytest
from django.test import Client

from kb.api import match_endpoint


def assert_error(response, status):
    assert response.status_code == status
    assert response["Content-Type"].startswith("application/json")
    error = response.json()["error"]
    assert list(response.json()) == ["error"]
    assert set(error) == {"code", "message"}
    assert all(isinstance(value, str) and value for value in error.values())


@pytest.mark.parametrize(
    "path", ["/api", "/api/", "/api/v1", "/api/v2/match", "/api/v1/", "/api/v1/nothing", "/api/v1/articles/a/b"]
)
def test_an_unknown_address(client, path):
    assert_error(client.get(path, follow=True), 404)


@pytest.mark.parametrize("path", ["/api/v1/articles", "/api/v1/articles/boom", "/api/v1/search"])
@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_another_method(client, path, method):
    response = getattr(client, method)(path)

    assert_error(response, 405)
    assert "GET" in response["Allow"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/v1/articles", 200),
        ("/api/v1/articles/boom", 200),
        ("/api/v1/articles/plop", 301),
        ("/api/v1/articles/nope", 404),
        ("/api/v1/search?q=boom", 200),
        ("/api/v1/search?page=x", 400),
        ("/api/v1/match", 405),
        ("/api/v1/openapi.json", 200),
        ("/api/v1/docs", 200),
        ("/api/v1/nothing", 404),
    ],
)
def test_head_is_answered_as_get_without_a_body(client, path, status):
    asked, read = client.head(path), client.get(path)

    assert (asked.status_code, read.status_code) == (status, status)
    assert asked.content == b""
    for name in ("Content-Type", "Content-Length", "Location", "Allow"):
        assert asked.get(name) == read.get(name), name


def test_a_host_that_is_not_ours(client):
    assert_error(client.get("/api/v1/articles", headers={"host": "evil.example"}), 400)


def test_a_wrong_parameter_is_named_but_not_its_value(client):
    response = client.get("/api/v1/search", {"page": "secret"})

    assert_error(response, 400)
    assert "page" in response.json()["error"]["message"]
    assert "secret" not in response.content.decode()


@pytest.mark.parametrize(("method", "path"), [("get", "search"), ("get", "suggest"), ("post", "match")])
@pytest.mark.parametrize("first", ["q=a", "lang=en", "format=text"])
def test_too_many_parameters(client, method, path, first, stderr_log):
    many = "&".join([first, *(f"secret{number}=1" for number in range(1001))])

    response = getattr(client, method)(f"/api/v1/{path}?{many}", **({"data": {}} if method == "post" else {}))

    assert_error(response, 400)
    assert stderr_log.getvalue() == ""


def test_an_error_has_the_headers_of_every_answer(client):
    response = client.get("/api/v1/nothing")

    assert response["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in response["Content-Security-Policy"]
    assert int(response["Content-Length"]) == len(response.content)


@pytest.mark.parametrize("debug", [False, True])
def test_a_fault_of_ours_shows_no_trace_of_the_request(small_site, monkeypatch, settings, debug, stderr_log):
    settings.DEBUG = debug

    def fail(request):
        raise RuntimeError("cannot read " + request.body.decode())

    monkeypatch.setattr(match_endpoint, "read_paste", fail)

    response = Client(raise_request_exception=False).post("/api/v1/match", "my secret", content_type="text/plain")

    assert_error(response, 500)
    assert "secret" not in response.content.decode()
    assert "/api/v1/match" in stderr_log.getvalue()
    assert "secret" not in stderr_log.getvalue()


def test_the_document_describes_every_address(client):
    document = client.get("/api/v1/openapi.json").json()

    assert set(document["paths"]) == {
        "/api/v1/articles",
        "/api/v1/articles/{slug}",
        "/api/v1/search",
        "/api/v1/suggest",
        "/api/v1/versions",
        "/api/v1/versions/{package}",
        "/api/v1/match",
        "/api/v1/triage",
    }
    assert "text/plain" in document["paths"]["/api/v1/match"]["post"]["requestBody"]["content"]
    for path in document["paths"].values():
        for operation in path.values():
            assert operation["summary"]
            (content,) = operation["responses"]["200"]["content"].values()
            assert content["schema"]


def test_the_documentation_says_all_that_the_document_says_and_loads_nothing_from_elsewhere(client):
    document = client.get("/api/v1/openapi.json").json()
    page = html.unescape(client.get("/api/v1/docs").content.decode())
    words = re.sub(r"</?(?:code|span)[^>]*>", "", page.partition("<main")[2])
    assert "`" not in words

    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert f"{method.upper()} {path}" in page
            assert operation["summary"] in page
            for parameter in operation.get("parameters", []):
                assert f"<code>{parameter['name']}</code>" in page
                assert parameter["schema"].get("description", "").replace("`", "") in words
    assert "http://testserver/api/v1/match?format=text" in page
    assert not [
        found
        for found in re.findall(r'(?:src|href)="([^"]*)"', page)
        if not found.startswith(("/", "#", "http://testserver/"))
    ]


def test_the_documentation_has_no_empty_code_where_a_parameter_has_no_default(client):
    page = client.get("/api/v1/docs").content.decode()

    assert "<code></code>" not in page
    assert "<td><code>False</code></td>" in page
