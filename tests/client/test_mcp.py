"""`tracefix mcp`: the tools of the site's MCP server from the wheel alone, asked by the SDK's client and by hand."""

import asyncio
import json
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.client.conftest import clean_environ
from tools.tokens import tokens

KNOWN = "ModuleNotFoundError: No module named 'torch._six'"


def test_a_client_of_the_sdk_gets_answers(unpacked, tmp_path):
    from mcp import Client, StdioServerParameters

    (tmp_path / "err.log").write_text(KNOWN)
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "tracefix", "mcp", "--root", "."],
        env=clean_environ(unpacked),
        cwd=tmp_path,
    )

    async def run():
        async with Client(server) as client:
            calls = [
                ("match", {"text": KNOWN}),
                ("match", {"path": "err.log"}),
                ("search", {"query": "torch._six", "limit": 1}),
                ("article", {"slug": "torch-six-missing"}),
                ("script", {"slug": "torch-six-missing"}),
                ("match", {"log": KNOWN}),
            ]
            return [await client.call_tool(*call) for call in calls]

    with ThreadPoolExecutor(max_workers=1) as pool:  # a browser test may have left a loop in this thread
        match, by_path, search, article, script, wrong = pool.submit(asyncio.run, run()).result()

    assert match.structured_content["verdict"] == "exact"
    assert match.content[0].text.startswith(f"exact: Known error\n> {KNOWN}\n")
    assert by_path.structured_content == match.structured_content
    assert [hit["slug"] for hit in search.structured_content["results"]] == ["torch-six-missing"]
    assert article.content[0].text.startswith("# ModuleNotFoundError: No module named 'torch._six'\n")
    assert [text.text.partition("\n")[0] for text in script.content] == ["# repro.py", "# fixed.py"]
    assert wrong.is_error
    assert wrong.content[0].text == "`match` does not have `log`. `match` takes `text`, `path`, `lang`."


@pytest.fixture
def ask(call_tracefix):
    """A function that sends messages, as objects or as lines, and returns the answers and the exit status."""

    def send(*messages, options=(), **environ):
        lines = [message if isinstance(message, str) else json.dumps(message) for message in messages]
        done = call_tracefix("mcp", *options, stdin="".join(f"{line}\n" for line in lines), **environ)
        return [json.loads(line) for line in done.stdout.splitlines()], done

    return send


def request(method, number=1, **parameters):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}


def call(tool, /, **arguments):
    return request("tools/call", name=tool, arguments=arguments)


def listed(ask, **environ):
    (answer,), _ = ask(request("tools/list"), **environ)
    return answer["result"]["tools"]


def test_the_tools_are_those_of_the_sites_server(ask, small_site):
    from kb.api.mcp_server import LocalFiles, make_server

    with ThreadPoolExecutor(max_workers=1) as pool:
        theirs = pool.submit(asyncio.run, make_server(LocalFiles()).list_tools()).result()

    assert [told(tool) for tool in listed(ask)] == [
        told(tool.model_dump(mode="json", by_alias=True, exclude_none=True)) for tool in theirs
    ]


def told(tool):
    schema = tool["inputSchema"]
    names = ("description", "default", "maxLength", "minimum", "maximum")
    arguments = {
        argument: {name: field[name] for name in names if field.get(name) is not None}
        for argument, field in schema["properties"].items()
    }
    return (
        *(tool[name] for name in ("name", "title", "description", "annotations")),
        arguments,
        schema.get("required", []),
    )


def test_the_list_costs_little(ask):
    assert tokens(listed(ask)) <= 1_000


@pytest.mark.parametrize(("asked", "answered"), [("2024-11-05", "2024-11-05"), ("2099-01-01", "2025-11-25")])
def test_a_version_of_the_protocol_is_agreed_on(ask, asked, answered):
    (answer,), done = ask(
        request("initialize", protocolVersion=asked), {"jsonrpc": "2.0", "method": "notifications/initialized"}
    )

    assert answer["result"]["protocolVersion"] == answered
    assert answer["result"]["capabilities"] == {"tools": {}}
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("line", "number", "code"),
    [
        ("{", None, -32700),
        ("[" * 100_000, None, -32700),
        ("[]", None, -32600),
        ('{"id": 4, "method": "ping"}', None, -32600),
        (request("server/discover"), 1, -32601),
        ({"jsonrpc": "2.0", "id": "x", "method": "tools/list", "params": [1]}, "x", -32602),
        (request("tools/call", name="shell"), 1, -32602),
        (request("tools/call", name="match", arguments=["x"]), 1, -32602),
    ],
)  # fmt: skip
def test_what_is_no_message_is_told_and_the_next_is_answered(ask, line, number, code):
    (wrong, right), done = ask(line, request("ping", 2))

    assert (wrong["id"], wrong["error"]["code"]) == (number, code)
    assert right == {"jsonrpc": "2.0", "id": 2, "result": {}}
    assert done.returncode == 0


@pytest.mark.parametrize(
    "message", [{"jsonrpc": "2.0", "method": "notifications/cancelled"}, {"jsonrpc": "2.0", "id": 7, "result": {}}]
)
def test_what_asks_nothing_is_not_answered(ask, message):
    assert ask(message)[0] == []


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("match", {}, "Send either `text` or `path`"),
        ("match", {"text": " \n"}, "The paste is empty."),
        ("match", {"text": 3}, "`text` cannot be used. `match` takes"),
        ("match", {"path": "/etc/passwd"}, "Start the server with --root FOLDER"),
        ("search", {}, "`query` is missing. `search` takes `query`, `limit`, `lang`."),
        ("search", {"query": "x", "limit": 51}, "`limit` cannot be used."),
        ("search", {"query": "x", "limit": True}, "`limit` cannot be used."),
        ("article", {"slug": "nothing-of-this-name"}, "There is no article of this name."),
        ("script", {"slug": "torch-six-missing", "name": "x"}, "has no pair of scripts of this name"),
        ("article", {"slug": "cuda-oom", "lang": ["en"]}, "`lang` cannot be used."),
    ],
)
def test_a_tool_says_why_it_cannot_answer(ask, name, arguments, said):
    (answer,), _ = ask(call(name, **arguments))

    assert answer["result"]["isError"]
    assert said in answer["result"]["content"][0]["text"]


def test_only_logs_below_a_root_are_read(ask, tmp_path):
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "link.log").symlink_to(tmp_path / "err.log")
    (tmp_path / "err.log").write_text(KNOWN)

    answers, _ = ask(*(call("match", path=path) for path in ("../err.log", "link.log")), options=("--root", "logs"))

    assert all("is not below logs." in answer["result"]["content"][0]["text"] for answer in answers)
    assert ask(options=("--root", "nowhere"))[1].stderr == "tracefix: --root nowhere is no folder\n"


def test_it_speaks_the_language_of_the_call_or_of_the_server(ask):
    by_call, by_server = (
        ask(call("match", text=KNOWN, **arguments), **environ)[0][0]["result"]["content"][0]["text"]
        for arguments, environ in (({"lang": "zh-hans"}, {}), ({}, {"TRACEFIX_LANG": "zh-hans"}))
    )

    assert by_call == by_server
    assert by_call.startswith("exact: 已知错误")
    assert not listed(ask, TRACEFIX_LANG="zh-hans")[0]["description"].isascii()


def test_half_a_surrogate_pair_is_read(ask):
    (answer,), _ = ask(call("match", text=f"\ud83d{KNOWN}"))

    assert answer["result"]["structuredContent"]["matches"][0]["slug"] == "torch-six-missing"
