"""How matcher, search index and memory grow with the number of articles, on generated ones.

    python -m benchmarks.scale [--sizes 1000 10000 100000]

For each size, one process builds the index, and another one opens it and asks, as a worker of the site does: it holds
the articles, the matcher and the index. The last line is JSON.
"""

import argparse
import json
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.generated import make_articles, make_queries
from benchmarks.matcher import make_report
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.matching.verdict import Verdict
from tracefix.search.query import find
from tracefix.search.weights import fingerprint
from tracefix.search.whoosh_index import build, open_index

SIZES = (1_000, 10_000, 100_000)
_BEST = 10
_REPORTS = 20
_ROUNDS = 5


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", nargs="+", type=int, default=SIZES)
    parser.add_argument("--child", nargs=3, metavar=("STEP", "SIZE", "FOLDER"), help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.child:
        step, size, folder = options.child
        print(json.dumps({"build": build_index, "ask": ask_index}[step](int(size), Path(folder))))
        return
    print(json.dumps([measure(size) for size in options.sizes]))


def measure(size: int) -> dict[str, Any]:
    """Build and ask the index of that many articles; prints a line of the table."""
    with TemporaryDirectory(prefix="scale-") as folder:
        built = _child("build", size, folder)
        disk = round(sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file()) / 1e6)
        figures = {"articles": size, **built, "disk_mb": disk, **_child("ask", size, folder)}
    print(_line(figures), flush=True)
    return figures


def _child(step: str, size: int, folder: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.scale", "--child", step, str(size), folder]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def build_index(size: int, folder: Path) -> dict[str, Any]:
    """Build the index: seconds that it took, seconds of computing, and the most memory in MB."""
    articles = make_articles(size)
    before, computed = time.perf_counter(), time.process_time()
    build(articles, folder / fingerprint(articles))
    return {
        "build_s": round(time.perf_counter() - before, 1),
        "build_cpu_s": round(time.process_time() - computed, 1),
        "build_mb": _memory("VmHWM"),
    }


def ask_index(size: int, folder: Path) -> dict[str, Any]:
    """Open the index as a worker does, and ask it."""
    articles = make_articles(size)
    bare = _memory("VmRSS")
    before = time.perf_counter()
    catalogue = Catalogue(articles)
    matcher, matcher_mb = time.perf_counter() - before, _memory("VmRSS") - bare
    before = time.perf_counter()
    index = open_index(articles, folder)
    opened = time.perf_counter() - before
    queries = make_queries(articles)

    def search(query: str) -> None:
        find(index, query, size=_BEST)

    first, again = _times(search, queries, 1), _times(search, queries, _ROUNDS)
    reports = [make_report(4_000) + article.title + "\n" for article in articles[:: max(1, size // _REPORTS)]]

    def match(report: str) -> None:
        if diagnose(report, catalogue).verdict is Verdict.NONE:
            raise AssertionError("a report is not recognised: its times mean nothing")

    matches = _times(match, reports, _ROUNDS)
    return {
        "open_s": round(opened, 2),
        "articles_mb": bare,
        "matcher_s": round(matcher, 2),
        "matcher_mb": matcher_mb,
        "index_mb": _memory("VmRSS") - bare - matcher_mb,
        "worker_mb": _memory("VmRSS"),
        "search_first_ms": first["median"],
        "search_ms": again["median"],
        "search_slowest_ms": again["slowest"],
        "match_ms": matches["median"],
    }


def _times(ask: Callable[[str], None], texts: Sequence[str], rounds: int) -> dict[str, float]:
    """The median over the texts of the quickest answer to each: what else runs here makes some slower, none quicker."""
    taken: list[list[float]] = [[] for _ in texts]
    for _ in range(rounds):
        for text, times in zip(texts, taken, strict=True):
            before = time.perf_counter()
            ask(text)
            times.append((time.perf_counter() - before) * 1000)
    best = [min(times) for times in taken]
    return {"median": round(statistics.median(best), 2), "slowest": round(max(best), 1)}


def _memory(kind: str) -> int:
    """What this process holds of the memory (VmRSS), or held at most (VmHWM), in MB."""
    found = re.search(rf"{kind}:\s+(\d+) kB", Path("/proc/self/status").read_text(encoding="ascii"))
    return round(int(found[1]) / 1024) if found else 0


def _line(figure: dict[str, Any]) -> str:
    return (
        "{articles:>8}: built in {build_s} s ({build_cpu_s} s computing here, {build_mb} MB at most), "
        "{disk_mb} MB on disk, opened in {open_s} s; worker {worker_mb} MB (articles {articles_mb}, matcher "
        "{matcher_mb}, index {index_mb}); search {search_ms} ms (first time {search_first_ms}, slowest "
        "{search_slowest_ms}), match {match_ms} ms"
    ).format(**figure)


if __name__ == "__main__":
    main(sys.argv[1:])
