"""The shapes of the JSON answers. API, MCP and the commands' `--json` share them.

A shape is defined here once. mypy checks the functions of json_payloads.py by it, and ninja draws the OpenAPI document
from it, in which a class is a component of the same name. To add a field, write it into its class, fill it in
json_payloads.py, and extend tests/core/output/test_json_payloads.py.

EMPTY_RULE states the rule for empty values: the top-level fields of an answer are always there; fields below them that
are NotRequired may be left out.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, NotRequired

from typing_extensions import TypedDict  # pydantic accepts the TypedDict of `typing` only from Python 3.12 on

from kb.core.explaining.model import LinkKind
from kb.core.matching.hints import HintCode

EMPTY_RULE = (
    'Inside a list or an object of an answer, a field that is empty (null, "", [], {} or false) is left out. '
    "`full=1` gives every field, and more errors, frames, runs and facets. At four characters a token, the short "
    "answer to a paste costs at most 4,000 tokens and an article at most 6,000; the full ones may cost 26,000 and "
    "16,000."
)


@dataclass(frozen=True, slots=True)
class Doc:
    """The description of a field in the OpenAPI document, as in `Annotated[str, Doc("Markdown.")]`."""

    text: str

    def __get_pydantic_json_schema__(
        self, schema: Any, to_json_schema: Callable[[Any], dict[str, Any]]
    ) -> dict[str, Any]:
        """Pydantic calls this by its name, so the core need not import pydantic."""
        return {**to_json_schema(schema), "description": self.text}


class Reference(TypedDict):
    slug: str
    title: str
    url: NotRequired[Annotated[str, Doc("The article's permanent address.")]]
    folder: NotRequired[Annotated[str, Doc("The folder that added the article; absent where it is of the first one.")]]


class EvidenceOut(TypedDict):
    line: Annotated[int, Doc("Line of the paste, from 1.")]
    text: NotRequired[Annotated[str, Doc("What stands there, without prefixes and colours; a very long line is cut.")]]


class SpanOut(TypedDict):
    first: str
    last: Annotated[str | None, Doc("null: the newest release that was read has it, too.")]


class NameVersionsOut(TypedDict):
    package: Annotated[str, Doc("As it is installed.")]
    name: Annotated[str, Doc("Whole, such as `pkg.Class.__init__(argument)`.")]
    kind: Annotated[str, Doc("module, class, function, method, attribute or argument.")]
    guess: NotRequired[Annotated[bool, Doc("The package was found by the name of a class or function alone.")]]
    has: NotRequired[
        Annotated[
            str | None,
            Doc(
                "PEP 440: releases with the name, those that the first command installs. null: none has it. Empty: all."
            ),
        ]
    ]
    spans: NotRequired[Annotated[list[SpanOut], Doc("All runs of releases with the name: it may leave and come back.")]]
    last: NotRequired[Annotated[str | None, Doc("The last release with it, of the run in `has`.")]]
    first_without: NotRequired[str | None]
    first_with: NotRequired[Annotated[str | None, Doc("The first release with it, where earlier ones lack it.")]]
    exact: NotRequired[Annotated[bool, Doc("No unread release lies between these releases.")]]
    installed: NotRequired[Annotated[str | None, Doc("By the paste.")]]
    now: NotRequired[Annotated[str | None, Doc("What to write instead, by the package itself.")]]
    commands: NotRequired[Annotated[list[str], Doc("Each installs a release with the name.")]]
    says: Annotated[list[str], Doc("The same in sentences.")]


class MatchOut(Reference):
    verdict: Annotated[str, Doc("exact: fits the root error. likely: a kind of error, or it fits with doubts.")]
    kind: Annotated[str, Doc("known: one known error. general: a kind of error that has several causes.")]
    weak: NotRequired[Annotated[bool, Doc("Fits only a wrapper or a fragment, or something speaks against it.")]]
    score: float
    summary: Annotated[str, Doc("The cause, in one sentence of Markdown.")]
    fix: Annotated[
        str,
        Doc("The fix for this paste, in Markdown, with its names and numbers. Code holds harmless values only."),
    ]
    section: NotRequired[
        Annotated[str, Doc("The anchor of the article's heading that leads for this paste, or empty.")]
    ]
    reasons: NotRequired[Annotated[list[str], Doc("Why we think so, best first.")]]
    error: NotRequired[Annotated[int | None, Doc("Index into `errors`.")]]
    evidence: NotRequired[EvidenceOut]
    versions: NotRequired[
        Annotated[list[NameVersionsOut], Doc("Where the error says that a name is missing: who has it.")]
    ]


class FrameOut(TypedDict):
    file: NotRequired[str]
    line: int
    function: NotRequired[str]


class ErrorOut(TypedDict):
    type: NotRequired[str]
    message: NotRequired[str]
    line: Annotated[int, Doc("Line of the paste, from 1.")]
    root: NotRequired[bool]
    count: Annotated[int, Doc("How often it stands in the paste: equal ones, numbers set aside, are one.")]
    ranks: NotRequired[Annotated[list[int], Doc("Those that printed it, 16 at most.")]]
    raised_in: NotRequired[
        Annotated[str | None, Doc("The package whose code raised it, `own`, or `stdlib`; null where it does not show.")]
    ]
    own_line: NotRequired[
        Annotated[int | None, Doc("Line of the paste, from 1, with the innermost frame of the sender's code.")]
    ]
    frames: NotRequired[list[FrameOut]]


class RaisedOut(TypedDict):
    package: Annotated[str, Doc("As it is imported; `own`: the sender's code; `stdlib`: Python's.")]
    version: NotRequired[Annotated[str | None, Doc("Of the package, where the paste tells it.")]]
    file: NotRequired[str]
    line: Annotated[int, Doc("0 where the paste does not tell it.")]
    function: NotRequired[str]


class OwnOut(TypedDict):
    file: NotRequired[str]
    line: Annotated[int, Doc("0 where the paste does not tell it.")]
    function: NotRequired[str]
    paste_line: Annotated[int, Doc("Line of the paste, from 1, on which the frame stands.")]
    source: NotRequired[Annotated[str, Doc("The statement that the paste quotes there, or empty.")]]


class LinkOut(TypedDict):
    text: NotRequired[str]
    line: Annotated[int, Doc("Line of the paste, from 1.")]
    kind: Annotated[str, Doc(f"One of: {', '.join(LinkKind)}.")]
    count: Annotated[int, Doc("How often it stands in the paste, numbers set aside.")]
    ranks: NotRequired[list[int]]


class SearchOut(TypedDict):
    label: str
    url: Annotated[str, Doc("Nothing of the paste but the error's wording, without its values.")]


class ExplanationOut(TypedDict):
    root: EvidenceOut
    masked: NotRequired[Annotated[str, Doc("The root's line with names in place of values: fit to be posted.")]]
    raised_in: NotRequired[
        Annotated[RaisedOut | None, Doc("The frame that raised it; null where the paste does not show it.")]
    ]
    own: NotRequired[Annotated[OwnOut | None, Doc("The innermost frame of the sender's own code.")]]
    chain: NotRequired[
        Annotated[list[LinkOut], Doc("The root and what it brought about; empty where it stands alone.")]
    ]
    says: NotRequired[Annotated[list[str], Doc("Sentences of the message itself that suggest something, verbatim.")]]
    kind_help: NotRequired[Annotated[list[str], Doc("What errors of this kind mean, and where to look first.")]]
    next: NotRequired[Annotated[list[str], Doc("What to look at, run or paste to find the cause.")]]
    searches: NotRequired[Annotated[list[SearchOut], Doc("Links to open; nothing is sent before.")]]
    versions: NotRequired[
        Annotated[list[NameVersionsOut], Doc("Where the error says that a name is missing: who has it.")]
    ]


class LeftOut(TypedDict):
    matches: int
    errors: int
    frames: Annotated[int, Doc("Of the errors that are told; of each, the inner ones and the sender's own are.")]


class HintOut(TypedDict):
    code: Annotated[str, Doc(f"One of {', '.join(HintCode)}.")]
    text: str


class Related(Reference):
    missing: NotRequired[Annotated[str | None, Doc("Where its message nearly fits: what was missing.")]]


class DiagnosisOut(TypedDict):
    verdict: Annotated[str, Doc("exact, likely or none.")]
    headline: Annotated[str, Doc("The root error's line as pasted, cleaned and cut; empty where there is none.")]
    matches: list[MatchOut]
    errors: Annotated[list[ErrorOut], Doc("Those that a match is about and roots before all others.")]
    left_out: Annotated[LeftOut, Doc("How many more the paste has: the answer has a bound.")]
    hints: list[HintOut]
    related: list[Related]
    environment: Annotated[dict[str, str], Doc("Versions read from the paste.")]
    explanation: Annotated[ExplanationOut | None, Doc("Of the first root error, known or not; null without one.")]


class JobEventOut(TypedDict):
    file: str
    line: Annotated[int, Doc("Line of the file, from 1.")]
    offset: Annotated[int, Doc("Where the line begins, in bytes of the unpacked file.")]
    rank: Annotated[int | None, Doc("Whom the line is about.")]
    time: Annotated[str | None, Doc("Of the clock of the machine that wrote the line, without a zone.")]
    kind: Annotated[str, Doc("exception, signal, oom-kill, watchdog, nccl, connection-lost, limit or teardown.")]
    text: str


class ClockOut(TypedDict):
    file: str
    ahead_s: Annotated[float, Doc("Seconds by which this file's clock is ahead of the others; negative: behind.")]


class NotReadOut(TypedDict):
    file: str
    why: str


class JobOut(TypedDict):
    cause: Annotated[JobEventOut | None, Doc("The event that came first and explains the others.")]
    told_by_others: Annotated[bool, Doc("Only ranks that waited for it tell of the cause.")]
    ranks: Annotated[list[int], Doc("Ranks that said the same as the cause, where several did.")]
    silent_ranks: Annotated[list[int], Doc("Ranks that say nothing of an end, where the others waited for them.")]
    victims: Annotated[list[JobEventOut], Doc("The first event of every rank that ended because another did.")]
    timeline: Annotated[list[JobEventOut], Doc("Events in order: the first and the last 25.")]
    diagnosis: Annotated[DiagnosisOut | None, Doc("The answer of /match to the lines around the cause.")]
    clocks: Annotated[list[ClockOut], Doc("Files whose clocks disagree with the others.")]
    left_out: Annotated[list[NotReadOut], Doc("Files that were not read, or not to their end.")]
    files: int
    bytes: int
    says: Annotated[list[str], Doc("The answer in sentences, in the language asked for.")]


class Summary(Reference):
    summary: str
    fix: str
    projects: NotRequired[list[str]]
    exceptions: NotRequired[list[str]]
    tags: NotRequired[list[str]]
    updated: str


class Affected(TypedDict):
    package: str
    versions: NotRequired[str]
    note: NotRequired[str]


class Scripts(TypedDict):
    name: NotRequired[str]
    repro: str
    fixed: str


class CaseOut(TypedDict):
    when: NotRequired[Annotated[list[str], Doc("Conditions on what a paste says; all must hold.")]]
    fix: str
    section: NotRequired[str]


class RunOut(TypedDict):
    script: str
    python: str
    platform: str
    packages: dict[str, str]
    date: str
    exit: int
    reproduced: bool
    output: str


class SourceOut(TypedDict):
    title: str
    url: str
    supports: NotRequired[str]


class Whole(Summary):
    aliases: list[str]
    authors: Annotated[list[str], Doc("As they want to be named; may be empty")]
    symptoms: Annotated[list[str], Doc("How people put it who do not quote the error.")]
    cases: Annotated[
        list[CaseOut], Doc("Fixes for some pastes, the first that holds decides; `fix` is for all others.")
    ]
    body: Annotated[str, Doc("Markdown.")]
    affects: list[Affected]
    requires: list[str]
    proof: Annotated[str, Doc("How it was proven: run, simulated (with a stand-in), or sourced (not run).")]
    stand_ins: Annotated[list[str], Doc("Addresses of the sources of what stood in for a GPU or a server.")]
    scripts: list[Scripts]
    runs: NotRequired[Annotated[list[RunOut], Doc("What the scripts printed: only with `full=1`.")]]
    symptom_of: list[str]
    related: list[str]
    sources: list[SourceOut]
    created: str


class ArticleList(TypedDict):
    total: int
    articles: list[Summary]


class Hit(Reference):
    summary: NotRequired[str]
    score: float
    highlight: NotRequired[
        Annotated[str, Doc("Only with `full=1`: the summary as escaped HTML, matching words in <mark>.")]
    ]
    line: NotRequired[
        Annotated[str, Doc("HTML: the line of error text that says most of the query, if the title does not.")]
    ]
    reason: NotRequired[Annotated[str, Doc("Why the matcher takes the query for this error; empty where it does not.")]]


class SearchResults(TypedDict):
    query: str
    total: int
    suggestion: str | None
    results: list[Hit]
    facets: NotRequired[Annotated[dict[str, dict[str, int]], Doc("Articles by filter: only with `full=1`.")]]


class Suggestions(TypedDict):
    query: str
    suggestions: list[Reference]


class NameLife(TypedDict):
    name: str
    kind: Annotated[str, Doc("module, class, function, method, attribute or argument.")]
    spans: list[SpanOut]
    now: Annotated[str | None, Doc("What to write instead, by the package itself.")]


class PackageVersions(TypedDict):
    package: str
    imports: Annotated[list[str], Doc("The modules that it brings.")]
    releases: Annotated[list[str], Doc("All final releases, the oldest first.")]
    yanked: Annotated[list[str], Doc("Those that were withdrawn.")]
    unread: Annotated[list[str], Doc("Those whose names were not read.")]
    name: str
    total: int
    names: Annotated[list[NameLife], Doc("At most 20, the shortest first; none: no release that was read has it.")]


class Problem(TypedDict):
    code: str
    message: str


class Failure(TypedDict):
    error: Problem
