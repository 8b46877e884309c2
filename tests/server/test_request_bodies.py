"""A real server without a proxy: what becomes of bodies without a length, of broken ones, and of those beyond the limit."""

import json
import re
import socket

import pytest

from kb.server.request_bodies import RequestBodies
from tests.factories import write_article_folder
from tools.granian import granian
from tools.waiting import until

PASTE = b"RuntimeError: boom happened in 'cellar'\n"
FORM = b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\n' + PASTE + b"\r\n--x--\r\n"
SECONDS = 60  # until a test gives up
MOST = 10 * 1024 * 1024
BODIES = {
    "text/plain": PASTE,
    "application/json": json.dumps({"text": PASTE.decode()}).encode(),
    "application/x-www-form-urlencoded": b"text=" + PASTE.replace(b" ", b"%20"),
    "multipart/form-data; boundary=x": FORM,
}


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bodies")
    write_article_folder(folder / "articles", "boom", message="boom happened in '{place}'")
    environment = {
        "TRACEFIX_ARTICLES": str(folder / "articles"),
        "TRACEFIX_VAR": str(folder / "var"),
        "TRACEFIX_WATCH": "0",
    }
    with granian("kb.wsgi:application", "--http", "1", environment=environment) as (_, port):
        until(lambda: post(port, b"", "GET /readyz")[0] == 200, SECONDS)
        yield port


def post(port, body, to="POST /api/v1/match", kind="text/plain", *headers, is_last=False):
    """Status and body of the answer; `is_last`: the sender ends its side of the connection then."""
    head = [f"{to} HTTP/1.1", "Host: localhost", f"Content-Type: {kind}", "Connection: close", *headers]
    if not headers:
        head.append(f"Content-Length: {len(body)}")
    with socket.create_connection(("127.0.0.1", port), SECONDS) as connection:
        connection.sendall("\r\n".join([*head, "", ""]).encode() + body)
        if is_last:
            connection.shutdown(socket.SHUT_WR)
        told = b""
        while piece := connection.recv(65_536):
            told += piece
    status = re.findall(rb"(?m)^HTTP/1.1 (\d+) ", told)[-1]
    return int(status), told.rpartition(b"\r\n\r\n")[2]


def chunked(body):
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in (body[:9], body[9:], b""))


CHUNKED = ("Transfer-Encoding: chunked",)


@pytest.mark.parametrize("kind", BODIES)
def test_a_paste_is_taken_with_a_length_or_in_chunks(port, kind):
    whole = post(port, BODIES[kind], kind=kind)
    in_chunks = post(port, chunked(BODIES[kind]), "POST /api/v1/match", kind, *CHUNKED)
    asked_first = post(
        port, BODIES[kind], "POST /api/v1/match", kind, "Expect: 100-continue", f"Content-Length: {len(BODIES[kind])}"
    )

    assert [status for status, _ in (whole, in_chunks, asked_first)] == [200, 200, 200]
    assert json.loads(whole[1])["matches"][0]["slug"] == "boom"
    assert whole[1] == in_chunks[1] == asked_first[1]


@pytest.mark.parametrize("kind", BODIES)
def test_who_breaks_off_is_told_so(port, kind):
    status, told = post(
        port, BODIES[kind][:-9], "POST /api/v1/match", kind, f"Content-Length: {len(BODIES[kind])}", is_last=True
    )

    assert (status, json.loads(told)["error"]["code"]) == (400, "incomplete")


@pytest.mark.slow
@pytest.mark.parametrize("to", ["POST /match/", "POST /api/v1/match", "POST /articles/boom/helped/"])
@pytest.mark.parametrize("size", [MOST + 100_000, 3 * MOST])
@pytest.mark.parametrize("way", ["with a length", "in chunks"])
def test_who_sends_too_much_hears_the_answer(port, to, size, way):
    body = b"x" * size

    if way == "in chunks":
        status, told = post(port, chunked(body), to, "text/plain", *CHUNKED)
    else:
        status, told = post(port, body, to)

    assert status == 413
    assert told


def test_who_asks_before_sending_too_much_need_not_send_it(port):
    headers = ("Expect: 100-continue", f"Content-Length: {2 * MOST}")

    status, told = post(port, b"", "POST /api/v1/match", "text/plain", *headers)

    assert (status, json.loads(told)["error"]["code"]) == (413, "too_large")


@pytest.mark.parametrize(
    "parameter", ["charset=hex", "charset=idna", "charset=utf-7", "Charset=UTF-16", "charset*=foo''%61", "a*=b''%ff"]
)
def test_an_encoding_that_a_request_names_changes_nothing(port, parameter):
    kind = f"multipart/form-data; {parameter}; boundary=x"
    form = FORM.replace(b"boom", b"boom \xe9+2AA- ")

    status, told = post(port, FORM, kind=kind)
    odd, _ = post(port, form, kind=kind)

    assert (status, json.loads(told)["matches"][0]["slug"], odd) == (200, "boom", 200)
    assert post(port, PASTE, kind=f"text/plain; {parameter}")[0] == 200
    assert post(port, b"", "GET /search/?q=%ff", f"text/plain; {parameter}")[0] == 200


class Sent:
    """A body that counts what is taken of it."""

    def __init__(self, size):
        self.left = self.size = size

    def read(self, size):
        taken = min(size, self.left)
        self.left -= taken
        return b"x" * taken

    readline = read

    @property
    def taken(self):
        return self.size - self.left


@pytest.mark.parametrize(
    ("environ", "size", "most"),
    [
        ({"CONTENT_LENGTH": "5000"}, 5_000, 5_000),  # discarded after an answer that did not need it
        ({"CONTENT_LENGTH": "5000", "HTTP_EXPECT": "100-continue"}, 5_000, 0),  # its sender waits to be asked for it
        ({"CONTENT_LENGTH": "5000000"}, 5_000_000, 1_000_000 + 65_536),  # discarded, but no more than that
        pytest.param({"HTTP_TRANSFER_ENCODING": "Chunked"}, 5_000_000, 1_100_001 + 65_536, marks=pytest.mark.slow),
    ],
    ids=["within the limit", "not sent yet", "far too much", "far too much, in chunks"],
)
def test_no_more_is_read_than_need_be(environ, size, most):
    body = Sent(size)

    answer = RequestBodies(lambda *_: [b"answer"], limit=100_000)({**environ, "wsgi.input": body}, None)

    assert answer == [b"answer"]
    assert body.taken <= most
