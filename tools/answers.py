"""Compare the answers to a folder of reports before and after a change.

    python -m tools.answers REPORTS --save before.json
    python -m tools.answers REPORTS --against before.json

An answer is told by its verdict, its articles with the line of the evidence, and the classes and lines of the roots: no
wording, so that sentences may change, and no pasted text. A labelled report begins with lines of `key: value` up to a
line `---`; only what follows is the paste.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kb.core.articles.loading import load_sound
from kb.core.matching.catalogue import Catalogue
from kb.core.matching.diagnosis import diagnose

_ENDINGS = {".txt", ".log"}
_ARTICLES = Path(__file__).resolve().parents[1] / "articles"


def paste_of(report: str) -> str:
    """The report without its labels.

    >>> paste_of("source: me\\nkind: log\\n---\\nTypeError: boom")
    'TypeError: boom'
    >>> paste_of("a table\\n---\\nTypeError: boom")
    'a table\\n---\\nTypeError: boom'
    """
    labels, _, paste = report.partition("\n---\n")
    return paste if paste and all(map(_is_label, labels.splitlines())) else report


def answer(paste: str, catalogue: Catalogue) -> dict[str, Any]:
    """What is compared of one answer."""
    diagnosis = diagnose(paste, catalogue)
    return {
        "verdict": diagnosis.verdict.value,
        "articles": [[match.article.slug, match.verdict.value, match.line] for match in diagnosis.matches],
        "roots": [[error.type, error.line] for error in diagnosis.errors if error.is_root],
    }


def answers(folder: Path, catalogue: Catalogue) -> dict[str, dict[str, Any]]:
    """The answer to every report below a folder, by its path there."""
    reports = sorted(path for path in folder.rglob("*") if path.suffix in _ENDINGS)
    return {
        path.relative_to(folder).as_posix(): answer(
            paste_of(path.read_text(encoding="utf-8", errors="replace")), catalogue
        )
        for path in reports
    }


def differences(before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    """A line for each report whose answer is another, or that only one of the two knows."""
    return [
        f"{path}: {before.get(path)} → {after.get(path)}"
        for path in sorted(before.keys() | after.keys())
        if before.get(path) != after.get(path)
    ]


def main(arguments: Sequence[str]) -> int:
    """Print, save or compare the answers. 1 where some differ, 2 where there are no reports."""
    parser = argparse.ArgumentParser(prog="python -m tools.answers", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("reports", type=Path, help="folder of .txt and .log files")
    parser.add_argument("--articles", type=Path, default=_ARTICLES)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--save", type=Path, metavar="FILE")
    what.add_argument("--against", type=Path, metavar="FILE")
    given = parser.parse_args(arguments)

    articles, _ = load_sound(given.articles)
    now = answers(given.reports, Catalogue(articles))
    if not now:
        print(f"no .txt or .log file below {given.reports}", file=sys.stderr)
        return 2
    if given.against:
        changed = differences(json.loads(given.against.read_text(encoding="utf-8")), now)
        print(*changed, f"{len(changed)} differ of {len(now)}", sep="\n")
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
