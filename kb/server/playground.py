"""Python for the browser: the files that `make playground` installs, and which packages a script can have there.

Without them the site works, and no page has the button. They are found once: a server that runs must be restarted.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import PathDistribution
from pathlib import Path
from zipfile import Path as ZipPath

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from whitenoise.middleware import WhiteNoiseMiddleware

from tracefix.articles.model import Script
from tracefix.repros.script_header import ScriptError, read_header

WORKER = settings.BASE_DIR / "static" / "kb" / "playground_worker.js"
_BROWSER = {"extra": "", "sys_platform": "emscripten", "platform_system": "Emscripten"}  # for markers of packages
# What a first run loads, but for packages. The worker loads them by itself; the page only shows how far they are.
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise, which also serves the files of the playground, below an address that changes with them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        super().__init__(get_response)
        if version():
            self.add_files(str(settings.PLAYGROUND_DIR), prefix=address())

    def immutable_file_test(self, path: str, url: str) -> bool:
        """Whether a browser may keep a file for ever: each of the playground, too."""
        return url.startswith("/playground/") or super().immutable_file_test(path, url)


@cache
def version() -> str:
    """A name for the playground that is installed, which changes with it; "" if there is none."""
    folder = settings.PLAYGROUND_DIR
    if not all((folder / name).is_file() for name in PARTS):
        return ""
    sizes = sorted((path.name, path.stat().st_size) for path in folder.iterdir())
    seen = hashlib.sha256(WORKER.read_bytes() + (folder / "pyodide-lock.json").read_bytes() + repr(sizes).encode())
    return seen.hexdigest()[:12]


def address() -> str:
    """Where the files of the playground are served."""
    return f"/playground/{version()}/"


def sizes() -> dict[str, int]:
    """The bytes of each part, by its name."""
    return {name: (settings.PLAYGROUND_DIR / name).stat().st_size for name in PARTS}


def megabytes_sent() -> int:
    """What a browser is sent for all of them, as they are compressed."""
    choices = [(settings.PLAYGROUND_DIR / f"{name}.br", settings.PLAYGROUND_DIR / name) for name in PARTS]
    return round(sum((small if small.is_file() else whole).stat().st_size for small, whole in choices) / 1e6)


def python_version() -> str:
    """The version of Python that runs in the browser."""
    lock = json.loads((settings.PLAYGROUND_DIR / "pyodide-lock.json").read_text(encoding="utf-8"))
    return str(lock["info"]["python"])


def wheels_for(script: Script) -> tuple[str, ...]:
    """The wheels that a script needs, with those that they need. Raises LookupError with what cannot be had."""
    try:
        waiting = [Requirement(text) for text in read_header(script.text).dependencies]
    except ScriptError as error:
        raise LookupError(str(error)) from error
    found: dict[str, str] = {}
    for requirement in waiting:  # which grows
        name = canonicalize_name(requirement.name)
        if requirement.marker and not requirement.marker.evaluate(_BROWSER):
            continue
        if name not in _wheels() or _wheels()[name][1].version not in requirement.specifier:
            raise LookupError(f"needs {requirement}")
        if name not in found:
            found[name], distribution = _wheels()[name]
            waiting += map(Requirement, distribution.requires or ())
    return tuple(found.values())


@cache
def _wheels() -> Mapping[str, tuple[str, PathDistribution]]:
    """The wheels that are installed, by the canonical name of their package."""
    wheels: dict[str, tuple[str, PathDistribution]] = {}
    for path in sorted(Path(settings.PLAYGROUND_DIR).glob("*.whl")):
        name, release = path.name.split("-")[:2]
        wheels[canonicalize_name(name)] = path.name, PathDistribution(ZipPath(path, f"{name}-{release}.dist-info/"))
    return wheels
