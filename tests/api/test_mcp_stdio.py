"""What the MCP server says over stdio to lines that are no messages: each that asks something is answered."""

import json
import os
import subprocess
import sys

import pytest
from django.conf import settings

START = {
    "jsonrpc": "2.0", "id": 0, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}},
}  # fmt: skip
ASKED = {  # each line, the ID of its answer, and the code of the error
    "half a pair in the ID": (b'{"jsonrpc":"2.0","id":"\\udc00","method":"ping"}', "?", None),
    "no JSON": (b'{"jsonrpc":"2.0","id":2,', None, -32700),
    "a batch": (b'[{"jsonrpc":"2.0","id":3,"method":"ping"}]', None, -32600),
    "no method": (b'{"id":4}', 4, -32600),
    "another version": (b'{"jsonrpc":"1.0","id":5,"method":"ping"}', 5, -32600),
    "an ID of a wrong type": (b'{"jsonrpc":"2.0","id":6.5,"method":"ping"}', None, -32600),
    "no ID": (b'{"jsonrpc":"2.0","method":"ping"}', None, -32600),
    "parameters in a list": (b'{"jsonrpc":"2.0","id":"seven","method":"tools/list","params":[1]}', "seven", -32600),
    "brackets": (b"[" * 100_000, None, -32700),
    "a number too long": (b'{"jsonrpc":"2.0","id":' + b"9" * 5000 + b',"method":"ping"}', None, -32700),
}


@pytest.fixture(scope="module")
def answers(shared_articles, tmp_path_factory):
    """The answers to some lines, in one session, by ID; those without an ID, in order; and what was logged."""
    environ = {"TRACEFIX_ARTICLES": str(shared_articles), "TRACEFIX_VAR": str(tmp_path_factory.mktemp("var"))}
    calls = [
        call(100, "match", text="\\ud83dRuntimeError: boom happened in 'cellar'\\ude00 \\ud83d\\ude00"),
        call(101, "match", text="x", lang=["en"]),
        call(102, "match", path="/etc/passwd"),
    ]
    start = json.dumps(START).encode()
    lines = [b"{", start, b"", b"  ", *(line for line, _, _ in ASKED.values()), *calls]
    with subprocess.Popen(
        [sys.executable, "manage.py", "mcp", "--root", os.fsencode(tmp_path_factory.mktemp("x")) + b"/.."],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        cwd=settings.BASE_DIR, env={**os.environ, **environ},
    ) as process:  # fmt: skip
        process.stdin.write(b"".join(line + b"\n" for line in lines))
        process.stdin.flush()
        wanted = 2 + len(ASKED) + len(calls)
        said = [json.loads(process.stdout.readline()) for _ in range(wanted)]
        rest, logged = process.communicate()
    return said, rest, logged


def call(number, name, **arguments):
    asked = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    return json.dumps(asked, ensure_ascii=False).replace("\\\\u", "\\u").encode()


@pytest.mark.parametrize("name", ASKED)
def test_each_line_that_asks_is_answered(answers, name):
    _, number, code = ASKED[name]
    found = [each for each in answers[0] if each["id"] == number]

    assert found
    assert code in [each.get("error", {}).get("code") for each in found]


def test_no_line_is_answered_twice_and_nothing_is_logged(answers):
    _, rest, logged = answers

    assert rest == b""
    assert b"Traceback" not in logged


def test_a_paste_with_half_a_pair_is_matched(answers):
    (found,) = [each["result"] for each in answers[0] if each["id"] == 100]

    assert found["structuredContent"]["matches"][0]["slug"] == "boom"


def test_a_language_of_a_wrong_type_is_told(answers):
    (found,) = [each["result"] for each in answers[0] if each["id"] == 101]

    assert found["isError"]
    assert found["content"][0]["text"].startswith("`lang` must be one of `en`, `zh-hans`.")
