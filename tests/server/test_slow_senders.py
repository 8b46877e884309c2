"""Slow senders before nginx as container/nginx.conf sets it up: they reach no server, and hold up nobody."""

import pytest

from tests.examples import every
from tests.factories import write_article_folder
from tools.granian import free_port, granian
from tools.nginx import HOST, find_nginx, nginx
from tools.required_programs import require
from tools.waiting import until

PASTE = "RuntimeError: boom happened in 'cellar'\n"
SECONDS = 60  # until a test gives up
HERE, ELSEWHERE = "127.0.0.1", "127.0.0.9"  # every address of 127/8 is this machine's
MOST = 20  # bodies that one address may send at a time
HEADERS = f"POST /match/ HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: text/plain\r\n".encode()
UNFINISHED = {
    "headers": HEADERS + b"X-A: ",
    "a body": HEADERS + b"Content-Length: 99\r\n\r\nx",
    "chunks": HEADERS + b"Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n",
}


@pytest.fixture(scope="module")
def program():
    return require(find_nginx(), "nginx", "nginx-light", "the tests with it")


@pytest.fixture(scope="module")
def proxy(program, tmp_path_factory):
    """nginx, which waits for slow senders as long as a test takes, before a server with two threads."""
    tmp_path = tmp_path_factory.mktemp("slow")
    write_article_folder(tmp_path / "articles", "boom", message="boom happened in '{place}'")
    environment = {
        "TRACEFIX_ARTICLES": str(tmp_path / "articles"),
        "TRACEFIX_VAR": str(tmp_path / "var"),
        "TRACEFIX_ALLOWED_HOSTS": HOST,
        "TRACEFIX_WATCH": "0",
    }
    options = ("--http", "1", "--blocking-threads", "2")
    patience = {"client_body_timeout 10s": "client_body_timeout 1h; lingering_timeout 50ms"}  # and logs what it refused
    with (
        granian("kb.wsgi:application", *options, environment=environment) as (_, port),
        nginx(program, [port], patience) as proxy,
    ):
        until(lambda: ask(proxy, "/readyz") == 200, SECONDS)
        yield proxy


@pytest.fixture
def begin():
    """A function that opens so many connections to a proxy, each of which sends this and no more."""
    opened = []

    def begin(proxy, number, sent):
        senders = [proxy.connect(SECONDS, ELSEWHERE) for _ in range(number)]
        opened.extend(senders)
        for sender in senders:
            sender.connect()
            sender.sock.sendall(sent)
        return senders

    yield begin
    for sender in opened:
        sender.close()


def ask(proxy, path, body=None, source=HERE):
    connection = proxy.connect(SECONDS, source)
    try:
        headers = {"Host": HOST, "Content-Type": "text/plain"}
        connection.request("POST" if body else "GET", path, body, headers, encode_chunked=not isinstance(body, str))
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


def ended(proxy):
    """The statuses of the slow ones that nginx is done with."""
    return [status for status, _, path, _ in proxy.requests() if path == "/match/"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["a body", "chunks"])
def test_slow_bodies_hold_up_nobody(proxy, begin, kind):
    before = len(ended(proxy))
    senders = begin(proxy, MOST // 2, UNFINISHED[kind])
    beside_a_few = ask(proxy, "/api/v1/match", PASTE, ELSEWHERE)
    senders += begin(proxy, MOST, UNFINISHED[kind])
    until(lambda: ended(proxy)[before:] == ["429"] * (MOST // 2), SECONDS)

    assert beside_a_few == 200
    assert ask(proxy, "/api/v1/match", PASTE, ELSEWHERE) == 429
    assert ask(proxy, "/healthz", source=ELSEWHERE) == ask(proxy, "/articles/boom/", source=ELSEWHERE) == 200
    assert ask(proxy, "/api/v1/match", PASTE) == 200
    assert not any(servers for _, _, path, servers in proxy.requests() if path == "/match/")

    for sender in senders:
        sender.close()
    until(lambda: len(ended(proxy)) - before == len(senders), SECONDS)
    until(lambda: ask(proxy, "/api/v1/match", PASTE, ELSEWHERE) == 200, SECONDS)


def test_a_body_in_chunks_is_taken(proxy):
    assert ask(proxy, "/api/v1/match", iter([PASTE[:9].encode(), PASTE[9:].encode()])) == 200


@pytest.mark.parametrize("kind", every(3, list(UNFINISHED)))
def test_who_sends_nothing_more_is_cut_off(program, begin, kind):
    soon = {f"client_{part}_timeout 10s": f"client_{part}_timeout 1s" for part in ("body", "header")}

    with nginx(program, [free_port()], soon) as proxy:
        (sender,) = begin(proxy, 1, UNFINISHED[kind])

        assert sender.sock.recv(1000) == b""
