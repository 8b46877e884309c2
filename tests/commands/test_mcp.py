"""`manage.py mcp`, asked by the SDK's own client, over stdio and over HTTP."""

import asyncio
import gzip
import http.client
import json
import os
import re
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from contextvars import copy_context
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from kb.library import get_library
from tests.examples import every
from tools.granian import free_port
from tools.tokens import tokens
from tools.waiting import until
from tracefix.articles.filling import PLACEHOLDER

BOOM = "RuntimeError: boom happened in 'cellar'"
START = 60  # seconds
OURS = "agents.example.org"
INVALID = "Invalid HTTP request received"


def client_of(server, **options):
    """The SDK's client. It is imported where it is asked for, as that takes its time and every worker collects this."""
    from mcp import Client

    return Client(server, **options)


@pytest.fixture
def server(small_site):
    from kb.api.mcp_server import server

    return server


def environment(root, tmp_path):
    names = {
        "TRACEFIX_ARTICLES": root,
        "TRACEFIX_VAR": tmp_path / "var",
        "TRACEFIX_BASE_URL": "https://tracefix.example",
    }
    return {**os.environ, **{name: str(value) for name, value in names.items()}}


def over_stdio(environment):
    from mcp import StdioServerParameters

    arguments = ["manage.py", "mcp"]
    return StdioServerParameters(command=sys.executable, args=arguments, env=environment, cwd=settings.BASE_DIR)


@contextmanager
def over_http(environment, log=subprocess.DEVNULL):
    port = free_port()
    command = [sys.executable, "manage.py", "mcp", "--http", "--port", str(port)]
    process = subprocess.Popen(command, cwd=settings.BASE_DIR, env=environment, stdout=log, stderr=log)
    try:
        until(lambda: process.poll() is not None or not socket.create_connection(("127.0.0.1", port), 1).close(), START)
        assert process.poll() is None, "the server did not start"
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.terminate()
        process.wait(timeout=10)


@pytest.fixture(scope="module")
def mcp_log(tmp_path_factory):
    """What the server of `mcp_url` logs."""
    return tmp_path_factory.mktemp("mcp") / "log"


@pytest.fixture(scope="module")
def mcp_url(shared_articles, mcp_log):
    """The address of a server over HTTP, the same for all that want nothing else of it."""
    with mcp_log.open("wb") as file, over_http(environment(shared_articles, mcp_log.parent), file) as url:
        yield url


SET = {
    "TRACEFIX_ALLOWED_HOSTS": ".example.org",
    "TRACEFIX_LIMIT_MATCH": "2/hour",
    "TRACEFIX_LIMIT_SEARCH": "20/hour",
    "TRACEFIX_METRICS": "1",
    "TRACEFIX_PROXIES": "1",
}


@pytest.fixture(scope="module")
def set_url(shared_articles, tmp_path_factory):
    """The address of a server with settings of its own, the same for the tests that want one of them."""
    with over_http({**environment(shared_articles, tmp_path_factory.mktemp("set")), **SET}) as url:
        yield url


ANSWERED = [
    ("match", {"text": BOOM}),
    ("search", {"query": "boom", "limit": 20}),
    ("article", {"slug": "boom"}),
    ("article", {"slug": "plop"}),
]
NOT_ANSWERED = [
    ("match", {"text": " \n\0"}),
    ("article", {"slug": "../boom"}),
    ("article", {"slug": "dud"}),
    ("search", {"query": "x" * 1001}),
    ("search", {"query": "x", "limit": 101}),
    ("search", {}),
    ("search", {"query": "x", "text": "hunter2"}),
]


