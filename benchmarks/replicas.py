"""Three replicas behind nginx, on one PostgreSQL, under load: `python -m benchmarks.replicas [PHASE...]`.

Each replica has a var and articles of its own, as on a machine of its own; nginx is set up as container/nginx.conf.
Each phase prints what was done and what came of it; the last line is one JSON object. Needs Linux, nginx, openssl and
PostgreSQL (Debian: nginx-light, openssl, postgresql).
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.visitors import CHANGED, Visits, visitors
from tools import granian
from tools.nginx import HOST, Proxy, find_nginx, nginx
from tools.postgresql import Cluster, find_postgresql, postgresql
from tools.waiting import until

NUMBER = 3
OPTIONS = (  # those of manage.py serve
    *("--blocking-threads", "8", "--respawn-failed-workers", "--workers-kill-timeout", "30"),
    *("--respawn-interval", "15"),
    *("--http", "1", "--http1-header-read-timeout", "10000", "--log-level", "error"),
)

ENVIRONMENT = {  # of every replica, behind this proxy
    "DJANGO_SETTINGS_MODULE": "kb.settings",
    "TRACEFIX_SECRET_KEY": "the same for all of them, as every one must know the cookies of the others",
    "TRACEFIX_ALLOWED_HOSTS": f"{HOST},127.0.0.1",
    "TRACEFIX_BASE_URL": f"https://{HOST}",
    "TRACEFIX_BEHIND_TLS": "1",
    "TRACEFIX_PROXIES": "1",
    "TRACEFIX_WATCH": "1",
}


class Replica:
    """A server as on a machine of its own."""

    def __init__(
        self,
        name: str,
        folder: Path,
        environment: Mapping[str, str],
        articles: Path = granian.ROOT / "articles",
        *,
        workers: int = 2,
    ) -> None:
        self.name, self.port = name, granian.free_port()
        self.articles, self._log = folder / "articles", folder / "log"
        self._environment = {
            **environment, "TRACEFIX_VAR": str(folder / "var"), "TRACEFIX_ARTICLES": str(self.articles),
            "GRANIAN_WORKERS": str(workers),
        }  # fmt: skip
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir()
        shutil.copytree(articles, self.articles)

    def start(self) -> float:
        """Start it, and wait until it is ready; the seconds that took. Raises RuntimeError with its log."""
        self.launch()
        return self.wait()

    def launch(self) -> None:
        """Start it without waiting."""
        with self._log.open("ab") as log:
            self._process = granian.start(
                "kb.wsgi:application", *OPTIONS, port=self.port, environment=self._environment, log=log
            )

    def wait(self) -> float:
        """Wait until it is ready; how long that took. Raises RuntimeError with its log where it ends instead."""
        took = until(lambda: self._has_ended() or self.ready()["ready"])
        if self._has_ended():
            raise RuntimeError(f"Replica {self.name} has ended:\n{self.log()}")
        return took

    def stop(self) -> None:
        """SIGTERM; it answers what it was asked, and ends."""
        if self._process is not None and not self._has_ended():
            granian.stop(self._process)

    def kill(self) -> None:
        """kill -9, of all its processes."""
        if self._process is not None:
            granian.kill(self._process)

    def _has_ended(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def ready(self) -> dict[str, Any]:
        """What its /readyz says, without the proxy. Raises OSError or HTTPException."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/readyz")
            return json.loads(connection.getresponse().read())
        finally:
            connection.close()

    def serves(self) -> str:
        """The content that it serves, in short; two while its workers change over; "nothing" where it is down."""
        try:
            return "+".join(sorted({self.ready()["content"][:8] for _ in range(6)}))
        except (OSError, HTTPException):
            return "nothing"

    def log(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")


class Site:
    """Everything that runs; `calm_seconds` of load are before what is done to it, and as many after."""

    def __init__(
        self, cluster: Cluster, database: str, proxy: Proxy, replicas: list[Replica], *, calm_seconds: float = 2
    ) -> None:
        self.cluster, self.proxy, self.replicas = cluster, proxy, replicas
        self._database, self._calm_seconds = database, calm_seconds

    @contextmanager
    def load(self) -> Iterator[Visits]:
        """Visitors, and at the end what nginx says that it did for them."""
        before, kept = len(self.proxy.requests()), self.kept()
        with visitors(self.proxy) as visits:
            time.sleep(self._calm_seconds)
            yield visits
            time.sleep(self._calm_seconds)
        visits.kept = {kind: number - kept[kind] for kind, number in self.kept().items()}
        asked = self.proxy.requests()[before:]
        visits.asked_again = sum(len(servers) > 1 for *_, servers in asked)
        names = {replica.port: replica.name for replica in self.replicas}
        visits.answered_by = Counter(
            names[servers[-1]] for status, *_, servers in asked if servers and status not in {"502", "504"}
        )

    def kept(self) -> dict[str, int]:
        """How many votes and reports are in the database."""
        return {
            kind: int(self.cluster.sql(f"SELECT count(*) FROM {table}", self._database))
            for kind, table in {"vote": "kb_vote", "report": "kb_wantedreport"}.items()
        }


@contextmanager
def running() -> Iterator[Site]:
    """The whole site, ready to answer."""
    programs, proxy_program = find_postgresql(), find_nginx()
    if programs is None or proxy_program is None:
        sys.exit("This needs PostgreSQL and nginx (Debian: apt install postgresql nginx-light).")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="replicas-", ignore_cleanup_errors=True)))
        cluster = stack.enter_context(postgresql(programs))
        cluster.sql("CREATE DATABASE state")
        environment = {**ENVIRONMENT, "DATABASE_URL": cluster.url("state")}
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(migrate, cwd=granian.ROOT, env={**os.environ, **environment}, check=True)
        replicas = []
        for name in "ABC"[:NUMBER]:
            replicas.append(Replica(name, folder / name, environment))
            stack.callback(replicas[-1].stop)
            print(f"  replica {name}: ready after {replicas[-1].start():.1f} s, serves {replicas[-1].serves()}")
        proxy = stack.enter_context(nginx(proxy_program, [one.port for one in replicas]))
        yield Site(cluster, "state", proxy, replicas)


