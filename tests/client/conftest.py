"""The client as people have it: as the wheel installs it, and run in processes of its own.

With --thorough the wheel holds all published articles, as the one that is released; without, some of them, because
every process of the client reads what its wheel holds.
"""

import fcntl
import os
import re
import shutil
import subprocess
import sys
import zipfile

import pytest

from tests import warm
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
NOT_LOADED = {"__init__", "__main__", "pytest"}
OTHERS = re.compile(r"^(?:related|symptom_of):(?: \[.*\]\n|\n(?:  - .*\n)+)", re.M)


@pytest.fixture(scope="session")
def shipped(request, tmp_path_factory):
    """The folder of the articles that the wheel holds."""
    if request.config.getoption("thorough"):
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
def wheel(shipped, tmp_path_factory):
    """The wheel of these articles. It takes seconds to build: one for all workers."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with (shared / "wheel.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        folder = shared / "wheel"
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


@pytest.fixture(scope="session")
def loaded(unpacked, tmp_path_factory):
    """Has loaded the client, but for what it need not have."""
    modules = [".".join(path.relative_to(unpacked).with_suffix("").parts) for path in unpacked.glob("tracefix/**/*.py")]
    wanted = [name for name in modules if name.split(".")[-1] not in NOT_LOADED]
    server = warm.Warm(tmp_path_factory.mktemp("warm"), ["argparse", *wanted], clean_environ(unpacked))
    yield server
    server.close()


@pytest.fixture
def tracefix(request, unpacked, tmp_path, python):
    """A function that runs the command `tracefix`."""

    def run(*words, stdin="", **environ):
        if warm.is_cold or "PYTHONPATH" in environ:
            return python("-m", "tracefix", *words, stdin=stdin, **environ)
        words = ("-m", "tracefix", *words)
        return request.getfixturevalue("loaded").run(
            words, cwd=tmp_path, environ=clean_environ(unpacked, **environ), given=stdin
        )

    return run


def clean_environ(unpacked, **environ):
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, "PYTHONPATH": str(unpacked), **environ}
