"""The client as people have it: as the wheel installs it, and run in processes of its own.

Where slow tests run, the wheel holds all published articles, as the one that is released; else some of them, because
every process of the client reads what its wheel holds.
"""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from functools import partial

import pytest

from tests.settings import ARTICLES_DIR
from tools.client_wheel import build
from tracefix.articles.loading import article_folders

NAMED = {
    "config-key-missing",
    "cuda-oom",
    "pickle-generator",
    "process-killed-host-oom",
    "syntax-error",
    "torch-six-missing",
}
OTHERS = re.compile(r"^(?:related|symptom_of):(?: \[.*\]\n|\n(?:  - .*\n)+)", re.M)


@pytest.fixture(scope="session")
def shipped(all_cases, tmp_path_factory):
    """The folder of the articles that the wheel holds."""
    if all_cases:
        return ARTICLES_DIR
    root = tmp_path_factory.mktemp("shipped") / "articles"
    folders = article_folders(ARTICLES_DIR)
    kept = {*NAMED, *(folder.name for folder in folders[::25])}
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
def wheel(shipped, built_once):
    """The wheel of these articles. It takes seconds to build: one for all workers."""
    with built_once("wheel") as folder:
        return next(folder.glob("*.whl"), None) or build(folder, shipped)


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


def clean_environ(unpacked, **environ):
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, "PYTHONPATH": str(unpacked), **environ}
