"""A body is read whole and up to the limit, one that is refused is let through to its end, and a slow one is stopped."""

import io
import threading

import pytest

from kb.server import bodies
from kb.server.bodies import (
    BrokenBodyError,
    SlowBodyError,
    TooManyBodiesError,
    Watch,
    WholeBodies,
    error_of,
)

LIMIT = 100_000
CHUNKED = {"HTTP_TRANSFER_ENCODING": "chunked"}


class Sent(io.BytesIO):
    """A body that hands out little at a time, as a network does, and counts what is taken."""

    def __init__(self, size):
        super().__init__(b"x" * size)

    def read(self, size=-1):
        return super().read(min(size, 1000))


class Slow:
    """A sender of `pieces` who then sends nothing more, until its connection is stopped."""

    def __init__(self, *pieces):
        self.pieces = list(pieces)
        self.is_stopped = threading.Event()

    def read(self, size):
        if self.pieces:
            return self.pieces.pop(0)
        assert self.is_stopped.wait(60), "nobody stops it"
        return b""


class Gone:
    def read(self, size):
        raise OSError("gone")


def call(body, *, reads=True, watch=None, **environ):
    """What the application inside is given, and what it answers."""
    seen = {}

    def application(environ, start_response):
        seen["length"] = environ.get("CONTENT_LENGTH")
        try:
            seen["body"] = environ["wsgi.input"].read() if reads else b""
        except OSError as error:
            seen["error"] = type(error)
            seen["is_told"] = error_of(environ) is error
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [b"answer"]

    def start_response(status, headers):
        seen["headers"] = headers

    outer = WholeBodies(application, LIMIT, seconds=10)
    if watch:
        outer.watch = watch
    environ = {"REMOTE_ADDR": "192.0.2.1", **environ, "wsgi.input": body}
    assert outer(environ, start_response) == [b"answer"]
    return seen


# ── lengths ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_chunked_body_gets_its_length():
    seen = call(Sent(5_000), HTTP_TRANSFER_ENCODING="Chunked")

    assert (seen["length"], seen["body"]) == ("5000", b"x" * 5_000)


def test_a_chunked_body_beyond_the_limit_is_kept_to_one_byte_more():
    seen = call(Sent(5 * LIMIT), **CHUNKED)

    assert (seen["length"], len(seen["body"])) == (str(LIMIT + 1), LIMIT + 1)


def test_a_body_with_a_length_is_read_whole():
    assert call(Sent(5_000), CONTENT_LENGTH="5000")["body"] == b"x" * 5_000


def test_a_body_with_a_length_is_not_read_before_the_application_asks():
    body = Sent(5_000)

    assert call(body, reads=False, CONTENT_LENGTH="5000")["length"] == "5000"
    assert body.tell() == 0


def test_it_can_be_read_line_by_line():
    def application(environ, start_response):
        source = environ["wsgi.input"]
        return [source.readline(), source.readline(3), *source.readlines(), *source]

    body = io.BytesIO(b"one\ntwo three\nfour\nfive")

    answer = WholeBodies(application, LIMIT, seconds=10)({"wsgi.input": body, "CONTENT_LENGTH": "23"}, None)

    assert answer == [b"one\n", b"two", b" three\n", b"four\n", b"five"]


def test_a_request_without_a_body_stays_without():
    assert call(Sent(0), reads=False)["length"] is None


def test_a_body_that_ends_too_soon_is_none():
    seen = call(Sent(98), CONTENT_LENGTH="99")

    assert (seen["error"], seen["is_told"]) == (BrokenBodyError, True)
    assert ("Connection", "close") in seen["headers"]


def test_a_sender_who_leaves_is_told_apart_from_one_who_is_done():
    assert call(Gone(), CONTENT_LENGTH="99")["error"] is OSError
    assert call(Gone(), **CHUNKED)["error"] is OSError


# ── refused ones ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("environ", "is_taken"),
    [
        ({"CONTENT_LENGTH": str(5 * LIMIT)}, True),
        (CHUNKED, True),
        ({"CONTENT_LENGTH": str(5 * LIMIT), "HTTP_EXPECT": "100-continue"}, False),  # it has not begun to send
    ],
    ids=["with a length", "chunked", "asked first"],
)
def test_a_sender_of_too_much_may_finish_so_that_it_hears_the_answer(environ, is_taken):
    body = Sent(5 * LIMIT)

    call(body, reads=False, **environ)

    assert body.tell() == (5 * LIMIT if is_taken else 0)


def test_a_sender_of_far_too_much_may_not():
    body = Sent(100 * LIMIT)

    call(body, reads=False, CONTENT_LENGTH=str(100 * LIMIT))

    assert body.tell() <= 10 * LIMIT + 65_536


def test_a_sender_of_too_much_who_leaves_harms_nobody():
    call(Gone(), reads=False, CONTENT_LENGTH=str(5 * LIMIT))


