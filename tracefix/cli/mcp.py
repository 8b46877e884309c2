"""`tracefix mcp`: the tools of MCP over stdio, for the coding agent that started us, from the wheel alone.

One JSON-RPC message a line. The official SDK, which the site's server uses, brings thirty packages; a server of tools
that only answer needs four methods of the protocol. https://modelcontextprotocol.io/specification
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tracefix import __version__
from tracefix.answers import agent_tools
from tracefix.answers.agent_tools import UnansweredError
from tracefix.answers.agents import article_words, match_words, search_words
from tracefix.answers.brief import BRIEF, shorten_answer
from tracefix.answers.json_payloads import article_payload, search_payload
from tracefix.articles.model import Article
from tracefix.bundle.article_bundle import open_bundle
from tracefix.cli.drawing import address, payload_of
from tracefix.cli.environment import base_url
from tracefix.cli.language import in_language, language
from tracefix.cli.language import say as translate
from tracefix.cli.output import complain, say
from tracefix.languages import LANGUAGES
from tracefix.phrases import Phrase
from tracefix.triage.log_file import MOST_BYTES, UnreadableError, read_log

_VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")  # of the protocol; the first is offered
_NO_JSON, _NO_MESSAGE, _NO_METHOD, _NO_PARAMETERS, _FAULT = -32700, -32600, -32601, -32602, -32603
_UNREADABLE = 2

Answer = Mapping[str, Any]


def serve(roots: tuple[Path, ...]) -> int:
    """Answer standard input until it ends. `roots` are the folders below which `match` may read logs."""
    for problem in open_bundle().problems:
        complain(f"tracefix: {problem}")
    if missing := next((root for root in roots if not root.is_dir()), None):
        problem = Phrase("--root {folder} is no folder", folder=str(missing))
        complain(f"tracefix: {translate(problem)}")
        return _UNREADABLE
    for line in sys.stdin.buffer if sys.stdin else ():
        if line.strip() and (answer := _answer_line(line, roots)):
            say(json.dumps({"jsonrpc": "2.0", **answer}))
    return 0


class _ProtocolError(Exception):
    """A message that no method takes: its code and why."""


def _answer_line(line: bytes, roots: tuple[Path, ...]) -> Answer | None:
    """The answer to a message; None for a notification, and for an answer to what nobody asked."""
    number = None
    try:
        try:
            asked = json.loads(line.decode("utf-8", "replace"))
        except (ValueError, RecursionError) as error:
            raise _ProtocolError(_NO_JSON, "This line is not JSON.") from error
        if not isinstance(asked, dict) or asked.get("jsonrpc") != "2.0":
            raise _ProtocolError(_NO_MESSAGE, "This is no message of JSON-RPC 2.0.")
        if "id" not in asked or "method" not in asked:
            return None
        number, parameters = asked["id"], asked.get("params", {})
        if not isinstance(parameters, dict):
            raise _ProtocolError(_NO_PARAMETERS, "`params` must be an object.")
        return {"id": number, "result": _answer(asked["method"], parameters, roots)}
    except _ProtocolError as error:
        code, message = error.args
    except Exception as error:  # a fault of ours must not end the session
        code, message = _FAULT, f"tracefix failed: {type(error).__name__}"
    return {"id": number, "error": {"code": code, "message": message}}


def _answer(method: str, parameters: Answer, roots: tuple[Path, ...]) -> Answer:
    if method == "initialize":
        wanted = parameters.get("protocolVersion")
        return {
            "protocolVersion": wanted if wanted in _VERSIONS else _VERSIONS[0],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "tracefix", "title": "Tracefix", "version": __version__},
            "instructions": translate(agent_tools.INSTRUCTIONS),
        }
    if method == "ping":
        return {}
    if method == "tools/list":
        return {"tools": [_describe(name, tool) for name, tool in _TOOLS.items()]}
    if method == "tools/call":
        return _call(parameters.get("name"), parameters.get("arguments") or {}, roots)
    raise _ProtocolError(_NO_METHOD, "There is no such method.")


class _Tool(NamedTuple):
    """What answers a call, and its arguments as JSON Schema has them; those without a default are required."""

    answer: Callable[..., Answer]
    arguments: Mapping[str, Mapping[str, Any]]


def _describe(name: str, tool: _Tool) -> Answer:
    properties = {
        argument: {**schema, "description": translate(schema["description"])}
        for argument, schema in tool.arguments.items()
    }
    return {
        "name": name,
        "title": translate(agent_tools.TITLES[name]),
        "description": translate(agent_tools.DESCRIPTIONS[name]),
        "inputSchema": {"type": "object", "properties": properties, "required": _required(tool)},
        "annotations": {"readOnlyHint": True, "idempotentHint": True, "openWorldHint": False},
    }


def _required(tool: _Tool) -> list[str]:
    return [argument for argument, schema in tool.arguments.items() if "default" not in schema]


def _call(name: Any, arguments: Any, roots: tuple[Path, ...]) -> Answer:
    tool = _TOOLS.get(name) if isinstance(name, str) else None
    if tool is None or not isinstance(arguments, dict):
        raise _ProtocolError(_NO_PARAMETERS, "There is no such tool, or its arguments are no object.")
    chosen = arguments.get("lang")
    with in_language(chosen if isinstance(chosen, str) and chosen in LANGUAGES else ""):
        try:
            _check(name, tool, arguments)
            more = {"roots": roots} if name == "match" else {}
            return tool.answer(**{word: value for word, value in arguments.items() if word != "lang"}, **more)
        except UnansweredError as error:
            return {**_texts(translate(error.args[0])), "isError": True}


def _check(name: str, tool: _Tool, arguments: Mapping[str, Any]) -> None:
    """Name what is wrong with the arguments, never its value. Raises UnansweredError."""
    takes = translate(Phrase(agent_tools.TAKES, name=name, arguments=_list_words(tool.arguments)))
    unknown = _list_words(word[:40] for word in list(arguments.keys() - tool.arguments.keys())[:5])
    wrong = [Phrase(agent_tools.HAS_NOT, name=name, arguments=unknown)] if unknown else []
    wrong += [Phrase(agent_tools.MISSING, name=word) for word in _required(tool) if word not in arguments]
    wrong += [
        Phrase(agent_tools.UNUSABLE, name=word)
        for word, schema in tool.arguments.items()
        if word in arguments and not _fits(arguments[word], schema)
    ]
    if wrong:
        raise UnansweredError(" ".join([*map(translate, wrong), takes]))


def _list_words(words: Any) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _fits(value: Any, schema: Mapping[str, Any]) -> bool:
    """Whether a value is what its schema says, as far as ours say anything."""
    if "enum" in schema:
        return value in schema["enum"]
    if schema["type"] == "integer":
        return type(value) is int and schema["minimum"] <= value <= schema["maximum"]
    return isinstance(value, str) and len(value) <= schema.get("maxLength", MOST_BYTES)


def _match(*, text: str = "", path: str = "", roots: tuple[Path, ...]) -> Answer:
    if bool(text) == bool(path):
        raise UnansweredError(agent_tools.ONE_OF_TWO)
    if path:
        try:
            text = read_log(str(agent_tools.find_log(path, roots)))
        except UnreadableError as error:
            raise UnansweredError(*error.args) from error
    text = text.encode("utf-8", "replace").decode()  # a half of a surrogate pair becomes a question mark
    if not text.strip():
        raise UnansweredError(agent_tools.EMPTY)
    bundle = open_bundle()
    answer = payload_of(bundle, bundle.diagnose(text), _address, limits=BRIEF)
    return {**_texts(match_words(answer, translate)), "structuredContent": shorten_answer(answer)}


def _search(*, query: str, limit: int = 5) -> Answer:
    bundle = open_bundle()
    results = bundle.search(query, size=limit, language=language())
    found = search_payload(results, bundle.in_language(language()), _address, full=False, say=translate)
    return {**_texts(search_words(found, translate)), "structuredContent": found}


def _article(*, slug: str) -> Answer:
    whole = article_payload(_find(slug).in_language(language()), _address, full=False)
    return _texts(article_words(whole, translate))


def _script(*, slug: str, name: str = "") -> Answer:
    return _texts(*agent_tools.script_texts(_find(slug), name))


def _find(slug: str) -> Article:
    bundle = open_bundle()
    known = bundle.canonical(slug)
    if known is None:
        raise UnansweredError(agent_tools.NO_ARTICLE)
    return bundle.load_full(bundle.by_slug[known])


def _address(slug: str) -> str:
    """The address of an article; "" where no site is given."""
    return address(slug) if base_url() else ""


def _texts(*texts: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": text} for text in texts]}


def _text(description: str, most: int, **more: Any) -> Mapping[str, Any]:
    return {"type": "string", "maxLength": most, "description": description, **more}


_LANG = {"enum": [*LANGUAGES, None], "default": None, "description": agent_tools.LANGUAGE}
_SLUG = _text(agent_tools.SLUG, 200)
_LIMIT = {"type": "integer", "minimum": 1, "maximum": 50, "default": 5, "description": agent_tools.LIMIT}
_TOOLS = {
    "match": _Tool(
        _match,
        {
            "text": {"type": "string", "default": "", "description": agent_tools.TEXT},
            "path": _text(agent_tools.LOG, 4096, default=""),
            "lang": _LANG,
        },
    ),
    "search": _Tool(_search, {"query": _text(agent_tools.QUERY, 1000), "limit": _LIMIT, "lang": _LANG}),
    "article": _Tool(_article, {"slug": _SLUG, "lang": _LANG}),
    "script": _Tool(_script, {"slug": _SLUG, "name": _text(agent_tools.PAIR, 100, default="")}),
}
