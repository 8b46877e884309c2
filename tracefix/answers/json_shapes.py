"""The shapes of the JSON answers. API, MCP and the commands' `--json` share them.

A shape is defined here once. mypy checks the functions of json_payloads.py by it, and ninja draws the OpenAPI document
from it, in which a class is a component of the same name. To add a field, write it into its class, fill it in
json_payloads.py, and extend tests/tracefix/answers/test_json_payloads.py.

EMPTY_RULE states the rule for empty values: the top-level fields of an answer are always there; fields below them that
are NotRequired may be left out.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

# Python 3.10 has no NotRequired, and pydantic accepts the TypedDict of `typing` only from Python 3.12 on
from typing_extensions import NotRequired, TypedDict

from tracefix.explaining.model import LinkKind
from tracefix.matching.hints import HintCode

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
    folder: NotRequired[Annotated[str, Doc("The folder that added the article; absent for the site's own articles.")]]


class EvidenceOut(TypedDict):
    line: Annotated[int, Doc("Line of the paste, from 1.")]
    text: NotRequired[
        Annotated[str, Doc("The text of the line without prefixes and colours; a very long line is cut.")]
    ]


class SpanOut(TypedDict):
    first: str
    last: Annotated[str | None, Doc("The last release; null if the newest release that was read still has the name.")]


class NameVersionsOut(TypedDict):
    package: Annotated[str, Doc("The package's name on PyPI.")]
    name: Annotated[str, Doc("The full name, such as `pkg.Class.__init__(argument)`.")]
    kind: Annotated[str, Doc("module, class, function, method, attribute or argument.")]
    guess: NotRequired[
        Annotated[bool, Doc("true: the package was guessed from the name of a class or function alone.")]
    ]
    has: NotRequired[
        Annotated[
            str | None,
            Doc(
                "PEP 440: releases with the name, those that the first command installs. null: none has it. Empty: all."
            ),
        ]
    ]
    spans: NotRequired[
        Annotated[
            list[SpanOut], Doc("All ranges of releases that have the name; a name may be removed and added again.")
        ]
    ]
    last: NotRequired[Annotated[str | None, Doc("The last release of the range in `has`.")]]
    first_without: NotRequired[str | None]
    first_with: NotRequired[
        Annotated[str | None, Doc("The first release with the name; absent if no earlier release lacks it.")]
    ]
    exact: NotRequired[Annotated[bool, Doc("true: every release between these was read.")]]
    installed: NotRequired[Annotated[str | None, Doc("The installed version, as the paste shows it.")]]
    now: NotRequired[Annotated[str | None, Doc("What to use instead, where it is known.")]]
    commands: NotRequired[Annotated[list[str], Doc("Commands that each install a release with the name.")]]
    says: Annotated[list[str], Doc("The same as sentences.")]


StepOut = TypedDict(  # a call, because `if` is a word of Python
    "StepOut",
    {
        "if": NotRequired[Annotated[str, Doc("Whom the step is for; absent if it is for everybody.")]],
        "do": Annotated[str, Doc("Markdown.")],
        "commands": NotRequired[Annotated[list[str], Doc("To be run one after the other, as they stand.")]],
        "note": NotRequired[str],
        "source": NotRequired[Annotated[str, Doc("The address that says so, where the article does not.")]],
    },
)
FindingOut = Annotated[str, Doc("What is wrong, in a clause of Markdown.")]
StepsOut = Annotated[list[StepOut], Doc("The fix as steps, the likeliest first.")]


class MatchOut(Reference):
    verdict: Annotated[
        str, Doc("exact: matches the root error. likely: a kind of error with several causes, or a match with doubts.")
    ]
    kind: Annotated[
        str,
        Doc("known: one known error. general: a kind of error that has several causes. note: from sources, not run."),
    ]
    weak: NotRequired[
        Annotated[bool, Doc("true: matches only a wrapper or a fragment, or something in the paste contradicts it.")]
    ]
    score: float
    summary: Annotated[str, Doc("The cause, in one sentence of Markdown.")]
    fix: Annotated[
        str,
        Doc(
            "The fix in Markdown, with names and numbers of this paste. Code contains only values that are safe to run."
        ),
    ]
    finding: NotRequired[FindingOut]
    steps: NotRequired[StepsOut]
    section: NotRequired[Annotated[str, Doc("The anchor of the article's section for this paste, or empty.")]]
    reasons: NotRequired[Annotated[list[str], Doc("Why this article matches, the strongest reason first.")]]
    error: NotRequired[Annotated[int | None, Doc("Index into `errors`.")]]
    evidence: NotRequired[EvidenceOut]
    versions: NotRequired[
        Annotated[
            list[NameVersionsOut], Doc("If the error is about a missing name: the packages and releases that have it.")
        ]
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
    count: Annotated[
        int, Doc("How often the paste contains this error. Errors that differ only in numbers count as one.")
    ]
    ranks: NotRequired[Annotated[list[int], Doc("The ranks that printed it, at most 16.")]]
    raised_in: NotRequired[
        Annotated[
            str | None,
            Doc("The package whose code raised the error, `own` or `stdlib`; null if the paste does not show it."),
        ]
    ]
    own_line: NotRequired[
        Annotated[int | None, Doc("Line of the paste, from 1, with the innermost frame of your own code.")]
    ]
    frames: NotRequired[list[FrameOut]]


class RaisedOut(TypedDict):
    package: Annotated[str, Doc("The import name; `own`: your own code; `stdlib`: Python's standard library.")]
    version: NotRequired[Annotated[str | None, Doc("The package's version, if the paste shows it.")]]
    file: NotRequired[str]
    line: Annotated[int, Doc("0 where the paste does not tell it.")]
    function: NotRequired[str]


class OwnOut(TypedDict):
    file: NotRequired[str]
    line: Annotated[int, Doc("0 where the paste does not tell it.")]
    function: NotRequired[str]
    paste_line: Annotated[int, Doc("Line of the paste, from 1, that shows the frame.")]
    source: NotRequired[Annotated[str, Doc("The statement that the paste shows for the frame, or empty.")]]
    project: NotRequired[Annotated[str, Doc("The project whose clone the file lies in; empty if it is one's own.")]]


class LinkOut(TypedDict):
    text: NotRequired[str]
    line: Annotated[int, Doc("Line of the paste, from 1.")]
    kind: Annotated[str, Doc(f"One of: {', '.join(LinkKind)}.")]
    count: Annotated[int, Doc("How often the paste contains it; numbers may differ.")]
    ranks: NotRequired[list[int]]


class SearchOut(TypedDict):
    label: str
    url: Annotated[
        str, Doc("A search address. It contains the error's wording without values, and nothing else of the paste.")
    ]


class ProjectOut(TypedDict):
    name: str
    repository: str
    issues: Annotated[str, Doc("Where it takes reports.")]


class ExplanationOut(TypedDict):
    root: EvidenceOut
    masked: NotRequired[
        Annotated[str, Doc("The root error's line with placeholders instead of values. It is safe to post.")]
    ]
    raised_in: NotRequired[
        Annotated[RaisedOut | None, Doc("The frame that raised the error; null if the paste does not show it.")]
    ]
    own: NotRequired[Annotated[OwnOut | None, Doc("The innermost frame of your own code.")]]
    chain: NotRequired[
        Annotated[list[LinkOut], Doc("The root error and the errors that it caused; empty if it caused none.")]
    ]
    says: NotRequired[Annotated[list[str], Doc("Sentences of the error message that suggest a fix, verbatim.")]]
    kind_help: NotRequired[Annotated[list[str], Doc("What this kind of error means, and where to look first.")]]
    next: NotRequired[Annotated[list[str], Doc("What to look at, run or paste to find the cause.")]]
    project: NotRequired[
        Annotated[ProjectOut | None, Doc("The project that the error belongs to; null if it shows none we know.")]
    ]
    searches: NotRequired[Annotated[list[SearchOut], Doc("Links to searches. Nothing is sent until you open one.")]]
    versions: NotRequired[
        Annotated[
            list[NameVersionsOut], Doc("If the error is about a missing name: the packages and releases that have it.")
        ]
    ]


class AnswerOut(TypedDict):
    verdict: Annotated[str, Doc("exact, likely, or none: no article covers this error.")]
    headline: NotRequired[Annotated[str, Doc("The error line that this answer is about.")]]
    finding: NotRequired[FindingOut]
    steps: NotRequired[
        Annotated[list[StepOut], Doc("At most four: of the article, and of what the paste itself tells.")]
    ]
    article: NotRequired[Annotated[str | None, Doc("The slug of the article; its match is in `matches`.")]]
    error: NotRequired[Annotated[int | None, Doc("Index into `errors`.")]]
    explanation: NotRequired[
        Annotated[ExplanationOut | None, Doc("For answers after the first: what the paste tells of this error.")]
    ]


class LeftOut(TypedDict):
    matches: int
    errors: int
    frames: Annotated[
        int,
        Doc("Frames of the errors above. Of each error, the innermost frames and those of your own code are shown."),
    ]


class HintOut(TypedDict):
    code: Annotated[str, Doc(f"One of {', '.join(HintCode)}.")]
    text: str


class Related(Reference):
    missing: NotRequired[Annotated[str | None, Doc("If the message almost matches: the part that was missing.")]]


class DiagnosisOut(TypedDict):
    verdict: Annotated[str, Doc("exact, likely or none.")]
    headline: Annotated[str, Doc("The root error's line as pasted, cleaned and shortened; empty if there is none.")]
    answers: Annotated[
        list[AnswerOut], Doc("The errors that are answered, the first one first: one, or two unrelated errors.")
    ]
    others: Annotated[list[str], Doc("Slugs of further articles that may be meant; none if the verdict is exact.")]
    matches: Annotated[list[MatchOut], Doc("The articles that match; `answers` says which of them answer.")]
    errors: Annotated[
        list[ErrorOut], Doc("The errors. Matched errors and root errors come first when the list is cut.")
    ]
    left_out: Annotated[LeftOut, Doc("How many more the paste contains. The answer has a maximum size.")]
    hints: list[HintOut]
    related: list[Related]
    environment: Annotated[dict[str, str], Doc("Versions read from the paste.")]
    explanation: Annotated[
        ExplanationOut | None, Doc("What the paste tells of the first answer's error; null if it has no error line.")
    ]


class JobEventOut(TypedDict):
    file: str
    line: Annotated[int, Doc("Line of the file, from 1.")]
    offset: Annotated[int, Doc("The byte at which the line begins in the unpacked file.")]
    rank: Annotated[int | None, Doc("The rank that the line is about.")]
    time: Annotated[str | None, Doc("The time that the log shows, without a time zone.")]
    kind: Annotated[
        str,
        Doc(
            "exception, signal, oom-kill, watchdog, nccl, connection-lost, limit or teardown; of a CI job also step, "
            "test or build."
        ),
    ]
    text: str
    step: Annotated[str | None, Doc("The step of a CI job in which the line stands, where its log tells.")]
    detail: Annotated[str | None, Doc("What a failed test says: the assertion above the line that names the test.")]


class ClockOut(TypedDict):
    file: str
    ahead_s: Annotated[float, Doc("How many seconds this file's clock is ahead of the others; negative if behind.")]


class NotReadOut(TypedDict):
    file: str
    why: str


class JobOut(TypedDict):
    cause: Annotated[JobEventOut | None, Doc("The first event that explains the others.")]
    told_by_others: Annotated[
        bool, Doc("true: the cause is known only from ranks that waited for the one that failed.")
    ]
    ranks: Annotated[list[int], Doc("Ranks that logged the same event as the cause, if several did.")]
    silent_ranks: Annotated[list[int], Doc("Ranks whose logs end without an error while the others waited for them.")]
    victims: Annotated[list[JobEventOut], Doc("The first event of each rank that ended because another rank did.")]
    timeline: Annotated[list[JobEventOut], Doc("Events in order of time: the first 25 and the last 25.")]
    diagnosis: Annotated[DiagnosisOut | None, Doc("The answer of /match for the lines around the cause.")]
    clocks: Annotated[list[ClockOut], Doc("Files whose clocks differ from the others.")]
    left_out: Annotated[list[NotReadOut], Doc("Files that were not read, or not completely.")]
    files: int
    bytes: int
    says: Annotated[list[str], Doc("The answer as sentences, in the requested language.")]


ProofOut = Annotated[str, Doc("How the article was verified: run, simulated (with a stand-in) or sourced (not run).")]


class Summary(Reference):
    summary: str
    fix: str
    projects: NotRequired[list[str]]
    exceptions: NotRequired[list[str]]
    tags: NotRequired[list[str]]
    updated: str
    proof: ProofOut


class Affected(TypedDict):
    package: str
    versions: NotRequired[str]
    note: NotRequired[str]


class Scripts(TypedDict):
    name: NotRequired[str]
    repro: str
    fixed: str


class CaseOut(TypedDict):
    when: NotRequired[Annotated[list[str], Doc("Conditions on the paste; all must hold.")]]
    finding: NotRequired[FindingOut]
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
    supports: NotRequired[Annotated[str, Doc("What it is a source of: only with `full=1`.")]]


class Whole(Summary):
    finding: NotRequired[FindingOut]
    aliases: list[str]
    authors: Annotated[list[str], Doc("The authors' names; may be empty.")]
    symptoms: Annotated[list[str], Doc("How people describe the problem without quoting the error.")]
    cases: Annotated[
        list[CaseOut], Doc("Fixes for certain pastes. The first case whose conditions hold applies; otherwise `fix`.")
    ]
    body: Annotated[str, Doc("Markdown.")]
    affects: list[Affected]
    requires: list[str]
    stand_ins: Annotated[list[str], Doc("Addresses of the source code of the stand-ins for a GPU or a server.")]
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
    proof: ProofOut
    highlight: NotRequired[
        Annotated[str, Doc("Only with `full=1`: the summary as escaped HTML, matching words in <mark>.")]
    ]
    line: NotRequired[
        Annotated[str, Doc("HTML: the line of error text that covers most of the query, unless the title does.")]
    ]
    reason: NotRequired[
        Annotated[str, Doc("Why the matcher thinks that the query is this error; empty if it does not.")]
    ]


class SearchResults(TypedDict):
    query: str
    total: int
    suggestion: str | None
    results: list[Hit]
    facets: NotRequired[
        Annotated[dict[str, dict[str, int]], Doc("Number of articles for each filter: only with `full=1`.")]
    ]


class Suggestions(TypedDict):
    query: str
    suggestions: list[Reference]


class NameLife(TypedDict):
    name: str
    kind: Annotated[str, Doc("module, class, function, method, attribute or argument.")]
    spans: list[SpanOut]
    untold: Annotated[
        list[SpanOut], Doc("Ranges of releases that may have it: what was read cannot tell. All others lack it.")
    ]
    raises: Annotated[str | None, Doc("The first release that has it only to raise an error, where it is known.")]
    now: Annotated[str | None, Doc("What to use instead, where it is known.")]


class PackageVersions(TypedDict):
    package: str
    imports: Annotated[list[str], Doc("The modules that the package installs.")]
    releases: Annotated[list[str], Doc("All final releases, the oldest first.")]
    yanked: Annotated[list[str], Doc("Releases that were yanked.")]
    unread: Annotated[list[str], Doc("Releases whose names were not read.")]
    name: str
    total: int
    names: Annotated[
        list[NameLife], Doc("At most 20 names, the shortest first; empty if no release that was read has the name.")
    ]


class PackageNames(TypedDict):
    package: str
    names: Annotated[list[NameLife], Doc("One of each thing of the name; what is gone comes first.")]
    more: Annotated[int, Doc("Other things of the name, which are left out.")]


class FoundNames(TypedDict):
    name: str
    packages: Annotated[list[PackageNames], Doc("At most 5 packages; those first from which the name has gone.")]


class Problem(TypedDict):
    code: str
    message: str


class Failure(TypedDict):
    error: Problem
