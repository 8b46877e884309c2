"""Where the time of each kind of page goes: a statistical profile as text, and in a line what dominates.

The site answers in this process, without a server, so that nothing but its own work is seen. A timer of processor time
looks which function runs, several hundred times a second; what C does counts for the Python function that called it.
The profiles are written to var/bench/profile-<kind>.txt.
"""

import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any
from wsgiref.util import setup_testing_defaults

from benchmarks import read_no_options
from benchmarks.generated import make_articles, make_queries, write_articles
from benchmarks.matcher import make_report
from tools.granian import ROOT

OUT = ROOT / "var" / "bench"
_COUNT = 100
_SECONDS = 6.0
_LOOK = 0.001  # seconds of processor time; the kernel may look less often
_NAMED = 3  # packages and functions in the line
_LISTED = 40  # in the file

Application = Callable[[dict[str, Any], Callable[..., None]], Any]


class Profile:
    """How often each function was the one that ran, and how often it was on the stack."""

    def __init__(self) -> None:
        self.looks = 0
        self.own: Counter[str] = Counter()
        self.whole: Counter[str] = Counter()

    def look(self, _: int, frame: FrameType | None) -> None:
        self.looks += 1
        names = [_name(each) for each in _stack(frame)]
        self.own[names[0]] += 1
        self.whole.update(set(names))

    def line(self) -> str:
        """What dominates, by own share: packages, then functions."""
        tops = [table.most_common(_NAMED) for table in (self._packages(), self.own)]
        return " | ".join(", ".join(f"{self._share(number)} {name}" for name, number in top) for top in tops)

    def text(self) -> str:
        """What `line` says, at length; and the share of each function together with those that it calls."""
        tables = {"own, by package": self._packages(), "own, by function": self.own, "with what it calls": self.whole}
        return "\n\n".join(
            "\n".join([title, *(f"{self._share(number):>8}  {name}" for name, number in table.most_common(_LISTED))])
            for title, table in tables.items()
        )

    def _packages(self) -> Counter[str]:
        packages: Counter[str] = Counter()
        for name, number in self.own.items():
            packages[_package(name)] += number
        return packages

    def _share(self, number: int) -> str:
        return f"{100 * number / max(self.looks, 1):.1f} %"


def _stack(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back


def _name(frame: FrameType) -> str:
    return f"{frame.f_globals.get('__name__', '?')}.{frame.f_code.co_qualname}"


def _package(name: str) -> str:
    """The module of ours that a function is in; of others, the package."""
    parts = name.split(".")
    depth = 1
    while parts[0] in ("kb", "tracefix") and ROOT.joinpath(*parts[:depth]).is_dir():
        depth += 1
    return ".".join(parts[:depth])


def profile(application: Application, make_environ: Callable[[], dict[str, Any]]) -> tuple[Profile, int]:
    """Ask for some seconds; the profile and how many requests were answered. Raises RuntimeError if one was not."""
    statuses: set[str] = set()

    def ask() -> None:
        environ = make_environ()
        setup_testing_defaults(environ)
        answer = application(environ, lambda status, headers, *_: statuses.add(status))
        for _ in answer:
            pass
        answer.close()

    for _ in range(20):
        ask()
    found = Profile()
    asked = 0
    signal.signal(signal.SIGPROF, found.look)
    signal.setitimer(signal.ITIMER_PROF, _LOOK, _LOOK)
    try:
        end = time.monotonic() + _SECONDS
        while time.monotonic() < end:
            ask()
            asked += 1
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    if statuses != {"200 OK"}:
        raise RuntimeError(f"answered with {statuses}")
    return found, asked


def requests() -> dict[str, Callable[[], dict[str, Any]]]:
    """For each kind of page, what makes the next request of it: the same ones that wrk sends."""
    articles = make_articles(_COUNT)
    queries = [re.sub(r"\W+", "+", query) for query in make_queries(articles)]
    report = (make_report(4_096 - 200) + articles[0].title).encode()
    numbers = count()

    def uncached() -> dict[str, Any]:
        number = next(numbers)
        return {"PATH_INFO": "/search/", "QUERY_STRING": f"q={queries[number % len(queries)]}+{number}"}

    return {
        "article": lambda: {"PATH_INFO": f"/articles/{articles[_COUNT // 2].slug}/"},
        "search_cached": lambda: {"PATH_INFO": "/search/", "QUERY_STRING": f"q={queries[0]}"},
        "search_uncached": uncached,
        "match": lambda: {
            "PATH_INFO": "/api/v1/match", "REQUEST_METHOD": "POST", "CONTENT_TYPE": "text/plain",
            "CONTENT_LENGTH": str(len(report)), "wsgi.input": BytesIO(report),
        },
    }  # fmt: skip


def run() -> None:
    """In the process of a site: profile every kind of page, write the files, print the lines."""
    from kb.wsgi import application

    OUT.mkdir(parents=True, exist_ok=True)
    for kind, make_environ in requests().items():
        found, asked = profile(application, make_environ)
        path = OUT / f"profile-{kind}.txt"
        head = f"{kind}: {asked} requests in {_SECONDS:.0f} s, {found.looks} looks, {_COUNT} articles"
        path.write_text(f"{head}\n\n{found.text()}\n", encoding="utf-8")
        print(f"{kind:>16}: {found.line()}  ({path.relative_to(ROOT)})", flush=True)


def main() -> None:
    """Profile a site of its own with generated articles, in a process of its own."""
    print("What dominates, by a function's own share of the processor's time:", flush=True)
    with TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        (folder / "articles").mkdir()
        write_articles(folder / "articles", _COUNT)
        environment = {
            **os.environ, "DJANGO_SETTINGS_MODULE": "benchmarks.settings", "TRACEFIX_WATCH": "0",
            "TRACEFIX_ARTICLES": str(folder / "articles"), "TRACEFIX_VAR": str(folder / "var"),
        }  # fmt: skip
        command = [sys.executable, "-W", "ignore", "-c", "from benchmarks.profiles import run; run()"]
        subprocess.run(command, cwd=ROOT, env=environment, check=True)


if __name__ == "__main__":
    read_no_options(__doc__)
    main()
