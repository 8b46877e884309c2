"""An MCP server for coding agents: the tools `match`, `search`, `article` and `script`. https://modelcontextprotocol.io

The tools only read. `match` and `search` return data with the schemas of the API, and a short text of the same,
because some clients pass only one of them to their model; `article` and `script` return texts. The list of the tools
has no schemas of what they return: every conversation pays for the list, and they would be three quarters of it.

The SDK is optional (requirements-mcp.txt), so only `manage.py mcp` imports this module. kb/settings.py configures the
logging, which logs nothing of a paste.
"""

from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial, wraps
from pathlib import Path
from typing import Annotated, Any, Literal, cast
from urllib.parse import unquote, urlsplit

from anyio import CapacityLimiter, to_thread
from django.conf import settings
from django.utils.translation import gettext, gettext_noop, override
from mcp.server import MCPServer
from mcp.server.mcpserver import Context, ListRoots, Resolve
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, ListRootsResult, TextContent, Tool, ToolAnnotations
from pydantic import Field, ValidationError

from kb.addresses import article_address
from kb.formats import article_json, match_answer, search_json
from kb.languages import current
from kb.library import Library, get_library
from kb.server.limits import get_limits
from kb.server.metrics import count_match
from kb.server.program_version import VERSION
from kb.server.uploads import TOO_LARGE, PasteError, not_empty
from kb.wording import say_phrase
from tracefix.answers import agent_tools
from tracefix.answers.agents import article_words, match_words, search_words
from tracefix.answers.brief import shorten_answer
from tracefix.answers.json_payloads import Address, withdrawn_payload
from tracefix.answers.json_shapes import SearchResults, Whole
from tracefix.answers.text import printable
from tracefix.articles.model import Article
from tracefix.languages import ENGLISH, LANGUAGES
from tracefix.triage.log_file import UnreadableError, read_log

_Function = Callable[..., CallToolResult]

# The address of the client; "" over stdio, which has no limits. kb/api/mcp_http.py sets it.
client_of_request: ContextVar[str] = ContextVar("client_of_request", default="")
# The language of an answer if the call names none: from Accept-Language over HTTP; from --lang, TRACEFIX_LANG or LANG
# over stdio.
language_of_request: ContextVar[str] = ContextVar("language_of_request", default=ENGLISH)
_POOL = CapacityLimiter(2)  # threads that match; more would not be faster, and would slow down the other tools
_READS = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)

Text = Annotated[str, Field(description=agent_tools.TEXT)]
Slug = Annotated[str, Field(max_length=200, description=agent_tools.SLUG)]
Language = Annotated[
    Literal[*LANGUAGES] | None,  # type: ignore[valid-type]
    Field(description=agent_tools.LANGUAGE),
]
Limit = Annotated[int, Field(ge=1, le=50, description=agent_tools.LIMIT)]


class ToolServer(MCPServer[Any]):
    """An MCP server that answers in the client's language, and names invalid arguments, but never their values."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        # The SDK reads the instructions at each `initialize` and `server/discover`, and has no hook for them.
        within = self._lowlevel_server
        within.__class__ = type("TranslatedServer", (type(within),), {"instructions": property(_say_instructions)})

    async def list_tools(self) -> list[Tool]:
        """All tools, with their descriptions in the client's language."""
        with override(language_of_request.get()):
            return [
                tool.model_copy(
                    update={
                        "title": gettext(str(tool.title)),
                        "description": gettext(str(tool.description)),
                        "input_schema": _translate_schema(tool.input_schema),
                    }
                )
                for tool in await super().list_tools()
            ]

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        wanted_language = arguments.get("lang")  # anything, as it was not checked yet
        is_known = isinstance(wanted_language, str) and wanted_language in LANGUAGES
        with override(wanted_language if is_known else language_of_request.get()):
            return await self._call(name, arguments, context)

    async def _call(self, name: str, arguments: dict[str, Any], context: Any) -> Any:
        tool = next((tool for tool in self._tool_manager.list_tools() if tool.name == name), None)
        known = list(tool.parameters["properties"]) if tool else list(arguments)
        if unknown := [word for word in arguments if word not in known]:
            named = _list_words(word[:40] for word in unknown[:5])
            has_not = gettext(agent_tools.HAS_NOT).format(name=name, arguments=named)
            raise ToolError(_join_sentences(has_not, _takes(name, known)))
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, ToolError):  # from a tool; the SDK adds English words
                raise error.__cause__ from None
            if not isinstance(error.__cause__, ValidationError):
                raise
            wrong = (_say_wrong(item) for item in error.__cause__.errors())
            raise ToolError(_join_sentences(*wrong, _takes(name, known))) from None


