"""The names that a tiny package has once it is imported. An environment runs the same module."""

import pytest

from authoring.run_time.observe import Names, check, find_modules

FILES = {
    "seen_pkg/__init__.py": """
from __future__ import division
import functools
import json as notes
import seen_pkg as itself
from collections import OrderedDict, deque
from logging import INFO
from .parts import Frame, wrapped
__all__ = ["Frame", "wrapped", "deque", "division"]
import seen_pkg.tests
if limit := 0:
    from no_such_package import Optional
    from json import Never
limit = 3
vendor = 5
globals()["Box[int]"] = 6
_hidden = 4
__version__ = "1"
""",
    "seen_pkg/parts.py": """
import functools
class Base:
    def inherited(self, depth): pass
class OfObjects:
    def __get__(self, owner, cls):
        return owner.depth
class Frame(Base, dict):
    size = 1
    seen = OfObjects()
    def __init__(self, width, *, _private=None, **more): self.depth = width
    def turn(self, angle, /, by): pass
    @classmethod
    def made(cls, how): pass
    @staticmethod
    def helped(self_made): pass
    def _secret(self): pass
def decorate(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs): return function(*args)
    return wrapper
@decorate
def wrapped(first, second=None): pass
def plain(first): pass
import inspect
def signed(**more): pass
def closed(first): pass
signed.__signature__ = closed.__signature__ = inspect.signature(plain)
class Compiled(type):
    def __getattribute__(cls, name):
        if name == "__module__":
            raise AttributeError(name)
        return super().__getattribute__(name)
class Bare(metaclass=Compiled): size = 1
class Dressed(Bare): pass
__version__ = "1"
bare = Bare()
class Lazy(type(functools)):
    def __getattribute__(self, name):
        raise AttributeError(name)
lazy = Lazy("lazy")
def __getattr__(name):
    if name == "late":
        return 1
    if name == "lost":
        import no_such_module_anywhere
    raise AttributeError(name)
""",
    "seen_pkg/broken.py": "import no_such_module_anywhere\n",
    "seen_pkg/set-up.py": "",  # which no statement can import
    "seen_pkg/ends.py": "raise SystemExit('a script')\n",
    "seen_pkg/_private.py": "",
    "seen_pkg/parts_test.py": "",
    "seen_pkg/ab_test.py": "",  # of no module beside it
    "seen_pkg/tests/__init__.py": "",
}


@pytest.fixture(autouse=True)
def package(tmp_path, monkeypatch):
    for path, source in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(source)
    monkeypatch.syspath_prepend(tmp_path)


def test_public_modules_that_can_be_imported_are_found():
    assert list(find_modules(["seen_pkg", "_seen_pkg", "no_such_module_anywhere"], ["tests"])) == [
        "seen_pkg",
        "seen_pkg.ab_test",
        "seen_pkg.parts",
    ]


@pytest.mark.parametrize(
    "name",
    [
        "seen_pkg.Frame",
        "seen_pkg.limit",
        "seen_pkg.vendor",  # no module
        "seen_pkg.itself",
        "seen_pkg.__version__",
        "seen_pkg.deque",  # of another package, but listed
        "seen_pkg.Frame.size",
        "seen_pkg.parts.bare",  # of a class that names no module, as compiled ones may
        "seen_pkg.parts.Bare",
        "seen_pkg.parts.lazy",  # a module that tells no name, as TensorFlow's lazy ones
        "seen_pkg.Frame.inherited",
        "seen_pkg.Frame.inherited(depth)",
        "seen_pkg.Frame.__init__(width)",
        "seen_pkg.Frame.turn(by)",
        "seen_pkg.Frame.made(how)",
        "seen_pkg.Frame.helped(self_made)",
        "seen_pkg.wrapped(second)",
        "seen_pkg.parts.plain(first)",
    ],
)
def test_names_of_the_package_are_found(name):
    assert name in Names(["seen_pkg"], ["tests", "vendor"]).found


@pytest.mark.parametrize(
    "name",
    [
        "seen_pkg.functools",
        "seen_pkg.notes",
        "seen_pkg.OrderedDict",
        "seen_pkg.INFO",
        "seen_pkg.tests",
        "seen_pkg.Box[int]",  # pydantic's way to find a class again
        "seen_pkg._hidden",
        "seen_pkg.parts.__version__",  # which nobody asks for
        "seen_pkg.Frame._secret",
        "seen_pkg.Frame.keys",  # of Python's own dict
        "seen_pkg.Frame.depth",  # only its objects have it
        "seen_pkg.Frame.turn(self)",
        "seen_pkg.Frame.turn(angle)",
        "seen_pkg.Frame.made(cls)",
        "seen_pkg.Frame.__init__(_private)",
        "seen_pkg.Frame.__init__(more)",
    ],
)
def test_others_are_none_of_its_names(name):
    assert name not in Names(["seen_pkg"], ["tests", "vendor"]).found


@pytest.mark.parametrize(
    ("name", "kind", "answer"),
    [
        ("seen_pkg.parts", "module", True),
        ("seen_pkg.broken", "module", None),
        ("seen_pkg.broken.name", "name", None),
        ("seen_pkg.absent.name", "name", None),
        ("seen_pkg.absent", "attribute", False),
        ("seen_pkg.Optional", "name", None),  # where its package is installed
        ("seen_pkg.Never", "name", False),
        ("seen_pkg.parts.late", "name", True),
        ("seen_pkg.parts.lost", "name", None),  # its module cannot be imported here
        ("seen_pkg.Frame.turn", "name", True),
        ("seen_pkg.Frame.absent", "name", False),
        ("seen_pkg.Frame.seen", "name", True),  # which the class lists and cannot tell
        ("seen_pkg.Frame.depth", "attribute", None),
        ("seen_pkg.parts.plain(first)", "name", True),
        ("seen_pkg.parts.plain(absent)", "name", False),
        ("seen_pkg.Frame.__init__(absent)", "name", None),  # **more
        ("seen_pkg.wrapped(absent)", "name", None),  # its wrapper takes any
        ("seen_pkg.parts.signed(absent)", "name", None),  # though it says what it takes
        ("seen_pkg.parts.closed(absent)", "name", False),
        ("seen_pkg.limit(absent)", "name", None),
        ("seen_pkg.absent(argument)", "name", None),
    ],
)
def test_a_claim_is_true_or_false_or_cannot_be_seen(name, kind, answer):
    assert check(name, kind) is answer
