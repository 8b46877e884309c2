"""Environments with the packages that a script names. uv makes each once, and keeps it in its cache.

There environments share their files: another one with PyTorch costs a fraction of a second and next to no disk.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from threading import Timer

from authoring.repros.requirements import applicable_pins
from tracefix.repros import environments
from tracefix.repros.environments import Environment, PreparationError

_MOST_SECONDS = 1800
_PATIENCE = 3.0  # seconds until it is said what takes so long
_LEAST_FREE = 2_000_000_000  # bytes: PyTorch takes 1 GB. On a full disk scripts fail without a word
_NO_ANSWER = "Failed to fetch"  # as uv says where an index cannot be asked
_FROM_PIP = {  # pip's settings, and how uv calls them
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "no-index": "UV_NO_INDEX",
    "trusted-host": "UV_INSECURE_HOST",
    "cert": "SSL_CERT_FILE",
    "proxy": "ALL_PROXY",
    "timeout": "UV_HTTP_TIMEOUT",
}


def prepare(
    dependencies: Iterable[str],
    *,
    python: Path,
    pins: Iterable[str] = (),
    wants_cuda: bool = False,
    tell: Callable[[str], object] = lambda line: None,
) -> Environment:
    """Prepare an environment of `python`, 3.6 or newer, with the packages and nothing else.

    `pins` are lines of a constraints file; a version that a script asks for itself stands above them. `tell` gets a
    line about what takes long. Raises PreparationError.
    """
    wanted = tuple(dependencies)
    bare = _bare(python)
    chosen = applicable_pins(pins, wanted)
    what = f"{' '.join(wanted) or 'nothing'} for Python {bare.version}"
    waiting = Timer(_PATIENCE, tell, [f"installing {what}; this takes minutes the first time"])
    waiting.start()
    try:
        done = _run_uv(bare.python, wanted, chosen)
        if _NO_ANSWER in done.stderr:
            tell("the index does not answer: this takes what was installed before")
            done = _run_uv(bare.python, wanted, chosen, "--offline")
    except (OSError, subprocess.SubprocessError) as error:
        raise PreparationError(f"{what} cannot be installed: {error}") from error
    finally:
        waiting.cancel()
    if done.returncode:
        raise PreparationError(f"{what} cannot be installed:\n{_what_failed(done.stderr, chosen)}")
    return environments.probe(Path(done.stdout.splitlines()[-1]), wants_cuda=wants_cuda)


@cache
def _bare(python: Path) -> Environment:
    """The interpreter that `python` is, or was made from. Asking starts a process."""
    return environments.probe(environments.probe(python).base)


def _run_uv(
    python: Path, wanted: Sequence[str], pins: Sequence[str], *options: str
) -> "subprocess.CompletedProcess[str]":
    """Let uv make the environment, if it is not there; its interpreter says where it is."""
    uv = shutil.which("uv", path=os.pathsep.join([sysconfig.get_path("scripts"), os.environ.get("PATH", os.defpath)]))
    if not uv:
        raise PreparationError("uv is not installed here: `make .venv/installed-dev` installs it")
    environ = uv_environ()
    place = Path(subprocess.check_output([uv, "cache", "dir"], text=True, env=environ).strip())  # noqa: S603
    place.mkdir(parents=True, exist_ok=True)
    if wanted and (free := shutil.disk_usage(place).free) < _LEAST_FREE:
        room = f"only {free / 1e9:.1f} GB are free in {place}"
        raise PreparationError(f"{room}: {' '.join(wanted)} may not fit. `uv cache clean` makes room")
    packages = [word for each in wanted for word in ("--with", each)]
    run = [uv, "tool", "run", "--isolated", *options, "--python", str(python), "--constraints", "-", *packages]
    return subprocess.run(  # noqa: S603
        [*run, "python", "-c", "import sys; print(sys.executable)"], input="\n".join(pins),
        capture_output=True, text=True, errors="replace", timeout=_MOST_SECONDS, check=False, env=environ,
    )  # fmt: skip


def _what_failed(told: str, pins: Iterable[str]) -> str:
    """The reason that uv gave, and what to do if a pin does not go with the packages."""
    reason = told[max(0, told.find("error: ")) :].strip()
    versions = [pin.partition(";")[0].strip() for pin in pins]
    named = [version for version in versions if re.search(rf"(?<![\w.-]){re.escape(version)}(?![\w.])", reason)]
    remedy = f"\nconstraints.txt pins {' and '.join(named)}: name the version that goes with these in the header"
    return reason + (remedy if named else "")


def uv_environ() -> dict[str, str]:
    """Our variables, and for uv what pip's configuration says of indexes. What is set for uv itself stands above it."""
    asked = tuple(sorted((name, value) for name, value in os.environ.items() if name.startswith("PIP_")))
    ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {"UV_INDEX_STRATEGY": "unsafe-best-match", **_pip_settings(asked), **ours}  # of all indexes, as pip does


@cache
def _pip_settings(environ: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """What pip's configuration says, under uv's names; asked once for the same variables, because pip is slow."""
    command = [sys.executable, "-m", "pip", "config", "list"]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stdout  # noqa: S603
    found: dict[str, str] = {}
    for section in ("global.", "install.", ":env:."):  # each stands above the one before
        for name, _, value in (line.partition("=") for line in told.splitlines() if line.startswith(section)):
            key = name.removeprefix(section).removeprefix("default-")
            found[key] = ("," if key == "find-links" else " ").join(ast.literal_eval(value).split())
    if found.get("no-index", "0").lower() in ("1", "true", "yes", "on"):
        found = {name: value for name, value in found.items() if not name.endswith("index-url")}  # uv would still ask
    return {_FROM_PIP[name]: value for name, value in found.items() if name in _FROM_PIP}
