"""Two installed packages that are out of step: who calls whom, and which of them to move."""

import pytest
from packaging.specifiers import SpecifierSet

from tests.tracefix.versions.histories import write_histories
from tracefix.explaining.missing_names import find_missing_names
from tracefix.explaining.pairs import find_pair
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.versions.requirements import Requirement, format_requirements

HEAD = "Traceback (most recent call last):\n"
OWN = '  File "/home/jane/train.py", line 9, in main\n    {statement}\n'
FRAME = '  File "/venv/lib/python3.11/site-packages/{file}", line 30, in {function}\n    {statement}\n'


def frame(file, statement="x()", function="run"):
    return FRAME.format(file=file, statement=statement, function=function)


@pytest.fixture
def ask(tmp_path):
    folder = write_histories(tmp_path)

    def find(text):
        diagnosis = diagnose(text, Catalogue([]))
        (root,) = (error for error in diagnosis.errors if error.is_root)
        versions = find_missing_names(root, diagnosis.paste, folder)
        return find_pair(root, versions, diagnosis.environment, folder)

    return find


def test_a_package_that_imports_a_name_which_another_no_longer_has(ask):
    remedy = ask(
        HEAD
        + OWN.format(statement="import transformers")
        + frame("transformers/hub.py", "from tiny import cached_load", "<module>")
        + "ImportError: cannot import name 'cached_load' from 'tiny' (/venv/lib/python3.11/site-packages/tiny/a.py)\n"
        "\ntransformers==4.30.0\n"
    )

    assert remedy.finding == (
        "transformers 4.30.0 was written for an older tiny-lib: tiny-lib 1.2 no longer has `cached_load`"
    )
    assert remedy.steps[0].commands == ("python -m pip install --upgrade transformers",)


def test_a_name_that_came_is_no_reason_for_a_later_major_release(ask, tmp_path):
    (tmp_path / "peft.tsv").write_text(
        "# tracefix history 5\n# package peft\n# imports peft\n# release 1.0\n# release 1.1\n# release 2.0\n"
        "peft/\n early()\t1.1..\n"
    )
    remedy = ask(
        HEAD
        + OWN.format(statement="import trl")
        + frame("trl/a.py", "from peft import early", "<module>")
        + "ImportError: cannot import name 'early' from 'peft' (/venv/lib/python3.11/site-packages/peft/__init__.py)\n"
    )

    assert remedy.finding == "trl needs a newer peft: `early` came with 1.1"
    assert remedy.steps[0].commands == ('python -m pip install "peft>=1.1,<2"',)


def test_of_a_name_that_came_and_went_no_release_is_named(ask):
    remedy = ask(
        HEAD
        + OWN.format(statement="import transformers")
        + frame("transformers/hub.py", "from tiny import odd", "<module>")
        + "ImportError: cannot import name 'odd' from 'tiny' (/venv/lib/python3.11/site-packages/tiny/__init__.py)\n"
    )

    assert remedy.finding == "transformers uses `odd`, which the installed tiny-lib does not have"
    assert remedy.steps[-1].commands == ("python -m pip show transformers tiny-lib",)


@pytest.mark.parametrize(
    ("caller", "said"), [("diffusers", '"diffusers<0.40"'), ("transformers", '"transformers<5"'), ("accelerate", "")]
)
def test_an_upgrade_that_takes_much_along_says_so(ask, caller, said):
    remedy = ask(
        HEAD
        + OWN.format(statement=f"import {caller}")
        + frame(f"{caller}/hub.py", "from tiny import cached_load", "<module>")
        + "ImportError: cannot import name 'cached_load' from 'tiny' (/venv/lib/python3.11/site-packages/tiny/a.py)\n"
    )

    assert remedy.steps[0].commands == (f"python -m pip install --upgrade {caller}",)
    assert bool(remedy.steps[0].note) == bool(said)
    assert said in remedy.steps[0].note


def test_a_name_that_python_itself_no_longer_has(ask, tmp_path):
    (tmp_path / "python.tsv").write_text(
        "# tracefix history 5\n# package Python\n# imports collections\n# release 3.9\n# release 3.10\n"
        "collections/\n Mapping:\t3.9..3.9\n"
    )
    remedy = ask(
        HEAD
        + OWN.format(statement="import attrdict")
        + frame("attrdict/mapping.py", "from collections import Mapping", "<module>")
        + "ImportError: cannot import name 'Mapping' from 'collections' (/usr/lib/python3.11/collections/__init__.py)\n"
    )

    assert remedy.finding == "attrdict was written for an older Python: Python 3.10 no longer has `Mapping`"
    assert [step.commands for step in remedy.steps] == [
        ("python -m pip install --upgrade attrdict",),
        ("uv venv --python '<3.10'",),
    ]