@pytest.fixture(scope="module", params=every(2, ["http", "stdio"]))
def results(request, shared_articles, tmp_path_factory):
    """What the tools say to those calls, in turn; over stdio also to one more match than a client has over HTTP."""
    is_http = request.param == "http"

    if is_http:
        return ask(request.getfixturevalue("mcp_url"), *ANSWERED, *NOT_ANSWERED)
    limits = {"TRACEFIX_LIMIT_MATCH": "1/hour", "TRACEFIX_PROXIES": "1"}
    server = over_stdio({**environment(shared_articles, tmp_path_factory.mktemp("stdio")), **limits})
    return ask(server, *ANSWERED, *NOT_ANSWERED, ANSWERED[0])


def run_apart(work):
    """What a coroutine returns, run in a thread: a browser test may have left a loop in this one."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(copy_context().run, asyncio.run, work).result()


def ask(server, *calls, **options):
    """What the tools of a server answer to some calls."""

    async def run():
        async with client_of(server, **options) as client:
            return [await client.call_tool(name, arguments) for name, arguments in calls]

    return run_apart(run())


def tools_of(server):
    async def run():
        async with client_of(server) as client:
            return (await client.list_tools()).tools

    return run_apart(run())


def ask_raw(url, body, path="/mcp", method="GET", **headers):
    """The answer to a request that may be anything: status, headers, body. One with a body is a POST."""
    told = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", **headers}
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)
    connection.request(method if body is None else "POST", path, body, told)
    answer = connection.getresponse()
    answer.body = answer.read()
    connection.close()
    return answer


def post(url, body, **headers):
    return ask_raw(url, body, **headers).status


@asynccontextmanager
async def asking(url, **headers):
    """A client of the SDK that sends these headers."""
    from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

    async with (
        create_mcp_http_client(headers=headers) as http_client,
        client_of(streamable_http_client(url, http_client=http_client)) as client,
    ):
        yield client


def asking_from(address, url):
    """A client that asks one of our hosts through a proxy, from this address."""
    return asking(url, **{"X-Forwarded-For": address, "Host": OURS})


def told(result):
    assert result.is_error
    return result.content[0].text


def test_the_tools_answer_what_the_api_answers(results, client, settings):
    settings.BASE_URL = "https://tracefix.example"

    match, search, article, renamed = results[: len(ANSWERED)]

    assert match.structured_content == client.post("/api/v1/match", BOOM, content_type="text/plain").json()
    assert search.structured_content == client.get("/api/v1/search?q=boom").json()
    assert article.content[0].text.startswith("# boom happened in '{place}'\n\nslug: boom\n\nhttps://tracefix.example/")
    assert "## What you see" in article.content[0].text
    assert renamed.content[0].text.startswith("# ")
    assert "slug: bang" in renamed.content[0].text


def test_the_words_of_an_answer_are_enough_and_not_the_same_again(results):
    match, search, article, _ = results[: len(ANSWERED)]

    (words,) = (block.text for block in match.content)
    assert words.startswith(f"exact: Known error\n> {BOOM}\n**Fix:** The fix of boom.\n")
    assert "(slug `boom`) https://tracefix.example/articles/boom/" in words
    assert "{" not in words.replace("{place}", "")
    assert "(slug `boom`)" in search.content[0].text
    assert article.structured_content is None


def test_what_cannot_be_answered_is_told_in_a_sentence(results):
    empty, unknown, withdrawn, long, many, missing, other = results[len(ANSWERED) :][: len(NOT_ANSWERED)]

    assert "The paste is empty." in told(empty)
    assert "There is no article of this name." in told(unknown)
    assert "was withdrawn on 2026-03-01. It was the same as another one. See https://tracefix.example/" in told(
        withdrawn
    )
    assert told(long) == "`query` may have at most 1000 characters. `search` takes `query`, `limit`, `lang`."
    assert told(many) == "`limit` must be at most 50. `search` takes `query`, `limit`, `lang`."
    assert told(missing) == "`query` is missing. `search` takes `query`, `limit`, `lang`."
    assert told(other) == "`search` does not have `text`. `search` takes `query`, `limit`, `lang`."
    assert not any("hunter2" in told(result) or "xxx" in told(result) for result in (long, other))


def test_a_few_answers_are_made_at_once_and_nobody_waits_for_them_who_asks_less(small_site, monkeypatch):
    from kb.api import mcp_server

    go_on, busy = threading.Event(), threading.Semaphore(0)
    at_once = most = 0
    served = get_library()
    lock, diagnose = threading.Lock(), served.diagnose

    def diagnose_slowly(text):
        nonlocal at_once, most
        with lock:
            at_once += 1
            most = max(most, at_once)
        busy.release()
        assert go_on.wait(START)
        with lock:
            at_once -= 1
        return diagnose(text)

    library = SimpleNamespace(
        diagnose=diagnose_slowly, withdrawn={}, canonical=lambda slug: None, in_language=served.in_language
    )
    monkeypatch.setattr(mcp_server, "get_library", lambda: library)

    async def run():
        async with client_of(mcp_server.server) as client:
            calls = [asyncio.create_task(client.call_tool("match", {"text": BOOM})) for _ in range(6)]
            for _ in range(2):
                await asyncio.to_thread(busy.acquire)
            tools = (await client.list_tools()).tools  # while two are in hand
            missing = await client.call_tool("article", {"slug": "missing"})
            assert not any(call.done() for call in calls)
            go_on.set()
            return tools, missing, await asyncio.gather(*calls)

    tools, missing, answers = run_apart(run())

    assert len(tools) == 4
    assert "There is no article" in told(missing)
    assert [answer.structured_content["verdict"] for answer in answers] == ["exact"] * 6
    assert most == 2


def test_the_limit_of_a_paste_is_that_of_the_api(server):
    size = settings.MAX_PASTE_BYTES - len(BOOM) - 1
    exactly, beyond = ask(server, *(("match", {"text": f"{BOOM}\n{'x' * more}"}) for more in (size, size + 1)))

    assert exactly.structured_content["verdict"] == "exact"
    assert "larger than 10 MB" in told(beyond)


def test_the_tools_say_what_they_are_for_and_that_they_only_read(server):
    tools = tools_of(server)

    assert [tool.name for tool in tools] == ["match", "search", "article", "script"]
    assert tools[0].description.startswith("Use first when a run failed.")
    for tool in tools:
        assert tool.description
        assert "path" not in tool.input_schema["properties"]  # nobody else's files are read
        assert tool.annotations.read_only_hint
        assert all(field["description"] for field in tool.input_schema["properties"].values())


def test_the_list_of_tools_costs_every_conversation_little(small_site):
    listed = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools_of(local_server())]

    assert tokens(listed) <= 1_500


def roots_of(*folders):
    from mcp_types import ListRootsResult, Root

    async def tell(context):
        return ListRootsResult(roots=[Root(uri=folder.as_uri()) for folder in folders])

    return {"list_roots_callback": tell}


def local_server(*folders):
    from kb.api.mcp_server import LocalFiles, make_server

    return make_server(LocalFiles(folders))


@pytest.fixture
def logs(tmp_path, small_site):
    """A folder with logs, one of them compressed, and beside it a secret that a link in it leads to."""
    folder = tmp_path / "my logs"
    folder.mkdir()
    (folder / "err.log").write_text(f"starting\n{BOOM}\n")
    (folder / "err.log.gz").write_bytes(gzip.compress(BOOM.encode()))
    (tmp_path / "secret.log").write_text(BOOM)
    (folder / "link.log").symlink_to(tmp_path / "secret.log")
    (folder / "below").mkdir()
    return folder


@pytest.mark.parametrize("name", ["err.log", "err.log.gz", "./below/../err.log"])
@pytest.mark.parametrize("by", ["client", "command"])
def test_on_the_readers_machine_a_log_is_read_by_its_path(logs, name, by):
    server, options = (local_server(logs), {}) if by == "command" else (local_server(), roots_of(logs))

    relative, absolute = ask(server, ("match", {"path": name}), ("match", {"path": str(logs / name)}), **options)

    assert relative.structured_content["verdict"] == "exact"
    assert absolute.structured_content == relative.structured_content


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"path": "../secret.log"}, "is not below"),
        ({"path": "link.log"}, "is not below"),
        ({"path": "/etc/passwd"}, "is not below"),
        ({"path": "below"}, "There is no such file."),
        ({"path": "no.log"}, "There is no such file."),
        ({"path": "err.log", "text": BOOM}, "Send either `text` or `path`"),
        ({}, "Send either `text` or `path`"),
        ({"path": "x\0y"}, "There is no such file."),
    ],
)
def test_nothing_else_is_read(logs, arguments, message):
    (result,) = ask(local_server(logs), ("match", arguments))

    assert message in told(result)


def test_without_a_root_no_path_is_read(logs):
    (result,) = ask(local_server(), ("match", {"path": str(logs / "err.log")}))

    assert "Start the server with --root FOLDER, or send `text`." in told(result)


def test_scripts_come_as_they_are(articles_dir, server):
    pair, other, none = ask(
        server, ("script", {"slug": "boom"}), ("script", {"slug": "boom", "name": "x"}), ("script", {"slug": "none"})
    )

    repro, fixed = (block.text for block in pair.content)
    assert repro == "# repro.py\n" + (articles_dir / "boom" / "repro.py").read_text()
    assert fixed == "# fixed.py\n" + (articles_dir / "boom" / "fixed.py").read_text()
    assert "has no pair of scripts of this name" in told(other)
    assert "There is no article of this name." in told(none)


def test_without_an_address_there_are_no_links(server, settings):
    settings.BASE_URL = ""
    match, article = ask(server, ("match", {"text": BOOM}), ("article", {"slug": "boom"}))

    assert "url" not in match.structured_content["matches"][0]
    for result in (match, article):
        assert "/articles/" not in result.content[0].text


def test_an_agent_is_answered_in_the_language_that_it_asks_for(server):
    chinese, plain = ask(server, ("match", {"text": "KeyError: 'new'", "lang": "zh-hans"}), ("match", {"text": BOOM}))

    assert chinese.content[0].text.startswith("none: 还没有文章讲到这个错误")
    assert not "".join(chinese.structured_content["explanation"]["kind_help"]).isascii()
    assert plain.content[0].text.startswith("exact: Known error")


@pytest.mark.parametrize(
    ("arguments", "english", "chinese"),
    [
        ({}, "`query` is missing.", "缺少 `query`。"),
        ({"query": 1}, "`query` must be a text.", "`query` 必须是文字。"),
        ({"query": "x" * 1001}, "`query` may have at most 1000 characters.", "`query` 最多 1000 个字符。"),
        ({"query": "x", "limit": "many"}, "`limit` must be a whole number.", "`limit` 必须是整数。"),
        ({"query": "x", "limit": 1.5}, "`limit` must be a whole number.", "`limit` 必须是整数。"),
        ({"query": "x", "limit": 0}, "`limit` must be at least 1.", "`limit` 不能小于 1。"),
        ({"query": "x", "limit": 51}, "`limit` must be at most 50.", "`limit` 不能大于 50。"),
        ({"query": "x", "lang": "fr"}, "`lang` must be one of `en`, `zh-hans`.", "`lang` 只能是 `en`、`zh-hans`。"),
    ],
)
def test_a_wrong_argument_is_told_in_the_clients_language(server, arguments, english, chinese):
    in_chinese = arguments if "lang" in arguments else {**arguments, "lang": "zh-hans"}
    plain, translated = ask(server, ("search", arguments), ("search", in_chinese))

    assert told(plain) == f"{english} `search` takes `query`, `limit`, `lang`."
    if "lang" not in arguments:
        assert told(translated) == f"{chinese}`search` 的参数有：`query`、`limit`、`lang`。"


def about(client):
    """What a server says of itself, and its instructions."""

    async def run():
        async with client as told:
            return told.server_info, told.instructions

    return run_apart(run())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("names", "start"),
    every(
        3,
        [
            ({"LC_ALL": "C", "TRACEFIX_LANG": "zh-hans"}, "深度学习"),
            ({"LC_ALL": "zh_CN.UTF-8"}, "深度学习"),
            ({"LC_ALL": "C"}, "Known errors"),
        ],
    ),
)
def test_the_instructions_are_in_the_language_of_the_process(shared_articles, tmp_path, names, start):
    _, instructions = about(client_of(over_stdio({**environment(shared_articles, tmp_path), **names})))

    assert instructions.startswith(start)


@pytest.mark.parametrize(("accepted", "start"), [("zh-CN,zh;q=0.9", "深度学习"), ("fr", "Known errors")])
def test_the_instructions_over_http_are_in_the_language_that_the_client_accepts(mcp_url, accepted, start):
    _, instructions = about(asking(mcp_url, **{"Accept-Language": accepted}))

    assert instructions.startswith(start)


@pytest.mark.slow
def test_no_mark_of_an_article_reaches_an_agent(server, use_articles, settings):
    use_articles(settings.BASE_DIR / "articles")
    slugs = [article.slug for article in get_library().articles]
    results = ask(server, *(("article", {"slug": slug}) for slug in slugs))

    for slug, result in zip(slugs, results, strict=True):
        assert not PLACEHOLDER.search(result.content[0].text), slug
        assert tokens(result.content[0].text) <= 6_000, slug


def test_the_server_says_which_version_it_is(server):
    from kb.server.program_version import VERSION

    info, instructions = about(client_of(server))

    assert (info.name, info.version) == ("tracefix", VERSION)
    assert "`match` first when a run failed" in instructions


def test_a_taken_port_is_told(small_site):
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        pytest.raises(CommandError, match="cannot be listened on") as caught,
    ):
        call_command("mcp", "--http", "--port", str(taken.getsockname()[1]))

    assert caught.value.returncode == 2


def test_a_root_that_is_no_folder_is_told(small_site, tmp_path):
    with pytest.raises(CommandError, match="is no folder"):
        call_command("mcp", "--root", str(tmp_path / "nowhere"))


def test_over_http_a_refusal_is_an_error_that_clients_can_show(mcp_url):
    answer = ask_raw(mcp_url, b"{" + b" " * settings.MAX_JSON_BYTES)

    error = json.loads(answer.body)
    assert (answer.status, error["id"]) == (413, None)
    assert "larger than 1 MB" in error["error"]["message"]


def test_over_http_the_whole_request_has_a_limit_and_only_our_hosts_are_answered(mcp_url):
    assert post(mcp_url, b"{", **{"Content-Length": str(settings.MAX_REQUEST_BYTES + 1)}) == 413
    assert post(mcp_url, b"{" + b" " * settings.MAX_JSON_BYTES) == 413
    assert post(mcp_url, b"{" + b" " * (settings.MAX_JSON_BYTES - 1)) == 400  # heard, and no JSON
    for host in ("evil.example", "127.0.0.1.evil.example", "", "127.0.0.1@evil.example"):
        assert post(mcp_url, b"{}", Host=host) == 421, host
    for origin in ("https://evil.example", "null", "https://127.0.0.1.evil.example", "http://["):
        assert post(mcp_url, b"{}", Origin=origin) == 403, origin
    for origin in ("http://127.0.0.1:6274", "http://localhost"):
        assert post(mcp_url, b"{}", Origin=origin) == 400, origin  # heard, and found to ask nothing


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "OPTIONS"])
def test_over_http_there_is_no_stream_to_listen_to_and_no_session_to_end(mcp_url, method):
    answer = ask_raw(mcp_url, None, method=method)

    assert (answer.status, answer.headers["Allow"]) == (405, "POST")


def test_over_http_each_request_has_a_connection_of_its_own(mcp_url):
    for body in (None, b"{", b"{}"):
        assert ask_raw(mcp_url, body).headers["Connection"] == "close"


def test_over_http_the_head_of_a_request_has_a_limit(mcp_url):
    with socket.create_connection(("127.0.0.1", urlsplit(mcp_url).port)) as raw:
        raw.sendall(b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"x" * 20_000)

        assert raw.recv(100).startswith(b"HTTP/1.1 400")


def test_the_hosts_are_those_of_the_site(set_url):
    assert post(set_url, b"{}", Host=f"{OURS}:443", **{"X-Forwarded-For": "192.0.2.4"}) == 400
    assert post(set_url, b"{}") == 421


def test_nothing_of_a_paste_is_logged(mcp_url, mcp_log):
    """Nor of a search, be they answered or refused."""
    secret = "hunter2-secret-token"

    ask(
        mcp_url,
        ("match", {"text": f"{BOOM} {secret}"}),
        ("match", {"text": [secret]}),
        ("match", {"text": " ", "other": secret}),
        ("search", {"query": secret * 100}),
        ("article", {"slug": secret}),
    )
    assert post(mcp_url, json.dumps({"jsonrpc": "2.0", "id": 1, "method": secret}).encode()) in (200, 400)
    assert post(mcp_url, json.dumps({"jsonrpc": secret, "id": secret, "params": secret}).encode()) == 400
    assert post(mcp_url, secret.encode()) == 400
    before = mcp_log.read_text().count(INVALID)
    with socket.create_connection(("127.0.0.1", urlsplit(mcp_url).port)) as raw:
        raw.sendall(f"{secret}\r\n\r\n".encode())
        assert raw.recv(100).startswith(b"HTTP/1.1 400")

    until(lambda: mcp_log.read_text().count(INVALID) > before, START)  # so there is a log, and it has come so far
    assert secret not in mcp_log.read_text()


def test_without_the_extra_it_says_how_to_install_it(small_site, monkeypatch):
    for name in [name for name in sys.modules if name.split(".")[0] == "mcp" or name == "kb.api.mcp_server"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.delattr("kb.api.mcp_server", raising=False)

    with pytest.raises(CommandError, match=r"pip install --require-hashes -r requirements-mcp\.txt") as caught:
        call_command("mcp")

    assert caught.value.returncode == 2


def test_broken_articles_are_told_before_anybody_asks(articles_dir):
    path = articles_dir / "boom" / "article.md"
    path.write_text(path.read_text().replace("fix:", "fixes:"))

    with pytest.raises(CommandError, match="unknown key 'fixes'"):
        call_command("mcp")


def test_over_http_a_client_that_asks_too_much_is_told_when_to_come_back(set_url):
    async def run():
        async with asking_from("192.0.2.1", set_url) as client:
            return [await client.call_tool("match", {"text": BOOM}) for _ in range(3)]

    async def run_another():
        async with asking_from("192.0.2.2", set_url) as client:
            return await client.call_tool("match", {"text": BOOM})

    first, second, third = run_apart(run())
    another = run_apart(run_another())
    statuses = [post(set_url, b"{}", Host=OURS, **{"X-Forwarded-For": "192.0.2.3"}) for _ in range(21)]
    refused = ask_raw(set_url, b"{}", Host=OURS, **{"X-Forwarded-For": "198.51.100.1, 192.0.2.3"})

    assert not first.is_error
    assert not second.is_error
    assert "Too many pastes came from your address. Wait " in told(third)
    assert not another.is_error
    assert statuses == [400] * 20 + [429]
    assert refused.status == 429
    assert 1 <= int(refused.headers["Retry-After"]) <= 3600


@pytest.mark.slow
@pytest.mark.parametrize("results", ["stdio"], indirect=True)
def test_over_stdio_there_is_no_limit(results):
    assert not results[0].is_error
    assert not results[-1].is_error  # the same once more, where one an hour is allowed over HTTP


COUNTED = [
    'tracefix_matches_total{article="boom",verdict="exact"}',
    'tracefix_matches_total{article="",verdict="none"}',
    'tracefix_requests_total{method="POST",status="421",view="mcp"}',
    'tracefix_requests_total{method="POST",status="200",view="mcp"}',
    'tracefix_request_seconds_count{view="mcp"}',
]


def test_over_http_requests_and_verdicts_are_counted_for_the_operator(set_url):
    async def run():
        async with asking_from("192.0.2.5", set_url) as client:
            await client.call_tool("match", {"text": BOOM})
            await client.call_tool("match", {"text": "RuntimeError: secret"})
            await client.call_tool("search", {"query": "secret"})

    def count(line):
        figures = ask_raw(set_url, None, "/metrics", Host=OURS)
        assert figures.status == 200
        found = re.search(rf"^{re.escape(line)} (\S+)$", figures.body.decode(), re.MULTILINE)
        return float(found[1]) if found else 0

    before = [count(line) for line in COUNTED]
    run_apart(run())
    post(set_url, b"{}", Host="secret.example")
    added = [count(line) - earlier for line, earlier in zip(COUNTED, before, strict=True)]
    figures = ask_raw(set_url, None, "/metrics", Host=OURS)
    hidden = ask_raw(set_url, None, "/metrics", Host=OURS, **{"X-Forwarded-For": "192.0.2.1"})

    assert added[:3] == [1, 1, 1]
    assert all(more >= 3 for more in added[3:])
    assert "secret" not in figures.body.decode()
    assert hidden.status == 404


def test_over_http_there_are_no_figures_unless_they_are_wanted(mcp_url):
    assert ask_raw(mcp_url, None, "/metrics").status == 404


@pytest.fixture
def chinese():
    from kb.api.mcp_server import language_of_request

    token = language_of_request.set("zh-hans")  # as the server's --lang and LANG do
    yield
    language_of_request.reset(token)


def test_the_tools_speak_the_language_of_the_client(server, chinese):
    tools = run_apart(server.list_tools())

    described = [tool.description for tool in tools]
    described += [field["description"] for tool in tools for field in tool.input_schema["properties"].values()]
    assert [tool.title for tool in tools] == ["这是哪个已知错误？", "搜索文章", "阅读文章", "阅读文章的脚本"]
    assert not any(words.isascii() for words in described)


def test_an_answer_is_in_the_language_of_the_server(server, chinese):
    (match,) = ask(server, ("match", {"text": BOOM}))

    assert match.content[0].text.startswith("exact: 已知错误")


def test_words_and_errors_are_in_the_language_of_the_call(server):
    match, search, article, none, missing, other = ask(
        server,
        ("match", {"text": BOOM, "lang": "zh-hans"}),
        ("search", {"query": "boom", "lang": "zh-hans"}),
        ("article", {"slug": "boom", "lang": "zh-hans"}),
        ("match", {"text": "Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\nOddError: odd", "lang": "zh-hans"}),
        ("article", {"slug": "missing", "lang": "zh-hans"}),
        ("search", {"text": "boom", "lang": "zh-hans"}),
    )  # fmt: skip

    assert "**解决办法:**" in match.content[0].text
    assert "- 依据：" in match.content[0].text
    assert search.content[0].text.startswith("找到 ")
    assert "**验证方式:**" in article.content[0].text
    assert "**你的代码，或克隆仓库的代码:** a.py, 第 3 行" in none.content[0].text
    assert "没有叫这个名字的文章" in told(missing)
    assert told(other) == "`search` 没有参数 `text`。`search` 的参数有：`query`、`limit`、`lang`。"
