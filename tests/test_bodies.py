"""A body of unknown length is read up to the limit, and one that is refused is let through to its end."""

import io

import pytest

from kb.bodies import KnownLength

LIMIT = 100_000


class Body(io.BytesIO):
    """A body that hands out little at a time, as a network does, and counts what is taken."""

    def __init__(self, size):
        super().__init__(b"x" * size)

    def read(self, size=-1):
        return super().read(min(size, 1000))


def call(body, **environ):
    """What the application inside is given, and how much of the body was taken in the end."""
    seen = {}

    def application(environ, start_response):
        seen["length"] = environ.get("CONTENT_LENGTH")
        seen["body"] = environ["wsgi.input"].read() if environ.get("reads") else b""
        return [b"answer"]

    environ["wsgi.input"] = body
    assert KnownLength(application, LIMIT)(environ, None) == [b"answer"]
    return seen


def test_a_chunked_body_gets_its_length():
    seen = call(Body(5_000), HTTP_TRANSFER_ENCODING="Chunked", reads=True)

    assert seen == {"length": "5000", "body": b"x" * 5_000}


def test_a_chunked_body_beyond_the_limit_is_kept_to_one_byte_more():
    seen = call(Body(5 * LIMIT), HTTP_TRANSFER_ENCODING="chunked", reads=True)

    assert (seen["length"], len(seen["body"])) == (str(LIMIT + 1), LIMIT + 1)


def test_a_body_with_a_length_is_left_to_the_application():
    body = Body(5_000)

    assert call(body, CONTENT_LENGTH="5000")["length"] == "5000"
    assert body.tell() == 0


def test_a_request_without_a_body_stays_without():
    body = Body(0)

    assert call(body)["length"] is None


@pytest.mark.parametrize(
    ("environ", "is_taken"),
    [
        ({"CONTENT_LENGTH": str(5 * LIMIT)}, True),
        ({"HTTP_TRANSFER_ENCODING": "chunked"}, True),
        ({"CONTENT_LENGTH": str(5 * LIMIT), "HTTP_EXPECT": "100-continue"}, False),  # it has not begun to send
    ],
    ids=["with a length", "chunked", "asked first"],
)
def test_a_sender_of_too_much_may_finish_so_that_it_hears_the_answer(environ, is_taken):
    body = Body(5 * LIMIT)

    call(body, **environ)

    assert body.tell() == (5 * LIMIT if is_taken else 0)


def test_a_sender_of_far_too_much_may_not():
    body = Body(100 * LIMIT)

    call(body, CONTENT_LENGTH=str(100 * LIMIT))

    assert body.tell() <= 10 * LIMIT + 65_536


def test_a_sender_who_leaves_harms_nobody():
    class Gone(Body):
        def read(self, size=-1):
            raise OSError("gone")

    call(Gone(0), CONTENT_LENGTH=str(5 * LIMIT))
