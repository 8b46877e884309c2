"""The explanation of an error, whether an article covers it or not: plain values without sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tracefix.articles.steps import Remedy
from tracefix.compat import StrEnum
from tracefix.phrases import Phrase, sentence

if TYPE_CHECKING:  # slow to import, and most pastes lack no name
    from tracefix.versions.answers import NameVersions


class LinkKind(StrEnum):
    """The role of an error line among the others of its paste. A page translates the value."""

    CAUSE = sentence("the cause")
    OTHER = sentence("another error")
    HANDLING = sentence("raised while handling it")
    WRAPPER = sentence("wrapper")
    LAUNCHER = sentence("launcher")


class ErrorLine(NamedTuple):
    """A line of the paste: its text, cleaned and cut, and its number from 1."""

    text: str
    line: int


class Raised(NamedTuple):
    """The frame whose code raised the error. `package` is a package, `own` or `stdlib`; what is not known is empty."""

    package: str
    version: str
    file: str
    line: int
    function: str


class OwnFrame(NamedTuple):
    """The innermost frame of the reader's own code, or of a project's clone, and the statement quoted below it."""

    file: str
    line: int
    function: str
    paste_line: int
    source: str
    project: str = ""  # the project whose clone the file lies in, as its folder is called; "" if it is the reader's


@dataclass(frozen=True, slots=True)
class Link:
    """One step from the cause to what the launcher said. Equal ones of several ranks are one."""

    text: str
    line: int
    kind: LinkKind
    count: int = 1
    ranks: tuple[int, ...] = ()


class Search(NamedTuple):
    """A search that the reader may open; its address holds no value of the paste."""

    label: Phrase
    url: str


class Project(NamedTuple):
    """The project that an error belongs to, and what its card answers to the error; perhaps nothing."""

    id: str
    name: str
    repository: str
    issues: str
    remedy: Remedy = Remedy()


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a paste tells of its root error, known or not."""

    root: ErrorLine
    masked: str  # the root's line with names in place of values: fit to be posted anywhere; may be empty
    raised_in: Raised | None = None
    own: OwnFrame | None = None
    chain: tuple[Link, ...] = ()  # the root first; empty if it stands alone
    says: tuple[str, ...] = ()  # sentences of the message that say what to do, verbatim
    kind_help: tuple[Phrase, ...] = ()  # what this kind of error means, and where to look first
    next: tuple[Phrase, ...] = ()
    searches: tuple[Search, ...] = ()
    restated: Remedy | None = None  # what the message says, said plainly
    project: Project | None = None  # one that has a card
    versions: tuple[NameVersions, ...] = ()  # where the error says that a name is missing: which releases have it
    pair: Remedy | None = None  # where one installed package calls another, and they are out of step
    clone: Remedy | None = None  # where the program lacks a name of its own: how to ask its history
    system: str = ""  # that the paste is from: `Windows`, `Linux` or `macOS`; "" if it does not tell
    in_notebook: bool = False  # a cell of a notebook led to it, whose kernel keeps what it has loaded
    detail: Remedy | None = None  # what a value or a frame proves beyond the kind
