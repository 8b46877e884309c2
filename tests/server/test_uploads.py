"""Who breaks off a paste is told so: on the page, by the API, and by views that do not know of it."""

import gzip
import io
import threading
from contextlib import ExitStack

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse, UnreadablePostError
from django.test import RequestFactory

from kb import jobs
from kb.pages import match_page
from kb.server import uploads
from kb.server.middleware import ApiErrorMiddleware
from kb.server.request_bodies import DeclaredBody
from kb.server.uploads import PasteError, room_for, room_for_logs

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


def test_what_is_declared_too_large_is_not_read(small_site):
    class Endless(io.BytesIO):
        def read(self, *_):
            raise AssertionError("read")

    request = RequestFactory().post("/match/", {"text": "boom"})
    request._stream = request.environ["wsgi.input"] = Endless()
    request.META["CONTENT_LENGTH"] = str(10**9)

    assert match_page.show(request).status_code == 413


MB = 1024 * 1024


def sending(size, kind="text/plain"):
    return RequestFactory().post(
        "/match/", **{"wsgi.input": io.BytesIO(), "CONTENT_LENGTH": str(size)}, content_type=kind
    )


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(uploads, "_WAIT_SECONDS", 0)


ROOM = {
    "a second of 10 MB": ([sending(10 * MB)], sending(10 * MB), False),
    "one of 2 MB beside one of 10 MB": ([sending(10 * MB)], sending(2 * MB), True),
    "a third": ([sending(10 * MB), sending(2 * MB)], sending(65 * 1024), False),
    "a small one": ([sending(10 * MB), sending(2 * MB)], sending(64 * 1024), True),
    "one too large to be read": ([sending(10 * MB), sending(2 * MB)], sending(100 * MB), True),
    "one without a length": ([sending(10 * MB), sending(2 * MB)], sending(""), True),
    "JSON counts twice": ([sending(MB, "application/json")] * 6, sending(MB // 2), False),
    "five of JSON": ([sending(MB, "application/json")] * 5, sending(MB, "application/json"), True),
    "JSON too large to be read as such": ([sending(8 * MB, "application/json")], sending(5 * MB), False),
}


@pytest.mark.parametrize(("others", "another", "fits"), ROOM.values(), ids=ROOM)
def test_large_pastes_are_in_hand_only_while_they_fit_into_memory(impatient, others, another, fits):
    with ExitStack() as hand:
        for request in others:
            hand.enter_context(room_for(request))

        if fits:
            hand.enter_context(room_for(another))
        else:
            with pytest.raises(PasteError) as refused:
                hand.enter_context(room_for(another))
            assert (refused.value.status, refused.value.code) == (503, "busy")

    with room_for(sending(10 * MB)):
        pass  # all of it was given back


LOGS = {  # what a request declares, the files in it, their size when unpacked; and what fits in beside it
    "31 KB that unpack to 32 MB": (31 * 1024, 1, 32 * MB, 6 * MB),
    "a hundred small files": (64 * 1024, 100, MB, 11 * MB),
    "a few small files": (31 * 1024, 7, 31 * 1024, 12 * MB),
    "10 MB that unpack to 32 MB": (10 * MB, 1, 32 * MB, 2 * MB),
    "10 MB as they are": (10 * MB, 10, 10 * MB, 2 * MB),
}


@pytest.mark.parametrize(("declared", "files", "size", "left"), LOGS.values(), ids=LOGS)
def test_logs_take_the_room_that_they_need_when_unpacked(impatient, declared, files, size, left):
    request = sending(declared, "multipart/form-data")

    with room_for(request), room_for_logs(request, files, size), room_for(sending(left // 2)):
        with room_for(sending(left // 2)):
            pass
        with pytest.raises(PasteError) as refused, room_for(sending(left // 2 + MB)):
            pass
        assert refused.value.status == 503

    with room_for(sending(10 * MB)):
        pass


def test_room_is_given_back_by_what_fails(impatient):
    with pytest.raises(MemoryError), room_for(sending(10 * MB)):
        raise MemoryError

    with room_for(sending(10 * MB)):
        pass


def test_one_that_waits_goes_on_as_soon_as_there_is_room(monkeypatch):
    monkeypatch.setattr(uploads, "_WAIT_SECONDS", 60)
    went = threading.Event()

    def wait():
        with room_for(sending(10 * MB)):
            went.set()

    waiting = threading.Thread(target=wait)
    with room_for(sending(10 * MB)):
        waiting.start()
        assert not went.is_set()
    waiting.join(60)

    assert went.is_set()


def test_page_and_api_say_that_there_is_no_room(client, impatient):
    body = {"CONTENT_LENGTH": str(5 * MB), "CONTENT_TYPE": "text/plain"}
    with room_for(sending(10 * MB)):
        page = client.post("/match/", **body, **{"wsgi.input": io.BytesIO()})
        answer = client.post("/api/v1/match", **body, **{"wsgi.input": io.BytesIO()})

    assert (page.status_code, answer.status_code) == (503, 503)
    assert "Too many pastes" in page.content.decode()
    assert answer.json()["error"]["code"] == "busy"
    assert int(answer["Retry-After"]) > 0


def test_a_small_post_of_logs_that_unpack_large_waits_for_room_too(client, impatient):
    packed = gzip.compress(b"step 1\n" * (4 * MB))  # 28 MB

    def send(path):
        return client.post(path, {"file": SimpleUploadedFile("a.log.gz", packed)})

    with room_for(sending(8 * MB)):
        page, answer = send("/match/"), send("/api/v1/triage")

    assert (page.status_code, answer.status_code) == (503, 503)
    assert "Too many pastes" in page.content.decode()
    assert answer.json()["error"]["code"] == "busy"
    assert send("/api/v1/triage").status_code == 200


def test_nothing_is_unpacked_while_there_is_no_room(client, impatient, monkeypatch):
    monkeypatch.setattr(jobs, "sources_of", lambda _: pytest.fail("unpacked"))

    with room_for(sending(10 * MB)):
        answer = client.post("/api/v1/triage", {"file": SimpleUploadedFile("a.gz", gzip.compress(bytes(18 * MB)))})

    assert answer.status_code == 503


def test_json_has_a_limit_of_its_own_and_its_refusal_says_what_to_send(client):
    start, end = b'{"text": "RuntimeError: boom happened in ', b'"}'
    exactly = start + b"x" * (settings.MAX_JSON_BYTES - len(start) - len(end)) + end

    answered = client.post("/api/v1/match", exactly, content_type="application/json")
    refused = client.post("/api/v1/match", exactly + b" ", content_type="application/json")
    page = client.post("/zh-hans/match/", exactly + b" ", content_type="application/json")

    assert answered.status_code == 200
    assert (refused.status_code, refused.json()["error"]["code"]) == (413, "too_large")
    assert "text/plain" in refused.json()["error"]["message"]
    assert page.status_code == 413
    assert "JSON may have up to" not in page.content.decode()
