"""Hold the matcher's scores against the bars: `check_scores.py SCORES BARS`.

SCORES is what the scorer printed, its last line the totals as JSON. BARS maps a total to the least (`at_least`) or the
most (`at_most`) that it may be.

The labels name articles. A note, whose name has a slash, is no wrong answer to a report that no article covers: its
label is `other`, or a name that no article has. Where an article should have come first, it is; unless the note names
that article as its deeper page (`article:`): then its answer is the article's, said for one project.
"""

import json
import re
import sys
from pathlib import Path


def failures(scores: dict[str, float], bars: dict[str, dict[str, float]]) -> list[str]:
    """Every bar that is missed, in words."""
    missed = []
    for name, bar in bars.items():
        if name not in scores:
            missed.append(f"{name} was not measured")
        elif scores[name] < bar.get("at_least", scores[name]):
            missed.append(f"{name} is {scores[name]}, the bar is at least {bar['at_least']}")
        elif scores[name] > bar.get("at_most", scores[name]):
            missed.append(f"{name} is {scores[name]}, the bar is at most {bar['at_most']}")
    return missed


_ROOT = Path(__file__).resolve().parents[1]
ARTICLES, PROJECTS = _ROOT / "articles", _ROOT / "projects"
_NOTE = re.compile(r"(?m)^(?:likely, wrong|missed) +(?:\S+/)?([\w-]+)/\S+ +got likely:([\w-]+)/([\w-]+)$")


def leads_to(project: str, note: str, article: str) -> bool:
    """Whether a note names an article as its deeper page."""
    file = PROJECTS / project / "notes.yaml"
    entry = (
        re.search(rf"(?ms)^  {note}:\n(.*?)(?=^  \S|\Z)", file.read_text(encoding="utf-8")) if file.exists() else None
    )
    return bool(entry and re.search(rf"(?m)^    article: {article}$", entry[1]))


def read_totals(printed: str) -> dict[str, float]:
    """The totals; what was called wrong or missed without being so is taken off."""
    totals: dict[str, float] = json.loads(printed.splitlines()[-1])
    found = _NOTE.findall(printed)
    led = sum(leads_to(project, note, label) for label, project, note in found)
    notes = led + sum(not (ARTICLES / label).is_dir() for label, _, _ in found)
    if notes:
        _add(totals, "wrong", -notes, totals["cases"])
    if led:
        _add(totals, "useful", led, totals["cases"])
        _add(totals, "covered_hit_at_1", led, totals["coverage"] * totals["cases"] / 100)
    return totals


def _add(totals: dict[str, float], name: str, reports: int, whole: float) -> None:
    """So many reports more in a percentage, which is rounded."""
    counted = round(totals[name] * whole / 100) + reports
    totals[name] = round(100 * counted / round(whole), 1)


if __name__ == "__main__":
    scores, bars = (Path(path).read_text(encoding="utf-8") for path in sys.argv[1:])
    sys.exit("\n".join(failures(read_totals(scores), json.loads(bars))) or 0)
