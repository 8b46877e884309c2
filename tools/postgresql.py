"""Start a new PostgreSQL cluster for a test or a benchmark, in a temporary folder and on a free port."""

import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.granian import free_port

_START_SECONDS = 60
_DEBIAN = Path("/usr/lib/postgresql")
_ACCOUNT = "postgres"  # PostgreSQL refuses to run as root


def find_postgresql() -> Path | None:
    """The folder with the programs of the newest installed PostgreSQL server; None if there is none."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    versions = [path for path in _DEBIAN.glob("*/bin") if (path / "initdb").exists()]
    return max(versions, key=lambda path: float(path.parent.name), default=None)


class Cluster:
    """A PostgreSQL cluster that can be stopped and started again."""

    def __init__(self, programs: Path, folder: Path, options: Sequence[str]) -> None:
        self._programs, self._folder, self._options = programs, folder, options
        self._process: subprocess.Popen[bytes] | None = None
        self.port = free_port()
        self._run(
            "initdb", "--auth=trust", f"--username={_ACCOUNT}", "--encoding=UTF8", "--locale=C.UTF-8", "-D", "data"
        )

    def url(self, database: str = "postgres") -> str:
        """The DATABASE_URL of one of the cluster's databases."""
        return f"postgresql://{_ACCOUNT}@127.0.0.1:{self.port}/{database}"

    def sql(self, statement: str, database: str = "postgres") -> str:
        """Run a statement and return psql's unaligned output. Raises CalledProcessError."""
        return self._run("psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-d", self.url(database), "-c", statement).strip()

    def dump(self, database: str) -> str:
        """Dump a database as SQL with pg_dump."""
        return self._run("pg_dump", "--no-owner", self.url(database))

    def restore(self, dump: str, database: str) -> None:
        """Run a dump in an empty database, which must exist."""
        self._run("psql", "-Xq", "-v", "ON_ERROR_STOP=1", "-d", self.url(database), given=dump)

    def start(self) -> None:
        """Start the server and wait until it answers. Raises RuntimeError with its log."""
        command = [
            *(str(self._programs / "postgres"), "-D", "data", "-p", str(self.port), "-k", str(self._folder)),
            *("-c", "listen_addresses=127.0.0.1", *self._options),
        ]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, cwd=self._folder, stdout=log, stderr=log, **_account())
        end = time.monotonic() + _START_SECONDS
        while time.monotonic() < end and self._process.poll() is None:
            try:
                self.sql("SELECT 1")
            except subprocess.CalledProcessError:
                time.sleep(0.05)
            else:
                return
        raise RuntimeError(f"PostgreSQL did not start:\n{(self._folder / 'log').read_text(encoding='utf-8')}")

    def stop(self) -> None:
        """Stop the server at once. Open connections are cut."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(_START_SECONDS)

    def _run(self, program: str, *arguments: str, given: str | None = None) -> str:
        done = subprocess.run(
            [str(self._programs / program), *arguments],
            cwd=self._folder, input=given, capture_output=True, text=True, check=True, **_account(),
        )  # fmt: skip
        return done.stdout


def _account() -> dict[str, str]:
    """The arguments of subprocess that make root run a program as `postgres`."""
    return {"user": _ACCOUNT} if os.geteuid() == 0 else {}


@contextmanager
def postgresql(programs: Path) -> Iterator[Cluster]:
    """Run PostgreSQL in a temporary folder. It does not flush to disk, which makes tests faster."""
    fast = ("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")
    with TemporaryDirectory(prefix="postgresql-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if os.geteuid() == 0:
            os.chown(folder, pwd.getpwnam(_ACCOUNT).pw_uid, -1)
        cluster = Cluster(programs, folder, ("-c", "max_connections=200", *fast))
        try:
            cluster.start()
            yield cluster
        finally:
            cluster.stop()