def test_setuptools_keeps_pkg_resources_whose_import_failed(ask, tmp_path):
    (tmp_path / "python.tsv").write_text(
        "# tracefix history 5\n# package Python\n# imports pkgutil\n# release 3.11\n# release 3.12\n"
        "pkgutil/\n ImpImporter:\t3.11..3.11\n"
    )
    remedy = ask(
        HEAD
        + OWN.format(statement="import pkg_resources")
        + frame("pkg_resources/__init__.py", "register_finder(pkgutil.ImpImporter, find_on_path)", "<module>").replace(
            "python3.11", "python3.12"
        )
        + "AttributeError: module 'pkgutil' has no attribute 'ImpImporter'. Did you mean: 'zipimporter'?\n"
    )

    assert remedy.steps[0].commands == ('python -m pip install --upgrade "setuptools<82"',)


def test_a_pip_that_does_not_start_is_not_asked_to_upgrade_itself(ask, tmp_path):
    (tmp_path / "python.tsv").write_text(
        "# tracefix history 5\n# package Python\n# imports pkgutil\n# release 3.11\n# release 3.12\n"
        "pkgutil/\n ImpImporter:\t3.11..3.11\n"
    )
    remedy = ask(
        HEAD
        + frame("pip/_vendor/pkg_resources/__init__.py", "register_finder(pkgutil.ImpImporter, find_on_path)").replace(
            "python3.11", "python3.12"
        )
        + "AttributeError: module 'pkgutil' has no attribute 'ImpImporter'\n"
    )

    assert remedy.steps[0].commands == ("python -m ensurepip --upgrade",)


def test_torch_that_looks_a_name_up_for_any_class_does_not_lack_it(ask):
    remedy = ask(
        HEAD
        + OWN.format(statement="train()")
        + frame("qwix/model.py", "x = self.model.lids")
        + frame("torch/nn/modules/module.py", "raise AttributeError(name)", "__getattr__")
        + "AttributeError: 'SoupModel' object has no attribute 'lids'\n"
    )

    assert remedy is None


def test_a_package_whose_attribute_another_one_looks_up(ask):
    remedy = ask(
        HEAD
        + OWN.format(statement="train()")
        + frame("qwix/model.py", "x = value.get_raw()")
        + frame("flax/nnx/variables.py", "return getattr(self.value, name)", "__getattr__")
        + "AttributeError: 'Array' object has no attribute 'get_raw'\n\nflax 0.10.2\n"
    )

    assert remedy.finding.startswith("qwix uses `get_raw`, which the installed flax")
    assert [step.commands for step in remedy.steps] == [
        ("python -m pip install --upgrade qwix",),
        ("python -m pip show qwix flax",),
    ]


def test_a_submodule_that_an_installed_package_misses_in_another(ask):
    remedy = ask(
        HEAD
        + OWN.format(statement="import peft")
        + frame("peft/tuners.py", "from transformers.cache import Cache", "<module>")
        + "ModuleNotFoundError: No module named 'transformers.cache'\n"
    )

    assert remedy.finding == "peft uses `cache`, which the installed transformers does not have"


def test_a_package_that_is_built_for_a_machine_has_no_command(ask):
    remedy = ask(
        HEAD
        + OWN.format(statement="import peft")
        + frame("peft/tuners.py", "import torch", "<module>")
        + "AttributeError: module 'torch' has no attribute 'no_such_thing'\n"
    )

    commands = [command for step in remedy.steps for command in step.commands]
    assert commands
    assert not any("install" in command and "torch" in command for command in commands)


OLD_NAME = (
    HEAD
    + OWN.format(statement="import transformers")
    + frame("transformers/hub.py", "from tiny import cached_load", "<module>")
    + "ImportError: cannot import name 'cached_load' from 'tiny' (/venv/lib/python3.11/site-packages/tiny/a.py)\n\n"
)
LATER_NAME = OLD_NAME.replace("cached_load", "coming")
UNKNOWN_NAME = (
    HEAD
    + OWN.format(statement="import transformers")
    + frame("transformers/hub.py", "boat.row()", "<module>")
    + "AttributeError: module 'boat' has no attribute 'row'\n\n"
)


@pytest.fixture
def requires(tmp_path, monkeypatch):
    """A function that writes what the releases 4.0 to 4.9 of transformers ask for."""
    monkeypatch.setattr("tracefix.explaining.pairs.known_package_of", str)  # tiny-lib is known, too
    (tmp_path / "requires").mkdir()

    def write(package, wanted):
        text = format_requirements("transformers", [Requirement(package, "4.0", "4.9", wanted)])
        (tmp_path / "requires" / "transformers.tsv").write_text(text, encoding="utf-8")

    return write


