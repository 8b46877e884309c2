"""The client as people have it: as the wheel installs it, and run in processes of its own where those matter.

Where slow tests run, the wheel holds all published articles, cards and notes, as the one that is released; else some of
them, because every process of the client reads what its wheel holds.
"""

import io
import os
import re
import shutil
import subprocess
import sys
import zipfile
from functools import partial
from types import SimpleNamespace

import pytest

from tests.settings import ARTICLES_DIR, BASE_DIR
from tools.client_wheel import build
from tracefix.articles.loading import article_folders
from tracefix.bundle import article_bundle
from tracefix.cli.main import main

NAMED = {
    "config-key-missing",
    "cuda-oom",
    "pickle-generator",
    "process-killed-host-oom",
    "syntax-error",
    "torch-six-missing",
}
SHARE = 25  # one of so many is taken
PROJECTS_DIR = BASE_DIR / "projects"
OTHERS = re.compile(r"^(?:related|symptom_of):(?: \[.*\]\n|\n(?:  - .*\n)+)", re.M)


@pytest.fixture(scope="session")
def shipped(all_cases, tmp_path_factory):
    """The folder of the articles that the wheel holds."""
    if all_cases:
        return ARTICLES_DIR
    root = tmp_path_factory.mktemp("shipped") / "articles"
    folders = article_folders(ARTICLES_DIR)
    kept = {*NAMED, *(folder.name for folder in folders[::SHARE])}
    shutil.copytree(ARTICLES_DIR, root, ignore=lambda at, names: [
        name for name in names if at == str(ARTICLES_DIR) and (ARTICLES_DIR / name).is_dir() and name not in kept
    ])  # fmt: skip
    for path in root.glob("*/article.md"):
        path.write_text(OTHERS.sub(lambda key: _with_those(kept, key[0]), path.read_text("utf-8")), encoding="utf-8")
    return root


def _with_those(kept, key):
    """A list of articles in front matter, with those that are there."""
    name, *slugs = re.findall(r"[\w-]+", key)
    slugs = [slug for slug in slugs if slug in kept]
    return f"{name}: [{', '.join(slugs)}]\n" if slugs else ""


@pytest.fixture(scope="session")
def shipped_projects(all_cases, tmp_path_factory):
    """The folder of the cards and notes that the wheel holds."""
    if all_cases:
        return PROJECTS_DIR
    root = tmp_path_factory.mktemp("shipped") / "projects"
    for folder in sorted(path for path in PROJECTS_DIR.iterdir() if path.is_dir())[::SHARE]:
        shutil.copytree(folder, root / folder.name)
    return root


@pytest.fixture(scope="session")
def wheel(shipped, shipped_projects, built_once):
    """The wheel of these articles and projects. It takes seconds to build: one for all workers."""
    with built_once("wheel") as folder:
        return next(folder.glob("*.whl"), None) or build(folder, shipped, shipped_projects)


@pytest.fixture(scope="session")
def unpacked(wheel, tmp_path_factory):
    """A folder with what the wheel installs, and nothing of the repository."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as file:
        file.extractall(folder)
    return folder


@pytest.fixture
def python(unpacked, tmp_path):
    """A function that runs Python with the client on its path, in an empty folder. Text in, text out."""

    def run(*words, stdin="", **environ):
        return subprocess.run(
            [sys.executable, *map(str, words)],
            input=stdin,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=clean_environ(unpacked, **environ),
        )

    return run


@pytest.fixture
def tracefix(python):
    """A function that runs the command `tracefix`."""
    return partial(python, "-m", "tracefix")


@pytest.fixture
def start_tracefix(unpacked, tmp_path):
    """A function that starts the command `tracefix`, whose output is read as text, in an empty folder."""

    def start(*words, stdout=subprocess.PIPE, text=True, **options):
        command = [sys.executable, "-m", "tracefix", *words]
        return subprocess.Popen(command, stdout=stdout, text=text, cwd=tmp_path, env=clean_environ(unpacked), **options)

    return start


@pytest.fixture
def led(unpacked, tmp_path):
    """A function that runs the command `tracefix` with its streams led where a shell leads them. Text out."""

    def run(streams, *words, **environ):
        return subprocess.run(
            ["sh", "-c", f'"$@" {streams}', "sh", sys.executable, "-m", "tracefix", *words],
            capture_output=True, text=True, encoding="utf-8", cwd=tmp_path, env=clean_environ(unpacked, **environ),
        )  # fmt: skip

    return run


@pytest.fixture
def call_tracefix(unpacked, tmp_path, monkeypatch):
    """A function that runs the command `tracefix` in this process, with the articles of the wheel, in an empty folder.

    It takes a tenth of the time of a process. Text in, text out, as if it were one.
    """
    monkeypatch.setattr(article_bundle, "DATA", unpacked / "tracefix" / "articles.dat")
    monkeypatch.chdir(tmp_path)

    def call(*words, stdin="", **environ):
        article_bundle.open_bundle.cache_clear()  # another call may have other folders
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
        with monkeypatch.context() as changed:
            for name, value in environ.items():
                changed.setenv(name, value)
            changed.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
            changed.setattr(sys, "stdout", out)
            changed.setattr(sys, "stderr", err)
            try:
                status = main([*map(str, words)])
            except SystemExit as ended:
                status = ended.code
        printed, said = (stream.buffer.getvalue().decode() for stream in (out, err) if not stream.flush())
        return SimpleNamespace(stdout=printed, stderr=said, returncode=status)

    yield call
    article_bundle.open_bundle.cache_clear()


def clean_environ(unpacked, **environ):
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, "PYTHONPATH": str(unpacked), **environ}
