"""Request bodies as Django needs them: with a length, whole, within a time, and read to their end even where refused.

PEP 3333 knows neither chunked bodies (https://code.djangoproject.com/ticket/28668) nor a time limit: reading ends when
the sender has sent enough, or has gone. So readings are watched, and the connection of one that takes too long is
stopped (kb/server/connections.py). Then the thread that reads is free, and tells the sender why.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from io import BytesIO
from math import inf
from typing import Any, BinaryIO

from kb.server.connections import stop_receiving

log = logging.getLogger(__name__)

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

_PIECE = 16 * 1024
_MOST_DISCARDED = 10  # times the limit
_LEAST_RATE = 16 * 1024  # bytes a second that a sender must keep up once the time that everybody has is over
# Who sends at once, as a proxy does that has read the request, is read before the second look. Whoever is not holds a
# thread of the server: so many may at a time, and the other threads are for pages and for those who send at once.
_MOST_SLOW = 4
_LOOK_SECONDS = 0.1
_IS_SLOW = 2  # looks: a busy worker may keep one waiting that is all there
_STOP_AGAIN = 3  # looks: it was another one of the same peer, or its thread has not had its turn


class BodyError(OSError):
    """The body cannot be had. Django passes it on as the cause of its UnreadablePostError."""


class SlowBodyError(BodyError):
    """Its sender took too long."""


class TooManyBodiesError(BodyError):
    """Too many others are sending at this moment."""


class BrokenBodyError(BodyError):
    """It ended before its declared length."""


class Reading:
    """One body, while it comes in."""

    def __init__(self, source: BinaryIO, peer: str) -> None:
        self.source, self.peer = source, peer
        self.began = time.monotonic()
        self.received = 0
        self.looks = self.stop_at = 0
        self.error: BodyError | None = None  # why it is to be stopped

    def pieces(self, size: int) -> Iterator[bytes]:
        """No more than `size` bytes. Raises OSError."""
        while self.received < size and (piece := self.source.read(min(_PIECE, size - self.received))):
            self.received += len(piece)
            yield piece


class Watch:
    """Looks after the readings of a process, in a thread that rests while there are none.

    Each may take `seconds`, and more as long as it keeps up the least rate.
    """

    def __init__(self, seconds: float, stop: Callable[[str, float], bool] = stop_receiving) -> None:
        self.seconds = seconds
        self._stop = stop
        self._readings: dict[int, Reading] = {}
        self._stops: dict[str, tuple[float, BodyError]] = {}  # the last for each peer, and when it was
        self._some = threading.Event()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def pieces(self, source: BinaryIO, peer: str, size: int) -> Iterator[bytes]:
        """The first `size` bytes that come from `peer`, an address. Raises BodyError if it was stopped; OSError."""
        reading = Reading(source, peer)
        self._readings[id(reading)] = reading
        try:
            if not self._some.is_set():
                self._wake()
            yield from reading.pieces(size)
        finally:
            del self._readings[id(reading)]
        if reading.received < size and (error := reading.error or self._why_cut(reading)):
            raise error

    def _why_cut(self, reading: Reading) -> BodyError | None:
        """Why it may have been cut short: of several from one peer, another one may have been stopped, or one to come.

        Of a chunked body that is all that shows. A whole one is then refused for nothing, and sent again.
        """
        stopped, error = self._stops.get(reading.peer, (-inf, None))
        return error if stopped > reading.began - self.seconds else None

    def look(self, now: float) -> None:
        """Stop the readings that are too slow, or one too many of those that are slow."""
        readings = sorted(self._readings.copy().values(), key=lambda reading: reading.began)
        for reading in readings:
            reading.looks += 1
        self._stops = {peer: stop for peer, stop in self._stops.items() if stop[0] > now - 2 * self.seconds}
        for place, reading in enumerate(reading for reading in readings if reading.looks >= _IS_SLOW):
            age = now - reading.began
            if age > self.seconds + reading.received / _LEAST_RATE:
                reading.error = SlowBodyError()
            elif place >= _MOST_SLOW:
                reading.error = TooManyBodiesError()
            if reading.error and reading.looks >= reading.stop_at:
                reading.stop_at = reading.looks + _STOP_AGAIN
                self._stops[reading.peer] = now, reading.error
                self._stop(reading.peer, age)

    def _wake(self) -> None:
        with self._lock:
            if self._thread is None:  # not before a worker has its own process
                self._thread = threading.Thread(target=self._run, name="bodies", daemon=True)
                self._thread.start()
        self._some.set()

    def _run(self) -> None:
        while self._some.wait():
            self._some.clear()
            while self._readings:
                time.sleep(_LOOK_SECONDS)
                try:
                    self.look(time.monotonic())
                except Exception:
                    log.exception("Slow bodies cannot be stopped")


class Body:
    """`wsgi.input`: the whole body is read when some of it is asked for. What went wrong then is told each time."""

    def __init__(self, pieces: Callable[[int], Iterator[bytes]], length: int | None, limit: int) -> None:
        self.error: OSError | None = None
        self._pieces, self._length, self._limit = pieces, length, limit
        self._kept: BytesIO | None = None

    def size(self) -> int:
        """How many bytes it has: more than the limit if it has more than that. Raises OSError."""
        return self._whole().getbuffer().nbytes

    def read(self, size: int = -1) -> bytes:
        return self._whole().read(size)

    def readline(self, size: int = -1) -> bytes:
        return self._whole().readline(size)

    def readlines(self, hint: int = -1) -> list[bytes]:
        return self._whole().readlines(hint)

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._whole())

    def discard(self) -> None:
        """Let the sender come to an end, if it is near. What was read already is no hindrance."""
        with suppress(OSError):  # too slow, or gone
            for _ in self._pieces(self._limit * _MOST_DISCARDED):
                pass

    def _whole(self) -> BytesIO:
        if self.error is not None:
            raise self.error
        if self._kept is None:
            try:
                self._kept = BytesIO(self._read())
            except OSError as error:
                self.error = error
                raise
        return self._kept

    def _read(self) -> bytes:
        most = self._limit + 1  # one byte too many tells the application that it is too large
        wanted = most if self._length is None else min(self._length, most)
        data = b"".join(self._pieces(wanted))
        if self._length is not None and len(data) < wanted:
            raise BrokenBodyError
        return data


class WholeBodies:
    """A WSGI application around another one: it reads a body whole or not at all, and waits for none for ever.

    No more than `limit` bytes of a body are kept; `seconds` are what every sender has.
    """

    def __init__(self, application: Application, limit: int, seconds: float) -> None:
        self.application = application
        self.limit = limit
        self.watch = Watch(seconds)

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        declared = environ.get("CONTENT_LENGTH") or ""
        is_chunked = not declared and "chunked" in environ.get("HTTP_TRANSFER_ENCODING", "").lower()
        length = int(declared) if declared.isdecimal() else None
        if not length and not is_chunked:
            return self.application(environ, start_response)
        pieces = partial(self.watch.pieces, environ["wsgi.input"], environ.get("REMOTE_ADDR", ""))
        body = Body(pieces, length, self.limit)
        environ["wsgi.input"] = body
        if is_chunked:
            length = _size(body)
            environ["CONTENT_LENGTH"] = str(length)

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            return start_response(status, [*headers, ("Connection", "close")] if body.error else headers, *more)

        answer = self.application(environ, start)
        if (length or 0) > self.limit and not environ.get("HTTP_EXPECT"):
            # A browser that is cut off while it sends shows a broken connection instead of our answer.
            body.discard()
        return answer


def is_longer_than(environ: Environ, most: int) -> bool:
    """Whether a request declares more bytes than that, or a length that is no number."""
    declared = environ.get("CONTENT_LENGTH") or "0"
    return not declared.isdecimal() or int(declared) > most


def error_of(environ: Environ) -> OSError | None:
    """Why the body of a request could not be read, if it could not."""
    source = environ.get("wsgi.input")
    return source.error if isinstance(source, Body) else None


def _size(body: Body) -> int:
    try:
        return body.size()
    except OSError:
        return 1  # so that the application reads it, and is told why it cannot
