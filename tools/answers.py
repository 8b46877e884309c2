"""Compare the answers to a folder of reports before and after a change to the code or the articles.

    python -m tools.answers REPORTS --save before.json
    python -m tools.answers REPORTS --against before.json

Of each answer, it compares the verdict, the articles with the line of their evidence and the section that leads, and
the class and line of each root error. Sentences are not compared, so they may change, and no pasted text is saved. A
report may begin with labels, lines of `key: value` up to a line `---`; only the text after them is the paste.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tracefix.articles.loading import load_sound
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose

_ENDINGS = {".txt", ".log"}
_ARTICLES = Path(__file__).resolve().parents[1] / "articles"


def paste_of(report: str) -> str:
    """The text of a report after its labels.

    >>> paste_of("source: me\\nkind: log\\n---\\nTypeError: boom")
    'TypeError: boom'
    >>> paste_of("a table\\n---\\nTypeError: boom")
    'a table\\n---\\nTypeError: boom'
    """
    labels, _, paste = report.partition("\n---\n")
    return paste if paste and all(map(_is_label, labels.splitlines())) else report


def answer(paste: str, catalogue: Catalogue) -> dict[str, Any]:
    """The parts of one answer that are compared."""
    diagnosis = diagnose(paste, catalogue)
    return {
        "verdict": diagnosis.verdict.value,
        "articles": [
            [match.article.slug, match.verdict.value, match.line, match.section] for match in diagnosis.matches
        ],
        "roots": [[error.type, error.line] for error in diagnosis.errors if error.is_root],
    }


def answers(folder: Path, catalogue: Catalogue) -> dict[str, dict[str, Any]]:
    """The answers to all reports below a folder, by relative path."""
    reports = sorted(path for path in folder.rglob("*") if path.suffix in _ENDINGS)
    return {
        path.relative_to(folder).as_posix(): answer(
            paste_of(path.read_text(encoding="utf-8", errors="replace")), catalogue
        )
        for path in reports
    }


def differences(before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    """A line for each report whose answers differ, or that is only in one of the two."""
    return [
        f"{path}: {before.get(path)} → {after.get(path)}"
        for path in sorted(before.keys() | after.keys())
        if before.get(path) != after.get(path)
    ]


def main(arguments: Sequence[str]) -> int:
    """Print, save or compare the answers. Returns 1 if some differ, 2 if there are no reports."""
    parser = argparse.ArgumentParser(prog="python -m tools.answers", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("reports", type=Path, help="folder of .txt and .log files")
    parser.add_argument("--articles", type=Path, default=_ARTICLES)
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--save", type=Path, metavar="FILE")
    mode.add_argument("--against", type=Path, metavar="FILE")
    given = parser.parse_args(arguments)

    articles, _ = load_sound(given.articles)
    now = answers(given.reports, Catalogue(articles))
    if not now:
        print(f"no .txt or .log file below {given.reports}", file=sys.stderr)
        return 2
    if given.against:
        changed = differences(json.loads(given.against.read_text(encoding="utf-8")), now)
        print(*changed, f"{len(changed)} of {len(now)} differ", sep="\n")
        return 1 if changed else 0
    text = json.dumps(now, indent=1, ensure_ascii=False)
    if given.save:
        given.save.write_text(text + "\n", encoding="utf-8")
        print(f"{len(now)} answers saved to {given.save}")
    else:
        print(text)
    return 0


def _is_label(line: str) -> bool:
    key, colon, _ = line.partition(":")
    return bool(colon) and key.replace("_", "").replace("-", "").isalnum()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
