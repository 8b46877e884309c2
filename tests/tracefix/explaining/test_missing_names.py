"""What a whole paste tells about the name that is missing: its package, by imports and frames, and its versions."""

import pytest

from tests.tracefix.versions.histories import write_histories
from tracefix.explaining.missing_names import find_missing_names
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose

HEAD = "Traceback (most recent call last):\n"
OWN = '  File "/home/jane/train.py", line 9, in main\n    {statement}\n'
TINY = '  File "/venv/lib/python3.9/site-packages/tiny/trainer.py", line 30, in {function}\n    {statement}\n'


@pytest.fixture
def ask(tmp_path):
    folder = write_histories(tmp_path)

    def find(text):
        diagnosis = diagnose(text, Catalogue([]))
        (root,) = (error for error in diagnosis.errors if error.is_root)
        return find_missing_names(root, diagnosis.paste, folder)

    return find


def test_an_import(ask):
    (answer,) = ask(
        HEAD
        + OWN.format(statement="from tiny import cached_load")
        + "ImportError: cannot import name 'cached_load' from 'tiny' (/venv/lib/python3.9/site-packages/tiny/a.py)\n"
        "\ntiny-lib==2.0\n"
    )

    assert (answer.last, answer.first_without, answer.installed) == ("1.1", "1.2", "2.0")


PICKLED = (
    '  File "/venv/lib/python3.9/site-packages/torch/serialization.py", line 851, in _load\n    unpickler.load()\n'
)
CALLS = (("tiny.cached_load(x)", ""), ("tiny.cached_load(x)", PICKLED))


def test_no_release_is_installed_for_a_file_that_was_pickled_by_another(ask):
    wanted = "AttributeError: module 'tiny' has no attribute 'cached_load'\n\ntiny-lib==2.0\n"
    own, pickled = (ask(HEAD + OWN.format(statement=each) + more + wanted) for each, more in CALLS)

    assert own[0].commands
    assert (pickled[0].commands, pickled[0].sentences) == ((), own[0].sentences)


def test_an_import_in_a_notebook_before_python_3_7(ask):
    (answer,) = ask(
        "---------------------------------------------------------------------------\n"
        "ImportError                               Traceback (most recent call last)\n"
        "<ipython-input-1-9bc6b6f6a6f1> in <module>\n----> 1 from tiny import cached_load\n\n"
        "ImportError: cannot import name 'cached_load'\n"
    )

    assert answer.name == "tiny.cached_load"


def test_a_constructor_without_its_class(ask):
    (answer,) = ask(
        HEAD
        + OWN.format(statement="args = Arguments(evaluation='steps')")
        + "TypeError: __init__() got an unexpected keyword argument 'evaluation'\n"
    )

    assert (answer.name, answer.is_guess) == ("tiny.Arguments.__init__(evaluation)", True)


def test_a_constructor_of_a_class_with_a_small_name(ask):
    (answer,) = ask(
        HEAD
        + OWN.format(statement="with session(mode=None):")
        + "TypeError: __init__() got an unexpected keyword argument 'mode'\n"
    )

    assert (answer.name, answer.first_with) == ("tiny.trainer.session.__init__(mode)", "2.0")


STOP = "TypeError: stop() got an unexpected keyword argument 'wait'\n"


def test_a_method_without_its_class(ask):
    (answer,) = ask(
        "from tiny.trainer import make_trainer\n\n"
        + HEAD
        + OWN.format(statement="pilot.halt(now=True)")
        + "TypeError: halt() got an unexpected keyword argument 'now'\n"
    )

    assert (answer.name, answer.first_with) == ("tiny.trainer.Trainer.halt(now)", "1.2")
    assert answer.is_guess


def test_a_method_of_the_class_that_the_paste_imports(ask):
    (answer,) = ask("from tiny.trainer import Valve\n\n" + HEAD + OWN.format(statement="pilot.stop(wait=True)") + STOP)

    assert (answer.name, answer.first_with) == ("tiny.trainer.Valve.stop(wait)", "2.0")


@pytest.mark.parametrize(
    ("shown", "statement"),
    [
        ("", "pilot.stop(wait=True)"),  # of any package
        ("import os\n", "pilot.stop(wait=True)"),
        ("import tiny\n", "pilot.stop(wait=True)"),  # of two classes, since different releases
        ("import tiny\n", "stop(wait=True)"),  # no method
        ("import tiny\nimport os\n", "os.stop(wait=True)"),
        ("import tiny\n\nclass Pilot:\n    def stop(self):\n        pass\n", "pilot.stop(wait=True)"),
    ],
)
def test_a_method_that_may_be_anybodys(ask, shown, statement):
    assert ask(shown + "\n" + HEAD + OWN.format(statement=statement) + STOP) == ()


def test_what_looks_names_up_does_not_raise_for_itself(ask):
    (answer,) = ask(
        HEAD
        + OWN.format(statement="x.trainer.backend")
        + TINY.format(function="__getattr__", statement="raise AttributeError(name)")
        + "AttributeError: 'Trainer' object has no attribute 'backend'\n"
    )

    assert (answer.package, answer.is_guess) == ("tiny-lib", False)


def test_a_package_whose_own_line_fails_knows_its_own_classes(ask):
    paste = (
        HEAD
        + OWN.format(statement="fit()")
        + TINY.format(function="fit", statement="self.backend.start()")
        + "AttributeError: 'Trainer' object has no attribute 'backend'\n"
    )

    assert ask(paste) == ()


@pytest.mark.parametrize(
    "message", ["RuntimeError: boom", "KeyError: 'tiny'", "ModuleNotFoundError: No module named 'tiny'"]
)
def test_other_errors_have_no_answer(ask, message):
    assert ask(HEAD + OWN.format(statement="import tiny") + message) == ()
