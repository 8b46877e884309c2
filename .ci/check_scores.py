"""Hold the matcher's scores against the bars: `check_scores.py SCORES BARS`.

SCORES is what the scorer printed, its last line the totals as JSON. BARS maps a total to the least (`at_least`) or the
most (`at_most`) that it may be.

The labels name articles. A note, whose name has a slash, is no wrong answer to a report that no article covers: its
label is `other`, or a name that no article has. Where an article should have come first, it is.
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


ARTICLES = Path(__file__).resolve().parents[1] / "articles"
_NOTE = re.compile(r"(?m)^likely, wrong +(?:\S+/)?([\w-]+)/\S+ +got likely:[\w-]+/[\w-]+$")


def read_totals(printed: str) -> dict[str, float]:
    """The totals; what was called wrong without being so is taken off."""
    totals: dict[str, float] = json.loads(printed.splitlines()[-1])
    notes = sum(not (ARTICLES / label).is_dir() for label in _NOTE.findall(printed))
    if notes:
        wrong = round(totals["wrong"] * totals["cases"] / 100) - notes  # the totals are rounded
        totals["wrong"] = round(100 * wrong / totals["cases"], 1)
    return totals


if __name__ == "__main__":
    scores, bars = (Path(path).read_text(encoding="utf-8") for path in sys.argv[1:])
    sys.exit("\n".join(failures(read_totals(scores), json.loads(bars))) or 0)
