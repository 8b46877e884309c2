"""How often the matcher is right, beside simpler ways to answer the same texts.

    python -m benchmarks.accuracy [REPORTS] [--audit N] [--json FILE]

REPORTS is a folder of labelled reports: lines of `key: value` (family, also, expect, root_line), a line `---`, and the
text as somebody pasted it. Without it our own runs and pastes are the reports, which we wrote the signatures for.

    expressions        one regular expression a family, the first of its signatures, on the raw text
    error-translator   another project's rules, where `pip install error_translator_cli_v2` put them
    matcher            this one

`--audit N` prints N matched answers, drawn by chance, with the line that decided: figures count misses, and only
reading finds what was right for a wrong reason. friendly-traceback explains living exceptions, not texts, so it is not
among the peers.
"""

import argparse
import datetime
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tools.answers import paste_of
from tracefix.articles.loading import load_sound
from tracefix.articles.model import Article
from tracefix.linear_re import Expression
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.matching.verdict import Verdict

_ROOT = Path(__file__).resolve().parents[1]
_LINES_OFF = 1  # a message may wrap
# Until a known error has its own article, the article about its kind is a fair answer.
_KINDS = {
    "accelerate-exe-errno2": "input-file-not-found",
    "checkpoint-not-found": "input-file-not-found",
    "hub-access-denied": "hub-repo-not-found",
    "mmcv-ext-missing": "module-not-found",
    "model-architecture-unknown": "config-key-missing",
    "process-killed-host-oom": "launcher-child-failed",
    "torchvision-functional-tensor": "module-not-found",
}


@dataclass(frozen=True, slots=True)
class LabelledReport:
    """A labelled report. `root_lines` are None if nobody labelled them; 0 among them: no line tells the error."""

    name: str
    text: str
    family: str
    families: frozenset[str]  # of which each is a right answer
    is_cut: bool = False  # it stops before its error line
    root_lines: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class ContestantAnswer:
    """What one contestant says: a slug ("" for none), whether it is sure, and the line of the root error (0: none)."""

    slug: str = ""
    is_exact: bool = False
    root_line: int = 0
    evidence: str = ""


Contestant = Callable[[str], ContestantAnswer]


# ── reports ─────────────────────────────────────────────────────────────────────────────────────────────────────


def labelled_reports(folder: Path, slugs: Iterable[str]) -> list[LabelledReport]:
    """The labelled reports below a folder, by name."""
    published = set(slugs)
    return [_labelled_report(path, folder, published) for path in sorted(folder.rglob("*.txt"))]


def _labelled_report(path: Path, folder: Path, published: set[str]) -> LabelledReport:
    whole = path.read_text(encoding="utf-8")
    text = paste_of(whole)
    head = whole[: len(whole) - len(text)].splitlines()
    labels = dict(line.split(": ", 1) for line in head if ": " in line)
    family = labels.get("family", "other")
    families = {family, *labels.get("also", "").replace(",", " ").split()}
    if family not in published:
        families.add(_KINDS.get(family, family))
    roots = labels.get("root_line")
    return LabelledReport(
        name=str(path.relative_to(folder)),
        text=text,
        family=family,
        families=frozenset(families),
        is_cut=labels.get("expect") == "cut",
        root_lines=tuple(int(part) for part in roots.split(",")) if roots else None,
    )


def own_reports(articles: Iterable[Article]) -> list[LabelledReport]:
    """Every recorded failure and every paste of the articles."""
    return [
        LabelledReport(f"{article.slug}/{name}", text, article.slug, frozenset({article.slug}))
        for article in articles
        for name, text in (
            *((run.path.name, run.output) for run in article.runs if run.reproduced),
            *((path.name, path.read_text(encoding="utf-8")) for path in article.pastes),
        )
    ]


# ── contestants ─────────────────────────────────────────────────────────────────────────────────────────────────


def matcher(articles: Iterable[Article]) -> Contestant:
    catalogue = Catalogue(articles)

    def answer(text: str) -> ContestantAnswer:
        diagnosis = diagnose(text, catalogue)
        root = next((error.line for error in diagnosis.errors if error.is_root), 0)
        if not diagnosis.matches:
            return ContestantAnswer(root_line=root)
        first = diagnosis.matches[0]
        return ContestantAnswer(first.article.slug, first.verdict is Verdict.EXACT, root, first.quote)

    return answer


def expressions(articles: Iterable[Article]) -> Contestant:
    """One regular expression a family on the raw text; of several that fit, the one that fits earliest."""
    table = [(article.slug, Expression(article.signatures[0].regex)) for article in articles]

    def answer(text: str) -> ContestantAnswer:
        found = [(match.start(), slug) for slug, expression in table if (match := expression.search(text))]
        if not found:
            return ContestantAnswer()
        start, slug = min(found)
        return ContestantAnswer(slug, is_exact=True, root_line=text.count("\n", 0, start) + 1)

    return answer


