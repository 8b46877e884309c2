"""Senders that never come to an end do not hold every thread."""

import pytest
from django.test import RequestFactory

from kb import uploads, views


@pytest.fixture
def held():
    """As many senders as there may be, none of which comes to an end."""
    for _ in range(uploads._MOST_SENDERS):
        uploads._slots.acquire()
    yield
    for _ in range(uploads._MOST_SENDERS):
        uploads._slots.release()


def test_who_comes_while_all_slots_are_held_is_told_to_come_again(client, held):
    page = client.post("/match/", {"text": "boom"})
    answer = client.post("/api/v1/match", "boom", content_type="text/plain")

    assert (page.status_code, answer.status_code) == (503, 503)
    assert answer.json()["error"]["code"] == "busy"
    assert "Send yours again" in page.content.decode()


def test_pages_are_served_meanwhile(client, held):
    assert client.get("/articles/boom/").status_code == 200


def test_a_slot_is_given_back_even_by_a_paste_that_is_refused(client):
    for _ in range(uploads._MOST_SENDERS * 2):
        client.post("/api/v1/match", "", content_type="text/plain")

    assert client.post("/api/v1/match", "boom", content_type="text/plain").status_code == 200


def test_the_body_of_one_too_many_is_not_read(articles_dir, held):
    class Endless:
        def read(self, *_):
            raise AssertionError("read")

    request = RequestFactory().post("/match/", {"text": "boom"})
    request._stream = request.environ["wsgi.input"] = Endless()

    assert views.match(request).status_code == 503
