"""Run a script in an environment, and keep what it printed.

A script runs as a reader would run it: in an empty folder, with few environment variables, within a time.
"""

import contextlib
import os
import re
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tracefix.articles.model import Script
from tracefix.repros.environments import Environment, clean_environ

MOST_OUTPUT = 1_000_000  # bytes kept of what a script prints: the last ones, for there the error stands


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of running a script. `exit_status` is None if it ran out of time."""

    exit_status: int | None
    output: str

    @property
    def is_timeout(self) -> bool:
        return self.exit_status is None


def run(script: Script, environment: Environment, *, timeout_s: float, launcher: Sequence[str] = ()) -> Outcome:
    """Run a copy of the script in an empty folder, for at most `timeout_s` seconds, as a terminal would show it.

    `launcher` are arguments of Python before the script, such as `-m torch.distributed.run`. Standard output and error
    come in the order they were written; this machine's paths are made neutral.
    """
    with (
        tempfile.TemporaryDirectory(prefix="run", ignore_cleanup_errors=True) as folder,
        tempfile.TemporaryFile() as printed,  # not a pipe: what a script leaves running would hold it open
    ):
        path = Path(folder, script.name)
        path.write_text(script.text, encoding="utf-8")
        process = subprocess.Popen(  # noqa: S603
            [str(environment.python), *launcher, str(path)],
            cwd=folder, stdin=subprocess.DEVNULL, stdout=printed, stderr=subprocess.STDOUT,
            start_new_session=True,
            env=clean_environ(TMPDIR=folder, PATH=_path_of(environment.python), **_variables(environment)),
        )  # fmt: skip
        status: int | None
        try:
            status = process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            _kill_group(process)  # with what the script started and left behind
            process.wait()
        printed.seek(max(0, printed.seek(0, os.SEEK_END) - MOST_OUTPUT))
        text = printed.read().decode("utf-8", "replace")
        places = {folder: "/home/user", os.path.realpath(folder): "/home/user"}
    return Outcome(status, neutral(text, {**environment.prefixes, **places}))


def _variables(environment: Environment) -> Mapping[str, str]:
    """The environment's own; one that was made for scripts is installed without bytecode, and keeps it from here on."""
    is_made = environment.python != environment.base
    return {**({"PYTHONDONTWRITEBYTECODE": ""} if is_made else {}), **environment.variables}


def neutral(text: str, prefixes: Mapping[str, str]) -> str:
    """Replace paths of this machine, the longest prefix first, each where it is a whole run of path components.

    >>> neutral("in /opt/py/lib/x.py, not /opt/pyx", {"/opt/py": "/usr"})
    'in /usr/lib/x.py, not /opt/pyx'
    """
    known = {prefix.rstrip("/"): place for prefix, place in prefixes.items() if prefix.rstrip("/")}
    home = f"{Path.home()}/"  # which IPython writes as `~`
    known |= {
        f"~/{prefix.removeprefix(home)}": place.replace("/home/user/", "~/", 1)
        for prefix, place in known.items()
        if prefix.startswith(home)
    }
    longest_first = "|".join(re.escape(prefix) for prefix in sorted(known, key=len, reverse=True))
    return re.sub(rf"(?:{longest_first})(?![\w.-])", lambda found: known[found.group()], text) if known else text


def _kill_group(process: "subprocess.Popen[bytes]") -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _path_of(python: Path) -> str:
    return os.pathsep.join([str(python.parent), "/usr/local/bin", "/usr/bin", "/bin"])
