"""Whether the page of another site may read the API: only where the operator says so, and never with cookies."""

import pytest
from django.conf import settings as configured
from django.test import Client

ORIGIN = {"origin": "https://other.example"}
MIDDLEWARE = "kb.server.middleware.AnyOriginMiddleware"
PATHS = [
    "/api/v1/articles",
    "/api/v1/articles/boom",
    "/api/v1/search?q=boom",
    "/api/v1/nothing",
    "/api/v1/search?page=x",
]


def permissions(response):
    return {name: value for name, value in response.headers.items() if name.startswith("Access-Control-")}


@pytest.fixture
def open_client(small_site, settings):
    place = configured.MIDDLEWARE.index("kb.server.middleware.ApiHeadMiddleware")
    settings.MIDDLEWARE = [*configured.MIDDLEWARE[:place], MIDDLEWARE, *configured.MIDDLEWARE[place:]]
    return Client()


@pytest.mark.parametrize("path", [*PATHS, "/", "/match/"])
def test_unless_it_is_asked_for_no_other_page_may_read_anything(client, path):
    assert MIDDLEWARE not in configured.MIDDLEWARE
    assert permissions(client.get(path, headers=ORIGIN)) == {}


@pytest.mark.parametrize("path", PATHS)
def test_where_it_is_any_page_may_read_the_api_and_its_errors_without_cookies(open_client, path):
    told = permissions(open_client.get(path, headers=ORIGIN))

    assert told == {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Expose-Headers": "Retry-After, X-Request-ID",
    }


def test_and_the_answer_to_a_paste(open_client):
    answer = open_client.post(
        "/api/v1/match", "RuntimeError: boom happened in 'x'", content_type="text/plain", headers=ORIGIN
    )

    assert answer.json()["verdict"] == "exact"
    assert permissions(answer)["Access-Control-Allow-Origin"] == "*"


def test_who_asks_first_gets_no_permission(open_client):
    asked = open_client.options(
        "/api/v1/match",
        headers={**ORIGIN, "access-control-request-method": "POST", "access-control-request-headers": "x"},
    )

    assert permissions(asked) == {}


@pytest.mark.parametrize("path", ["/", "/match/", "/articles/boom/", "/healthz", "/nothing"])
def test_pages_are_read_by_their_own_site_alone(open_client, path):
    assert permissions(open_client.get(path, headers=ORIGIN)) == {}
