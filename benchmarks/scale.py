"""How the two search indexes grow: Whoosh's in files beside PostgreSQL's, on the same generated articles.

    python -m benchmarks.scale [--sizes 1000 10000 100000]

For each size and index, one process builds, and another one opens what was built and asks, as a worker of the site
does: it holds the articles, the matcher and the index, and answers the same queries and reports. PostgreSQL runs on
this machine, in a cluster of its own that writes to the disk as for real. The last line is JSON.
"""

import argparse
import json
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.generated import make_articles, make_queries
from benchmarks.matcher import make_report
from kb.core.articles.model import Article
from kb.core.matching.catalogue import Catalogue
from kb.core.matching.diagnosis import diagnose
from kb.core.matching.verdict import Verdict
from kb.core.search.index import SearchIndex
from kb.core.search.postgres import Connections
from kb.core.search.postgres_index import PostgresIndex
from kb.core.search.query import find
from kb.core.search.weights import fingerprint
from kb.core.search.whoosh_index import build, open_index
from tools.postgresql import Cluster, find_postgresql, postgresql

SIZES = (1_000, 10_000, 100_000)
BACKENDS = ("whoosh", "postgresql")
_BEST = 10
_REPORTS = 20
_ROUNDS = 5


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", nargs="+", type=int, default=SIZES)
    parser.add_argument("--child", nargs=4, metavar=("STEP", "BACKEND", "SIZE", "PLACE"), help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.child:
        step, backend, size, place = options.child
        print(json.dumps({"build": build_one, "ask": ask_one}[step](backend, int(size), place)))
        return
    figures = [figure for size in options.sizes for figure in measure(size)]
    print(json.dumps(figures))


def measure(size: int) -> list[dict[str, Any]]:
    """Both indexes with that many articles: prints a line of the table for each."""
    programs = find_postgresql()
    if programs is None:
        sys.exit("The benchmark of scale needs PostgreSQL: apt install postgresql")
    figures = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="scale-")))
        cluster = stack.enter_context(postgresql(programs, is_safe=True))
        for backend in BACKENDS:
            place = str(folder) if backend == "whoosh" else cluster.url()
            built = _child("build", backend, size, place)
            disk = _size_of(folder) if backend == "whoosh" else _size_in(cluster)
            asked = _child("ask", backend, size, place)
            figures.append({"articles": size, "backend": backend, **built, "disk_mb": disk, **asked})
            print(_line(figures[-1]), flush=True)
    found = [figure.pop("found") for figure in figures]
    if found[0] != found[1]:
        raise AssertionError("the two indexes find different articles: their times mean nothing")
    return figures


def _child(step: str, backend: str, size: int, place: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.scale", "--child", step, backend, str(size), place]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def build_one(backend: str, size: int, place: str) -> dict[str, Any]:
    """Build the index, and say how long that took, of which computing in this process, and the most memory."""
    articles = make_articles(size)
    before, computed = time.perf_counter(), time.process_time()
    if backend == "whoosh":
        build(articles, Path(place) / fingerprint(articles))
    else:
        _in_postgresql(articles, place).prepare()
    return {
        "build_s": round(time.perf_counter() - before, 1),
        "build_cpu_s": round(time.process_time() - computed, 1),
        "build_mb": _memory("VmHWM"),
    }


def ask_one(backend: str, size: int, place: str) -> dict[str, Any]:
    """Open the index as a worker does, and ask it."""
    articles = make_articles(size)
    bare = _memory("VmRSS")
    before = time.perf_counter()
    catalogue = Catalogue(articles)
    matcher, matcher_mb = time.perf_counter() - before, _memory("VmRSS") - bare
    before = time.perf_counter()
    index: SearchIndex
    if backend == "whoosh":
        index = open_index(articles, Path(place))
    else:
        index = _in_postgresql(articles, place)
        index.prepare()
    opened = time.perf_counter() - before
    queries = make_queries(articles)
    found: list[list[str]] = []

    def search(query: str) -> None:
        found.append([hit.slug for hit in find(index, query, size=_BEST).hits])

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
        "found": found,
    }


def _in_postgresql(articles: Sequence[Article], url: str) -> PostgresIndex:
    return PostgresIndex(articles, Connections({"conninfo": url}))


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


def _size_of(folder: Path) -> int:
    return round(sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6)


def _size_in(cluster: Cluster) -> int:
    return round(int(cluster.sql("SELECT pg_database_size('postgres')")) / 1e6)


def _line(figure: dict[str, Any]) -> str:
    return (
        "{articles:>8} {backend:>10}: built in {build_s} s ({build_cpu_s} s computing here, {build_mb} MB at most), "
        "{disk_mb} MB on disk, opened in {open_s} s; worker {worker_mb} MB (articles {articles_mb}, matcher "
        "{matcher_mb}, index {index_mb}); search {search_ms} ms (first time {search_first_ms}, slowest "
        "{search_slowest_ms}), match {match_ms} ms"
    ).format(**figure)


if __name__ == "__main__":
    main(sys.argv[1:])
