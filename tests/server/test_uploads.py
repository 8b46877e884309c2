"""Who breaks off a paste is told so: on the page, by the API, and by views that do not know of it."""

import io

import pytest
from django.http import HttpResponse, UnreadablePostError
from django.test import RequestFactory

from kb.pages import views
from kb.server.middleware import ApiErrorMiddleware
from kb.server.request_bodies import DeclaredBody

KINDS = ["text/plain", "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]


def broken(kind):
    """A body of this kind that breaks off, as it stands in an environ."""
    return {"wsgi.input": DeclaredBody(io.BytesIO(b"text=")), "CONTENT_LENGTH": "99", "CONTENT_TYPE": kind}


@pytest.mark.parametrize("kind", KINDS)
def test_page_and_api_say_that_it_broke_off(client, kind):
    page = client.post("/match/", **broken(kind))
    answer = client.post("/api/v1/match", **broken(kind))

    assert (page.status_code, answer.status_code) == (400, 400)
    assert "broke off" in page.content.decode()
    assert answer.json()["error"]["code"] == "incomplete"
    assert "broke off" in answer.json()["error"]["message"]


def test_the_page_says_it_in_its_language(client):
    page = client.post("/zh-hans/match/", **broken("text/plain"))

    assert page.status_code == 400
    assert "broke off" not in page.content.decode()


@pytest.mark.parametrize("read", [lambda request: request.POST, lambda request: request.body], ids=["POST", "body"])
def test_a_view_that_does_not_know_of_it_is_answered_for(read):
    request = RequestFactory().post("/", **broken("application/x-www-form-urlencoded"))
    with pytest.raises(UnreadablePostError) as raised:
        read(request)

    answer = ApiErrorMiddleware(lambda _: HttpResponse()).process_exception(request, raised.value)

    assert answer.status_code == 400
    assert "broke off" in answer.content.decode()


def test_other_errors_are_left_to_others():
    request = RequestFactory().post("/")

    assert ApiErrorMiddleware(lambda _: HttpResponse()).process_exception(request, OSError()) is None


def test_what_is_declared_too_large_is_not_read(articles_dir):
    class Endless(io.BytesIO):
        def read(self, *_):
            raise AssertionError("read")

    request = RequestFactory().post("/match/", {"text": "boom"})
    request._stream = request.environ["wsgi.input"] = Endless()
    request.META["CONTENT_LENGTH"] = str(10**9)

    assert views.match(request).status_code == 413
