"""The commit of the running program is that of its clone, or of the file that a release brings."""

import subprocess

import pytest
from django.core.management import call_command

from kb.server import build

FIRST = "1" * 40


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setattr(build, "_ROOT", tmp_path)
    build.commit.cache_clear()
    yield tmp_path
    build.commit.cache_clear()


def git(folder, *arguments):
    identity = ("-c", "user.name=a", "-c", "user.email=a@invalid")
    done = subprocess.run(["git", *identity, *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_a_release_says_it_in_a_file(root):
    (root / "COMMIT").write_text(f"{FIRST}\n")

    assert build.commit() == FIRST
    assert build.version() == f"Tracefix {build.VERSION} (commit {FIRST})"


@pytest.mark.parametrize("is_packed", [False, True])
@pytest.mark.parametrize("way", ["branch", "detached", "work tree"])
def test_a_clone_says_it(root, monkeypatch, way, is_packed):
    git(root, "init", "-q")
    git(root, "commit", "-q", "--allow-empty", "-m", "first")
    if way == "detached":
        git(root, "checkout", "-q", "--detach")
    if way == "work tree":
        git(root, "worktree", "add", "-q", "-b", "other", "tree")
        monkeypatch.setattr(build, "_ROOT", root / "tree")
    if is_packed:
        git(root, "pack-refs", "--all")

    assert build.commit() == git(root, "rev-parse", "HEAD")


def test_without_either_it_is_unknown(root):
    assert build.commit() == "unknown"


def test_a_process_goes_on_saying_what_it_began_with(root):
    (root / "COMMIT").write_text(FIRST)
    build.commit()
    (root / "COMMIT").write_text("2" * 40)

    assert build.commit() == FIRST


def test_the_command_says_it(capsys):
    with pytest.raises(SystemExit):
        call_command("serve", "--version")

    assert capsys.readouterr().out == f"{build.version()}\n"
