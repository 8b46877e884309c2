"""The commit of the running program is that of its clone, or of the file that a release brings."""

import subprocess

import pytest
from django.core.management import call_command

from kb.server import program_version

FIRST = "1" * 40


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setattr(program_version, "_ROOT", tmp_path)
    program_version.commit.cache_clear()
    yield tmp_path
    program_version.commit.cache_clear()


def git(folder, *arguments):
    identity = ("-c", "user.name=a", "-c", "user.email=a@invalid")
    done = subprocess.run(["git", *identity, *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_a_release_says_it_in_a_file(root):
    (root / "COMMIT").write_text(f"{FIRST}\n")

    assert program_version.commit() == FIRST
    assert program_version.version() == f"Tracefix {program_version.VERSION} (commit {FIRST})"


@pytest.mark.parametrize("is_packed", [False, True])
@pytest.mark.parametrize("way", ["branch", "detached", "work tree"])
def test_a_clone_says_it(root, monkeypatch, way, is_packed):
    git(root, "init", "-q")
    git(root, "commit", "-q", "--allow-empty", "-m", "first")
    if way == "detached":
        git(root, "checkout", "-q", "--detach")
    if way == "work tree":
        git(root, "worktree", "add", "-q", "-b", "other", "tree")
        monkeypatch.setattr(program_version, "_ROOT", root / "tree")
    if is_packed:
        git(root, "pack-refs", "--all")

    assert program_version.commit() == git(root, "rev-parse", "HEAD")


def test_without_either_it_is_unknown(root):
    assert program_version.commit() == "unknown"


def test_a_process_goes_on_saying_what_it_began_with(root):
    (root / "COMMIT").write_text(FIRST)
    program_version.commit()
    (root / "COMMIT").write_text("2" * 40)

    assert program_version.commit() == FIRST


def test_the_command_says_it(capsys):
    with pytest.raises(SystemExit):
        call_command("serve", "--version")

    assert capsys.readouterr().out == f"{program_version.version()}\n"