# ── slow ones ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def stopping(monkeypatch):
    """A function that makes a watch: for it, the connections of some senders are stopped as the real ones would be."""
    monkeypatch.setattr(bodies, "_LOOK_SECONDS", 0.01)

    def stopping(*senders, seconds=0.05):
        def stop(peer, age):
            for sender in senders:
                if not sender.is_stopped.is_set():
                    sender.is_stopped.set()
                    return True
            return False

        return Watch(seconds, stop)

    return stopping


@pytest.mark.parametrize("environ", [{"CONTENT_LENGTH": "99"}, CHUNKED], ids=["with a length", "chunked"])
@pytest.mark.parametrize("pieces", [(), (b"x",)], ids=["none of it", "some of it"])
def test_a_sender_that_never_comes_to_an_end_is_stopped(stopping, environ, pieces):
    sender = Slow(*pieces)

    seen = call(sender, watch=stopping(sender), **environ)

    assert seen["error"] is SlowBodyError
    assert ("Connection", "close") in seen["headers"]


def test_so_is_one_whose_body_nobody_wants(stopping):
    sender = Slow(b"x")

    seen = call(sender, reads=False, watch=stopping(sender), CONTENT_LENGTH=str(5 * LIMIT))

    assert sender.is_stopped.is_set()
    assert "error" not in seen


def test_the_error_is_told_each_time(stopping):
    sender = Slow()
    told = []

    def application(environ, start_response):
        for _ in range(2):
            with pytest.raises(SlowBodyError) as error:
                environ["wsgi.input"].read(10)
            told.append(error.value)
        return []

    outer = WholeBodies(application, LIMIT, seconds=10)
    outer.watch = stopping(sender)
    outer({"wsgi.input": sender, "CONTENT_LENGTH": "99"}, None)

    assert told[0] is told[1]


def test_of_those_that_are_slow_the_last_give_way_before_their_time(stopping):
    senders = [Slow() for _ in range(bodies._MOST_SLOW + 2)]
    watch = stopping(*reversed(senders), seconds=0.5)
    errors = []

    def send(sender):
        errors.append(call(sender, watch=watch, CONTENT_LENGTH="99")["error"])

    threads = [threading.Thread(target=send, args=[sender]) for sender in senders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    assert errors[:2] == [TooManyBodiesError] * 2
    assert len(errors) == len(senders)


def look(watch, *ages):
    """What becomes of readings that are on for so long, after some looks."""
    readings = [bodies.Reading(io.BytesIO(), f"192.0.2.{number}") for number, _ in enumerate(ages)]
    for reading, age in zip(readings, ages, strict=True):
        reading.began = 1000 - age
        watch._readings[id(reading)] = reading
    for _ in range(bodies._IS_SLOW):
        watch.look(1000)
    return readings


def test_more_time_is_given_while_it_comes_in():
    stopped = []
    watch = Watch(10, lambda peer, age: stopped.append(peer))
    slow, quick = look(watch, 12, 12)
    assert stopped == ["192.0.2.0", "192.0.2.1"]

    stopped.clear()
    slow.error = quick.error = None
    slow.stop_at = quick.stop_at = 0
    slow.received, quick.received = 1 * bodies._LEAST_RATE, 3 * bodies._LEAST_RATE
    watch.look(1000)

    assert stopped == ["192.0.2.0"]


def test_what_is_there_by_the_second_look_is_never_stopped():
    stopped = []
    watch = Watch(10, lambda peer, age: stopped.append(peer))
    watch._readings = {number: bodies.Reading(io.BytesIO(), "192.0.2.1") for number in range(50)}

    watch.look(bodies.time.monotonic())

    assert stopped == []


def test_a_stopped_one_is_not_stopped_at_each_look_as_that_may_hit_another():
    stopped = []
    watch = Watch(10, lambda peer, age: stopped.append(peer))
    look(watch, 12)

    for _ in range(bodies._STOP_AGAIN):
        watch.look(1000)

    assert stopped == ["192.0.2.0"] * 2


def test_a_chunked_body_that_may_have_been_cut_is_not_taken_for_whole():
    """Where several come from one address, another one may be stopped."""
    watch = Watch(10, lambda peer, age: True)

    class Cut:
        def read(self, size):
            (reading,) = watch._readings.values()
            slow = bodies.Reading(io.BytesIO(), reading.peer)
            slow.began -= 11
            watch._readings[id(slow)] = slow
            for _ in range(bodies._IS_SLOW):
                watch.look(bodies.time.monotonic())
            del watch._readings[id(slow)]
            return b""

    assert call(Cut(), watch=watch, **CHUNKED)["error"] is SlowBodyError


def test_the_watch_outlives_a_failure(stopping, stderr_log):
    sender = Slow()
    watch = stopping(sender)
    stop, watch._stop = watch._stop, None  # not callable

    def repair():
        watch._stop = stop

    threading.Timer(0.2, repair).start()
    watch_result = call(sender, watch=watch, CONTENT_LENGTH="99")

    assert watch_result["error"] is SlowBodyError
    assert "Slow bodies cannot be stopped" in stderr_log.getvalue()
