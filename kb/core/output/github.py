"""The answer to a paste as a Markdown comment for an issue on GitHub.

A tracker reads Markdown, calls people and closes issues. Of the hostile paste, a comment therefore holds the evidence
line alone, in a code block.
"""

import re
from collections.abc import Mapping
from typing import Any

from kb.core.output.text import LONGEST_QUOTE, printable

_OWN_LINK = re.compile(r"\]\(/")  # in our own articles


def to_github(answer: Mapping[str, Any]) -> str:
    """A match payload as a Markdown comment that may be posted by itself.

    Its first line is a mark that readers do not see, `<!-- tracefix exact pickle-pycapsule -->`, for programs to find.
    The payload must not be a `personal` one: then the fix holds no word of the paste either.
    """
    if not answer["matches"]:
        return "<!-- tracefix none -->\n\nNo known error was recognised in this report.\n"
    match = answer["matches"][0]
    words = {"exact": "Known error", "likely": "Probably this known error"}[match["verdict"]]
    paragraphs = [
        f"<!-- tracefix {match['verdict']} {match['slug']} -->",
        f"**{words}:** [{_code(match['title'])}]({match['url']})",
        _fenced(match["evidence"]["text"]),
        f"**Why:** {_absolute(match['summary'], match['url'])}",
        f"**Fix:** {_absolute(match['fix'], match['url'])}",
        f"**Check:** [how to see that it worked]({match['url']}#check-that-it-worked)",
    ]
    return "\n\n".join(paragraphs) + "\n"


def _fenced(text: str) -> str:
    """A code block that the text cannot leave: its fence is longer than any run of backticks in it."""
    line = printable(text[:LONGEST_QUOTE])
    fence = "`" * max(3, _longest_run(line) + 1)
    return f"{fence}text\n{line}\n{fence}"


def _code(text: str) -> str:
    """A code span that the text cannot leave: no mention, reference, link or HTML counts in it."""
    line = printable(text)
    ticks = "`" * (_longest_run(line) + 1)
    return f"{ticks} {line} {ticks}" if "`" in line else f"{ticks}{line}{ticks}"


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)


def _absolute(markdown: str, url: str) -> str:
    """An article's Markdown with its links to other articles as they are from outside."""
    site = url.partition("/articles/")[0]
    return _OWN_LINK.sub(lambda found: f"]({site}/", markdown)