def _say_instructions(_: Any) -> str:
    with override(language_of_request.get()):
        return gettext(agent_tools.INSTRUCTIONS)


# Messages about invalid arguments, by pydantic's name of the error. pydantic's own messages are English only.
_WRONG = {
    "missing": agent_tools.MISSING,
    "string_type": gettext_noop("`{name}` must be a text."),
    "string_too_long": gettext_noop("`{name}` may have at most {max_length} characters."),
    "int_type": gettext_noop("`{name}` must be a whole number."),
    "greater_than_equal": gettext_noop("`{name}` must be at least {ge}."),
    "less_than_equal": gettext_noop("`{name}` must be at most {le}."),
    "literal_error": gettext_noop("`{name}` must be one of {languages}."),
    "": agent_tools.UNUSABLE,
}
_LIKE = {"int_parsing": "int_type", "int_parsing_size": "int_type", "int_from_float": "int_type"}


def _say_wrong(error: Mapping[str, Any]) -> str:
    """The message about an invalid argument, with the allowed values; never with the value that was sent."""
    kind = _LIKE.get(error["type"], error["type"])
    languages = _list_words(LANGUAGES)  # the only argument with a list of allowed values
    values = {**error.get("ctx", {}), "name": error["loc"][0], "languages": languages}
    return gettext(_WRONG.get(kind, _WRONG[""])).format_map(values)


def _takes(name: str, known: Iterable[str]) -> str:
    return gettext(agent_tools.TAKES).format(name=name, arguments=_list_words(known))


def _list_words(words: Iterable[str]) -> str:
    return (", " if current() == ENGLISH else "、").join(f"`{word}`" for word in words)


def _join_sentences(*sentences: str) -> str:
    return (" " if current() == ENGLISH else "").join(sentences)


def _translate_schema(schema: Any) -> Any:
    """A schema with its descriptions in the active language."""
    if isinstance(schema, list):
        return [_translate_schema(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: gettext(item) if name == "description" and isinstance(item, str) else _translate_schema(item)
        for name, item in schema.items()
    }


@dataclass(frozen=True, slots=True)
class LocalFiles:
    """The folders below which a server on the reader's machine may read logs. The client may add roots."""

    roots: tuple[Path, ...] = ()

    def read(self, path: str, client_roots: ListRootsResult) -> str:
        """The text of a log. Raises ToolError if it is outside every folder, or cannot be read."""
        roots = [*self.roots, *(Path(unquote(urlsplit(str(root.uri)).path)) for root in client_roots.roots)]
        try:
            return read_log(str(agent_tools.find_log(path, roots)))
        except (agent_tools.UnansweredError, UnreadableError) as error:
            raise _tool_error(error) from None


def _tool_error(error: agent_tools.UnansweredError | UnreadableError) -> ToolError:
    return ToolError(printable(say_phrase(error.args[0])))


def _ask_for_roots(context: Context[Any, Any], path: str = "") -> ListRoots | ListRootsResult:
    """Ask the client for its roots, if the call has a path and the client supports roots."""
    capabilities = context.client_capabilities
    has_roots = bool(capabilities and capabilities.roots is not None)
    return ListRoots() if path and has_roots else ListRootsResult(roots=[])


Roots = Annotated[ListRootsResult, Resolve(_ask_for_roots)]


def _in_thread(function: _Function) -> Callable[..., Coroutine[Any, Any, CallToolResult]]:
    """Decorate a slow tool: run it in the threads of _POOL, so that few run at once and the event loop stays free.

    The SDK runs the fast tools in threads of its own.
    """

    @wraps(function)
    async def run(**arguments: Any) -> CallToolResult:
        return await to_thread.run_sync(partial(function, **arguments), limiter=_POOL)

    return run


@contextmanager
def _answering(lang: str | None) -> Iterator[tuple[Library, Address]]:
    """Activate the language of an answer, and yield the library and the article addresses ("" without a base URL)."""
    with override(lang or language_of_request.get()):
        yield get_library(), article_address() if settings.BASE_URL else lambda slug: ""


def _answer_paste(text: str, lang: str | None) -> CallToolResult:
    if len(text.encode("utf-8", "replace")) > settings.MAX_PASTE_BYTES:
        raise ToolError(str(TOO_LARGE))
    if seconds := get_limits().wait("match", client_of_request.get()):
        many = gettext("Too many pastes came from your address. Wait {seconds} seconds.")
        raise ToolError(many.format(seconds=seconds))
    with _answering(lang) as (library, address):
        try:
            found = library.diagnose(not_empty(text))
        except PasteError as error:
            raise ToolError(error.message) from None
        count_match(found.diagnosis)
        answer = match_answer(found, library, address)
        return _data(match_words(answer, say_phrase), shorten_answer(answer))


def _data(words: str, data: Any) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=words)], structured_content=dict(data))