@pytest.mark.parametrize(
    ("text", "asked", "installs"),
    [
        (OLD_NAME, ">=1.1", ">=1.1,<1.2"),
        (OLD_NAME, ">=1.0,<1.2", ">=1.0,<1.2"),
        (OLD_NAME, "==1.1", "==1.1"),
        (LATER_NAME, "<2.1", "<2.1,>=2.0"),
    ],
)
def test_of_the_releases_that_have_the_name_one_is_named_that_the_caller_asks_for(ask, requires, text, asked, installs):
    requires("tiny-lib", asked)

    step = ask(f"{text}transformers==4.5\n").steps[-1]

    assert SpecifierSet(step.commands[0].split('"')[1].removeprefix("tiny-lib")) == SpecifierSet(installs)
    assert step.do == f"Install a tiny-lib that has it: transformers 4.5 asks for {asked}."


@pytest.mark.parametrize(
    ("asked", "listed"),
    [
        (">=2.0", "transformers==4.5\n"),  # no release that it asks for has the name
        (">=0.1", "transformers==4.5\n"),  # all that have the name are asked for
        ("==1.1", "transformers==5.0\n"),  # which nobody read
        ("==1.1", "transformers==4.10.dev0\n"),
        ("==1.1", ""),  # who knows which
    ],
)
def test_what_the_caller_asks_for_is_not_told_where_it_does_not_help(ask, requires, asked, listed):
    requires("tiny-lib", asked)

    step = ask(OLD_NAME + listed).steps[-1]

    assert step.do == "Install a tiny-lib that has it."
    assert step.commands == ('python -m pip install "tiny-lib<1.2"',)


@pytest.mark.parametrize("listed", ["transformers==4.5\n", "transformers==4.5\nboat==2.0\n"])
def test_where_nobody_knows_when_a_name_came_or_went_what_the_caller_asks_for_comes_first(ask, requires, listed):
    requires("boat", ">=1.0,<1.4")

    first, second = ask(UNKNOWN_NAME + listed).steps

    assert first.do.startswith("Install a boat that transformers 4.5 asks for: >=1.0,<1.4.")
    assert second.commands == ("python -m pip install --upgrade transformers",)


def test_a_package_that_is_built_for_a_machine_is_named_with_what_the_caller_asks_for(ask, requires):
    requires("torch", ">=2.1")
    text = UNKNOWN_NAME.replace("boat", "torch").replace("row", "no_such_thing")

    first, _ = ask(f"{text}transformers==4.5\n").steps

    assert first.do.startswith("Install torch>=2.1, in the build for your machine")
    assert not first.commands


def test_a_release_that_the_caller_asks_for_and_that_lacks_the_name_is_not_installed_again(ask, requires):
    requires("boat", ">=1.0,<1.4")

    remedy = ask(f"{UNKNOWN_NAME}transformers==4.5\nboat==1.2\n")

    assert [step.commands for step in remedy.steps][1] == ("python -m pip show transformers boat",)
    assert not any("1.4" in step.do for step in remedy.steps)


NO_PAIRS = {
    "the reader's own code": HEAD
    + OWN.format(statement="from tiny import cached_load")
    + "ImportError: cannot import name 'cached_load' from 'tiny' (/venv/lib/python3.11/site-packages/tiny/a.py)\n",
    "one package alone": HEAD
    + OWN.format(statement="import tiny")
    + frame("tiny/a.py", "from tiny.b import c", "<module>")
    + "ImportError: cannot import name 'c' from 'tiny.b' (/venv/lib/python3.11/site-packages/tiny/b.py)\n",
    "a class of Python": HEAD + frame("peft/tuners.py") + "AttributeError: 'str' object has no attribute 'decode'\n",
    "Python's own code": HEAD
    + '  File "/usr/lib/python3.11/json/decoder.py", line 3, in f\n    x()\n'
    + "AttributeError: module 'torch' has no attribute 'no_such_thing'\n",
    "an object of an unknown package": HEAD
    + frame("peft/tuners.py", "model.dance()")
    + "AttributeError: 'Net' object has no attribute 'dance'\n",
    "another kind of error": HEAD + frame("peft/tuners.py") + "ValueError: boom\n",
    "a file that another release wrote": HEAD
    + frame("torch/serialization.py", "result = unpickler.load()", "_load")
    + "ModuleNotFoundError: No module named 'transformers.no_such_module'\n",
    "no stack": "AttributeError: module 'torch' has no attribute 'no_such_thing'\n",
    "a circle of imports": HEAD
    + frame("peft/tuners.py", "from transformers import x", "<module>")
    + "ImportError: cannot import name 'x' from partially initialized module 'transformers' (most likely due to a "
    "circular import) (/venv/lib/python3.11/site-packages/transformers/__init__.py)\n",
}


@pytest.mark.parametrize("text", NO_PAIRS.values(), ids=NO_PAIRS)
def test_what_is_no_pair_of_packages(ask, text):
    assert ask(text) is None
