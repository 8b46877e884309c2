"""Run an article's scripts, each in an environment of its own, and write down what they really printed.

A script is stand-alone: its PEP 723 header (https://peps.python.org/pep-0723/) names the Pythons and packages it wants.
An environment is a virtual one per interpreter and set of packages, shared by all scripts that want the same; a script
without packages runs with the bare interpreter, so that very old Pythons need nothing installed.
"""

import contextlib
import datetime
import fcntl
import hashlib
import importlib.metadata
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.utils import canonicalize_name

from kb.core.articles.files import read_file
from kb.core.articles.model import Article, Run, Script

_HEADER = re.compile(r"(?m)^# /// script$\s(?P<content>(^#(| .*)$\s)+)^# ///$")
_INSTALL_SECONDS = 1800
_MOST_OUTPUT = 1_000_000  # bytes kept of what a script prints: the last ones, for there the error stands


class ScriptError(ValueError):
    """The header of a script is missing or wrong; the text says how."""


class PreparationError(Exception):
    """An environment cannot be made; the text holds the installer's last lines."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a script's header asks for."""

    requires_python: SpecifierSet
    dependencies: tuple[str, ...]


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


@dataclass(frozen=True, slots=True)
class Outcome:
    """What running a script came to. `exit_status` is None where the time ran out."""

    exit_status: int | None
    output: str

    @property
    def is_timeout(self) -> bool:
        return self.exit_status is None


def metadata(text: str) -> Metadata:
    """Read a script's PEP 723 header. Raises ScriptError."""
    found = _HEADER.search(text)
    if found is None:
        raise ScriptError("has no `# /// script` header: begin the script with one (PEP 723)")
    lines = found["content"].splitlines()
    try:
        values = tomllib.loads("\n".join(line[2:] if line.startswith("# ") else line[1:] for line in lines))
        dependencies = values["dependencies"]
        for dependency in dependencies:
            Requirement(dependency)
        return Metadata(SpecifierSet(values["requires-python"]), tuple(dependencies))
    except KeyError as error:
        raise ScriptError(f"its header lacks {error}: name `requires-python` and `dependencies`") from error
    except (tomllib.TOMLDecodeError, InvalidRequirement, InvalidSpecifier, TypeError) as error:
        raise ScriptError(f"its header cannot be read: {error}") from error


# ── environments ────────────────────────────────────────────────────────────────────────────────────────────────