def _texts(*texts: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text) for text in texts])


def match(text: Text, lang: Language = None) -> CallToolResult:
    """The answer to a paste."""
    return _answer_paste(text, lang)


def search(
    query: Annotated[str, Field(max_length=1000, description=agent_tools.QUERY)],
    limit: Limit = 5,
    lang: Language = None,
) -> CallToolResult:
    """The articles that a query finds."""
    with _answering(lang) as (library, address):
        found = search_json(library.search(query, size=limit, language=current()), library, address)
        return _data(search_words(cast("SearchResults", found), say_phrase), found)


def article(slug: Slug, lang: Language = None) -> CallToolResult:
    """One article as Markdown."""
    with _answering(lang) as (library, address):
        whole = article_json(_find(slug, library, address), library, address)
        return _texts(article_words(cast("Whole", whole), say_phrase))


def script(
    slug: Slug,
    name: Annotated[str, Field(max_length=100, description=agent_tools.PAIR)] = "",
) -> CallToolResult:
    """The scripts of an article."""
    with _answering(None) as (library, address):
        found = _find(slug, library, address)
    try:
        return _texts(*agent_tools.script_texts(found, name))
    except agent_tools.UnansweredError as error:
        raise _tool_error(error) from None


def _find(slug: str, library: Library, address: Address) -> Article:
    if slug in library.withdrawn:
        raise ToolError(withdrawn_payload(library.withdrawn[slug], address)["error"]["message"])
    canonical = library.canonical(slug)
    if canonical is None:
        raise ToolError(gettext(agent_tools.NO_ARTICLE))
    return library.by_slug[canonical]


def make_server(files: LocalFiles | None = None) -> ToolServer:
    """A server. With `files`, it runs on the reader's machine, and `match` also takes the path of a log."""

    def match_here(
        text: Text = "",
        path: Annotated[str, Field(max_length=4096, description=agent_tools.LOG)] = "",
        lang: Language = None,
        *,
        roots: Roots,
    ) -> CallToolResult:
        if bool(text) == bool(path):
            raise ToolError(gettext(agent_tools.ONE_OF_TWO))
        return _answer_paste(text or (files or LocalFiles()).read(path, roots), lang)

    server = ToolServer(
        "tracefix", title="Tracefix", version=VERSION, instructions=agent_tools.INSTRUCTIONS, log_level="WARNING"
    )
    matching = _in_thread(match if files is None else match_here)
    for name, tool in (("match", matching), ("search", search), ("article", article), ("script", script)):
        server.tool(
            name=name,
            title=agent_tools.TITLES[name],
            description=agent_tools.DESCRIPTIONS[name],
            annotations=_READS,
        )(tool)
    return server


server = make_server()
