"""What breaks a server, done to a real one: `python -m benchmarks.faults [FAULT...] [--seconds N]`.

Each fault prints what was done and what came of it: what visitors got, what the log says, and what the metrics say with
the alarm that asks for them. Then come a table, and one JSON object as the last line. `soak` runs for --seconds (300;
an hour says more). Needs Linux; `disk` needs root to mount a small tmpfs and a small ext4, `clock` needs libfaketime,
`slow` needs nginx, `database` PostgreSQL, `redis` a redis-server and the package of requirements-redis.txt. One that
cannot be done here says so in its figures.
"""

import argparse
import atexit
import gzip
import itertools
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.signs import Signs, as_table, merged
from kb.server.shared_counters import has_redis
from tools.granian import ROOT, granian
from tools.nginx import HOST, Proxy, find_nginx, nginx
from tools.postgresql import find_postgresql, postgresql
from tools.redis_server import RedisServer, find_redis
from tools.waiting import until

PASTE = "RuntimeError: Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, use 'spawn'\n"
HEADER_SECONDS = 3
_FORM = "multipart/form-data; boundary=x"
_ALL_OUT_SECONDS = 10
_SLOW_ADDRESS = "127.0.0.2"  # every address of 127/8 is this machine's
_SEEN: list[dict[str, Any]] = []  # of each server that a fault ran
_FAKETIME = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)


