"""Which name a message says is missing, and messages that say no such thing."""

import pytest

from tracefix.versions.installed_versions import installed_version
from tracefix.versions.questions import (
    Missing,
    Question,
    called_names,
    defines_class,
    imported_from,
    looked_up_in,
    meant_by,
    named_modules,
    read_question,
)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("cannot import name 'load' from 'a.b'", Question(Missing.IMPORT, "a.b", "load")),
        (
            "cannot import name 'load' from 'a' (C:\\Program Files (x86)\\a\\__init__.py)",
            Question(Missing.IMPORT, "a", "load", "C:\\Program Files (x86)\\a\\__init__.py"),
        ),
        ("cannot import name 'load' from 'a' (unknown location)", Question(Missing.IMPORT, "a", "load")),
        ("cannot import name 'load'", Question(Missing.IMPORT, "", "load")),
        ("cannot import name load", Question(Missing.IMPORT, "", "load")),
        ("module 'a.b' has no attribute 'c'", Question(Missing.MODULE_ATTRIBUTE, "a.b", "c")),
        ("module 'a' has no attribute 'bool'.\n`a.bool` was an alias", Question(Missing.MODULE_ATTRIBUTE, "a", "bool")),
        ("module ‘a’ has no attribute ‘c’", Question(Missing.MODULE_ATTRIBUTE, "a", "c")),
        ("'Trainer' object has no attribute 'x'", Question(Missing.MEMBER, "Trainer", "x")),
        ("type object 'Trainer' has no attribute 'x'", Question(Missing.MEMBER, "Trainer", "x")),
        ("'a.b.Trainer' object has no attribute 'x'. Did you mean: 'y'?", Question(Missing.MEMBER, "Trainer", "x")),
        ("Trainer object has no attribute x", Question(Missing.MEMBER, "Trainer", "x")),
        ("f() got an unexpected keyword argument 'k'", Question(Missing.ARGUMENT, "f", "k")),
        ("A.__init__() got an unexpected keyword argument 'k'", Question(Missing.ARGUMENT, "A.__init__", "k")),
        ("f.<locals>.A.g() got an unexpected keyword argument 'k'", Question(Missing.ARGUMENT, "A.g", "k")),
        ("module a.b has no attribute C", Question(Missing.MODULE_ATTRIBUTE, "a.b", "C")),  # transformers, lazily
        ("Module 'a' has no attribute 'c'", Question(Missing.MODULE_ATTRIBUTE, "a", "c")),
        ("'module' object has no attribute 'c'", Question(Missing.MODULE_ATTRIBUTE, "", "c")),  # Python 2
        ("Trainer instance has no attribute 'x'", Question(Missing.MEMBER, "Trainer", "x")),
        ("'k' is an invalid keyword argument for this function", Question(Missing.ARGUMENT, "", "k")),
        ("'k' is an invalid keyword argument for load()", Question(Missing.ARGUMENT, "load", "k")),
        ("f() missing 1 required positional argument: 'k'", Question(Missing.GIVEN_ARGUMENT, "f", "k")),
        ("A.f() missing 2 required keyword-only arguments: 'k' and 'l'", Question(Missing.GIVEN_ARGUMENT, "A.f", "k")),
        ("f() missing required argument 'k' (pos 1)", Question(Missing.GIVEN_ARGUMENT, "f", "k")),
        ("No module named 'a.b.c'", Question(Missing.MODULE, "a.b", "c")),
        ("No module named 'a'", Question(Missing.MODULE, "", "a")),
        ("No module named a.b", Question(Missing.MODULE, "a", "b")),
        ("Failed to import x because of: No module named 'a.b'", Question(Missing.MODULE, "a", "b")),
        ("No module named 'a.b.c'; 'a.b' is not a package", Question(Missing.MODULE, "a.b", "c")),
    ],
)
def test_a_message_asks_for_a_name(message, expected):
    assert read_question(message) == expected


@pytest.mark.parametrize(
    "message",
    [
        "",
        "boom happened",
        "No module named 'a.b'; 'a' is not a package",
        "cannot import name 'x' from partially initialized module 'a' (most likely due to a circular import) (a.py)",
        "partially initialized module 'a' has no attribute 'x' (most likely due to a circular import)",
        "module 'random' has no attribute 'x' (consider renaming '/home/u/random.py' since it has the same name)",
        "'NoneType' object has no attribute 'shape'",
        "'list' object has no attribute 'to'",
        "'types.SimpleNamespace' object has no attribute 'x'",
        "'Trainer' object has no attribute '__enter__'",
        "module 'а.b' has no attribute 'c'",  # a Cyrillic letter
        f"No module named '{'a.' * 300}b'",
        f"'{'A' * 300}' object has no attribute 'x'",
    ],
)
def test_other_messages_ask_for_none(message):
    assert read_question(message) is None


def test_what_a_statement_calls():
    assert called_names("self.trainer = pl.Trainer(model=make(1))") == ("Trainer", "make")
    assert called_names("return f(*args, **kwargs)") == ("f",)
    assert called_names("f(g(1), h.k(2))") == ("f", "g", "k")
    assert called_names("x = 1") == ()


def test_where_a_name_is_imported_from():
    text = "    from a.b import one, Two as T\nfrom .c import Two\n  from d import (Two, x)\n from a.b import Two"

    assert imported_from("Two", text) == ("a.b", "d")
    assert imported_from("T", text) == ("a.b",)
    assert imported_from("on", text) == ()


def test_the_modules_that_a_text_names():
    text = "from a.b import c\n>>> import numpy as np\n----> 1 from keras import x\nfrom .d import e\nyou import cars"

    assert named_modules(text) == ("a.b", "numpy", "keras")


def test_what_a_name_is_looked_up_in():
    assert looked_up_in("bool", "mask = np.zeros(3, dtype=np.bool)") == ("np",)
    assert looked_up_in("x", "a.b.x(c.x)") == ("a.b", "c")
    assert looked_up_in("x", "x = y.xs") == ()


def test_what_a_name_means():
    text = "import numpy as np\nimport torch.nn as nn, sys\nfrom torch import optim\nimport torch"

    assert meant_by("np", text) == ("numpy",)
    assert meant_by("nn", text) == ("torch.nn",)
    assert meant_by("optim", text) == ("torch.optim", "optim") or meant_by("optim", text) == ("optim", "torch.optim")
    assert meant_by("torch", text) == ("torch",)
    assert meant_by("jnp", text) == ()


def test_a_class_of_the_readers_own():
    assert defines_class("Trainer", "class Trainer(Base):")
    assert not defines_class("Trainer", "class TrainerMixin:\n# subclass Trainer")


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("transformers==4.57.1\ntorch==2.0", "4.57.1"),
        ("absl-py       1.0\ntransformers  4.57.1\n", "4.57.1"),
        ("- `transformers` version: 4.57.1", "4.57.1"),
        ("Transformers: 4.51.3.", "4.51.3"),
        ('File "/x/transformers-4.31.0-py3.8.egg/transformers/a.py"', "4.31.0"),
        ("/x/transformers-4.57.1.dist-info/METADATA", "4.57.1"),
        ("transformers==2.7.1+cu126", "2.7.1"),
        ("transformers==4.57.1\n[pip3] transformers==4.57.1", "4.57.1"),
        ("transformers==4.57.1\ntransformers==4.36.0", None),
        ("pip install transformers==4.57.1", None),
        ("requires transformers==4.57.1, but you have none", None),
        ("sentence-transformers==2.2.2", None),
        ("transformers", None),
        ("", None),
    ],
)
def test_the_installed_version(text, version):
    assert installed_version("transformers", text) == version
