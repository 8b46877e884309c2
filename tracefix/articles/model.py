"""Articles, and the other values that their files are read into. All are frozen.

loading.py makes them of the files; front_matter.py and fields.py check what the files say.
"""

import datetime
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from packaging.specifiers import SpecifierSet

from tracefix.articles.cases import Case, ValueTemplate
from tracefix.articles.signatures import Role, Signature
from tracefix.articles.steps import Row
from tracefix.compat import StrEnum
from tracefix.lazy_pattern import lazy_pattern
from tracefix.phrases import Phrase

SLUG = lazy_pattern(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_HEADER = lazy_pattern(r"(?ms)\A# /// script$.*?^# ///$\n")  # PEP 723; tracefix/repros/script_header.py reads it
REQUIREMENTS = {  # what a machine must have beyond a CPU and PyPI packages
    "cuda": Phrase("an NVIDIA GPU with CUDA"),
    "cuda-wheel": Phrase("a CUDA build of PyTorch (no GPU needed)"),
    "network-namespaces": Phrase("the right to make network namespaces, with unshare and iproute2"),
    "linux": Phrase("Linux"),
    "windows": Phrase("Windows"),
}


class Proof(StrEnum):
    """How an article was proven."""

    RUN = "run"  # the repro and the fix ran
    SIMULATED = "simulated"  # they ran with a stand-in for a GPU or a server
    SOURCED = "sourced"  # from reports, source code and release notes alone


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """Something wrong with an article: where, and what to do about it."""

    path: Path
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


class ArticleError(ValueError):
    """One or more articles cannot be used; `problems` says why."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Source:
    """A page on which claims of the article can be checked; `supports` says which."""

    title: str
    url: str
    supports: str


@dataclass(frozen=True, slots=True)
class Affected:
    """A package, the PEP 440 versions of it that have the error, and a note."""

    package: str
    versions: SpecifierSet
    note: str = ""


def _is_fix(script_name: str) -> bool:
    return script_name.startswith("fixed")


@dataclass(frozen=True, slots=True)
class Script:
    """A stand-alone script of the article and its text."""

    name: str
    path: Path
    text: str

    @property
    def is_fix(self) -> bool:
        """Whether this is a fix, by its name; else it is a repro."""
        return _is_fix(self.name)

    @property
    def hash(self) -> str:
        """Tells whether the script was edited since a run of it was recorded.

        Its header is left out: it says where to run, and a run has its own versions.
        """
        return hashlib.sha256(_HEADER.sub("", self.text, count=1).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Pair:
    """A script that fails with the error and the same script fixed. The main pair has no name."""

    name: str
    repro: Script
    fixed: Script


@dataclass(frozen=True, slots=True)
class Run:
    """What a script really printed in one environment. runs.py reads and writes it."""

    path: Path
    script: str
    python: str
    platform: str
    packages: Mapping[str, str]
    date: datetime.date
    exit_status: int
    reproduced: bool  # False: the error does not occur in this environment, or the script is a fix
    output: str
    script_hash: str = ""  # of the script as it ran; "" in a record that has none

    @property
    def is_fix(self) -> bool:
        """Whether the script is the fixed one of its pair."""
        return _is_fix(self.script)


@dataclass(frozen=True, slots=True)
class Translation:
    """The words of an article in another language. Everything else is taken from the English article."""

    language: str
    title: str
    summary: str
    fix: str
    body: str  # empty: only the head is translated, and the English body is shown
    symptoms: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()  # the fixes of the article's cases, in their order …
    case_findings: tuple[str, ...] = ()  # … and what each finds …
    case_steps: tuple[tuple[Row, ...], ...] = ()  # … and its rows
    finding: str = ""
    steps: tuple[Row, ...] = ()  # with the commands and conditions of the article's
    notes: tuple[str, ...] = ()  # those of the article's `affects` that have one, in their order
    fixes: tuple[str, ...] = ()  # the names of the article's fixes, in their order, where the body is not translated
    body_line: int = 1  # the line of its file on which the body begins


@dataclass(frozen=True, slots=True)
class Article:
    """One known error. Field names are those of the front matter, in the plural where they hold several.

    A note (projects/notes.py) is a short one: it has no folder, scripts and runs of its own, and rests on sources.
    """

    slug: str
    folder: Path
    title: str
    summary: str
    fix: str
    projects: tuple[str, ...]
    exceptions: tuple[str, ...]
    tags: tuple[str, ...]
    signatures: tuple[Signature, ...]
    sources: tuple[Source, ...]
    created: datetime.date
    updated: datetime.date
    body: str
    body_line: int  # the line of article.md on which the body begins
    finding: str = ""  # what is wrong, in a clause without a full stop
    steps: tuple[Row, ...] = ()  # the fix as rows; then `fix` is made of them
    aliases: tuple[str, ...] = ()
    symptoms: tuple[str, ...] = ()  # what people say who do not quote the error
    values: tuple[ValueTemplate, ...] = ()  # what is read in and above the error, beside what signatures capture
    cases: tuple[Case, ...] = ()  # fixes for some pastes, the first that holds decides; `fix` is for all others
    card: tuple[str, ...] = ()  # the lists of a project's card that answer it, the likeliest first
    affects: tuple[Affected, ...] = ()
    symptom_of: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()  # as they want to be named
    requires: tuple[str, ...] = ()
    proof: Proof = Proof.RUN
    pairs: tuple[Pair, ...] = ()
    runs: tuple[Run, ...] = ()
    pastes: tuple[Path, ...] = ()
    look_alikes: tuple[Path, ...] = ()  # not/*.txt, reports that must not be an exact match of the article
    in_browser: Mapping[str, str] = field(default_factory=dict)  # scripts by name: `yes`, or why not (browser.txt)
    stand_ins: tuple[Script, ...] = ()  # what stood in for a GPU or a server; named "standin/<file>"
    translations: Mapping[str, Translation] = field(default_factory=dict)
    note_of: str = ""  # the id of the project whose note it is; "" for an article
    when: tuple[str, ...] = ()  # what must hold of a paste, or it does not show this note
    added_from: str = ""  # the name of the further folder that it is from; "" in the first, and in the client's own
    fallback_language: str = ""  # of title, summary and fix, if they are not in the language that was asked for

    @property
    def path(self) -> Path:
        return self.folder / ("notes.yaml" if self.note_of else "article.md")

    def in_language(self, language: str) -> "Article":
        """The article in another language; what is not translated stays English."""
        words = self.translations.get(language)
        if words is None:
            return self if language == "en" else replace(self, fallback_language="en")
        return replace(
            self,
            title=words.title,
            summary=words.summary,
            fix=words.fix,
            finding=words.finding,
            steps=words.steps,
            symptoms=words.symptoms,
            cases=self._cases_in(words),
            affects=self._affects_in(words),
            body=words.body if words.body.strip() else self.body,
        )

    def _cases_in(self, words: Translation) -> tuple[Case, ...]:
        """The cases with translated fixes; all stay English if the translation has not as many."""
        if len(words.cases) != len(self.cases):
            return self.cases
        findings = words.case_findings or ("",) * len(self.cases)
        steps = words.case_steps or ((),) * len(self.cases)
        return tuple(
            replace(case, fix=fix, finding=finding, steps=rows)
            for case, fix, finding, rows in zip(self.cases, words.cases, findings, steps, strict=True)
        )

    @property
    def topic(self) -> str:
        """The tag under whose theme it stands in a list."""
        return self.tags[0] if self.tags else ""

    @property
    def rows(self) -> tuple[Row, ...]:
        """Every row of the article and of its cases."""
        return (*self.steps, *(row for case in self.cases for row in case.steps))

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes on the affected versions, in order; most are empty."""
        return tuple(item.note for item in self.affects if item.note)

    def _affects_in(self, words: Translation) -> tuple[Affected, ...]:
        """The affected versions with translated notes; all stay English if the translation has a different number."""
        if len(words.notes) != len(self.notes):
            return self.affects
        notes = iter(words.notes)
        return tuple(replace(item, note=next(notes)) if item.note else item for item in self.affects)

    def notes_language(self, language: str) -> str:
        """The language of the notes that a reader of `language` gets."""
        words = self.translations.get(language)
        return language if words and len(words.notes) == len(self.notes) else "en"

    def fixes_language(self, language: str) -> str:
        """The language of the names of the fixes that a reader of `language` gets."""
        words = self.translations.get(language)
        return language if words and (words.body.strip() or words.fixes) else "en"

    @property
    def captured(self) -> set[str]:
        """The names of the values that its signatures and templates can capture."""
        return {
            *(name for signature in self.signatures for name in signature.names),
            *(name for template in self.values for name in template.names),
        }

    def body_language(self, language: str) -> str:
        """The language of the body that a reader of `language` gets."""
        words = self.translations.get(language)
        return language if words and words.body.strip() else "en"

    @property
    def scripts(self) -> tuple[Script, ...]:
        """Every repro and every fix, in the order of the pairs."""
        return tuple(script for pair in self.pairs for script in (pair.repro, pair.fixed))

    def runs_in_browser(self, pair: Pair) -> bool:
        """Whether both scripts of a pair showed in a browser what they show in a terminal."""
        return all(self.in_browser.get(script.name) == "yes" for script in (pair.repro, pair.fixed))

    @property
    def is_specific(self) -> bool:
        """Whether the article is about one known error, not about a kind of error or about what a wrapper says."""
        return any(not signature.general and signature.role is Role.CAUSE for signature in self.signatures)

    @property
    def is_wrapper(self) -> bool:
        """Whether the article is about errors that only say that something below them failed."""
        return all(signature.role is Role.WRAPPER for signature in self.signatures)


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """An article that was withdrawn. Its address stays; the page there says why, and where to go."""

    slug: str
    path: Path
    title: str
    withdrawn: datetime.date
    reason: str  # Markdown
    see: tuple[str, ...] = ()  # slugs of articles