def error_translator() -> Contestant | None:
    """The rules of error-translator, which reads a text's last line; None if it is not installed."""
    try:
        from error_translator.core import translate_error  # type: ignore[import-not-found]
    except ImportError:
        return None

    def answer(text: str) -> ContestantAnswer:
        told = translate_error(text)
        line = told.get("matched_error", "")
        if not line or told.get("explanation") == translate_error("no rule fits this").get("explanation"):
            return ContestantAnswer()
        lines = text.splitlines()
        return ContestantAnswer(
            root_line=max((n for n, other in enumerate(lines, 1) if other.strip() == line), default=0)
        )

    return answer


# ── figures ─────────────────────────────────────────────────────────────────────────────────────────────────────


def score(reports: Iterable[LabelledReport], answer: Contestant, slugs: Iterable[str]) -> dict[str, float]:
    """Percentages of one contestant, of all reports but where the key says of which.

    right: the first answer is right. wrong: it is another one. false_exact: … and said to be sure. honest_none: of the
    reports whose family has no article, those that are left unanswered. covered_right: of the others. root: of the
    reports with a labelled root line, those whose first root stands there, or that are rightly said to have none.
    """
    published, told = set(slugs), Counter[str]()
    for report in reports:
        given = answer(report.text)
        is_covered = report.family in published
        is_right = given.slug in report.families
        told.update(
            all=1,
            right=is_right,
            wrong=bool(given.slug) and not is_right,
            false_exact=given.is_exact and not is_right,
            covered=is_covered,
            covered_right=is_covered and is_right,
            uncovered=not is_covered,
            honest_none=not is_covered and not given.slug,
        )
        if report.root_lines is not None:
            told.update(rooted=1, root=_is_root_right(report.root_lines, given.root_line))
    return {
        name: round(100 * told[name] / told[whole], 1) if told[whole] else 0.0
        for name, whole in (
            ("right", "all"),
            ("covered_right", "covered"),
            ("wrong", "all"),
            ("false_exact", "all"),
            ("honest_none", "uncovered"),
            ("root", "rooted"),
        )
    }


def _is_root_right(wanted: tuple[int, ...], line: int) -> bool:
    if not line:
        return 0 in wanted
    return any(want and abs(want - line) <= _LINES_OFF for want in wanted)


def audit(reports: list[LabelledReport], answer: Contestant, count: int) -> Iterator[str]:
    """`count` matched answers with the line that decided, for somebody to read. The same ones for the same reports."""
    matched = [(report, given) for report in reports if (given := answer(report.text)).slug]
    for report, given in random.Random(len(matched)).sample(matched, min(count, len(matched))):
        mark = "right" if given.slug in report.families else "WRONG"
        sure = "exact" if given.is_exact else "likely"
        yield f"{mark}  {sure:6} {given.slug}  {report.name}\n    {given.evidence}"


def table(figures: Mapping[str, Mapping[str, float]]) -> str:
    """The figures as a Markdown table, a row each contestant."""
    keys = list(next(iter(figures.values())))
    head = f"| | {' | '.join(key.replace('_', ' ') for key in keys)} |\n|---|{'---|' * len(keys)}"
    rows = (f"| {name} | {' | '.join(f'{row[key]:g}' for key in keys)} |" for name, row in figures.items())
    return "\n".join((head, *rows))


def commit() -> str:
    """The commit that is measured, in short; "" outside a repository."""
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],  # noqa: S607 the developer's own git
        cwd=_ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reports", type=Path, nargs="?", help="folder of labelled reports")
    parser.add_argument("--audit", type=int, default=0, metavar="N", help="print N matched answers, to be read")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, with date and commit")
    asked = parser.parse_args(arguments)
    articles, _ = load_sound(_ROOT / "articles")
    slugs = [article.slug for article in articles]
    reports = labelled_reports(asked.reports, slugs) if asked.reports else own_reports(articles)
    if not reports:
        print(f"no .txt file below {asked.reports}", file=sys.stderr)
        return 1
    contestants = {"one expression a family": expressions(articles), "matcher": matcher(articles)}
    if peer := error_translator():
        contestants = {"error-translator": peer, **contestants}
    if asked.audit:
        print("\n".join(audit(reports, contestants["matcher"], asked.audit)))
        return 0
    figures = {name: score(reports, answer, slugs) for name, answer in contestants.items()}
    result = {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "commit": commit(),
        "reports": len(reports),
        "figures": figures,
    }
    print(f"{len(reports)} reports, in percent\n\n{table(figures)}\n")
    print(json.dumps(result))
    if asked.json:
        asked.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
