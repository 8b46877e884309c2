"""What decorators, loops and calls give to functions and classes, read as released wheels are."""

from pathlib import Path

import pytest

from authoring.release_scanner.source import Place, read_source
from tests.authoring.release_scanner.archives import history_of, write_wheel
from tracefix.versions.history import History

DECORATORS = """
import functools
def dispatched(function):
    @functools.wraps(function)
    def wrapper(*args, backend=None, _quiet=False, **kwargs):
        return function(*args, **kwargs)
    return wrapper
def signed(function):
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)
    wrapper.__signature__ = None
    return wrapper
def logged(function):
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)
    return wrapper
def aliased(names):
    def give(cls):
        for name in names:
            setattr(cls, name, 1)
        return cls
    return give
def delegating(cls):
    cls._add_accessors()
    return cls
def noted(cls):
    return cls
"""
USES = """
from .decorators import aliased, delegating, dispatched, logged, noted, signed
@dispatched
def spread(graph): pass
@signed
def test(sample): pass
@logged
def plain(graph): pass
@aliased(["c"])
class Line:
    def draw(self): pass
@delegating
class Column: pass
@noted
class Plain:
    @dispatched
    def spread(self, graph): pass
class Looped:
    for name in ("read", "write"):
        locals()[name] = 1
class Set: pass
for _name in ("a", "b"):
    setattr(Set, _name, 1)
class Completed: pass
add_methods(Completed)
class Registered: pass
register(Registered)
class Settled:
    for part in ("a", "b"):
        pass
for letter in "ab":
    pass
with open(__file__) as opened:
    pass
"""


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    return read(tmp_path_factory.mktemp("drawn"), {"drawn/uses.py": USES, "drawn/decorators.py": DECORATORS})


def read(folder: Path, files: dict[str, str]) -> History:
    write_wheel(folder, "drawn", "1.0", {"drawn/__init__.py": "", **files})
    return history_of(folder, "drawn")


@pytest.mark.parametrize(
    "name",
    [
        "drawn.uses.spread(graph)",
        "drawn.uses.spread(backend)",
        "drawn.uses.Plain.spread(backend)",
        "drawn.uses.Settled.part",
        "drawn.uses.letter",
        "drawn.uses.opened",
    ],
)
def test_names_that_are_written_out_are_known(drawn, name):
    assert drawn.life(name)


@pytest.mark.parametrize("name", ["drawn.uses.spread(_quiet)", "drawn.uses.plain(backend)", "drawn.uses._name"])
def test_others_are_not(drawn, name):
    assert drawn.life(name) is None


@pytest.mark.parametrize("name", ["test", "Line", "Column", "Looped", "Set", "Completed"])
def test_what_gets_names_while_it_runs_may_have_any(drawn, name):
    assert drawn.accepts_anything(f"drawn.uses.{name}")


@pytest.mark.parametrize("name", ["spread", "plain", "Plain", "Registered", "Settled"])
def test_of_all_else_every_name_is_known(drawn, name):
    assert not drawn.accepts_anything(f"drawn.uses.{name}")


def test_a_module_hands_on_itself_and_what_its_parts_import(tmp_path):
    files = {
        "drawn/__init__.py": "from drawn.parts import *\n",
        "drawn/parts/__init__.py": "from drawn.parts.inner import *\nimport json\n",
        "drawn/parts/inner.py": "import drawn as dr\nimport drawn.parts\nimport numpy as np\nlimit = 1\n",
        "drawn/parts/_private.py": "",
    }
    history = read(tmp_path, files)

    for name in ("drawn.inner", "drawn.inner.limit", "drawn.limit", "drawn.parts.inner.dr", "drawn.parts.inner.drawn"):
        assert history.life(name), name
    for name in ("drawn._private", "drawn.json", "drawn.parts.inner.np"):
        assert history.life(name) is None, name


