"""Whether articles still hold with the newest releases of packages, and the report about it."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from authoring.repros.judging import Judgement
from tracefix.articles.model import Affected
from tracefix.compat import StrEnum
from tracefix.repros.running import Outcome


class PairStatus(StrEnum):
    """What a pair shows with the newest releases, the most urgent first."""

    FIX_FAILS = "the fix fails"
    FAILS_OTHERWISE = "the repro fails otherwise"
    GONE = "the error no longer occurs"
    NOT_INSTALLED = "not installed"
    NOT_AFFECTED = "gone, as the article says"
    NOT_RUN = "not run here"
    STILL_TRUE = "still true"


_WHAT_TO_DO = {
    PairStatus.FIX_FAILS: "The advice is wrong for who installs today: mend the fix, or say up to which version "
    "it holds.",
    PairStatus.FAILS_OTHERWISE: "The wording changed, or the repro needs something else: add a signature, or mend "
    "the repro.",
    PairStatus.GONE: "Say from which release on it is gone, in `affects` or, where it is one case of several, in the "
    "text: `manage.py sweep` finds it.",
    PairStatus.NOT_INSTALLED: "The newest releases do not go together, or none is for this Python.",
    PairStatus.NOT_AFFECTED: "`affects` ends before these releases.",
    PairStatus.NOT_RUN: "It needs what this machine does not have.",
    PairStatus.STILL_TRUE: "",
}
_MOST_PACKAGES = 6
_FRESH = datetime.timedelta(days=3)  # an interrupted run is gone on with; after that it is another one


@dataclass(frozen=True, slots=True)
class PairResult:
    """The result of one pair of an article with the newest releases."""

    slug: str
    pair: str
    now: PairStatus  # named as in the JSON report
    python: str = ""
    packages: Mapping[str, str] = field(default_factory=dict)
    detail: str = ""
    scripts: str = ""  # the hashes of repro and fix, as they ran
    date: str = ""

    @property
    def name(self) -> str:
        return f"{self.slug}/{self.pair}"


def is_affected(affects: Iterable[Affected], installed: Mapping[str, str]) -> bool:
    """Whether `affects` lets the error occur with these packages: False if one is at a version outside its items.

    The keys of `installed` are normalised names. A package that is not installed, or not in `affects`, does not count.
    `<=` only says up to where somebody looked.

    >>> affects = [Affected("rich", SpecifierSet(">=10,<13.1"))]
    >>> is_affected(affects, {"rich": "13.0.1"}), is_affected(affects, {"rich": "15.0.0"}), is_affected(affects, {})
    (True, False, True)
    """
    ranges: dict[str, list[bool]] = {}
    for item in affects:
        name = str(canonicalize_name(item.package))
        if version := _version(installed.get(name, "")):
            ranges.setdefault(name, []).append(_without_looks(item.versions).contains(version, prereleases=True))
    return all(any(found) for found in ranges.values())


def classify_repro(outcome: Outcome, judged: Judgement, *, affected: bool = True) -> PairStatus:
    """Judge the run of a repro. A repro that exits without its error no longer has it, whatever was recorded.

    Where the article says that these releases do not have its error, another error is no news, either.
    """
    if judged.is_reproduced:
        return PairStatus.STILL_TRUE
    if not affected:
        return PairStatus.NOT_AFFECTED
    is_silent = outcome.exit_status == 0 and (judged.is_passed or "no longer fails" in judged.detail)
    return PairStatus.GONE if is_silent else PairStatus.FAILS_OTHERWISE


def draw_report(results: Sequence[PairResult], *, date: datetime.date) -> str:
    """The report as Markdown. Pairs that somebody must look at come first."""
    counts = {status: sum(result.now is status for result in results) for status in PairStatus}
    summary = ", ".join(f"{count} {status}" for status, count in counts.items() if count)
    lines = [f"# Still true? {date.isoformat()}", "", f"{len(results)} pairs of repro and fix: {summary}."]
    for status in PairStatus:
        mine = sorted((result for result in results if result.now is status), key=lambda result: result.name)
        if mine:
            lines += ["", f"## {str(status).capitalize()} ({len(mine)})", ""]
            lines += [_WHAT_TO_DO[status], ""] if _WHAT_TO_DO[status] else []
            lines += [_draw(result) for result in mine]
    return "\n".join(lines) + "\n"


def to_json(results: Iterable[PairResult], *, date: datetime.date) -> dict[str, Any]:
    """The report for programs."""
    return {"date": date.isoformat(), "pairs": [asdict(result) for result in results]}


def from_json(report: Mapping[str, Any], *, date: datetime.date) -> list[PairResult]:
    """Read the results of an interrupted run from its JSON report, without those that must be tried again.

    Left out is also what is older than three days. Raises KeyError, TypeError or ValueError where it is no such report.
    """
    found = [PairResult(**{**pair, "now": PairStatus(pair["now"])}) for pair in report["pairs"]]
    oldest = (date - _FRESH).isoformat()
    return [result for result in found if result.now is not PairStatus.NOT_INSTALLED and result.date >= oldest]


def _without_looks(versions: SpecifierSet) -> SpecifierSet:
    return SpecifierSet(",".join(str(each) for each in versions if each.operator != "<="))


def _version(text: str) -> Version | None:
    try:
        return Version(text)
    except InvalidVersion:  # none is installed, or one whose version says nothing
        return None


def _draw(result: PairResult) -> str:
    packages = [f"{name} {version}" for name, version in result.packages.items()][:_MOST_PACKAGES]
    where = ", ".join([*packages, *([f"Python {result.python}"] if result.python else [])])
    detail = f": {' '.join(result.detail.split())[:400]}" if result.detail else ""
    return f"- {result.name}{f' ({where})' if where else ''}{detail}"
