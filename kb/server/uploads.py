"""Read a paste from a request: from a form field, a file, JSON or the plain body, up to the size limit.

A paste of 10 MB takes up to 120 MB of memory for a second or two, and 31 KB of logs unpack to 32 MB. So only a few
large ones are handled at a time.
"""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import MemoryFileUploadHandler, StopUpload
from django.http import HttpRequest, QueryDict
from django.http.multipartparser import MultiPartParserError
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext, gettext_lazy

from kb.server.request_bodies import is_longer_than
from tracefix.reading.decoding import decode
from tracefix.triage.gzipped import GZIP
from tracefix.triage.uploads import Upload

TOO_LARGE = gettext_lazy(
    "The paste is larger than 10 MB. Paste the part around the error: the last few hundred lines are enough."
)
JSON_TOO_LARGE = gettext_lazy("JSON may have up to 1 MB. Send a larger paste as text/plain or as a file, up to 10 MB.")
RETRY_SECONDS = 2  # Retry-After of the answer "busy"

# While it is handled, a paste takes up to 12 times its size in memory, and JSON about twice that. So a process handles
# only so many bytes at a time. Small pastes do not count.
_MOST_IN_HAND = 12 * 1024 * 1024
_SMALL = 64 * 1024
_JSON_WEIGHT = 2
# A paste takes 12 times its size; logs take up to 3 times what they unpack to, and 100 KB a file for what is found.
_LOGS_SHARE = 6
_FILE_WEIGHT = 8 * 1024
_FORM = "multipart/form-data"
_WAIT_SECONDS = 1.0  # not longer, because a waiting paste holds a thread that pages need
_room = threading.Condition()
_in_hand = 0


class PasteError(Exception):
    """Raised if a request contains no readable paste: an HTTP status, a code for programs, a sentence for people.

    The sentence is in the language of the page; for the API it is English.
    """

    def __init__(self, status: int, code: str, message: str) -> None:
        self.status = status
        self.code = code
        self.message = str(message)
        super().__init__(self.message)


class LimitedMemoryUploadHandler(MemoryFileUploadHandler):
    """Keeps an uploaded file in memory, and stops the upload at settings.MAX_PASTE_BYTES without reading the rest."""

    def handle_raw_input(self, input_data, META, content_length, boundary, encoding=None) -> None:  # type: ignore[no-untyped-def]  # noqa: N803
        self.activated = True
        self.received = 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:
        self.received += len(raw_data)
        if self.received > settings.MAX_PASTE_BYTES:
            raise StopUpload(connection_reset=True)
        return super().receive_data_chunk(raw_data, start)


@contextmanager
def room_for(request: HttpRequest) -> Iterator[None]:
    """Reserve room to answer a paste. Waits up to a second for other large pastes, then raises PasteError."""
    with _room_of(_weight(request)):
        yield


@contextmanager
def room_for_logs(request: HttpRequest, files: int, size: int) -> Iterator[None]:
    """Reserve room to unpack files to so many bytes, and to read them: what they need beyond the room for the request.

    Waits and raises as room_for() does.
    """
    weight = size // _LOGS_SHARE + files * _FILE_WEIGHT
    with _room_of(max(0, weight - _weight(request)) if weight > _SMALL else 0):
        yield


@contextmanager
def _room_of(size: int) -> Iterator[None]:
    global _in_hand
    if not size:
        yield
        return
    with _room:
        has_room = _room.wait_for(lambda: _in_hand + size <= _MOST_IN_HAND, _WAIT_SECONDS)
        _in_hand += size if has_room else 0
    if not has_room:
        message = gettext("Too many pastes are being sent at this moment. Send yours again.")
        raise PasteError(503, "busy", message)
    try:
        yield
    finally:
        with _room:
            _in_hand -= size
            _room.notify_all()


def _weight(request: HttpRequest) -> int:
    """How many bytes a paste counts: 0 if it is small, or so large that it is refused unread."""
    if not is_longer_than(request.META, _SMALL) or is_longer_than(request.META, settings.MAX_REQUEST_BYTES):
        return 0
    length = int(request.META["CONTENT_LENGTH"])
    if (request.content_type or "").lower() == "application/json":
        return max(length, min(length, settings.MAX_JSON_BYTES) * _JSON_WEIGHT)
    return length


def read_paste(request: HttpRequest, field: str = "text") -> str:
    """The paste in a request, from the form field `field`, a file, JSON or the body. Raises PasteError.

    Bytes that are not UTF-8 become replacement characters.
    """
    _check_length(request)
    kind = (request.content_type or "").lower()
    with _refusals():
        if kind == _FORM:
            text = _from_form(request, field)
        elif kind == "application/x-www-form-urlencoded":
            text = _from_urlencoded(request, field)
        elif kind == "application/json":
            text = _from_json(_body(request, settings.MAX_JSON_BYTES, JSON_TOO_LARGE))
        elif kind.startswith("text/") or kind in ("", "application/octet-stream"):
            text = decode(_body(request))
        else:
            message = gettext("Send text/plain, application/json or a form, not {kind}.").format(kind=kind)
            raise PasteError(415, "unsupported_media_type", message)
    return not_empty(text)


