"""Start and stop a redis-server on free ports of this machine, with one user: for tests and benchmarks."""

import os
import shutil
import signal
import subprocess
from pathlib import Path

from tools.granian import free_port
from tools.waiting import until

USER, PASSWORD = "tracefix", "hunter2"


def find_redis() -> str | None:
    """The path of redis-server; None if it is not installed."""
    return shutil.which("redis-server")


class RedisServer:
    """A redis-server for USER alone, with a port for TLS if it is given certificates. It can be started again."""

    def __init__(self, program: str, folder: Path) -> None:
        self._program, self._folder = program, folder
        self.port, self.tls_port = free_port(), free_port()
        self._password = PASSWORD
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, certificates: Path | None = None, name: str = "server", *, password: str = PASSWORD) -> None:
        """Start it, with the certificate `name` of a folder. Raises TimeoutError if it does not answer."""
        self._password = password
        options = {"port": self.port, "bind": "127.0.0.1", "save": "", "dir": self._folder, "protected-mode": "no"}
        if certificates is not None:
            options |= {
                "tls-port": self.tls_port, "tls-auth-clients": "no", "tls-ca-cert-file": certificates / "ca.pem",
                "tls-cert-file": certificates / f"{name}.crt", "tls-key-file": certificates / f"{name}.key",
            }  # fmt: skip
        access = self._folder / "redis.conf"
        access.write_text(f"user default off\nuser {USER} on >{password} ~* &* +@all\n", encoding="ascii")
        command = [self._program, str(access)]
        for option, value in options.items():
            command += [f"--{option}", str(value)]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        until(lambda: self.ask("PING") == "PONG", 20)

    def ask(self, *command: str) -> str:
        """Send a command with redis-cli on the port without TLS, and return the answer."""
        access = ["-p", str(self.port), "--user", USER, "--no-auth-warning"]
        done = subprocess.run(
            ["redis-cli", *access, *command],
            env={**os.environ, "REDISCLI_AUTH": self._password}, capture_output=True, text=True, timeout=20,
        )  # fmt: skip
        return done.stdout.strip()

    def stop(self, number: int = signal.SIGTERM) -> None:
        """Send it a signal, and wait until it has ended."""
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait(20)
            self._process = None

    def pause(self) -> None:
        """Let it answer nobody; its port still takes connections."""
        if self._process is not None:
            self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it answer again."""
        if self._process is not None:
            self._process.send_signal(signal.SIGCONT)

    def url(self, password: str = PASSWORD) -> str:
        """REDIS_URL of the port without TLS."""
        return f"redis://{USER}:{password}@127.0.0.1:{self.port}/0"