_PROBE = """
import json, platform, sys, sysconfig
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
    """Ask an interpreter what it is, run with these variables. Raises PreparationError where it does not answer."""
    variables = variables or {}
    try:
        done = subprocess.run(  # noqa: S603
            [str(python), "-c", _PROBE, *(["--cuda"] if wants_cuda else [])],
            capture_output=True, text=True, timeout=120, check=True, env=_clean_environ(**variables),
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
    dependencies: Iterable[str], *, python: Path, constraints: Path | None, root: Path, wants_cuda: bool = False
) -> Environment:
    """An environment of `python` with the packages, below `root`; made where it is not there yet.

    `constraints` is a pip constraints file; a version that a script asks for itself stands above it. Without packages
    it is the bare interpreter. Raises PreparationError.
    """
    wanted = tuple(sorted(dependencies))
    bare = _bare(python)
    if not wanted:
        return bare
    base = bare.python
    pins = _pins(constraints, wanted)
    has_pip = not _our_pip_installs_for(bare.version)
    kind = [] if has_pip else ["without pip"]
    named = "\n".join([bare.version, str(base), *kind, *wanted, "", *pins])
    digest = hashlib.sha256(named.encode()).hexdigest()[:16]
    folder = root / digest
    root.mkdir(parents=True, exist_ok=True)
    with _locked(root / f"{digest}.lock"):
        if not (folder / "complete").exists():
            _build(folder, wanted, pins, python=base, has_pip=has_pip)
    return probe(folder / "bin" / "python", wants_cuda=wants_cuda)


@cache
def _bare(python: Path) -> Environment:
    """The interpreter that `python` is, or was made from, without packages. It is asked once: that takes its time."""
    return probe(probe(python).base)


def _pins(constraints: Path | None, wanted: tuple[str, ...]) -> tuple[str, ...]:
    """The lines of the constraints file, less those for packages whose version a script asks for itself."""
    if constraints is None or not constraints.exists():
        return ()
    asked = {canonicalize_name(item.name) for item in map(Requirement, wanted) if item.specifier}
    lines = (line.partition("#")[0].strip() for line in constraints.read_text(encoding="utf-8").splitlines())
    return tuple(line for line in lines if line and canonicalize_name(Requirement(line).name) not in asked)


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Wait until no other process makes the same environment; the lock goes with the process that holds it."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@cache
def _our_pip_installs_for(version: str) -> bool:
    """Whether the pip that we run with can install for this Python: `pip --python` runs itself with that one.

    Then an environment needs no pip of its own, which is most of what making one costs; `uv run` gives it none either.
    """
    try:
        needs = importlib.metadata.metadata("pip")["Requires-Python"]
    except importlib.metadata.PackageNotFoundError:
        return False
    return SpecifierSet(needs or "").contains(version, prereleases=True)


def _build(folder: Path, wanted: tuple[str, ...], pins: tuple[str, ...], *, python: Path, has_pip: bool) -> None:
    # A virtual environment's commands hold its own path, so it cannot be made elsewhere and renamed: it is built in
    # place, and counts only once the mark is in it. What an interrupted build left behind is removed first.
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    constraints = folder / "constraints.txt"
    constraints.write_text("".join(f"{pin}\n" for pin in pins), encoding="utf-8")
    made = str(folder / "bin" / "python")
    venv = [str(python), "-m", "venv", *([] if has_pip else ["--without-pip"]), str(folder)]
    pip = [made, "-m", "pip"] if has_pip else [sys.executable, "-m", "pip", "--python", made]
    install = [*pip, "install", "--quiet", "--disable-pip-version-check", "--constraint", str(constraints), *wanted]
    steps = [venv, install]
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    for step in steps:
        done = subprocess.run(  # noqa: S603
            step, capture_output=True, text=True, errors="replace", timeout=_INSTALL_SECONDS,
            stdin=subprocess.DEVNULL, check=False, env=environ,
        )  # fmt: skip
        if done.returncode:
            shutil.rmtree(folder, ignore_errors=True)
            last = "\n".join((done.stdout + done.stderr).strip().splitlines()[-5:])
            raise PreparationError(f"{' '.join(wanted)} cannot be installed for {python}:\n{last}")
    (folder / "complete").write_text("\n".join(wanted), encoding="utf-8")


def with_stand_in(environment: Environment, source: Path, *, root: Path) -> Environment:
    """The environment with a stand-in for a GPU, a C file, in front of the CUDA libraries; its record says so.

    It is compiled below `root`, and found as the runtime (preloaded), the driver and NVML. Raises PreparationError.
    """
    code = source.read_bytes()
    folder = root / f"standin-{hashlib.sha256(code).hexdigest()[:16]}"
    library = folder / "standin.so"
    folder.mkdir(parents=True, exist_ok=True)
    with _locked(folder / "lock"):
        if not library.exists():
            part = folder / "part.so"
            try:
                subprocess.run(  # noqa: S603
                    ["cc", "-shared", "-fPIC", "-O1", "-o", str(part), str(source)],  # noqa: S607
                    capture_output=True, text=True, timeout=120, check=True,
                )  # fmt: skip
            except (OSError, subprocess.SubprocessError) as error:
                said = getattr(error, "stderr", None) or error
                raise PreparationError(f"{source} cannot be compiled: {said}") from error
            for name in ("libcuda.so.1", "libnvidia-ml.so.1"):
                (folder / name).unlink(missing_ok=True)
                (folder / name).symlink_to(library.name)
            part.replace(library)
    places = [str(folder), *filter(None, [os.environ.get("LD_LIBRARY_PATH")])]
    variables = {"LD_PRELOAD": str(library), "LD_LIBRARY_PATH": os.pathsep.join(places)}
    seen = probe(environment.python, wants_cuda=True, variables=variables)
    return replace(seen, platform=f"{seen.platform}, no GPU: {source.name} stands in for one")


def lacking(requirements: Iterable[str], environment: Environment) -> list[str]:
    """Which of an article's `requires` this machine and environment do not have."""
    has: dict[str, Callable[[], bool]] = {
        "cuda": lambda: environment.cuda == "gpu",
        "cuda-wheel": lambda: environment.cuda != "",
        "linux": lambda: sys.platform == "linux",
        "network-namespaces": _makes_network_namespaces,
        "windows": lambda: sys.platform == "win32",
    }
    return [name for name in requirements if not has[name]()]