def test_a_module_that_lends_its_namespace_may_have_any_name(tmp_path):
    built = "_globals = globals()\nbuild('Any', _globals)\n"
    files = {"drawn/built.py": built, "drawn/direct.py": "build('Any', globals())\n", "drawn/told.py": "x = len([])\n"}
    history = read(tmp_path, files)

    assert history.accepts_anything("drawn.built")
    assert history.accepts_anything("drawn.direct")
    assert not history.accepts_anything("drawn.told")


def test_the_stub_of_a_compiled_class_leaves_names_out(tmp_path):
    files = {
        "drawn/fast.pyi": "class Fast:\n    def run(self): ...\n",
        "drawn/fast.cpython-311-x86_64-linux-gnu.so": "",
        "drawn/slow.py": "class Slow:\n    def run(self): pass\n",
        "drawn/slow.pyi": "class Slow:\n    def run(self) -> None: ...\n",
    }
    history = read(tmp_path, files)

    assert history.accepts_anything("drawn.fast")
    assert history.accepts_anything("drawn.fast.Fast")
    assert not history.accepts_anything("drawn.slow.Slow")


def test_a_decorator_or_a_call_may_put_names_into_all(tmp_path):
    registry = (
        "import sys\n"
        "def register(function):\n    sys.modules[function.__module__].__all__.append(function.__name__)\n"
        "    return function\n"
        "def note(function):\n    seen.append(function)\n    return function\n"
    )
    nets = (
        "from .registry import note, register\n__all__ = ['Net']\nclass Net: pass\n"
        "@register\ndef small(): pass\n@note\ndef inner(): pass\n"
        "register_deprecations(__name__, {'tiny': 'small', 'tiny.in1k': 'small.in1k'})\n"
        "register_defaults(__name__, {'size': 3})\n"
    )
    files = {
        "drawn/registry.py": registry,
        "drawn/nets.py": nets,
        "drawn/models/__init__.py": "from drawn.nets import *\n",
    }
    history = read(tmp_path, files)

    assert history.life("drawn.models.Net")
    assert history.life("drawn.models.small")
    assert history.life("drawn.models.inner") is None
    assert history.life("drawn.models.tiny")
    assert history.life("drawn.nets.tiny")
    assert history.life("drawn.nets.size") is None


def test_a_method_that_only_a_stub_shows_beside_the_source_of_its_class_may_take_any_argument(tmp_path):
    files = {
        "drawn/box.py": "class Box:\n    def __init__(self, lid): pass\n    def save(self, where): pass\n",
        "drawn/box.pyi": "class Box:\n    def __init__(self, lid): ...\n    def save(self, where): ...\n"
        "    def click(self, fn): ...\n",
        "drawn/fast.pyi": "class Fast:\n    def click(self, fn): ...\n",
        "drawn/fast.cpython-311-x86_64-linux-gnu.so": "",
    }
    history = read(tmp_path, files)

    assert history.life("drawn.box.Box.click")
    assert history.life("drawn.box.Box.click(fn)") is None
    assert history.accepts_anything("drawn.box.Box.click")
    assert not history.accepts_anything("drawn.box.Box.save")
    assert not history.accepts_anything("drawn.box.Box.__init__")
    assert history.life("drawn.fast.Fast.click(fn)")
    assert not history.accepts_anything("drawn.fast.Fast.click")


def test_short_names_of_properties_are_names_of_their_class() -> None:
    source = b"""
@_api.define_aliases({"linewidth": ["lw"], "color": ["c", "col"], "zorder": ["z"]})
class Line:
    def get_linewidth(self): pass
    def set_linewidth(self, width): pass
    def get_color(self): pass
"""
    below = read_source(source, Place("pkg.lines")).scope.names["Line", ":", ""].below
    assert {name for name, _, _ in below.names} >= {"get_lw", "set_lw", "get_c", "get_col"}
    assert not any(below.has(name) for name in ("set_c", "get_z", "set_z", "@define_aliases"))
