"""How many tokens an answer for a program costs: a model that reads it pays for each. Four characters are one token.

`python -m tools.tokens FOLDER` answers each report (*.txt) below a folder, and prints the figures of each face.
"""

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

CHARACTERS = 4  # of a token, about


def tokens(answer: Any) -> int:
    """The tokens of a text, or of a value as compact JSON."""
    text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    return -(-len(text) // CHARACTERS)


def figures(counts: Iterable[int]) -> dict[str, int]:
    """The number of answers, their median, 99th percentile and most."""
    ordered = sorted(counts)
    return {
        "answers": len(ordered),
        "median": ordered[len(ordered) // 2],
        "p99": ordered[min(len(ordered) - 1, round(0.99 * len(ordered)))],
        "most": ordered[-1],
    }


def job(ranks: int, stack: Sequence[str], error: str) -> str:
    """The output of a job in which every rank prints the same traceback."""
    lines = ("Traceback (most recent call last):", *stack, error)
    return "".join(f"[rank{rank}]: {line}\n" for rank in range(ranks) for line in lines)


STACK = [
    line
    for number in range(14)
    for line in (
        f'  File "/opt/venv/lib/python3.11/site-packages/torch/part_{number}.py", line {number + 70}, in step_{number}',
        f"    return self.inner_{number}(batch, state)",
    )
]
OWN_STACK = ['  File "/home/me/train.py", line 31, in main', "    trainer.fit(model)", *STACK]


def report(paths: Iterable[Path]) -> dict[str, dict[str, int]]:
    """The figures of every face, for the reports in these files, two jobs of many ranks, articles and searches."""
    from kb.library import get_library

    pastes = [path.read_text(encoding="utf-8").partition("\n---\n")[2] for path in paths]
    many = {f"{ranks} ranks": job(ranks, OWN_STACK, "RuntimeError: CUDA error: invalid argument") for ranks in (8, 400)}
    many["hostile"] = hostile()
    table: dict[str, dict[str, int]] = {}
    for name, face in match_faces().items():
        table |= {f"reports, {name}": figures(map(face, pastes))} if pastes else {}
        table |= {f"{title}, {name}": figures([face(paste)]) for title, paste in many.items()}
    for name, face in article_faces().items():
        table[f"articles, {name}"] = figures(face(article.slug) for article in get_library().articles)
    for name, face in search_faces().items():
        table |= {f"search {query!r}, {name}": figures([face(query)]) for query in ("", "cuda", "out of memory")}
    return table


def hostile() -> str:
    """A paste of many unlike errors, each with long names and a long message."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    frame = '  File "/opt/{0}/{1}.py", line 7, in {1}\n'
    return "".join(
        "Traceback (most recent call last):\n"
        + "".join(frame.format(letter * 150, other * 180) for other in letters)
        + f"{letter.upper() * 90}Error: {letter * 1500} you should try {letter * 900}.\n\n"
        for letter in letters
    )


Face = Callable[[str], int]


def match_faces() -> dict[str, Face]:
    """The tokens of the answer to a paste, by the name of the face that gives it."""
    from django.test import Client

    def as_json(query: str) -> Face:
        client = Client()
        return lambda paste: tokens(client.post(f"/api/v1/match{query}", paste, content_type="text/plain").json())

    return {"JSON": as_json(""), "JSON, full": as_json("?full=1"), "MCP": face_of_call("match", "text")}


def article_faces() -> dict[str, Face]:
    """The tokens of an article, by face."""
    from django.test import Client

    client = Client()
    return {
        "JSON": lambda slug: tokens(client.get(f"/api/v1/articles/{slug}").json()),
        "MCP": face_of_call("article", "slug"),
    }


def search_faces() -> dict[str, Face]:
    """The tokens of the answer to a search, by face."""
    from django.test import Client

    client = Client()
    return {
        "JSON": lambda query: tokens(client.get("/api/v1/search", {"q": query}).json()),
        "MCP": face_of_call("search", "query"),
    }


def face_of_call(tool: str, argument: str) -> Face:
    """The tokens of what a tool of the MCP server returns: its texts and its structured content."""
    import anyio

    async def call(value: str) -> int:
        from mcp import Client

        from kb.api.mcp_server import server

        async with Client(server) as client:
            result = await client.call_tool(tool, {argument: value})
        texts = sum(tokens(getattr(block, "text", "")) for block in result.content)
        return texts + (tokens(result.structured_content) if result.structured_content else 0)

    return lambda value: anyio.run(call, value)


if __name__ == "__main__":
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.settings")
    os.environ |= {"TRACEFIX_LIMIT_MATCH": "100000/minute", "TRACEFIX_LIMIT_SEARCH": "100000/minute"}
    os.environ["TRACEFIX_ALLOWED_HOSTS"] = "testserver"
    django.setup()
    for name, row in report(sorted(Path(sys.argv[1]).rglob("*.txt"))).items():
        print(f"{name:32}", *(f"{key} {value:6}" for key, value in row.items()), sep="  ")