def _makes_network_namespaces() -> bool:
    """Whether there are the tools and the right to it; a container mostly lacks one or the other."""
    namespace = ["unshare", "--map-root-user", "--net"]
    cable = ["ip", "link", "add", "lan0", "type", "veth", "peer", "name", "lan1"]
    try:
        subprocess.run([*namespace, *cable], capture_output=True, timeout=30, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return False
    return True


# ── running ─────────────────────────────────────────────────────────────────────────────────────────────────────


def run(script: Script, environment: Environment, *, timeout_s: float) -> Outcome:
    """Run a copy of the script in an empty folder, for at most `timeout_s` seconds, as a terminal would show it.

    Standard output and error come in the order they were written; this machine's paths are made neutral.
    """
    with (
        tempfile.TemporaryDirectory(prefix="run", ignore_cleanup_errors=True) as folder,
        tempfile.TemporaryFile() as printed,  # not a pipe: what a script leaves running would hold it open
    ):
        path = Path(folder, script.name)
        path.write_text(script.text, encoding="utf-8")
        process = subprocess.Popen(  # noqa: S603
            [str(environment.python), str(path)],
            cwd=folder, stdin=subprocess.DEVNULL, stdout=printed, stderr=subprocess.STDOUT,
            start_new_session=True,
            env=_clean_environ(TMPDIR=folder, PATH=_path_of(environment.python), **environment.variables),
        )  # fmt: skip
        status: int | None
        try:
            status = process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            _kill_group(process)  # with what the script started and left behind
            process.wait()
        printed.seek(max(0, printed.seek(0, os.SEEK_END) - _MOST_OUTPUT))
        text = printed.read().decode("utf-8", "replace")
        places = {folder: "/home/user", os.path.realpath(folder): "/home/user"}
    return Outcome(status, neutral(text, {**environment.prefixes, **places}))


def neutral(text: str, prefixes: Mapping[str, str]) -> str:
    """Replace paths of this machine, the longest prefix first, each where it is a whole run of path components.

    >>> neutral("in /opt/py/lib/x.py, not /opt/pyx", {"/opt/py": "/usr"})
    'in /usr/lib/x.py, not /opt/pyx'
    """
    known = {prefix.rstrip("/"): place for prefix, place in prefixes.items() if prefix.rstrip("/")}
    longest_first = "|".join(re.escape(prefix) for prefix in sorted(known, key=len, reverse=True))
    return re.sub(rf"(?:{longest_first})(?![\w.-])", lambda found: known[found.group()], text) if known else text


def _kill_group(process: "subprocess.Popen[bytes]") -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _path_of(python: Path) -> str:
    return os.pathsep.join([str(python.parent), "/usr/local/bin", "/usr/bin", "/bin"])


def _clean_environ(**more: str) -> dict[str, str]:
    """The few variables that a script may see: a reader's machine has other ones."""
    kept = {name: os.environ[name] for name in ("HOME", "PATH", "LD_LIBRARY_PATH", "SYSTEMROOT") if name in os.environ}
    fixed = {"LC_ALL": "C.UTF-8", "COLUMNS": "120", "TERM": "dumb", "NO_COLOR": "1", "PYTHONUNBUFFERED": "1"}
    return {**kept, **fixed, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONNOUSERSITE": "1", **more}


# ── records ─────────────────────────────────────────────────────────────────────────────────────────────────────


def named_packages(dependencies: Iterable[str], environment: Environment) -> dict[str, str]:
    """The versions of the packages that a script names, as installed."""
    names = [Requirement(dependency).name for dependency in dependencies]
    installed = ((name, environment.packages.get(canonicalize_name(name))) for name in names)
    return {name: version for name, version in installed if version}


def record_name(script: Script, environment: Environment, packages: Mapping[str, str]) -> str:
    """The file name of a recorded run: `py3.11.7-torch2.13.0.txt`, `ray-py3.10.13-ray2.46.0.txt`."""
    pair = script.path.stem.removeprefix("repro").removeprefix("_")
    parts = [*([pair] if pair else []), f"py{environment.version}"]
    parts += [f"{name}{version.replace('+', '-')}" for name, version in packages.items()]
    return "-".join(parts) + ".txt"


def record(
    article: Article,
    script: Script,
    environment: Environment,
    outcome: Outcome,
    *,
    reproduced: bool,
    date: datetime.date,
) -> Path:
    """Write the run into the article's folder; a run that differs in its date only is left as it is."""
    packages = named_packages(metadata(script.text).dependencies, environment)
    path = article.folder / "runs" / record_name(script, environment, packages)
    lines = [
        f"script: {script.name}",
        f"python: {environment.version}",
        f"platform: {environment.platform}",
        f"packages: {' '.join(f'{name}=={version}' for name, version in packages.items())}",
        f"date: {date.isoformat()}",
        f"exit: {outcome.exit_status}",
        f"reproduced: {'yes' if reproduced else 'no'}",
        "---",
        outcome.output,
    ]
    text = "\n".join(lines)
    without_date = [line for line in lines if not line.startswith("date: ")]
    if path.exists():
        old = read_file(path)
        if [line for line in old.split("\n", 8) if not line.startswith("date: ")] == without_date:
            return path
    path.parent.mkdir(exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)
    return path


def recorded(article: Article, script: Script, environment: Environment) -> Run | None:
    """The run of a script that is recorded for an environment."""
    packages = named_packages(metadata(script.text).dependencies, environment)
    name = record_name(script, environment, packages)
    return next((run for run in article.runs if run.path.name == name), None)


def last_run(article: Article, script: Script) -> Run | None:
    """The newest recorded run of a script."""
    runs = [run for run in article.runs if run.script == script.name]
    return max(runs, key=lambda run: run.date, default=None)
