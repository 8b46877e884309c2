"""What an operator sees of a fault: the metrics while it lasts, and the lines of the log."""

import re
import threading
from collections.abc import Callable
from http.client import HTTPException
from typing import Any, ClassVar

_LONGEST_LINE = 240
_MOST_LINES = 6
_SERIES = re.compile(r"(?m)^(tracefix_\w+)(?:\{([^}]*)\})? ([\d.e+-]+)$")
_TROUBLE = re.compile(r"(?:^\S+ \S+ |\[)(?:WARNING|ERROR|CRITICAL)\b.*")


class Signs:
    """Reads the metrics of a server again and again; `ask` gives them as text."""

    # Which value of a gauge is the worse, and the alarm that asks for it (examples/prometheus/tracefix-rules.yml).
    GAUGES: ClassVar[dict[str, tuple[Callable[[float, float], float], float, str]]] = {
        "tracefix_ready": (min, 1, "TracefixNotReady"),
        "tracefix_database_up": (min, 1, "TracefixDatabaseDown"),
        "tracefix_redis_up": (min, 1, "TracefixRedisDown"),
        "tracefix_workers": (min, 2, "TracefixWorkersMissing"),
        "tracefix_articles_broken": (max, 0, "TracefixArticlesBroken"),
        "tracefix_stale_seconds": (max, 0, "TracefixStale"),
        "tracefix_worker_starts_total": (max, 2, "TracefixWorkersRestart"),
        "tracefix_var_free_bytes": (lambda now, new: 0 if min(now, new) < 100e6 else 1e9, 1e9, "TracefixDiskFull"),
    }

    def __init__(self, ask: Callable[[], str], pause: float = 0.5) -> None:
        self._ask, self._pause = ask, pause
        self.reads = 0
        self._worst: dict[str, float] = {}
        self._counts: dict[str, float] = {}
        self._missed = 0
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def stop(self, log: str) -> dict[str, Any]:
        """What was seen: figures that are not as usual, how often none came, and what the log tells."""
        self._end.set()
        self._thread.join()
        figures: dict[str, Any] = {
            f"{name} ({self.GAUGES[name][2]})": round(value, 1)
            for name, value in self._worst.items()
            if value != self.GAUGES[name][1]
        }
        figures |= {f"requests answered {status}": int(number) for status, number in sorted(self._counts.items())}
        if self._missed:
            figures["no metrics (TracefixDown)"] = f"{self._missed} times"
        return {"metrics": figures, "log": troubles(log)}

    def _read(self) -> None:
        while not self._end.wait(self._pause):
            self.reads += 1
            try:
                text = self._ask()
            except (OSError, HTTPException):
                self._missed += 1
                continue
            counts: dict[str, float] = {}
            for name, labels, value in _SERIES.findall(text):
                if name in self.GAUGES:
                    worse, usual, _ = self.GAUGES[name]
                    self._worst[name] = worse(self._worst.get(name, usual), float(value))
                elif name == "tracefix_requests_total" and (status := re.search(r'status="([45]\d\d)"', labels)):
                    counts[status[1]] = counts.get(status[1], 0) + float(value)
            self._counts |= counts


def troubles(log: str) -> list[str]:
    """The warnings and errors of a log, each once, and how often it came."""
    often: dict[str, int] = {}
    for line in log.splitlines():
        if found := _TROUBLE.search(line):
            said = re.sub(r"^\S+ [\d:,]+ ", "", found[0])
            said = re.sub(r"\d{4,}", "…", re.sub(r" [0-9a-f]{16}:", " -:", said))[:_LONGEST_LINE]
            often[said] = often.get(said, 0) + 1
    lines = [f"{line} (×{number})" if number > 1 else line for line, number in often.items()]
    return lines[:_MOST_LINES]


def merged(seen: list[dict[str, Any]]) -> dict[str, Any]:
    """What was seen of several servers, as of one."""
    metrics: dict[str, Any] = {}
    log: list[str] = []
    for one in seen:
        metrics |= one["metrics"]
        log += [line for line in one["log"] if line not in log]
    return {"metrics": metrics, "log": log}


def as_table(figures: dict[str, dict[str, Any]]) -> str:
    """A Markdown table: fault, what visitors got, what the log says, what the metrics say."""
    rows = ["| Fault | Visitors | Log | Metrics (alarm) |", "|---|---|---|---|"]
    for name, own in figures.items():
        signs = own.get("signs", {"log": [], "metrics": {}})
        told = own.get("answers") or {key: value for key, value in own.items() if key != "signs"}
        cells = [name, _cell(told), "<br>".join(signs["log"]), _cell(signs["metrics"])]
        rows.append(
            "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") or "nothing" for cell in cells) + " |"
        )
    return "\n".join(rows)


def _cell(values: dict[str, Any]) -> str:
    return "<br>".join(f"{key}: {value}" for key, value in values.items())
