"""Two installed packages that are out of step: who calls whom, and which of them to move."""

import pytest

from tests.tracefix.versions.histories import write_histories
from tracefix.explaining.missing_names import find_missing_names
from tracefix.explaining.pairs import find_pair
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose

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
        return find_pair(root, versions, diagnosis.environment)

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


def test_a_name_that_python_itself_no_longer_has(ask, tmp_path):
    (tmp_path / "python.tsv").write_text(
        "# tracefix history 4\n# package Python\n# imports collections\n# release 3.9\n# release 3.10\n"
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
