"""Environments that scripts run in: an interpreter, and the packages that it has."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


class PreparationError(Exception):
    """An environment cannot be made, or does not answer; the text says why."""


@dataclass(frozen=True, slots=True)
class Environment:
    """An interpreter that a script can be run with.

    `base` is the interpreter that it was made from, itself where it is no virtual environment. `prefixes` maps this
    machine's paths to neutral ones.
    """

    python: Path
    base: Path
    version: str
    platform: str
    packages: Mapping[str, str]  # canonical name → version, of everything installed
    prefixes: Mapping[str, str]
    cuda: str  # "" none, "wheel" a CUDA build of torch, "gpu" one that sees a GPU
    variables: Mapping[str, str] = field(default_factory=dict)  # that its scripts are run with


_PROBE = """
import sys
sys.path[:] = [place for place in sys.path if place]  # as -P and -I, which older Pythons do not know
import json, os, platform, sysconfig
packages = {}
try:
    from importlib import metadata
    packages = dict((d.metadata["Name"], d.version) for d in metadata.distributions() if d.metadata["Name"])
except ImportError:  # Python 3.7 and older
    for place in filter(os.path.isdir, sys.path):
        for name in os.listdir(place):
            if name.endswith((".dist-info", ".egg-info")) and "-" in name[:-10]:
                packages.update([name[:-10].split("-")[:2]])
cuda = ""
if "--cuda" in sys.argv:
    try:
        import torch
        cuda = "" if torch.version.cuda is None else "gpu" if torch.cuda.is_available() else "wheel"
    except ImportError:
        pass
paths = sysconfig.get_paths()
print(json.dumps([platform.python_version(), platform.system() + " " + platform.machine(), packages, cuda,
    [paths["purelib"], paths["platlib"], paths["stdlib"]], sys.prefix, getattr(sys, "base_prefix", sys.prefix),
    getattr(sys, "_base_executable", None) or sys.executable]))
"""


def probe(python: Path, *, wants_cuda: bool = False, variables: Mapping[str, str] | None = None) -> Environment:
    """Ask an interpreter what it is, run with these variables. Raises PreparationError if it does not answer.

    It is asked in an empty folder: a json.py or a torch/ in the current one is not what it would find.
    """
    variables = variables or {}
    try:
        with tempfile.TemporaryDirectory(prefix="probe", ignore_cleanup_errors=True) as folder:
            done = subprocess.run(  # noqa: S603
                [str(python), "-c", _PROBE, *(["--cuda"] if wants_cuda else [])], cwd=folder,
                capture_output=True, text=True, timeout=120, check=True, env=clean_environ(**variables),
            )  # fmt: skip
        version, platform, packages, cuda, libraries, prefix, base_prefix, base = json.loads(
            done.stdout.splitlines()[-1]
        )
    except (OSError, subprocess.SubprocessError, ValueError, IndexError) as error:
        raise PreparationError(f"{python} does not answer: {error}") from error
    short = ".".join(version.split(".")[:2])
    site = f"/home/user/.venv/lib/python{short}/site-packages"
    prefixes = {
        **dict.fromkeys(libraries[:2], site),
        libraries[2]: f"/usr/lib/python{short}",
        prefix: "/home/user/.venv",
        base_prefix: "/usr",
        str(Path.home()): "/home/user",
    }
    names = {str(canonicalize_name(name)): version for name, version in packages.items()}
    return Environment(python, Path(base), version, platform, names, prefixes, cuda, variables)


def missing_requirements(requirements: Iterable[str], environment: Environment) -> list[str]:
    """The entries of an article's `requires` that this machine and environment lack."""
    has: dict[str, Callable[[], bool]] = {
        "cuda": lambda: environment.cuda == "gpu",
        "cuda-wheel": lambda: environment.cuda != "",
        "linux": lambda: sys.platform == "linux",
        "network-namespaces": _makes_network_namespaces,
        "windows": lambda: sys.platform == "win32",
    }
    return [name for name in requirements if not has[name]()]


def _makes_network_namespaces() -> bool:
    """Whether the tools and the right to make them are here; most containers lack one or the other."""
    namespace = ["unshare", "--map-root-user", "--net"]
    cable = ["ip", "link", "add", "lan0", "type", "veth", "peer", "name", "lan1"]
    try:
        subprocess.run([*namespace, *cable], capture_output=True, timeout=30, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def installed_versions(dependencies: Iterable[str], environment: Environment) -> dict[str, str]:
    """The versions of the packages that a script names, as installed."""
    names = [Requirement(dependency).name for dependency in dependencies]
    installed = ((name, environment.packages.get(canonicalize_name(name))) for name in names)
    return {name: version for name, version in installed if version}


def clean_environ(**more: str) -> dict[str, str]:
    """The few variables that a script may see: a reader's machine has other ones."""
    kept = {name: os.environ[name] for name in ("HOME", "PATH", "LD_LIBRARY_PATH", "SYSTEMROOT") if name in os.environ}
    fixed = {"LC_ALL": "C.UTF-8", "COLUMNS": "120", "TERM": "dumb", "NO_COLOR": "1", "PYTHONUNBUFFERED": "1"}
    return {**kept, **fixed, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONNOUSERSITE": "1", **more}