# ── what is done to it ──────────────────────────────────────────────────────────────────────────────────────────


def killed(site: Site) -> dict[str, Any]:
    """kill -9 of one replica, parent and workers; three seconds later it is started anew."""
    one = site.replicas[0]
    with site.load() as visits:
        one.kill()
        time.sleep(3)
        took = one.start()
        ports = len(site.proxy.requests())
        back = until(lambda: any(servers[-1:] == (one.port,) for *_, servers in site.proxy.requests()[ports:]))
    return {**visits.figures(), "seconds_to_ready": round(took, 1), "seconds_to_first_answer": round(back, 1)}


def rolled(site: Site) -> dict[str, Any]:
    """Every replica in turn is replaced by a release with other articles: out of the proxy, SIGTERM, start, back."""
    return _roll(site, "rolled", is_taken_out=True)


def rolled_by_signal(site: Site) -> dict[str, Any]:
    """The same with SIGTERM alone: the proxy learns of it by itself."""
    return _roll(site, "rolled by signal", is_taken_out=False)


def _roll(site: Site, words: str, *, is_taken_out: bool) -> dict[str, Any]:
    served = {}
    with site.load() as visits:
        for one in site.replicas:
            if is_taken_out:
                site.proxy.take_out(one.port)
            one.stop()
            edit(one.articles, words)
            one.start()
            if is_taken_out:
                site.proxy.put_back(one.port)
            served[f"after {one.name}"] = {other.name: other.serves() for other in site.replicas}
            time.sleep(1)
    return {**visits.figures(), "serves": served}


def edited(site: Site) -> dict[str, Any]:
    """The articles of every replica are edited under it, as `git pull` does, each a second after the other."""
    seen: list[tuple[float, dict[str, str]]] = []
    with site.load() as visits:
        before = site.replicas[0].serves()
        began = time.monotonic()

        def look() -> bool:
            now = {one.name: one.serves() for one in site.replicas}
            if not seen or now != seen[-1][1]:
                seen.append((round(time.monotonic() - began, 1), now))
            return len(set(now.values())) == 1 and before not in now.values() and "+" not in now[site.replicas[0].name]

        look()
        for one in site.replicas:
            edit(one.articles, "edited")
            time.sleep(1)
            look()
        until(look, 60)
    return {**visits.figures(), "serves": dict(seen)}


def database(site: Site) -> dict[str, Any]:
    """PostgreSQL is stopped for eight seconds, and started again."""
    marks = {one.name: len(one.log()) for one in site.replicas}
    with site.load() as visits:
        time.sleep(2)
        site.cluster.stop()
        stopped = time.monotonic()
        time.sleep(8)
        away = {one.name: one.ready().get("database") for one in site.replicas}
        site.cluster.start()
        gone, votes = round(time.monotonic() - stopped, 1), site.kept()["vote"]
        back_after = until(lambda: site.kept()["vote"] > votes)
        time.sleep(8)
        back = {one.name: one.ready().get("database") for one in site.replicas}
    told = Counter(
        line.partition(": ")[2]
        for one in site.replicas
        for line in one.log()[marks[one.name] :].splitlines()
        if "database" in line
    )
    return {
        **visits.figures(),
        "seconds_away": gone,
        "seconds_to_first_vote": round(back_after, 1),
        "readyz_then": away,
        "readyz_later": back,
        "log": told,
    }


def edit(articles: Path, words: str) -> None:
    """Another text for the article that visitors read."""
    path = articles / CHANGED / "article.md"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    lines = [f"summary: Release {words}.\n" if line.startswith("summary: ") else line for line in lines]
    part = path.with_suffix(".part")
    part.write_text("".join(lines), encoding="utf-8")
    part.replace(path)


PHASES = {phase.__name__: phase for phase in (killed, rolled, rolled_by_signal, edited, database)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("phases", nargs="*", metavar="PHASE", help=f"of {', '.join(PHASES)}; all of them by default")
    asked = parser.parse_args()
    figures: dict[str, Any] = {}
    print("Starting PostgreSQL, nginx and three replicas", flush=True)
    with running() as site:
        for name in asked.phases or PHASES:
            print(f"{name}: {PHASES[name].__doc__}", flush=True)
            figures[name] = PHASES[name](site)
            for key, value in figures[name].items():
                print(f"  {key}: {json.dumps(value)}", flush=True)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
