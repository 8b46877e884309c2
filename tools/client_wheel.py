"""Build the client's wheel: `python -m tools.client_wheel` writes dist/tracefix-*.whl.

The wheel is the package tracefix/ as it stands, with all articles in one file and the histories of packages. With
TRACEFIX_REPOSITORY, the address of the source, its metadata link there.
"""

import argparse
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import deflate
import zstandard

from tracefix.articles.loading import load_all, read_tags
from tracefix.bundle.article_bundle import DATA, compile_bundle
from tracefix.bundle.data_file import DICTIONARY, pack
from tracefix.explaining.shapes import with_required_texts
from tracefix.explaining.table_files import read_table
from tracefix.projects import loading as cards
from tracefix.projects.notes import load_all as load_notes
from tracefix.versions.history_files import packed, packed_name, text_of
from tracefix.versions.requirements import SUBFOLDER

ROOT = Path(__file__).resolve().parents[1]
_MOST = 12  # of libdeflate's levels
# How a dictionary is trained: pieces of texts, and of them parts that recur, in bytes; tried on the wheel
_SAMPLE, _COVER, _SHORTEST = 2_000, 64, 6
_HEADER = 300  # bytes that zstd puts in front of it, and zlib has no use for
_EARLIEST = "315532800"  # 1980, the first year that a ZIP file knows: the same source makes the same wheel


_LINK = re.compile(r"\]\((?!https?:|#)([^)\s]+)\)")  # from one document to another


def stage(folder: Path, articles: Path, projects: Path, repository: str = "") -> None:
    """Write the source tree of the wheel to an empty folder."""
    package = folder / "tracefix"
    shutil.copytree(ROOT / "tracefix", package, ignore=shutil.ignore_patterns("__pycache__", "pyproject.toml"))
    notes = (note.article for note in load_notes(projects))
    smallest = partial(pack, compress=partial(deflate.zlib_compress, compresslevel=_MOST), train=_train)
    data = compile_bundle((*load_all(articles), *notes), read_tags(articles), cards.load_all(projects), smallest)
    (package / DATA.relative_to(ROOT / "tracefix")).write_bytes(data)
    _pack_histories(ROOT / "history", package / "history")
    _pack_tables(package / "explaining")
    shutil.copytree(ROOT / "locale", package / "locale", ignore=shutil.ignore_patterns("*.po"))
    shutil.copy(ROOT / "LICENSE", folder)
    settings, readme = (
        (ROOT / name).read_text(encoding="utf-8") for name in ("tracefix/pyproject.toml", "docs/client.md")
    )
    (folder / "pyproject.toml").write_text(settings + _urls(repository), encoding="utf-8")
    (folder / "README.md").write_text(_with_whole_links(readme, repository), encoding="utf-8")


def _train(alike: Sequence[bytes]) -> bytes:
    """A dictionary of what these texts have most in common. The same texts make the same one."""
    samples = [text[at : at + _SAMPLE] for text in alike for at in range(0, len(text), _SAMPLE)]
    trained = zstandard.train_dictionary(DICTIONARY, samples, k=_COVER, d=_SHORTEST).as_bytes()
    return trained[-DICTIONARY + _HEADER :]


def _pack_histories(source: Path, target: Path) -> None:
    """Copy a folder of histories: those compressed, what releases ask for as it stands."""
    shutil.copytree(source / SUBFOLDER, target / SUBFOLDER)
    for path in source.glob("*.tsv"):
        content = packed(text_of(path.stem, source)).encode()
        (target / packed_name(path.stem)).write_bytes(deflate.gzip_compress(content, _MOST))


def _pack_tables(folder: Path) -> None:
    """Put JSON in the place of each table of TOML: it is read at each start."""
    for path in folder.rglob("*.toml"):
        table = with_required_texts(path) if path.parent.name == "shapes" else read_table(path)
        path.with_suffix(".json").write_text(json.dumps(table, ensure_ascii=False), encoding="utf-8")
        path.unlink()


def _urls(repository: str) -> str:
    """The addresses in the metadata; none where the source is nowhere public."""
    if not repository:
        return ""
    links = {"Source": "", "Issues": "/issues", "Changes": "/blob/main/CHANGELOG.md"}
    return "\n[project.urls]\n" + "".join(f'{name} = "{repository}{path}"\n' for name, path in links.items())


def _with_whole_links(readme: str, repository: str) -> str:
    """A document of docs/ whose links lead to the repository; without one, only their words are kept."""
    if not repository:
        return re.sub(r"\[([^\]\n]+)(?=\]\((?!https?:|#))\]\([^)\s]+\)", r"\1", readme)
    return _LINK.sub(lambda found: f"]({repository}/blob/main/{posixpath.normpath(f'docs/{found[1]}')})", readme)


def build(target: Path, articles: Path = ROOT / "articles", projects: Path = ROOT / "projects") -> Path:
    """Build the wheel in a folder, and return its path. Raises CalledProcessError."""
    with tempfile.TemporaryDirectory() as name:
        stage(Path(name), articles, projects, os.environ.get("TRACEFIX_REPOSITORY", "").rstrip("/"))
        command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(target), name]
        environ = {**os.environ, "SOURCE_DATE_EPOCH": _EARLIEST}
        for path in Path(name).rglob("*"):  # the wheel keeps the modes, which differ by checkout and umask
            path.chmod(0o755 if path.is_dir() else 0o644)
        subprocess.run(command, check=True, env=environ, stdout=subprocess.PIPE, umask=0o022)
    return max(target.glob("tracefix-*.whl"), key=lambda path: path.stat().st_mtime)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Build the client's wheel.")
    parser.add_argument("--outdir", type=Path, default=ROOT / "dist")
    options = parser.parse_args()
    options.outdir.mkdir(parents=True, exist_ok=True)
    wheel = build(options.outdir)
    print(f"{wheel} ({wheel.stat().st_size:,} bytes)")
