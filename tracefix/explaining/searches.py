"""Searches that the reader may open: the raising project's issues, the PyTorch forum, the web.

Nothing is sent before a link is opened, and then only the error's wording: values were taken out of it, and what stands
in their place is left out of the query.
"""

from collections.abc import Iterator
from itertools import islice
from urllib.parse import urlencode

from tracefix.explaining.model import Project, Search
from tracefix.explaining.projects import REPOSITORIES
from tracefix.linear_re import Expression
from tracefix.phrases import Phrase

_GITHUB = "https://github.com/"
_LONGEST_QUERY = 160  # characters
_FEWEST_WORDS = 2  # one word finds everything
_PLACEHOLDER = Expression(r"[\"'“`(\[]?\{[a-z]+\}[\"'”`)\]]?")
_DIMENSIONS = Expression(r"\b[1-5]D\b")
_MASKED_DIMENSIONS = "{number}D"
_OF_TORCH = Expression(r"(?i)\b(?:torch|NCCL|CUDA error|c10d|DataLoader)\b")
_WORD = Expression(r"\pL{2,}")
_MARK = Expression(r"[\[\](){}<>\"“”‘`]|\B'|'\B")  # of no use to a search once the values between them are gone


def make_searches(masked: str, package: str, project: Project | None = None, message: str = "") -> Iterator[Search]:
    """The searches for an error's masked line; `package` is the one whose code raised it, or empty.

    A project that has a card is asked where the card says, whatever package raised the error. From `message`, the line
    before it was masked, only the words `1D` to `5D` are taken.
    """
    query = make_query(_with_dimensions(masked, message))
    if not query:
        return
    query_string = urlencode({"q": query})
    if project and project.issues.startswith(_GITHUB):
        yield Search(
            Phrase("Issues of {project} on GitHub", project=project.name),
            f"{project.issues}?{urlencode({'q': f'is:issue {query}'})}",
        )
    elif repository := REPOSITORIES.get(package):
        yield Search(
            Phrase("Issues of {project} on GitHub", project=repository.partition("/")[2]),
            f"https://github.com/{repository}/issues?{urlencode({'q': f'is:issue {query}'})}",
        )
    if package == "torch" or _OF_TORCH.search(query):
        yield Search(Phrase("The PyTorch forum"), f"https://discuss.pytorch.org/search?{query_string}")
    yield Search(Phrase("The web"), f"https://duckduckgo.com/?{query_string}")


def _with_dimensions(masked: str, message: str) -> str:
    """The masked line with the words `2D` and `3D`, of which only the letter was left."""
    for found in _DIMENSIONS.finditer(message):
        masked = masked.replace(_MASKED_DIMENSIONS, found[0], 1)
    return masked.replace(_MASKED_DIMENSIONS, "")


def make_query(masked: str) -> str:
    """The words of a masked line, cut between words; empty if too few are left.

    >>> make_query("OSError: cannot open '{path}' for writing")
    'OSError: cannot open for writing'
    >>> make_query("FileNotFoundError: [WinError {number}] cannot find [{'name': {value}}]")
    'FileNotFoundError: WinError cannot find name'
    """
    query, end = "", 0
    for found in _PLACEHOLDER.finditer(masked):
        query, end = f"{query}{masked[end : found.start()]} ", found.end()
    query = (query + masked[end:]).replace("…", " ")
    for start, end in _MARK.spans(query):
        query = f"{query[:start]} {query[end:]}"
    query = " ".join(word for word in query.split() if any(map(str.isalnum, word)))
    if len(query) > _LONGEST_QUERY:
        query = query[:_LONGEST_QUERY].rpartition(" ")[0]
    return query if len(list(islice(_WORD.finditer(query), _FEWEST_WORDS))) == _FEWEST_WORDS else ""
