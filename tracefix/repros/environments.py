"""Environments that scripts run in: an interpreter, with the packages that a script names.

An environment is a virtual one for each interpreter and set of packages, shared by all scripts that want the same. A
script without packages runs with the bare interpreter, so that nothing need be installed for very old Pythons.
"""

import contextlib
import fcntl
import hashlib
import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import takewhile
from pathlib import Path

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

_INSTALL_SECONDS = 1800
_LEAST_FREE = (
    2_000_000_000  # bytes: an environment with PyTorch takes 1.3 GB. On a full disk scripts fail without a word
)
_BOUNDS = {"==", "===", "~=", "<", "<="}  # operators that keep later versions out
# what pip says where no versions go together, and of a version that a constraints file asks for
_CONFLICT = "The conflict is caused by:"
_PIN = "(constraint) "


class PreparationError(Exception):
    """An environment cannot be made; the text holds the installer's last lines."""


@dataclass(frozen=True, slots=True)
class Environment:
    """An interpreter that a script can be run with.

    `base` is the interpreter that it was made from, itself where it is no virtual environment. `prefixes` maps this
    machine's paths to neutral ones. `is_new` says that it was made for whoever has it, and may be removed by them.
    """

    python: Path
    base: Path
    version: str
    platform: str
    packages: Mapping[str, str]  # canonical name → version, of everything installed
    prefixes: Mapping[str, str]
    cuda: str  # "" none, "wheel" a CUDA build of torch, "gpu" one that sees a GPU
    variables: Mapping[str, str] = field(default_factory=dict)  # that its scripts are run with
    is_new: bool = field(default=False, compare=False)


_PROBE = """
import sys
sys.path[:] = [place for place in sys.path if place]  # as -P and -I, which older Pythons do not know
import json, platform, sysconfig
packages = {}
try:
    from importlib import metadata
    packages = dict((d.metadata["Name"], d.version) for d in metadata.distributions() if d.metadata["Name"])
except ImportError:  # Python 3.7 and older
    try:
        import pkg_resources
        packages = dict((d.project_name, d.version) for d in pkg_resources.working_set)
    except ImportError:
        pass
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


def prepare(
    dependencies: Iterable[str],
    *,
    python: Path,
    constraints: Path | None,
    root: Path,
    wants_cuda: bool = False,
    tell: Callable[[str], object] = lambda line: None,
) -> Environment:
    """Prepare an environment of `python` with the packages, below `root`. One that is there already is used again.

    `constraints` is a pip constraints file; a version that a script asks for itself stands above it. Without packages
    the environment is the bare interpreter. `tell` gets a line before packages are installed, which takes minutes, and
    one after it. Raises PreparationError.
    """
    wanted = tuple(sorted(dependencies))
    bare = _bare(python)
    if not wanted:
        return bare
    base = bare.python
    pins = read_pins(constraints, wanted)
    has_pip = not our_pip_installs_for(bare.version)
    kind = ([] if has_pip else ["without pip"]) + (["seen with CUDA"] if wants_cuda else [])
    named = "\n".join([bare.version, str(base), *kind, *wanted, "", *pins])
    digest = hashlib.sha256(named.encode()).hexdigest()[:16]
    folder = root / digest
    root.mkdir(parents=True, exist_ok=True)
    with _lock(root / f"{digest}.lock"):
        is_new = not (folder / "complete").exists()
        if is_new:
            names = " ".join(wanted)
            tell(f"installing {names} for Python {bare.version}; this takes minutes the first time")
            began = time.monotonic()
            _build(folder, wanted, pins, python=base, has_pip=has_pip)
            tell(f"installed {names} in {time.monotonic() - began:.0f} s")
    return replace(probe(folder / "bin" / "python", wants_cuda=wants_cuda), is_new=is_new)


def remove(environment: Environment, root: Path) -> None:
    """Remove an environment that was made new below `root`. One that stood there before, or elsewhere, is kept."""
    folder = environment.python.parent.parent
    if environment.is_new and folder.parent == root:
        with _lock(root / f"{folder.name}.lock"):
            shutil.rmtree(folder, ignore_errors=True)


@cache
def _bare(python: Path) -> Environment:
    """The interpreter that `python` is, or was made from, without packages. Asking starts a process."""
    return probe(probe(python).base)


def read_pins(constraints: Path | None, wanted: tuple[str, ...]) -> tuple[str, ...]:
    """Read the pins of a constraints file, without those for packages whose version a script asks for itself."""
    if constraints is None or not constraints.exists():
        return ()
    pinned = {canonicalize_name(item.name) for item in map(Requirement, wanted) if item.specifier}
    lines = (line.partition("#")[0].strip() for line in constraints.read_text(encoding="utf-8").splitlines())
    return tuple(line for line in lines if line and package_of(line) not in pinned)


def find_unpinned(dependencies: Iterable[str], constraints: Path | None) -> list[Requirement]:
    """The dependencies that no version pins: next year, pip will install another version."""
    pinned = {package_of(pin) for pin in read_pins(constraints, ())}
    return [
        each
        for each in map(Requirement, dependencies)
        if not {item.operator for item in each.specifier} & _BOUNDS and canonicalize_name(each.name) not in pinned
    ]


@cache
def package_of(requirement: str) -> str:
    """The canonical name of the package that a requirement is for. The same pins are read again for every script."""
    return canonicalize_name(Requirement(requirement).name)


@contextlib.contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Wait until no other process makes the same environment; the lock goes with the process that holds it."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@cache
def our_pip_installs_for(version: str) -> bool:
    """Whether the pip that we run with can install for this Python, with which `pip --python` runs itself.

    An environment then needs no pip of its own, which is most of what making one costs.
    """
    try:
        needs = importlib.metadata.metadata("pip")["Requires-Python"]
    except importlib.metadata.PackageNotFoundError:
        return False
    return SpecifierSet(needs or "").contains(version, prereleases=True)


def _build(folder: Path, wanted: tuple[str, ...], pins: tuple[str, ...], *, python: Path, has_pip: bool) -> None:
    """Build an environment in place; it counts only once the file `complete` is in it. Raises PreparationError.

    It cannot be built elsewhere and renamed, because its commands hold its own path. What an interrupted build left
    behind is removed first.
    """
    shutil.rmtree(folder, ignore_errors=True)
    free = shutil.disk_usage(folder.parent).free
    if free < _LEAST_FREE:
        raise PreparationError(f"only {free / 1e9:.1f} GB are free in {folder.parent}: {' '.join(wanted)} may not fit")
    folder.mkdir()
    constraints = folder / "constraints.txt"
    constraints.write_text("".join(f"{pin}\n" for pin in pins), encoding="utf-8")
    made = str(folder / "bin" / "python")
    venv = [str(python), "-m", "venv", *([] if has_pip else ["--without-pip"]), str(folder)]
    pip = [made, "-m", "pip"] if has_pip else [sys.executable, "-m", "pip", "--python", made]
    # compiling all of a large package takes longer than installing it; what is imported is compiled then
    options = ["--progress-bar=off", "--disable-pip-version-check", "--no-compile", "--constraint", str(constraints)]
    install = [*pip, "install", *options, *wanted]
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    for step in (venv, install):
        done = subprocess.run(  # noqa: S603
            step, capture_output=True, text=True, errors="replace", timeout=_INSTALL_SECONDS,
            stdin=subprocess.DEVNULL, check=False, env=environ,
        )  # fmt: skip
        if done.returncode:
            shutil.rmtree(folder, ignore_errors=True)
            reason = _what_failed(done.stdout + done.stderr)
            raise PreparationError(f"{' '.join(wanted)} cannot be installed for {python}:\n{reason}")
    (folder / "complete").write_text("\n".join(wanted), encoding="utf-8")


def _what_failed(output: str) -> str:
    """The reason of an installer's failure: which versions conflict, and what to do if constraints.txt pins them."""
    lines = [line for line in output.strip().splitlines() if not line.startswith("WARNING:")]
    starts = [number for number, line in enumerate(lines) if line.startswith(_CONFLICT)]
    if not starts:
        return "\n".join(lines[-5:])
    cause = list(takewhile(str.strip, lines[starts[0] :]))
    pins = [line.partition(_PIN)[2].strip() for line in cause if _PIN in line]
    remedy = [f"constraints.txt pins {' and '.join(pins)}: name the version that goes with these in the header"]
    return "\n".join([*cause, *(remedy if pins else [])])


