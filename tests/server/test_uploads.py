"""Who sends a paste that cannot be had is told why: on the page, by the API, and by views that do not know of it."""

import io

import pytest
from django.http import HttpResponse, UnreadablePostError
from django.test import RequestFactory

from kb.pages import views
from kb.server.bodies import Body, BrokenBodyError, SlowBodyError, TooManyBodiesError
from kb.server.middleware import ApiErrorMiddleware

FORM = "multipart/form-data; boundary=x"
WHYS = [
    (SlowBodyError, 408, "timeout", "too slowly"),
    (TooManyBodiesError, 503, "busy", "Too many pastes"),
    (BrokenBodyError, 400, "incomplete", "broke off"),
    (OSError, 400, "incomplete", "broke off"),
]
KINDS = ["text/plain", "application/json", "application/x-www-form-urlencoded", FORM]


def unreadable(error, kind):
    """A body of this kind that fails as `error`, as it stands in an environ."""

    def pieces(size):
        raise error
        yield b""

    body = Body(pieces, 99, 1000)
    return {"wsgi.input": body, "CONTENT_LENGTH": "99", "CONTENT_TYPE": kind}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("error", "status", "code", "words"), WHYS)
def test_page_and_api_say_why_it_cannot_be_had(client, error, status, code, words, kind):
    page = client.post("/match/", **unreadable(error, kind))
    answer = client.post("/api/v1/match", **unreadable(error, kind))

    assert (page.status_code, answer.status_code) == (status, status)
    assert words in page.content.decode()
    assert answer.json()["error"]["code"] == code
    assert words in answer.json()["error"]["message"]


def test_the_page_says_it_in_its_language(client):
    page = client.post("/zh-hans/match/", **unreadable(SlowBodyError, "text/plain"))

    assert "too slowly" not in page.content.decode()


@pytest.mark.parametrize("read", [lambda request: request.POST, lambda request: request.body], ids=["POST", "body"])
@pytest.mark.parametrize(("error", "status", "code", "words"), WHYS)
def test_a_view_that_does_not_know_of_it_is_answered_for(error, status, code, words, read):
    request = RequestFactory().post("/", **unreadable(error, "application/x-www-form-urlencoded"))
    with pytest.raises(UnreadablePostError) as raised:
        read(request)

    answer = ApiErrorMiddleware(lambda _: HttpResponse()).process_exception(request, raised.value)

    assert answer.status_code == status
    assert words in answer.content.decode()


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
