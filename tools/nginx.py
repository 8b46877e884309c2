"""Start nginx with container/nginx.conf on free ports of this machine. Only addresses and paths are changed."""

import os
import re
import shutil
import signal
import ssl
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.granian import ROOT, free_port
from tools.waiting import until

HOST = "tracefix.example"
SHIPPED = ROOT / "container" / "nginx.conf"
UPSTREAM_OPTIONS = ("max_fails=5 fail_timeout=5s", "max_fails=0 backup")  # those of examples/nginx/upstream.conf
_START_SECONDS = 20
_MAIN = """\
daemon off;
{user}
worker_processes 2;
error_log {folder}/error.log warn;
pid {folder}/pid;
events {{ worker_connections 1024; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


def find_nginx() -> Path | None:
    """The path of nginx, or of another one that the variable NGINX names; None if it is not installed."""
    if named := os.environ.get("NGINX"):
        return Path(named)
    found = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    return Path(found) if found else None


def version_of(program: Path) -> tuple[int, ...]:
    """The version of an nginx: (1, 22, 1)."""
    said = subprocess.run([program, "-v"], capture_output=True, text=True, check=True).stderr
    return tuple(int(number) for number in re.search(r"nginx/([\d.]+)", said)[1].split("."))  # type: ignore[index]


class _Connection(HTTPSConnection):
    """A connection to an address that asks for the certificate of HOST, as a browser does."""

    def connect(self) -> None:
        HTTPConnection.connect(self)
        self.sock = self._context.wrap_socket(self.sock, server_hostname=HOST)  # type: ignore[attr-defined]


class Proxy:
    """An nginx in front of servers on these ports. Servers can be taken out and put back, as an operator would do."""

    def __init__(
        self,
        program: Path,
        folder: Path,
        ports: Iterable[int],
        changes: Mapping[str, str],
        snippets: Mapping[str, str] | None = None,
    ) -> None:
        self._program, self._folder, self._changes = program, folder, changes
        self._snippets = snippets or {}
        self._is_out: dict[int, bool] = dict.fromkeys(ports, False)
        self._process: subprocess.Popen[bytes] | None = None
        self.port = free_port()
        self._plain_port = free_port()
        self._tls = ssl._create_unverified_context()  # noqa: S323 - the certificate is its own

    def connect(self, timeout: float = 20, source: str = "127.0.0.1") -> HTTPSConnection:
        """A new connection to nginx from a source address of 127.0.0.0/8. Send the header `{"Host": HOST}`."""
        return _Connection("127.0.0.1", self.port, timeout=timeout, source_address=(source, 0), context=self._tls)

    def start(self) -> None:
        """Start nginx and wait until it listens. Raises RuntimeError with its log."""
        self._make_certificate()
        user = "user root;" if os.geteuid() == 0 else ""  # else the worker processes cannot enter the folder
        (self._folder / "nginx.conf").write_text(_MAIN.format(folder=self._folder, user=user), encoding="utf-8")
        self._configure()
        command = [str(self._program), "-p", str(self._folder), "-e", "error.log", "-c", "nginx.conf"]
        self._process = subprocess.Popen(command, cwd=self._folder)
        end = time.monotonic() + _START_SECONDS
        while time.monotonic() < end and self._process.poll() is None:
            try:
                self.connect().connect()
            except OSError:
                time.sleep(0.02)
            else:
                return
        raise RuntimeError(f"nginx did not start:\n{self.logs()}")

    def stop(self) -> None:
        """Stop nginx and wait until it has ended."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(_START_SECONDS)

    def take_out(self, port: int) -> None:
        """Send this server no more requests. It finishes those that it has."""
        self._is_out[port] = True
        self._reload()

    def put_back(self, port: int) -> None:
        """Send this server requests again."""
        self._is_out[port] = False
        self._reload()

    def logs(self) -> str:
        """The contents of all logs."""
        return "".join(path.read_text(encoding="utf-8", errors="replace") for path in self._folder.glob("*.log"))

    def requests(self) -> list[tuple[str, str, str, tuple[int, ...]]]:
        """All requests so far: status, method, path, and the ports of the servers that were tried, in order."""
        requests = []
        for line in (self._folder / "access.log").read_text(encoding="utf-8").splitlines():
            _, status, method, path, servers = line.split(" ", 4)
            requests.append(
                (status, method, path, tuple(int(port) for port in re.findall(r"127\.0\.0\.1:(\d+)", servers)))
            )
        return requests

    def _reload(self) -> None:
        """Reload the configuration, and wait until every old worker process has ended."""
        assert self._process is not None  # noqa: S101 - start() was called
        old = _children(self._process.pid)
        self._configure()
        self._process.send_signal(signal.SIGHUP)
        pid = self._process.pid
        try:
            until(lambda: (now := _children(pid)) and not now & old, 60)
        except TimeoutError:
            raise RuntimeError(f"nginx did not reload its configuration:\n{self.logs()}") from None

    def _configure(self) -> None:
        servers = "\n".join(
            f"    server 127.0.0.1:{port} {'down' if is_out else use};"
            for use in UPSTREAM_OPTIONS
            for port, is_out in self._is_out.items()
        )
        changes = {
            **self._changes,
            "    listen [::]:80 default_server;\n": "",
            "    listen [::]:443 ssl default_server;\n": "",
            "    listen [::]:80;\n": "",
            "    listen [::]:443 ssl;\n": "",
            "listen 80 default_server;": f"listen 127.0.0.1:{self._plain_port} default_server;",
            "listen 443 ssl default_server;": f"listen 127.0.0.1:{self.port} ssl default_server;",
            "listen 80;": f"listen 127.0.0.1:{self._plain_port};",
            "listen 443 ssl;": f"listen 127.0.0.1:{self.port} ssl;",
            "/etc/nginx/tls/": f"{self._folder}/",
            "/etc/nginx/tracefix.d/": f"{self._folder}/tracefix.d/",
            " if=$is_trouble;": ";",  # log every request, for asked()
            "/var/log/nginx/": f"{self._folder}/",
            "${TRACEFIX_HOST}": HOST,
        }
        upstream = f"upstream tracefix {{\n    zone tracefix 256k;\n{servers}\n}}\n"
        for name, snippet in self._snippets.items():
            path = self._folder / "tracefix.d" / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(snippet, encoding="utf-8")
        text = upstream + _replace(SHIPPED.read_text(encoding="utf-8"), changes)
        (self._folder / "site.conf").write_text(text, encoding="utf-8")

    def _make_certificate(self) -> None:
        subprocess.run(
            [
                *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"),
                *("-subj", f"/CN={HOST}", "-days", "2", "-keyout", "privkey.pem", "-out", "fullchain.pem"),
            ],
            cwd=self._folder, check=True, capture_output=True,
        )  # fmt: skip


def _replace(text: str, changes: Mapping[str, str]) -> str:
    """Replace each key of `changes` with its value. Raises ValueError if the text lacks a key."""
    for old, new in changes.items():
        if old not in text:
            raise ValueError(f"{SHIPPED.name} has no {old!r} any more: update the replacements in tools/nginx.py")
        text = text.replace(old, new)
    return text


def _children(pid: int) -> set[int]:
    """The ids of the child processes."""
    return {int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()}


@contextmanager
def nginx(
    program: Path,
    ports: Iterable[int],
    changes: Mapping[str, str] | None = None,
    snippets: Mapping[str, str] | None = None,
) -> Iterator[Proxy]:
    """Run nginx in a temporary folder.

    `changes` replaces further text of container/nginx.conf, old to new; `snippets` are files of /etc/nginx/tracefix.d.
    """
    with TemporaryDirectory(prefix="nginx-", ignore_cleanup_errors=True) as name:
        proxy = Proxy(program, Path(name), ports, changes or {}, snippets)
        try:
            proxy.start()
            yield proxy
        finally:
            proxy.stop()