def with_stand_in(environment: Environment, source: Path, *, root: Path) -> Environment:
    """The environment with a stand-in for a GPU, written in C, in place of the CUDA libraries. Records name it.

    It is compiled below `root`, preloaded for the runtime, and found under the names of the driver and of NVML. Raises
    PreparationError.
    """
    library = _compile(source, root)
    places = [str(library.parent), *filter(None, [os.environ.get("LD_LIBRARY_PATH")])]
    variables = {"LD_PRELOAD": str(library), "LD_LIBRARY_PATH": os.pathsep.join(places)}
    seen = probe(environment.python, wants_cuda=True, variables=variables)
    platform = f"{seen.platform}, no GPU: {source.name} stands in for one"
    return replace(seen, platform=platform, is_new=environment.is_new)


def _compile(source: Path, root: Path) -> Path:
    folder = root / f"standin-{hashlib.sha256(source.read_bytes()).hexdigest()[:16]}"
    library = folder / "standin.so"
    folder.mkdir(parents=True, exist_ok=True)
    with _lock(folder / "lock"):
        if not library.exists():
            part = folder / "part.so"
            try:
                subprocess.run(  # noqa: S603
                    ["cc", "-shared", "-fPIC", "-O1", "-o", str(part), str(source)],  # noqa: S607
                    capture_output=True, text=True, timeout=120, check=True,
                )  # fmt: skip
            except (OSError, subprocess.SubprocessError) as error:
                reason = getattr(error, "stderr", None) or error
                raise PreparationError(f"{source} cannot be compiled: {reason}") from error
            for name in ("libcuda.so.1", "libnvidia-ml.so.1"):
                (folder / name).unlink(missing_ok=True)
                (folder / name).symlink_to(library.name)
            part.replace(library)
    return library


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
