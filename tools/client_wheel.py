"""Build the client's wheel: `python -m tools.client_wheel` writes dist/tracefix-*.whl.

The wheel holds the package tracefix/, the modules of kb/core that it imports as tracefix/core/, all articles in one
file, the list of known distributions, and the histories of packages. The modules are copied as they are, but for their
own names: `kb.core` is written `tracefix.core`.
"""

import argparse
import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from kb.core.articles.distributions import FILE as DISTRIBUTIONS
from kb.core.articles.loading import load_all, read_tags
from tracefix.book import DATA, compile_book

ROOT = Path(__file__).resolve().parents[1]
# What no client can reach: HTML, for which it would need Markdown, and shapes that only type checkers read.
NOT_SHIPPED = {"kb.core.articles.rendering", "kb.core.output.json_shapes"}
_CORE = re.compile(r"\bkb\.core\b")
_EARLIEST = "315532800"  # 1980, the first year that a ZIP file knows: the same source makes the same wheel


def shipped_modules() -> dict[str, Path]:
    """The modules that the wheel needs, by name: those of tracefix, and all of the core that they import."""
    found: dict[str, Path] = {}
    wanted = [f"tracefix.{path.stem}" for path in sorted((ROOT / "tracefix").glob("*.py"))]
    while wanted:
        name = wanted.pop().removesuffix(".__init__")
        path = _file_of(name)
        if path is None or name in found or name in NOT_SHIPPED or not name.startswith(("tracefix", "kb.core")):
            continue
        found[name] = path
        wanted += [name.rpartition(".")[0], *_imports(path)]
    return dict(sorted(found.items()))


def stage(folder: Path, articles: Path) -> None:
    """Write the source tree of the wheel to an empty folder."""
    for name, path in shipped_modules().items():
        below = "tracefix/core" if name.startswith("kb.core") else "tracefix"
        start = ROOT / "kb" / "core" if name.startswith("kb.core") else ROOT / "tracefix"
        target = folder / below / path.relative_to(start)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_CORE.sub("tracefix.core", path.read_text(encoding="utf-8")), encoding="utf-8")
    shutil.copy(DISTRIBUTIONS, folder / "tracefix" / "core" / "articles")
    data = compile_book(load_all(articles), read_tags(articles))
    (folder / "tracefix" / DATA.name).write_bytes(data)
    shutil.copytree(ROOT / "history", folder / "tracefix" / "history")
    shutil.copy(ROOT / "tracefix" / "pyproject.toml", folder)
    shutil.copy(ROOT / "LICENSE", folder)
    shutil.copy(ROOT / "docs" / "client.md", folder / "README.md")


def build(target: Path, articles: Path = ROOT / "articles") -> Path:
    """Build the wheel in a folder, and return its path. Raises CalledProcessError."""
    with tempfile.TemporaryDirectory() as name:
        stage(Path(name), articles)
        command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(target), name]
        environ = {**os.environ, "SOURCE_DATE_EPOCH": _EARLIEST}
        subprocess.run(command, check=True, env=environ, stdout=subprocess.PIPE)
    return max(target.glob("tracefix-*.whl"), key=lambda path: path.stat().st_mtime)


def _file_of(name: str) -> Path | None:
    place = ROOT / name.replace(".", "/")
    return next((path for path in (place / "__init__.py", place.with_suffix(".py")) if path.is_file()), None)


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Build the client's wheel.")
    parser.add_argument("--outdir", type=Path, default=ROOT / "dist")
    options = parser.parse_args()
    options.outdir.mkdir(parents=True, exist_ok=True)
    wheel = build(options.outdir)
    print(f"{wheel} ({wheel.stat().st_size:,} bytes)")
