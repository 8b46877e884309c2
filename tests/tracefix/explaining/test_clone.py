"""A name that a program lacks in its own code: when its clone's history is asked, and with which command."""

import shutil
import subprocess

import pytest

from tests.tracefix.versions.histories import write_histories
from tracefix.explaining.clone import look_back
from tracefix.explaining.missing_names import find_missing_names
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose

CLONE, OWN = "/home/u/soup-main/cook.py", "/home/u/thesis/cook.py"
REQUIREMENTS = "python -m pip install --dry-run -r requirements.txt"
RENAMED = "AttributeError: 'Stove' object has no attribute 'light'"


def report(error, file=CLONE, function="main"):
    return f'Traceback (most recent call last):\n  File "{file}", line 3, in {function}\n    stove.light()\n{error}\n'


@pytest.fixture
def ask(tmp_path):
    folder = write_histories(tmp_path)

    def find(text):
        diagnosis = diagnose(text, Catalogue([]))
        (root,) = (error for error in diagnosis.errors if error.is_root)
        remedy = look_back(root, find_missing_names(root, diagnosis.paste, folder))
        return remedy.steps if remedy else ()

    return find


@pytest.mark.parametrize(
    ("error", "command"),
    [
        (RENAMED, 'git log -1 -p -G"def light *[(]|[ .]_?light *[:=]" -- $(git grep -l "class Stove")'),
        (
            "ImportError: cannot import name 'light' from 'soup.stove' (/home/u/soup-main/soup/stove.py)",
            'git log -1 -p -G"(class|def) +light|^light *=" -- "*.py"',
        ),
        (
            "TypeError: light() got an unexpected keyword argument 'wood'",
            'git log -1 -p -G"[ (,]wood *[=:,)]" -- $(git grep -l "def light")',
        ),
        (
            "TypeError: Stove.__init__() missing 1 required positional argument: 'wood'",
            'git log -1 -p -G"[ (,]wood *[=:,)]" -- $(git grep -l "class Stove")',
        ),
        (
            "TypeError: __init__() missing 1 required positional argument: 'wood'",
            'git log -1 -p -G"[ (,]wood *[=:,)]" -- "*.py"',
        ),
    ],
)
def test_the_history_of_a_clone_is_asked_for_the_name(ask, error, command):
    history, requirements = ask(report(error))

    assert history.commands == (command,)
    assert requirements.commands == (REQUIREMENTS,)


@pytest.mark.parametrize(
    ("file", "condition"),
    [
        (CLONE, ""),
        ("soup/bin/cook.py", ""),
        (OWN, "the program is a git clone"),
        ("cook.py", "the program is a git clone"),
    ],
)
def test_what_may_be_the_readers_own_code_has_a_condition(ask, file, condition):
    history, *requirements = ask(report(RENAMED, file))

    assert history.condition == condition
    assert bool(requirements) is not bool(condition)


@pytest.mark.parametrize(
    "error",
    [
        "AttributeError: module 'numpy' has no attribute 'light'",
        "ModuleNotFoundError: No module named 'soup.stove'",
        "ImportError: cannot import name 'light' from 'torch'",
        "ImportError: cannot import name 'light' from 'numpy' (/venv/lib/python3.11/site-packages/numpy/a.py)",
        "TypeError: light() got an unexpected keyword argument 'x'",
    ],
)
def test_a_clone_that_wants_a_name_of_a_library_is_asked_for_its_requirements(ask, error):
    assert [step.commands for step in ask(report(error))] == [(REQUIREMENTS,)]


def test_so_is_one_whose_call_fails_within_a_library(ask):
    inner = '  File "/venv/lib/python3.11/site-packages/stove/a.py", line 9, in light\n    self.burn()\n'
    text = report(RENAMED).replace("AttributeError", f"{inner}AttributeError")

    assert [step.commands for step in ask(text)] == [(REQUIREMENTS,)]


@pytest.mark.parametrize(
    "text",
    [
        report(RENAMED, "/venv/lib/python3.11/site-packages/torch/cook.py"),
        report(RENAMED, "torch/nn/cook.py"),
        report(RENAMED, "/usr/lib/python3.11/queue.py"),
        report(RENAMED, "<ipython-input-3-0a1b>"),
        report(RENAMED, "/home/u/thesis/cook.py", "__del__"),
        report("AttributeError: 'NoneType' object has no attribute 'light'"),
        report("ImportError: cannot import name 'cached_load' from 'tiny'"),  # its history knows the name
        report("ValueError: the stove is cold"),
        RENAMED,
    ],
)
def test_other_names_are_not_looked_for_in_a_clone(ask, text):
    assert ask(text) == ()


@pytest.mark.skipif(not shutil.which("git"), reason="there is no git here")
def test_the_command_prints_what_stands_there_now(ask, tmp_path):
    clone = tmp_path / "soup"
    clone.mkdir()

    def run(*command, **more):
        return subprocess.run(command, cwd=clone, check=True, capture_output=True, text=True, **more).stdout

    run("git", "init", "--quiet")
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    for number, name in enumerate(("light", "ignite", "ignite")):
        (clone / "stove.py").write_text(f"class Stove:\n    def {name}(self):\n        return {number}\n")
        (clone / "lamp.py").write_text(f"class Lamp:\n    def light(self):\n        return {number}\n")
        run("git", "add", ".")
        run("git", *identity, "commit", "--quiet", "-m", str(number))

    printed = run("sh", "-c", ask(report(RENAMED))[0].commands[0])

    assert "-    def light(self):\n" in printed
    assert "+    def ignite(self):\n" in printed
    assert "lamp.py" not in printed