def read_files(request: HttpRequest) -> list[Upload]:
    """All files of a form, in their order. Raises PasteError, also if there are none.

    A browser sends no folders in the names of files, so the form may name the whole path of each in a field `path`.
    """
    _check_length(request)
    if (request.content_type or "").lower() != _FORM:
        raise PasteError(415, "unsupported_media_type", gettext("Send the logs as the files of a form."))
    with _refusals():
        files = [file for file in _files(request).getlist("file") if isinstance(file, UploadedFile)]
        paths = request.POST.getlist("path")
        names = paths if len(paths) == len(files) else [file.name or "" for file in files]
        if not files:
            raise PasteError(400, "empty", gettext("The form has no file. Send each log in a field named “file”."))
        return [Upload(str(name), file.read()) for name, file in zip(names, files, strict=True)]


def has_files(request: HttpRequest) -> bool:
    """Whether a form has the logs of a job: several files, or a compressed one. Raises PasteError."""
    _check_length(request)
    if (request.content_type or "").lower() != _FORM:
        return False
    with _refusals():
        files = [file for file in _files(request).getlist("file") if isinstance(file, UploadedFile)]
        starts = [file.read(len(GZIP)) for file in files]
        for file in files:
            file.seek(0)
    return len(files) > 1 or GZIP in starts


def _check_length(request: HttpRequest) -> None:
    if is_longer_than(request.META, settings.MAX_REQUEST_BYTES):
        raise PasteError(413, "too_large", TOO_LARGE)


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn what Django raises for a request body into a PasteError."""
    try:
        yield
    except RequestDataTooBig as error:
        raise PasteError(413, "too_large", TOO_LARGE) from error
    except TooManyFilesSent as error:
        message = gettext("Send up to {number} files at once.").format(number=settings.DATA_UPLOAD_MAX_NUMBER_FILES)
        raise PasteError(400, "bad_request", message) from error
    except TooManyFieldsSent as error:
        message = gettext("The form has too many fields. Send one, with the paste in it.")
        raise PasteError(400, "bad_request", message) from error
    except OSError as error:
        raise broken_off() from error


def broken_off() -> PasteError:
    """The PasteError for a body that ended too early."""
    return PasteError(400, "incomplete", gettext("The request broke off before its end. Send it again."))


def not_empty(text: str) -> str:
    """Return the text, or raise PasteError if it has only white space."""
    if not text.strip(" \t\r\n\f\v\x00\ufeff"):
        message = gettext("The paste is empty. Paste your error or traceback, from “Traceback” to the end.")
        raise PasteError(400, "empty", message)
    return text


def _body(request: HttpRequest, most: int = settings.MAX_PASTE_BYTES, problem: str = TOO_LARGE) -> bytes:
    data: bytes = request.read(most + 1)
    if len(data) > most:
        raise PasteError(413, "too_large", problem)
    return data


def _from_form(request: HttpRequest, field: str) -> str:
    for file in _files(request).values():
        if isinstance(file, UploadedFile) and file.size:
            return decode(file.read())
    value = request.POST.get(field, "")
    return value if isinstance(value, str) else ""


def _files(request: HttpRequest) -> MultiValueDict[str, UploadedFile]:
    try:
        files = request.FILES
    except MultiPartParserError as error:
        message = gettext("The form cannot be read: {error}.").format(error=error)
        raise PasteError(400, "bad_request", message) from error
    if request.upload_handlers and getattr(request.upload_handlers[0], "received", 0) > settings.MAX_PASTE_BYTES:
        raise PasteError(413, "too_large", TOO_LARGE)
    return files


def _from_urlencoded(request: HttpRequest, field: str) -> str:
    """The field of a form, or the whole body, because `curl --data-binary @err.log` sends a log with this type.

    An encoded form has no white space. A body that has some is plain text, as from `curl -d "text=$(cat err.log)"`.
    """
    body = _body(request)
    if len(body.split(None, 1)) > 1:
        return decode(body.removeprefix(f"{field}=".encode()))
    form = QueryDict(body, encoding="utf-8") if f"{field}=".encode() in body else QueryDict()
    value = form.get(field)
    return value if isinstance(value, str) else decode(body)


def _from_json(body: bytes) -> str:
    try:
        value = json.loads(decode(body), strict=False)  # accepts raw line breaks within a string
    except (ValueError, RecursionError) as error:
        message = gettext("The body is not JSON: {error}.").format(error=str(error)[:100])
        raise PasteError(400, "bad_json", message) from error
    if not isinstance(value, dict) or not isinstance(value.get("text"), str):
        raise PasteError(400, "bad_json", gettext('Send {"text": "…"} with the paste as its value.'))
    text: str = value["text"]
    return text.encode("utf-8", "replace").decode("utf-8")  # half a surrogate pair becomes "?"
