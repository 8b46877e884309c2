"""Pages under Granian, asked by wrk, each beside an empty Django view on the same server; how all of it grows from 100
articles to 10,000; and how long a server takes to its first answer.

Requests a second are compared as shares of the empty view's in the same run, in turns, and the median of the rounds is
told with the worst and the best. Needs wrk (Debian: apt install wrk) and Linux, for the memory of the worker.
"""

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks import read_no_options
from benchmarks.generated import make_articles, make_queries, write_articles
from benchmarks.matcher import make_report
from tools.granian import granian

COUNTS = (100, 1_000, 10_000)
_ROUNDS = 5
_SECONDS = 2
_CONNECTIONS = 8
_STARTS = 5
_KINDS = ("article", "home", "list", "search_cached", "search_uncached", "match")
_RATE = re.compile(r"Requests/sec:\s+([\d.]+)")
_SCRIPTS = {  # for wrk, in Lua
    "search_uncached": """\
local queries = {{{queries}}}
local asked = math.floor(os.time() * 1000) % 100000000
request = function()
  asked = asked + 1
  return wrk.format("GET", "/search/?q=" .. queries[asked % #queries + 1] .. "+" .. asked)
end
""",
    "match": """\
local file = io.open("{report}", "rb")
wrk.method, wrk.body, wrk.headers["Content-Type"] = "POST", file:read("*a"), "text/plain"
file:close()
""",
}


@dataclass(frozen=True, slots=True)
class Server:
    """A running Granian with one worker, and the seconds from its start to its first answer."""

    port: int
    pid: int
    seconds: float

    def status(self, path: str) -> int:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        finally:
            connection.close()

    def memory_mb(self) -> float:
        """Resident memory of the worker in MB."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text(encoding="ascii").split()
        pages = max(int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) for pid in children)
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextmanager
def serve(application: str, path: str = "/", **environment: str) -> Iterator[Server]:
    """Granian with this WSGI application, when it has answered `path`."""
    began = time.perf_counter()
    options = ("--workers", "1", "--blocking-threads", "8", "--log-level", "critical")
    with granian(application, *options, environment={"TRACEFIX_WATCH": "0", **environment}) as (process, port):
        while True:
            try:
                Server(port, process.pid, 0).status(path)
                break
            except (OSError, HTTPException):
                if process.poll() is not None:
                    raise RuntimeError(f"{application} does not start") from None
                time.sleep(0.01)
        yield Server(port, process.pid, time.perf_counter() - began)


def rate(server: Server, path: str, script: Path | None = None) -> float:
    """Requests a second, by wrk. Raises RuntimeError if an answer is not 2xx."""
    command = ["wrk", "-t1", f"-c{_CONNECTIONS}", f"-d{_SECONDS}s", *(["-s", str(script)] if script else [])]
    command.append(f"http://127.0.0.1:{server.port}{path}")
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = _RATE.search(output)
    if not found or "Non-2xx" in output or "Socket errors" in output:
        raise RuntimeError(f"{path}: {output}")
    return float(found[1])


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured with one number of articles."""

    rates: dict[str, float]  # medians, requests a second; "empty" among them
    shares: dict[str, float]  # medians of the shares of the empty view
    memory_mb: float
    start: float  # seconds, index already built
    first_start: float  # seconds, index not built


def measure(count: int) -> Figures:
    """Write that many articles, start the site on them twice, and ask it for everything."""
    articles = make_articles(count)
    queries = [re.sub(r"\W+", "+", query) for query in make_queries(articles)]
    with TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        (folder / "articles").mkdir()
        write_articles(folder / "articles", count)
        report = folder / "report.txt"
        report.write_text(make_report(4_096 - 200) + articles[0].title, encoding="utf-8")
        scripts = {}
        for kind, text in _SCRIPTS.items():
            scripts[kind] = folder / f"{kind}.lua"
            quoted = ", ".join(f'"{query}"' for query in queries)
            scripts[kind].write_text(text.format(queries=quoted, report=report), encoding="utf-8")
        paths = {
            "empty": "/empty",
            "article": f"/articles/{articles[count // 2].slug}/",
            "home": "/",
            "list": "/articles/",
            "search_cached": f"/search/?q={queries[0]}",
            "search_uncached": "/search/",
            "match": "/api/v1/match",
        }
        places = {
            "DJANGO_SETTINGS_MODULE": "benchmarks.settings",
            "TRACEFIX_ARTICLES": str(folder / "articles"),
            "TRACEFIX_VAR": str(folder / "var"),
        }
        with serve("kb.wsgi:application", **places) as server:
            first_start = server.seconds
        with serve("kb.wsgi:application", **places) as server:
            start = server.seconds
            rounds = [
                {kind: rate(server, path, scripts.get(kind)) for kind, path in paths.items()} for _ in range(_ROUNDS)
            ]
            memory = server.memory_mb()
    rates = {kind: statistics.median(each[kind] for each in rounds) for kind in paths}
    shares = {kind: [each[kind] / each["empty"] for each in rounds] for kind in _KINDS}
    for kind in _KINDS:
        low, high = min(shares[kind]), max(shares[kind])
        print(
            f"{count:>8} {kind:>16} {rates[kind]:>8.0f}/s {statistics.median(shares[kind]):>7.3f} "
            f"({low:.3f} to {high:.3f}) of the empty view's {rates['empty']:.0f}/s",
            flush=True,
        )
    print(
        f"{count:>8} start {start:.2f} s, with an index to build {first_start:.2f} s, worker {memory:.0f} MB",
        flush=True,
    )
    return Figures(
        rates, {kind: statistics.median(each) for kind, each in shares.items()}, memory, start, first_start
    )  # fmt: skip


def starts() -> float:
    """Start to first answer beside an empty Django project, in turns, on 100 articles with the index in place."""
    with TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        (folder / "articles").mkdir()
        write_articles(folder / "articles", COUNTS[0])
        places = {"TRACEFIX_ARTICLES": str(folder / "articles"), "TRACEFIX_VAR": str(folder / "var")}
        ours, empty = [], []
        with serve("kb.wsgi:application", **places):
            pass  # builds the index
        for _ in range(_STARTS):
            with serve("kb.wsgi:application", **places) as server:
                ours.append(server.seconds)
            with serve("benchmarks.empty_project:application") as server:
                empty.append(server.seconds)
    ratio = statistics.median(ours) / statistics.median(empty)
    print(
        f"start to first answer: {_spread(ours)} s, an empty Django project {_spread(empty)} s: {ratio:.1f} x",
        flush=True,
    )
    return ratio


def _spread(values: Sequence[float]) -> str:
    return f"{statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})"


def main() -> dict[str, Any]:
    """Print the tables and return the ratios."""
    if not shutil.which("wrk"):
        sys.exit("The page benchmark needs wrk: apt install wrk")
    start = starts()
    figures = {count: measure(count) for count in COUNTS}
    small, large = figures[COUNTS[0]], figures[COUNTS[-1]]
    return {
        "pages": {kind: round(small.shares[kind], 3) for kind in _KINDS},
        "growth": {  # of what a request costs, and of memory
            "article": round(small.shares["article"] / large.shares["article"], 2),
            "search_uncached": round(small.shares["search_uncached"] / large.shares["search_uncached"], 2),
            "match": round(small.shares["match"] / large.shares["match"], 2),
            "memory": round(large.memory_mb / small.memory_mb, 2),
            "start": round(large.start / small.start, 2),
        },
        "start": round(start, 2),
    }


if __name__ == "__main__":
    read_no_options(__doc__)
    print(json.dumps(main()))