class Server:
    """Granian with two workers, as `manage.py serve` starts it; `process` is their parent."""

    def __init__(self, process: "subprocess.Popen[bytes]", port: int, folder: Path) -> None:
        self.process, self.port, self.folder = process, port, folder

    def ask(
        self, path: str = "/healthz", body: str | bytes | None = None, timeout: float = 20, **headers: str
    ) -> tuple[int, bytes, Any]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request("POST" if body else "GET", path, body, {"Content-Type": "text/plain", **headers})
            answer = connection.getresponse()
            return answer.status, answer.read(), answer.headers
        finally:
            connection.close()

    def outcome(self, path: str, body: str | bytes | None = None, timeout: float = 20, **headers: str) -> str:
        """The status of the answer; of what went wrong on the way, its name."""
        try:
            return str(self.ask(path, body, timeout, **headers)[0])
        except (OSError, HTTPException) as error:
            return type(error).__name__

    def workers(self) -> list[int]:
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii")
        return [int(pid) for pid in children.split()]

    def log(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")


@contextmanager
def server(program: Path = ROOT, **environment: str) -> Iterator[Server]:
    """A running server of this program, with a copy of the articles and a folder of its own."""
    with TemporaryDirectory(prefix="faults-") as name:
        folder = Path(name)
        shutil.copytree(ROOT / "articles", folder / "articles")
        if "TRACEFIX_VAR" not in environment:
            shutil.copytree(_prepared(), folder / "var")
        environment = {
            "TRACEFIX_VAR": str(folder / "var"),
            "TRACEFIX_ARTICLES": str(folder / "articles"),
            "TRACEFIX_WATCH": "1",
            "TRACEFIX_METRICS": "1",
            **environment,
        }
        options = (
            *("--workers", "2", "--blocking-threads", "8", "--respawn-failed-workers", "--workers-kill-timeout", "30"),
            *("--http", "1", "--http1-header-read-timeout", str(HEADER_SECONDS * 1000)),
            *("--respawn-interval", "15", "--log-level", "error"),
        )
        with (
            (folder / "log").open("wb") as log,
            granian("kb.wsgi:application", *options, environment=environment, log=log, folder=program) as (
                process,
                port,
            ),
        ):
            running = Server(process, port, folder)
            until(lambda: process.poll() is not None or running.ask("/readyz", timeout=2)[0] == 200, 120)
            if process.poll() is not None:
                raise RuntimeError(f"It has ended: {running.log()[-1000:]}")
            with suppress(TimeoutError):  # where metrics cannot be written, they have one worker
                until(lambda: _has(running, "tracefix_workers 2.0"), 20)
            signs = Signs(lambda: running.ask("/metrics", timeout=10)[1].decode())
            try:
                yield running
            finally:
                _SEEN.append(signs.stop(running.log()))


@cache
def _prepared() -> Path:
    """A var as an operator makes it before the first start. It is deleted at the end."""
    folder = Path(tempfile.mkdtemp(prefix="faults-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for command in (["migrate"], ["collectstatic", "--noinput"], ["build_index"]):
        subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT, env={**os.environ, "TRACEFIX_VAR": str(folder)}, check=True, capture_output=True,
        )  # fmt: skip
    return folder


@contextmanager
def load(running: Server, clients: int = 4, pause: float = 0.05) -> Iterator["Counter[str]"]:
    """A few visitors, each with a new connection a request; what they got: status, or the error, by count."""
    got: Counter[str] = Counter()
    stop = threading.Event()
    paths = ["/", "/articles/", "/articles/pickle-dict-keys/", "/search/?q=cuda+", "/api/v1/match", "/healthz"]

    def visit() -> None:
        while not stop.is_set():
            path = random.choice(paths)
            if path.endswith("+"):  # one search in so many has been seen before
                path += str(random.randrange(100_000))
            body = PASTE if path.endswith("match") else None
            # As this machine's own proxy names it, where one is declared: these visitors have no limit.
            got[running.outcome(path, body, **{"X-Forwarded-For": "127.0.0.1"})] += 1
            time.sleep(pause)

    threads = [threading.Thread(target=visit) for _ in range(clients)]
    for thread in threads:
        thread.start()
    try:
        yield got
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def worker_killed(_: float) -> dict[str, Any]:
    """kill -9 of one of two workers under light load: the other answers, a new one comes."""
    with server() as running, load(running) as got:
        time.sleep(3)
        came = _kill_a_worker(running)
        time.sleep(5)
    return {"answers": dict(got), "seconds_to_new_worker": round(came, 1)}


def reload(_: float) -> dict[str, Any]:
    """SIGHUP under light load: every worker is replaced, no request is lost. Then edits, seen without it."""
    with server() as running, load(running) as got:
        time.sleep(2)
        took = _replace_workers(running)
        time.sleep(3)
        served = [round(_edit(running, f"Edit {number}."), 1) for number in range(4)]
    return {"answers": dict(got), "seconds_until_replaced": round(took, 1), "seconds_until_edits_are_served": served}


def _kill_a_worker(running: Server) -> float:
    """kill -9 of one of two workers; the seconds until another one is there."""
    one, _ = running.workers()
    os.kill(one, signal.SIGKILL)
    return until(lambda: len(running.workers()) == 2 and one not in running.workers(), 150)


def _replace_workers(running: Server) -> float:
    """SIGHUP; the seconds until both workers are others."""
    before = set(running.workers())
    running.process.send_signal(signal.SIGHUP)
    return until(lambda: len(running.workers()) == 2 and not before & set(running.workers()), 150)


def _edit(running: Server, words: str) -> float:
    """Begin the summary of an article with these words; the seconds until every worker serves them."""
    article = running.folder / "articles" / "pickle-dict-keys" / "article.md"
    good = article.read_text(encoding="utf-8")
    article.write_text(good.replace("summary: ", f"summary: {words} ", 1), encoding="utf-8")
    page = f"/articles/{article.parent.name}/"
    return until(lambda: all(words.encode() in running.ask(page)[1] for _ in range(8)), 300)


def content(_: float) -> dict[str, Any]:
    """An article broken by an edit, then SIGHUP while it is broken, then repaired: what visitors get all the while.

    The workers that run go on with the article; the new ones are without it until it is repaired.
    """
    with server() as running, load(running) as got:
        article = running.folder / "articles" / "pickle-dict-keys" / "article.md"
        good = article.read_text(encoding="utf-8")
        page = f"/articles/{article.parent.name}/"
        broken = lambda: json.loads(running.ask("/readyz")[1])["broken"]  # noqa: E731
        article.write_text(good.replace("summary:", "sumary:"), encoding="utf-8")
        noticed = until(lambda: all(broken() for _ in range(6)), 60)
        told = next(now for _ in range(100) if (now := broken()))["problems"]
        while_broken = running.ask(page)[0]
        _replace_workers(running)
        after_hup = running.ask(page)[0], running.ask("/articles/")[0], bool(broken())
        article.write_text(good.replace("summary: ", "summary: Anew. ", 1), encoding="utf-8")
        healed = until(lambda: not any(broken() or running.ask(page)[0] != 200 for _ in range(6)), 60)
        is_in_log = "Some articles are broken" in running.log()
    return {
        "answers": dict(got),
        "seconds_until_noticed": round(noticed, 1),
        "told": told[:1],
        "in_log": is_in_log,
        "page_while_broken": while_broken,
        "page_list_and_broken_after_SIGHUP": after_hup,
        "seconds_until_healed": round(healed, 1),
    }


def half_updated(_: float) -> dict[str, Any]:
    """The program is pulled under a running server, with a style sheet that was never collected, and then breaks.

    One worker is killed and then all are replaced: they run the new code with the files of before. Then a template that
    every page needs is broken, as no release should be: pages fail, and it is seen.
    """
    with TemporaryDirectory(prefix="faults-") as name:
        program = Path(name)
        for part in ("kb", "templates", "static"):
            shutil.copytree(ROOT / part, program / part, ignore=shutil.ignore_patterns("__pycache__"))
        for part in ("tracefix", "locale", "history", "projects", "articles"):
            (program / part).symlink_to(ROOT / part)
        base = program / "templates" / "kb" / "base.html"
        with server(program) as running, load(running, clients=2, pause=0.2) as got:
            (program / "static" / "kb" / "new.css").write_text("p { margin: 0 }", encoding="utf-8")
            page = base.read_text(encoding="utf-8")
            style = '<link rel="stylesheet" href="{% static \'kb/new.css\' %}">'
            base.write_text(page.replace("</head>", f"{style}</head>"), encoding="utf-8")
            _kill_a_worker(running)
            _replace_workers(running)
            served = (
                b"kb/new.css" in running.ask("/articles/", timeout=90)[1],
                running.ask("/static/kb/new.css", timeout=90)[0],
            )
            lost = {status: number for status, number in got.items() if status != "200"}
            base.write_text("{% broken %}", encoding="utf-8")
            _replace_workers(running)
            answers = {
                path: running.ask(path, timeout=90)[0] for path in ("/", "/readyz", "/healthz", "/api/v1/articles")
            }
            counted = sum(
                'status="500"' in line for line in running.ask("/metrics", timeout=90)[1].decode().splitlines()
            )
            is_told = "lacks kb/new.css" in running.log()
    return {
        "lost while half updated": lost, "new page and its style": served, "told": is_told,
        "answers": answers, "500 in metrics": counted > 0,
    }  # fmt: skip


def index_files(_: float) -> dict[str, Any]:
    """Index files truncated, replaced and deleted under a running server, and after each a new worker."""
    figures = {}
    with server() as running:
        index = running.folder / "var" / "index"

        def each(change: Callable[[Path], object]) -> Callable[[], None]:
            return lambda: [change(path) for path in index.rglob("*") if path.is_file()] and None

        harm = {
            "truncated": each(lambda path: os.truncate(path, path.stat().st_size // 2)),
            "replaced": each(lambda path: path.write_bytes(b"cos\nsystem\n(S'true'\ntR.")),
            "deleted": lambda: shutil.rmtree(index),
        }
        for name, do in harm.items():
            do()
            running_on = running.ask("/search/?q=cuda")[0], running.ask("/readyz")[0]
            _replace_workers(running)
            anew = running.ask("/search/?q=cuda")[0], running.ask("/readyz")[0]
            figures[name] = {"running_on": running_on, "new_workers": anew}
    return figures


def build_killed(_: float) -> dict[str, Any]:
    """kill -9 during an index build, at ten moments: what is there is whole or absent, and the next build works."""
    found: Counter[str] = Counter()
    with TemporaryDirectory(prefix="faults-") as name:
        environment = {**os.environ, "TRACEFIX_VAR": name}
        build = [sys.executable, "manage.py", "build_index"]
        began = time.monotonic()
        subprocess.run(build, cwd=ROOT, env=environment, check=True, capture_output=True)
        whole = time.monotonic() - began
        for moment in range(10):
            shutil.rmtree(Path(name) / "index", ignore_errors=True)
            process = subprocess.Popen(
                build, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            time.sleep(whole * (0.55 + 0.05 * moment))
            process.kill()
            process.wait()
            whole_ones = [path for path in (Path(name) / "index").glob("[!.]*") if path.is_dir()]
            found["whole" if whole_ones else "absent"] += 1
            if any(not (path / "manifest.json").exists() for path in whole_ones):
                found["half"] += 1
        done = subprocess.run(build, cwd=ROOT, env=environment, capture_output=True)
    return {**found, "next_build": done.returncode, "build_seconds": round(whole, 1)}


def disk(_: float) -> dict[str, Any]:
    """A disk below var that is full, or fills while the server runs, or is read-only: what is built and answered."""
    figures: dict[str, Any] = {}
    for kind, moment in [*itertools.product(("tmpfs", "ext4"), ("before", "while it runs")), ("tmpfs", "read-only")]:
        name = f"{kind}, {moment}" if moment == "read-only" else f"{kind}, full {moment}"
        try:
            with _mounted(kind, is_read_only=moment == "read-only") as folder:
                figures[name] = _on_disk(folder, moment)
        except (subprocess.CalledProcessError, FileNotFoundError) as error:
            figures[name] = f"not done: {error}"
    return figures


def _on_disk(folder: Path, moment: str) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    if moment == "before":
        _fill(folder)
    if moment != "while it runs":
        build = subprocess.run(
            [sys.executable, "manage.py", "build_index"],
            cwd=ROOT, env={**os.environ, "TRACEFIX_VAR": str(folder)}, capture_output=True, text=True,
        )  # fmt: skip
        figures["build"] = build.returncode, build.stderr.strip()[-200:]
    with server(TRACEFIX_VAR=str(folder)) as running:
        before = running.workers()
        if moment == "while it runs":
            _fill(folder)
        paths = ("/", "/search/?q=cuda", "/articles/", "/feed.xml", "/readyz", "/metrics", "/api/v1/articles")
        got = Counter(running.ask(path)[0] for path in paths * 6)  # each counts something new in either worker
        got.update(running.ask("/api/v1/match", PASTE)[0] for _ in range(6))
        figures["answers"] = dict(got)
        figures["workers"] = "the same" if running.workers() == before else "others"
        figures["left"] = [str(path.relative_to(folder)) for path in folder.rglob("*.part")]
        if moment == "while it runs":
            (folder / "full").unlink()
            running.ask("/api/v1/match", PASTE)
            figures["metrics_with_room_again"] = running.ask("/metrics")[0]
    return figures


@contextmanager
def _mounted(kind: str, *, is_read_only: bool) -> Iterator[Path]:
    """A file system of 64 MB of its own. Raises CalledProcessError or FileNotFoundError where none can be made here."""
    with TemporaryDirectory(prefix="faults-") as name:
        folder, image = Path(name, "mounted"), Path(name, "image")
        folder.mkdir()
        if kind == "ext4":
            with image.open("wb") as file:
                file.truncate(64 * 2**20)
            subprocess.run(["mkfs.ext4", "-q", "-m", "0", image], check=True, capture_output=True)
            mount = ["mount", "-o", "loop", image, folder]
        else:
            mount = ["mount", "-t", "tmpfs", "-o", "size=64m,ro" if is_read_only else "size=64m", "tmpfs", folder]
        subprocess.run(mount, check=True, capture_output=True)
        try:
            yield folder
        finally:
            subprocess.run(["umount", folder], check=True, capture_output=True)


def _fill(folder: Path) -> None:
    """Take what room there is, to the last byte."""
    with suppress(OSError), (folder / "full").open("wb", buffering=0) as file:
        for size in (2**16, 1):
            with suppress(OSError):
                while file.write(bytes(size)):
                    pass


def connections(_: float) -> dict[str, Any]:
    """1,000 connections at once, each with a request."""
    with server() as running:
        began = time.monotonic()
        sockets = [socket.create_connection(("127.0.0.1", running.port), 30) for _ in range(1000)]
        for one in sockets:
            one.sendall(b"GET /articles/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        got: Counter[str] = Counter()
        for one in sockets:
            try:
                one.settimeout(60)
                got[one.recv(4096).split(b" ", 2)[1].decode()] += 1
            except (OSError, IndexError) as error:
                got[type(error).__name__] += 1
            one.close()
        return {"answers": dict(got), "seconds": round(time.monotonic() - began, 1)}


def memory(_: float) -> dict[str, Any]:
    """The largest bodies, 24 at a time for a while: memory beside that of compose.yaml, and a page meanwhile.

    Uploads come first, because a peak is that of the worker's whole life.
    """
    megabyte = 2**20
    most = 10 * megabyte - 1000
    log = (ROOT / "tests" / "data" / "ordinary.log").read_text(encoding="utf-8")
    long_log = (log * (most // len(log) + 1)).encode()[:most]
    objects = b'{"text": "x", "a": [' + b"{}," * (most // 3) + b"0]}"
    few_objects = b'{"text": "x", "a": [' + b'{"":0},' * ((megabyte - 100) // 7) + b"0]}"
    lines = b"".join(b"ValueError: no shape %d\n" % number for number in range(20))
    uploads = {
        "31 KB of logs that unpack to 32 MB": _form([gzip.compress(bytes(32 * megabyte))]),
        "85 KB of logs that unpack to 32 MB, wide": _form([gzip.compress(("是\n" * (8 * megabyte)).encode("utf-16"))]),
        "100 small logs that unpack to 32 MB": _form([gzip.compress(long_log[: megabyte * 8 // 25] + lines)] * 100),
        "100 small logs": _form([gzip.compress(lines)] * 100),
        "10 MB of logs": _form([long_log[: most // 100]] * 99),
    }
    pastes = {  # what is wide is kept in four bytes a character
        "10 MB of a log": ("text/plain", long_log),
        "10 MB of a log, wide": ("text/plain", "\N{COLLISION SYMBOL}".encode() + long_log[: most - 4]),
        "10 MB of JSON objects": ("application/json", objects),
        "1 MB of JSON objects": ("application/json", few_objects),
        "1 MB of a log": ("text/plain", long_log[:megabyte]),
    }
    limit = re.search(r"mem_limit: (\d+)g", (ROOT / "container" / "compose.yaml").read_text(encoding="utf-8"))
    figures: dict[str, Any] = {"limit_megabytes": int(limit[1]) * 1024}  # type: ignore[index]
    with server(TRACEFIX_LIMIT_MATCH="off", MALLOC_ARENA_MAX="2") as running:  # as the Containerfile has it
        kinds = {name: ("/api/v1/triage", _FORM, body) for name, body in uploads.items()}
        kinds |= {name: ("/api/v1/match", kind, body) for name, (kind, body) in pastes.items()}
        for name, (path, kind, body) in kinds.items():
            figures[name] = _with_bodies(running, path, kind, body)
            figures[name] |= _peak_megabytes(running)
    return figures


def _form(logs: list[bytes]) -> bytes:
    """A form with these files."""
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="rank%d.log"\r\n\r\n%s\r\n'
    return b"".join(head % (rank, log) for rank, log in enumerate(logs)) + b"--x--\r\n"


def _with_bodies(
    running: Server, path: str, kind: str, body: bytes, clients: int = 24, each: int = 2
) -> dict[str, Any]:
    got: Counter[str] = Counter()

    def send(number: int) -> None:
        for _ in range(each):
            got[running.outcome(("/match/", path)[number % 2], body, timeout=120, **{"Content-Type": kind})] += 1

    threads = [threading.Thread(target=send, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    slowest = 0.0
    pages: Counter[str] = Counter()
    while any(thread.is_alive() for thread in threads):
        began = time.monotonic()
        pages[running.outcome("/articles/", timeout=120)] += 1
        slowest = max(slowest, time.monotonic() - began)
        time.sleep(0.1)
    return {"answers": dict(got), "pages": dict(pages), "slowest_page": round(slowest, 1)}


def _peak_megabytes(running: Server) -> dict[str, int]:
    """What the processes of the server have taken at most, each for itself: added up, and a worker's."""
    workers = [_megabytes(pid, "VmHWM") for pid in running.workers()]
    return {
        "peak_megabytes": _megabytes(running.process.pid, "VmHWM") + sum(workers), "peak_of_a_worker": max(workers),
    }  # fmt: skip


def slow(_: float) -> dict[str, Any]:
    """Requests that never end, from one address, behind nginx: what others get, of that address and of another one."""
    program = find_nginx()
    if program is None:
        return {"not done": "no nginx here"}
    figures: dict[str, Any] = {}
    headers = f"POST /match/ HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: text/plain\r\n".encode()
    kinds = {
        "400 half bodies": (400, headers + b"Content-Length: 99\r\n\r\nx"),
        "400 half bodies in chunks": (400, headers + b"Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n"),
        "400 half headers": (400, headers + b"X-A: "),
        "10 half bodies": (10, headers + b"Content-Length: 99\r\n\r\nx"),  # fewer than one address may send at a time
    }
    environment = {
        "TRACEFIX_ALLOWED_HOSTS": f"{HOST},127.0.0.1", "TRACEFIX_PROXIES": "1", "TRACEFIX_LIMIT_MATCH": "off",
    }  # fmt: skip
    with server(**environment) as running, nginx(program, [running.port]) as proxy:
        for name, (number, start) in kinds.items():
            before = _held(running)
            senders = [proxy.connect(source=_SLOW_ADDRESS) for _ in range(number)]
            for sender in senders:
                sender.connect()
                sender.sock.sendall(start)
            visits = {
                "same address": _visit(proxy, _SLOW_ADDRESS), "another address": _visit(proxy, "127.0.0.3"),
            }  # fmt: skip
            told = Counter(_told(sender.sock, 60) for sender in senders)
            figures[name] = {**visits, "slow_ones_got": dict(told), "before": before, "after": _held(running)}
    return figures


def _visit(proxy: Proxy, source: str) -> dict[str, Any]:
    """What a visitor gets at this address, by page: the answers by count, and the seconds of the slowest."""
    figures = {}
    for path, body in (("/healthz", None), ("/articles/", None), ("/api/v1/match", PASTE)):
        got: Counter[str] = Counter()
        slowest = 0.0
        for _ in range(40):
            began = time.monotonic()
            connection = proxy.connect(60, source)
            try:
                connection.request("POST" if body else "GET", path, body, {"Host": HOST, "Content-Type": "text/plain"})
                answer = connection.getresponse()
                answer.read()
                got[str(answer.status)] += 1
            except (OSError, HTTPException) as error:
                got[type(error).__name__] += 1
            finally:
                connection.close()
            slowest = max(slowest, time.monotonic() - began)
        figures[path] = {**got, "slowest": round(slowest, 2)}
    return figures


def _told(one: socket.socket, seconds: float) -> str:
    """The status that a client got, or how it was left."""
    one.settimeout(seconds)
    told = b""
    try:
        while piece := one.recv(10_000):
            told += piece
        return told.split(b" ", 2)[1].decode() if told else "closed"
    except OSError as error:
        return type(error).__name__
    finally:
        one.close()


def _held(running: Server) -> list[str]:
    return [
        f"{len(list(Path(f'/proc/{pid}/task').iterdir()))} threads, {_megabytes(pid)} MB" for pid in running.workers()
    ]


def clock(_: float) -> dict[str, Any]:
    """The clock jumps a day on, and two days back, under load, with limits that count by it."""
    if _FAKETIME is None:
        return {"not done": "no libfaketime here"}
    with TemporaryDirectory(prefix="faults-") as name:
        offset = Path(name) / "offset"
        offset.write_text("+0")
        faked = {
            "LD_PRELOAD": str(_FAKETIME), "FAKETIME_TIMESTAMP_FILE": str(offset), "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1",
            "TRACEFIX_PROXIES": "1", "TRACEFIX_LIMIT_MATCH": "5/minute",
        }  # fmt: skip
        figures: dict[str, Any] = {}
        with server(**faked) as running, load(running) as got:
            for jump in ("+0", "+1d", "-2d"):
                offset.write_text(jump)
                time.sleep(1)
                waits = []
                for _ in range(16):  # two workers, each with a count of its own
                    status, _, headers = running.ask(
                        "/api/v1/match", PASTE, **{"X-Forwarded-For": f"192.0.2.{len(figures)}"}
                    )
                    waits += [int(headers["Retry-After"])] if status == 429 else []
                figures[jump] = {"refused": len(waits), "longest_wait": max(waits, default=0)}
                figures[jump]["readyz"] = running.ask("/readyz")[0]
        return {"answers": dict(got), **figures}


def soak(seconds: float) -> dict[str, Any]:
    """Half of the load that it can bear, for a while: what is answered, and the workers' memory (MB) at each tenth."""
    clients = 4
    with server() as running:
        with load(running, clients, pause=0) as all_out:
            time.sleep(_ALL_OUT_SECONDS)
        most = sum(all_out.values()) / _ALL_OUT_SECONDS
        # With this pause a client is idle for as long as it took all out to be answered.
        with load(running, clients, pause=clients / most) as got:
            sizes = []
            for _ in range(11):
                sizes.append(sum(_megabytes(pid) for pid in running.workers()))
                time.sleep(seconds / 11)
    rates = {"all_out": round(most), "soak": round(sum(got.values()) / seconds)}
    return {"answers": dict(got), "seconds": seconds, "requests_a_second": rates, "megabytes": sizes}


def _megabytes(pid: int, which: str = "VmRSS") -> int:
    return int(re.search(rf"{which}:\s+(\d+)", Path(f"/proc/{pid}/status").read_text(encoding="ascii"))[1]) // 1024  # type: ignore[index]


def database(_: float) -> dict[str, Any]:
    """PostgreSQL is stopped under light load, and comes back: pages, and what a vote gets meanwhile."""
    programs = find_postgresql()
    if programs is None:
        return {"not done": "no PostgreSQL here"}
    with postgresql(programs) as cluster:
        cluster.sql("CREATE DATABASE votes")
        environment = {"DATABASE_URL": cluster.url("votes")}
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(migrate, cwd=ROOT, env={**os.environ, **environment}, check=True)
        with server(**environment) as running, load(running) as got:
            votes = {"before": _vote(running)}
            cluster.stop()
            votes["while it is away"] = _vote(running)
            metric = lambda value: _has(running, f"tracefix_database_up {value}")  # noqa: E731
            noticed = until(lambda: all(metric("0.0") for _ in range(6)), 60)
            cluster.start()
            back = until(lambda: all(metric("1.0") for _ in range(6)), 60)
            votes["after"] = _vote(running)
    return {
        "answers": {**got, "votes": votes},
        "seconds_until_metric": round(noticed, 1), "seconds_until_metric_is_well_again": round(back, 1),
    }  # fmt: skip


def redis(_: float) -> dict[str, Any]:
    """Redis is killed, comes back, is full, has room again, and changes its password, under light load."""
    program = find_redis()
    if program is None or not has_redis():
        return {"not done": "no redis-server here, or not the package redis"}
    figures: dict[str, Any] = {}
    with TemporaryDirectory(prefix="faults-") as name:
        store = RedisServer(program, Path(name))
        store.start()
        try:
            with server(REDIS_URL=store.url(), TRACEFIX_PROXIES="1") as running, load(running) as got:
                steps: dict[str, tuple[Callable[[], object], str]] = {
                    "killed": (lambda: store.stop(signal.SIGKILL), "0.0"),
                    "started": (store.start, "1.0"),
                    "full": (lambda: store.ask("CONFIG", "SET", "maxmemory", "1"), "0.0"),
                    "room again": (lambda: store.ask("CONFIG", "SET", "maxmemory", "0"), "1.0"),
                    "another password": (lambda: [store.stop(), store.start(password="another-one")], "0.0"),
                }
                for step, (do, value) in steps.items():
                    do()
                    metric = lambda value=value: _has(running, f"tracefix_redis_up {value}")  # noqa: E731
                    figures[f"seconds until the metric tells: {step}"] = round(until(metric, 60), 1)
                    status = running.ask("/api/v1/match", PASTE, **{"X-Forwarded-For": "192.0.2.1"})[0]
                    figures[f"a paste while {step}"] = status
        finally:
            store.stop()
    return {"answers": dict(got), **figures}


def _vote(running: Server) -> int:
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    return running.ask("/articles/pickle-dict-keys/helped/", "helped=yes", **form)[0]


def _has(running: Server, line: str) -> bool:
    return line in running.ask("/metrics")[1].decode().splitlines()


FAULTS = {
    fault.__name__: fault
    for fault in (
        worker_killed,
        reload,
        content,
        half_updated,
        index_files,
        build_killed,
        disk,
        connections,
        memory,
        slow,
        clock,
        database,
        redis,
        soak,
    )
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("faults", nargs="*", metavar="FAULT", help=f"of {', '.join(FAULTS)}; all of them by default")
    parser.add_argument("--seconds", type=float, default=300, help="of soak")
    asked = parser.parse_args()
    figures = {}
    for name in asked.faults or FAULTS:
        print(f"{name}: {FAULTS[name].__doc__}", flush=True)
        try:
            figures[name] = FAULTS[name](asked.seconds)
        except Exception as error:
            figures[name] = {"failed": f"{type(error).__name__}: {error}"}
        figures[name]["signs"] = merged(_SEEN)
        _SEEN.clear()
        print(f"  {json.dumps(figures[name])}", flush=True)
    print(as_table(figures))
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
