"""Hold the matcher's scores against the bars: `check_scores.py SCORES BARS`.

SCORES is what the scorer printed, its last line the totals as JSON. BARS maps a total to the least (`at_least`) or the
most (`at_most`) that it may be.
"""

import json
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


if __name__ == "__main__":
    scores, bars = (Path(path).read_text(encoding="utf-8") for path in sys.argv[1:])
    sys.exit("\n".join(failures(json.loads(scores.splitlines()[-1]), json.loads(bars))) or 0)
