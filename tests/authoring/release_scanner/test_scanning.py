"""Histories of two tiny packages, three releases each, read as released wheels are; and of archives that mean harm."""

import io
import random
import tarfile
import zipfile

import pytest

from authoring.release_scanner import archives
from authoring.release_scanner.index import PackageIndexError
from tests.authoring.release_scanner.archives import FolderIndex, history_of, scanned, write_sdist, write_wheel
from tracefix.versions.history import History
from tracefix.versions.history_reader import parse_history
from tracefix.versions.history_writer import format_history

ALPHA_1 = {
    "alpha/__init__.py": """
from typing import TYPE_CHECKING
from .training import Trainer, old_helper
from .lazily import LazyModule
try:
    from .fast import speed
except ImportError:
    from .slow import speed
_import_structure = {"configs": ["Config"]}
_import_structure["configs"].append("OtherConfig")
if TYPE_CHECKING:
    from .configs import OnlyForCheckers
else:
    import sys
    sys.modules[__name__] = _LazyModule(__name__, globals()["__file__"], _import_structure)
""",
    "alpha/lazily.py": "class LazyModule: pass\n",
    "alpha/fast.py": "import alpha.binary\nspeed = 2\n",
    "alpha/slow.py": "def speed(): pass\n",
    "alpha/binary.pyi": "def rush(distance: int) -> int: ...\n",
    "alpha/binary.cpython-311-darwin.so": "",
    "alpha/configs.py": """
from dataclasses import dataclass, field
import torch
@dataclass
class Base:
    depth: int = 1
@dataclass
class Config(Base):
    strategy: str = field(default="no", metadata={"help": "`strategy` is deprecated. Use `eval_strategy` instead."})
    inner: int = field(init=False)
    def save(self, path): self.saved_to = path
class OtherConfig(Base):
    def __init__(self, width, **kwargs):
        height = kwargs.pop("height", None)
class Net(torch.nn.Module):
    pass
""",
    "alpha/training.py": """
from .deprecation import deprecate_kwarg
class Mixin:
    def push(self, where): pass
class Trainer(Mixin):
    @deprecate_kwarg("tokenizer", new_name="processor", version="3.0")
    def __init__(self, model, processor=None):
        self.model, self.processor = model, processor
    @property
    def state(self): return 1
    def _private(self): pass
def old_helper(a, *, b=1): pass
def fleeting(): pass
""",
    "alpha/tests/test_alpha.py": "def test_nothing(): pass\n",
}
ALPHA_2 = {
    **ALPHA_1,
    "alpha/training.py": ALPHA_1["alpha/training.py"].replace("def fleeting(): pass\n", ""),
    "alpha/configs.py": ALPHA_1["alpha/configs.py"].replace(
        "    strategy: str", "    eval_strategy: str = 'no'\n    strategy: str"
    ),
}
ALPHA_3 = {
    **ALPHA_1,
    "alpha/__init__.py": ALPHA_1["alpha/__init__.py"].replace(", old_helper", "") + "def __getattr__(name):\n    if name == 'late':\n        return 1\n    if name in ('gone', 'lost'):\n        raise AttributeError(name)\n    raise AttributeError(name)\n",
    "alpha/training.py": """
class Mixin:
    def push(self, where): pass
class Trainer(Mixin):
    def __init__(self, model, processor=None, **kwargs):
        pass
def fleeting(): pass
""",
    "alpha/configs.py": """
from dataclasses import dataclass
@dataclass
class Base:
    depth: int = 1
@dataclass
class Config(Base):
    eval_strategy: str = "no"
class OtherConfig(Base): pass
""",
}  # fmt: skip
GOLDEN = """\
# tracefix history 5
# package beta
# imports beta
# release 0.9 yanked
# release 1.0
# release 1.0.post1
beta/
 VERSION
 first(x)	0.9..0.9
"""


@pytest.fixture
def alpha(tmp_path):
    for version, files in (("1.0", ALPHA_1), ("2.0", ALPHA_2), ("3.0", ALPHA_3)):
        write_wheel(tmp_path, "alpha", version, files)
    return history_of(tmp_path, "alpha")


@pytest.fixture
def gamma(tmp_path):
    """A function that reads the releases of a package, each told by its files, or by the source of its one module."""

    def read(*releases, index=None):
        for number, files in enumerate(releases):
            files = files if isinstance(files, dict) else {"gamma/__init__.py": files}
            write_wheel(tmp_path, "gamma", f"1.{number}", {"gamma/deep.py": "def old(): pass\n", **files})
        return history_of(tmp_path, "gamma", index)

    return read


def spans(life):
    return life and [(span.first, span.last) for span in life.spans]


@pytest.mark.parametrize(
    ("name", "kind", "expected"),
    [
        ("alpha.Trainer", "class", [("1.0", None)]),
        ("alpha.training.Trainer", "class", [("1.0", None)]),
        ("alpha.Trainer.push", "method", [("1.0", None)]),  # of a base class
        ("alpha.Trainer.push(where)", "argument", [("1.0", None)]),
        ("alpha.Trainer.state", "attribute", [("1.0", "2.0")]),
        ("alpha.Trainer.processor", "attribute", [("1.0", "2.0")]),
        ("alpha.Trainer.__init__(tokenizer)", "argument", [("1.0", "2.0")]),  # a decorator still takes it
        ("alpha.old_helper", "function", [("1.0", "2.0")]),
        ("alpha.training.old_helper(b)", "argument", [("1.0", "2.0")]),
        ("alpha.training.fleeting", "function", [("1.0", "1.0"), ("3.0", None)]),  # came back
        ("alpha.speed", "attribute", [("1.0", None)]),  # behind `try: import`
        ("alpha.Config", "class", [("1.0", None)]),  # in a lazy table
        ("alpha.OtherConfig", "class", [("1.0", None)]),
        ("alpha.Config.__init__(strategy)", "argument", [("1.0", "2.0")]),
        ("alpha.Config.__init__(eval_strategy)", "argument", [("2.0", None)]),
        ("alpha.Config.__init__(depth)", "argument", [("1.0", None)]),  # a field of the base
        ("alpha.Config.saved_to", "attribute", [("1.0", "2.0")]),
        ("alpha.OtherConfig.__init__(height)", "argument", [("1.0", "2.0")]),  # taken out of **kwargs
        ("alpha.binary.rush", "function", [("1.0", None)]),  # in a .pyi
        ("alpha.late", "attribute", [("3.0", None)]),  # answered by __getattr__
    ],
)  # fmt: skip
def test_names_are_found_where_python_finds_them(alpha, name, kind, expected):
    life = alpha.life(name)

    assert spans(life) == expected
    assert life.kind == kind


@pytest.mark.parametrize(
    "name",
    [
        "alpha.OnlyForCheckers", "alpha.Trainer._private", "alpha.tests", "alpha.tests.test_alpha", "alpha.gone",
        "alpha.Config.__init__(inner)", "alpha.os", "alpha.training.deprecate", "alpha.TYPE_CHECKING",
    ],
)  # fmt: skip
def test_other_names_are_in_no_release(alpha, name):
    assert alpha.life(name) is None


def test_the_library_says_what_to_use_instead(alpha):
    assert alpha.life("alpha.Trainer.__init__(tokenizer)").replacement == "processor"
    assert alpha.life("alpha.Config.__init__(strategy)").replacement == "eval_strategy"


def test_where_anything_is_taken_nothing_is_missing(alpha):
    assert spans_of(alpha.accepts_anything("alpha.Trainer.__init__")) == [("3.0", None)]
    assert spans_of(alpha.accepts_anything("alpha.OtherConfig.__init__")) == [("1.0", "2.0")]
    assert spans_of(alpha.accepts_anything("alpha.configs.Net")) == [("1.0", "2.0")]
    assert alpha.accepts_anything("alpha.training.old_helper") == ()


def spans_of(found):
    return [(span.first, span.last) for span in found]


def test_an_argument_that_became_one_of_any_has_no_sure_end(alpha):
    (around,) = alpha.neighbours(alpha.life("alpha.Trainer.__init__(tokenizer)"))

    assert (around.span.last, around.after, around.ends_exactly) == ("2.0", None, False)


def beta(folder):
    write_wheel(folder, "beta", "0.9", {"beta/__init__.py": "VERSION = 1\ndef first(x): pass\n"})
    write_wheel(folder, "beta", "1.0", {"beta/__init__.py": "VERSION = 1\n"})
    write_sdist(
        folder, "beta", "1.0.post1", {"src/beta/__init__.py": "VERSION = 1\n", "setup.py": "raise SystemExit\n"}
    )
    return FolderIndex(folder, yanked=("0.9",))


def test_the_file_is_what_it_was(tmp_path):
    text, report = scanned(tmp_path, "beta", beta(tmp_path))

    assert text == GOLDEN
    assert (report.scanned, report.notes) == (3, [])
    assert format_history(parse_history(text)) == text


def test_what_was_read_is_not_read_again(tmp_path):
    index = beta(tmp_path)
    first, _ = scanned(tmp_path, "beta", index, limit=1)
    assert first.count("unread") == 2
    assert len(index.fetches) == 1

    text, _ = scanned(tmp_path, "beta", index)
    assert text == GOLDEN
    assert len(index.fetches) == 3


def test_of_large_packages_the_releases_between_two_that_differ_are_read(tmp_path):
    for patch in range(9):
        later = "def later(): pass\n" if patch >= 5 else ""
        write_wheel(tmp_path, "gamma", f"1.0.{patch}", {"gamma/__init__.py": "def always(): pass\n" + later})
    index = FolderIndex(tmp_path, size=50_000_000)

    history = History(parse_history(scanned(tmp_path, "gamma", index)[0]))

    (around,) = history.neighbours(history.life("gamma.later"))
    assert (around.before, around.span.first, around.starts_exactly) == ("1.0.4", "1.0.5", True)
    assert len(index.fetches) < 9
    assert history.has(history.life("gamma.always"), "1.0.1") is True
    _, report = scanned(tmp_path, "gamma", index)
    assert [note.partition(": left out: ")[0] for note in report.notes] == ["4 releases, 1.0.1 to 1.0.7"]
    assert scanned(tmp_path, "gamma", index, every=True)[1].notes == []


@pytest.mark.parametrize(
    ("uploaded", "options", "reason"),
    [
        ("2016-06-30", {"every": True}, "uploaded before 2016-07, when source was of Python 2"),
        ("2016-07-01", {"limit": 0}, "not read yet, because of --limit"),
        ("2016-07-01", {}, ""),
    ],
)
def test_releases_that_stay_unread_are_told_with_the_reason(tmp_path, uploaded, options, reason):
    for version in ("1.0", "1.1", "1.2"):
        write_wheel(tmp_path, "gamma", version, {"gamma/__init__.py": "def always(): pass\n"})
    _, report = scanned(tmp_path, "gamma", FolderIndex(tmp_path, uploaded=uploaded), **options)

    assert report.notes == ([f"3 releases, 1.0 to 1.2: left out: {reason}"] if reason else [])


def test_a_table_made_out_of_itself_is_read(gamma):
    history = gamma("from os import names\nnames = [name for name in names]\ndef always(): pass\n")

    assert history.life("gamma.always")


@pytest.mark.parametrize(
    ("line", "is_open"),
    [
        ("setattr(here, 'late', 1)", False),
        ("setattr(here, made(), 1)", True),
        ("setattr(other, 'late', 1)", True),
        ("import gamma.deep as far, sys\nlate = sys.modules[__name__] = far", True),
        ("import gamma.deep as far, sys\nlate = sys.modules['gamma'] = far", True),
        ("import gamma.deep as far, sys\nlate = sys.modules['gamma.other'] = far", False),
        ("import sys\nlate = sys.modules[__name__] = made()", False),
        ("late = _LazyLoader('late', globals(), 'gamma.far')", False),
        ("late = loaded('late', globals(), 'gamma.far')", True),
    ],
)
def test_a_module_that_gives_itself_a_name_by_a_call_has_no_others(tmp_path, line, is_open):
    source = f"import sys as _sys\nhere = _sys.modules[__name__]\n{line}\n"
    write_wheel(tmp_path, "gamma", "1.0", {"gamma/__init__.py": source})

    history = History(parse_history(scanned(tmp_path, "gamma", FolderIndex(tmp_path))[0]))

    assert bool(history.accepts_anything("gamma")) == is_open
    assert is_open or history.life("gamma.late")


@pytest.mark.parametrize(
    ("line", "late", "opened"),
    [
        ("here.deep.late = made()", True, []),
        ("here.deep.inner = made()", False, ["gamma.deep.inner"]),  # in the place of a module
        ("deep = _LazyLoader('deep', globals(), 'far.deep')", False, ["gamma.deep"]),
        ("there.deep.late = made()", False, []),
        ("here.deep._late = made()", False, []),
        ("here.none.late = made()", False, []),
        ("none = _LazyLoader('none', globals(), 'far')", False, ["gamma.none"]),
        ("deep = made()", False, []),
    ],
)
def test_what_a_module_gives_to_one_below_is_known_and_what_it_puts_there_may_have_any_name(gamma, line, late, opened):
    files = {"gamma/deep/__init__.py": "def old(): pass\n", "gamma/deep/inner.py": "def old(): pass\n"}
    source = f"import sys as _sys\nhere = _sys.modules[__name__]\n{line}\n"

    history = gamma({"gamma/__init__.py": source, **files})

    assert bool(history.life("gamma.deep.late")) == late
    assert history.life("gamma.deep.inner.old")
    assert not history.life("gamma.none.late")
    assert not history.life("gamma.deep._late")
    names = ["gamma", "gamma.deep", "gamma.deep.inner", "gamma.none"]
    assert [name for name in names if history.accepts_anything(name)] == opened


@pytest.mark.parametrize(
    ("line", "is_open"),
    [
        ("setattr(sys.modules[__name__], name, 1)", True),
        ("here = sys.modules[__name__]\n        setattr(here, name, 1)", True),
        ("setattr(this, name, 1)", True),
        ("here = sys.modules[name]\n        setattr(here, name, 1)", False),
        ("setattr(sys.modules[__name__], '_kept', 1)", False),
    ],
)
def test_a_module_to_which_a_function_gives_names_may_have_any(gamma, line, is_open):
    asked = (
        f"def __getattr__(name):\n    if name == 'late':\n        {line}\n        return 1\n    raise AttributeError"
    )
    called = f"def load(name):\n        {line}"
    head = "import sys\nthis = sys.modules[__name__]\n"

    history = gamma({"gamma/asked.py": head + asked, "gamma/called.py": head + called})

    assert bool(history.accepts_anything("gamma.called")) == is_open
    assert not history.accepts_anything("gamma.asked")


@pytest.mark.parametrize(
    ("line", "is_known"),
    [
        ("from . import Graph\nGraph.drawn = drawn", True),  # however it is imported
        ("from .graph import Graph\nGraph.drawn = drawn", True),
        ("from .graph import Graph as Other\nOther.drawn = drawn", True),
        ("from .graph import Graph\nGraph._drawn = drawn", False),
        ("from .graph import Edge\nEdge.drawn = drawn", False),
        ("from . import graph\ngraph.drawn = drawn", False),  # it has that only where this was imported
        ("from other import Graph\nGraph.drawn = drawn", False),
    ],
)
def test_a_class_has_what_another_file_gives_it(gamma, line, is_known):
    graph = "class Graph: pass\nclass Edge: pass\nclass Heir(Graph): pass\n"
    files = {"gamma/__init__.py": "from .graph import Graph, Heir\n", "gamma/graph.py": graph, "gamma/draw.py": line}

    history = gamma(files)

    assert [bool(history.life(f"gamma.{name}.drawn")) for name in ("Graph", "Heir")] == [is_known, is_known]
    assert not history.life("gamma.graph.drawn")
    assert not history.life("gamma.Graph._drawn")


@pytest.mark.parametrize("place", ["locals()", "globals()"])
def test_names_that_a_loop_gives_are_known_where_it_says_them(gamma, place):
    source = f"OLD = ('hann', 'bartlett')\nfor name in OLD:\n    {place}[name] = make(name)\n"
    source += "for name in found():\n    setattr(name, '__module__', 'gamma')\n"
    unsaid = f"for name in found():\n    {place}[name] = make(name)\n"

    history = gamma({"gamma/__init__.py": source, "gamma/unsaid.py": unsaid})

    assert history.life("gamma.hann")
    assert not history.accepts_anything("gamma")
    assert history.accepts_anything("gamma.unsaid")


@pytest.mark.parametrize(("holder", "is_open"), [("this.__dict__", True), ("table", False), ("this.table", False)])
def test_a_loop_that_fills_the_dict_of_a_module_gives_it_any_name(gamma, holder, is_open):
    history = gamma(
        f"import sys\nthis = sys.modules[__name__]\nfor name in found():\n    {holder}[name] = make(name)\n"
    )

    assert bool(history.accepts_anything("gamma")) == is_open


@pytest.mark.parametrize(
    ("line", "is_open"),
    [
        ("names['early'].__module__ = 'gamma'", False),
        ("print(names['early'])", False),
        ("names[late()] = 1", True),
        ("fill(names)", True),
        ("names.update(late())", True),
    ],
)
def test_a_namespace_that_is_only_asked_gets_no_names(gamma, line, is_open):
    assert bool(gamma(f"def early(): pass\nnames = locals()\n{line}\n").accepts_anything("gamma")) == is_open


MADE_ANSWERS = """
from gamma.far import old_one as _old_one, deprecation_getattr
_deprecations = {"old_one": ("use new_one", _old_one), "gone": ("use new_one", None), "older": _old_one}
__getattr__ = deprecation_getattr(__name__, _deprecations)
"""


@pytest.mark.parametrize(
    ("source", "is_known"),
    [
        (MADE_ANSWERS, True),
        (MADE_ANSWERS.replace("__name__, _deprecations", "deprecations=_deprecations"), True),
        (MADE_ANSWERS.replace("__name__, _deprecations", "{'old_one': 1, 'older': 2}"), True),
        (MADE_ANSWERS.replace("__name__, _deprecations", "__name__"), False),
        (MADE_ANSWERS.replace("_deprecations = {", "_deprecations = {name(): 1, "), False),
        (MADE_ANSWERS.replace("__getattr__ =", "_deprecations = late()\n__getattr__ ="), False),
        (MADE_ANSWERS.replace("deprecation_getattr(__name__, _deprecations)", "found_elsewhere"), False),
    ],
)
def test_a_table_that_a_maker_of_getattr_takes_tells_what_a_module_answers(gamma, source, is_known):
    history = gamma(source)

    assert bool(history.life("gamma.old_one") and history.life("gamma.older")) == is_known
    assert history.life("gamma.gone") is None
    assert bool(history.accepts_anything("gamma")) != is_known


def test_what_a_loop_sets_stays(gamma):
    source = "for game in found():\n    label, _secret = game\n    if label:\n        deep = 1\n    for each in game:\n"
    source += "        inner.attribute = table[each] = 2\n        inmost = 3\ndel label\n"

    history = gamma(source)

    assert all(history.life(f"gamma.{name}") for name in ("game", "deep", "each", "inmost"))
    assert not any(history.life(f"gamma.{name}") for name in ("label", "_secret", "attribute", "table", "inner"))
    assert not history.accepts_anything("gamma")


IMPORTER = """
from gamma.api import create_importer
OLD = {"Chroma": "elsewhere.stores", "Lance": "elsewhere.stores"}
find = create_importer(__package__, deprecated_lookups=OLD)
def __getattr__(name):
    if name in ("banned",):
        raise ImportError(name)
    return find(name)
"""


@pytest.mark.parametrize(
    ("source", "is_known"),
    [
        (IMPORTER, True),
        (IMPORTER.replace("=OLD", "=OLD, fallback_module='elsewhere'"), False),
        (IMPORTER.replace("create_importer(", "other_maker("), False),
        (IMPORTER.replace("=OLD", "=make()"), False),
    ],
)
def test_a_table_of_an_importer_tells_what_a_module_answers(gamma, source, is_known):
    history = gamma({"gamma/__init__.py": "", "gamma/stores.py": source})

    assert bool(history.life("gamma.stores.Chroma")) == is_known
    assert bool(history.accepts_anything("gamma.stores")) != is_known
    assert history.life("gamma.stores.banned") is None


def test_names_that_only_say_what_to_write_today_are_none(gamma):
    files = {
        "gamma/__init__.py": "from .lib._old_api import *\n",
        "gamma/lib/__init__.py": "",
        "gamma/lib/_old_api.py": "class Completion: pass\n",
    }

    assert gamma(files).life("gamma.Completion") is None


def test_of_a_vast_package_the_first_release_of_each_minor_version_is_read(tmp_path):
    for version in ("1.0.0", "1.0.1", "1.1.0", "1.1.7", "2.0.3"):
        write_wheel(tmp_path, "gamma", version, {"gamma/__init__.py": f"version_{version.replace('.', '_')} = 1\n"})
    index = FolderIndex(tmp_path)

    text, _ = scanned(tmp_path, "gamma", index, only_firsts=True)

    assert [line for line in text.split("\n") if line.endswith("unread")] == [
        "# release 1.0.1 unread",
        "# release 1.1.7 unread",
    ]

    text, report = scanned(tmp_path, "gamma", index, only_firsts=True, also=["1.1.7", "1.1.0", "9.9"])

    assert report.scanned == 1
    assert [line for line in text.split("\n") if line.endswith("unread")] == ["# release 1.0.1 unread"]


def test_broken_source_is_left_out_and_named(tmp_path):
    many = {f"delta/m{number}.py": "x = 1\n" for number in range(20)}
    write_wheel(tmp_path, "delta", "1.0", {**many, "delta/a.py": "def kept(): pass\n"})
    write_wheel(tmp_path, "delta", "1.1", {**many, "delta/a.py": "print 'of Python 2'\n"})
    write_wheel(tmp_path, "delta", "1.2", {**many, "delta/a.py": "def kept(): pass\n"})

    text, report = scanned(tmp_path, "delta")

    assert spans(History(parse_history(text)).life("delta.a.kept")) == [("1.0", None)]
    assert len(report.notes) == 1
    assert "1.1: delta/a.py left out" in report.notes[0]


def test_a_release_whose_top_cannot_be_read_is_not_believed(tmp_path):
    many = {f"delta/m{number}.py": "x = 1\n" for number in range(20)}
    write_wheel(tmp_path, "delta", "1.0", {**many, "delta/__init__.py": "x = 1\n"})
    write_wheel(tmp_path, "delta", "1.1", {**many, "delta/__init__.py": "async = 1\ndef coming(): pass\n"})
    write_wheel(tmp_path, "delta", "1.2", {**many, "delta/__init__.py": "def coming(): pass\n"})

    history = History(parse_history(scanned(tmp_path, "delta")[0]))

    assert [release.read for release in history.releases] == [True, False, True]
    (around,) = history.neighbours(history.life("delta.coming"))
    assert (around.before, around.starts_exactly) == ("1.0", False)


def test_a_release_that_is_mostly_broken_is_not_believed(tmp_path):
    write_wheel(tmp_path, "delta", "1.0", {"delta/a.py": "print 'of Python 2'\n"})
    write_wheel(tmp_path, "delta", "1.1", {"delta/a.py": "def kept(): pass\n"})

    text, report = scanned(tmp_path, "delta")
    history = History(parse_history(text))

    assert [release.read for release in history.releases] == [False, True]
    assert report.notes[-1] == "1.0: left out: much of the source cannot be read"
    (around,) = history.neighbours(history.life("delta.a.kept"))
    assert (around.before, around.starts_exactly) == (None, False)


def test_a_bomb_is_left_out_and_named(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "MOST_BYTES", 1_000_000)
    write_wheel(tmp_path, "epsilon", "1.0", {f"epsilon/m{number}.py": b"#" * 300_000 for number in range(9)})
    write_wheel(tmp_path, "epsilon", "1.1", {"epsilon/__init__.py": "x = 1\n"})

    text, report = scanned(tmp_path, "epsilon")

    assert "# release 1.0 unread" in text
    assert report.notes == ["1.0: left out: more than 1,000,000 bytes of source"]


def test_a_file_that_tells_a_smaller_size_than_it_has_is_not_unpacked_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "LARGEST_FILE", 1000)
    path = write_wheel(tmp_path, "epsilon", "1.0", {"epsilon/__init__.py": b"#" * 5000, "epsilon/b.py": "y = 1\n"})

    with archives.open_archive(path) as members:
        assert [member.path for member in members] == ["epsilon/b.py"]


@pytest.mark.parametrize(
    "name", ["../climbs.py", "/etc/climbs.py", "zeta/../../climbs.py", "C:/climbs.py", "zeta\\..\\climbs.py"]
)
def test_a_climbing_path_is_left_out(tmp_path, name):
    path = write_wheel(tmp_path, "zeta", "1.0", {name: "x = 1\n", "zeta/__init__.py": "y = 1\n"})

    with archives.open_archive(path) as members:
        assert [member.path for member in members] == ["zeta/__init__.py"]
    assert not (tmp_path.parent / "climbs.py").exists()


def test_links_in_a_tar_are_left_out(tmp_path):
    path = tmp_path / "zeta-1.0.tar.gz"
    with tarfile.open(path, "w:gz") as tar:
        link = tarfile.TarInfo("zeta-1.0/zeta/link.py")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(link)
        tar.addfile(tarfile.TarInfo("zeta-1.0/zeta/__init__.py"), io.BytesIO())

    with archives.open_archive(path) as members:
        assert [member.path for member in members] == ["zeta-1.0/zeta/__init__.py"]


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04 cut"])
def test_what_is_no_archive_is_left_out_and_named(tmp_path, content):
    (tmp_path / "eta-1.0-py3-none-any.whl").write_bytes(content)
    write_wheel(tmp_path, "eta", "1.1", {"eta/__init__.py": "x = 1\n"})

    text, report = scanned(tmp_path, "eta")

    assert "# release 1.0 unread" in text
    assert report.notes[0].startswith("1.0: left out: ")


def test_a_cut_wheel_is_left_out(tmp_path):
    path = write_wheel(tmp_path, "eta", "1.0", {"eta/__init__.py": "x = 1\n" * 5000})
    with zipfile.ZipFile(path) as archive:
        start = archive.getinfo("eta/__init__.py").header_offset
    content = bytearray(path.read_bytes())
    content[start + 50 : start + 60] = b"\x00" * 10
    path.write_bytes(content)

    assert scanned(tmp_path, "eta")[1].notes[0].startswith("1.0: left out: ")


def test_a_package_that_does_not_exist(tmp_path):
    with pytest.raises(PackageIndexError, match=r"no released files of 'nothing'\. Is that its name there"):
        scanned(tmp_path, "nothing")
    with pytest.raises(PackageIndexError, match=r"no released files of 'transfromers'\. Did you mean 'transformers'\?"):
        scanned(tmp_path, "transfromers")


@pytest.mark.parametrize(
    "source",
    [
        "OLD = 'old'\ndef __getattr__(name):\n    if name == OLD:\n        return 1\n    raise AttributeError(name)\n",
        "def __getattr__(name):\n    match name:\n        case 'old':\n            return 1\n    raise AttributeError(name)\n",
        "@answering\nclass __getattr__:\n    old = deprecated('1.2')(property(lambda self: 3))\n",
        "@answering\nclass __getattr__:\n    @property\n    def old(self): return 3\n",
        "from types import ModuleType\nclass Old(ModuleType): pass\nOld(__name__, {'.deep': ['old']}, 'Gamma 2')\n",
        "import types\nclass Old(types.ModuleType): pass\nOld(__name__, {'.deep': ['old']})\n",
    ],
)
def test_names_that_a_module_answers_only_when_asked(gamma, source):
    history = gamma("old = 1\n", source, "")

    assert spans(history.life("gamma.old")) == [("1.0", "1.1")]
    assert not history.accepts_anything("gamma")


def test_a_table_of_names_of_another_package_brings_no_name_of_that(gamma):
    history = gamma("_dynamic_imports = {'old': ('elsewhere', '.core'), 'new': (__package__, '.deep')}\n")

    assert history.life("gamma.elsewhere") is None
    assert history.life("gamma.new")


def test_a_version_that_a_module_answers_when_asked(gamma):
    asked = (
        "def __getattr__(name):\n    if name == '__version__':\n        return '1.1'\n    raise AttributeError(name)\n"
    )

    assert spans(gamma("__version__ = '1.0'\n", asked, "").life("gamma.__version__")) == [("1.0", "1.1")]


def test_a_name_compared_with_what_nobody_can_read_may_be_any(gamma):
    source = "def __getattr__(name):\n    if name == made():\n        return 1\n    raise AttributeError(name)\n"

    assert gamma(source).accepts_anything("gamma")


@pytest.mark.parametrize(("looked_up", "is_open"), [("getattr(delta, name, None)", True), ("TABLE.get(name)", False)])
def test_a_module_that_hands_on_what_another_one_has_may_have_any_name(gamma, looked_up, is_open):
    source = f"TABLE = {{'old': 1}}\ndef __getattr__(name):\n    found = {looked_up}\n    if found is None:\n"
    history = gamma(source + "        raise AttributeError(name)\n    return found\n")

    assert bool(history.accepts_anything("gamma")) is is_open


ASKING = "def __getattr__(name):\n    if name in TABLE:\n        return getattr(find(TABLE[name]), name)\n    raise E(name)\n"


@pytest.mark.parametrize(
    ("table", "is_open"),
    [
        ("TABLE = {'old': 'deep', 'older': 'deep'}\n", False),
        ("TABLE = ['old']\n", False),
        ("TABLE = {'old': 'deep', **more}\n", True),
        ("TABLE = made()\n", True),
        ("TABLE = ['old']\nTABLE = made()\n", True),
    ],
)
def test_a_table_that_is_written_out_is_all_that_a_module_answers(gamma, table, is_open):
    history = gamma(table + ASKING)

    assert bool(history.accepts_anything("gamma")) == is_open
    assert bool(history.life("gamma.old")) == ("'old'" in table)


def test_a_stub_alone_is_no_module_in_a_wheel(gamma):
    files = {
        "gamma/__init__.py": "",
        "gamma/_C.so": "",
        "gamma/_C/__init__.pyi": "",
        "gamma/_C/inner.pyi": "def x(): ...\n",
    }

    history = gamma(
        {**files, "gamma/rec.pyi": "def old(): ...\n", "gamma/_mac.pyi": ""},
        {**files, "gamma/rec.pyi": "", "gamma/rec.py": ""},
    )

    assert spans(history.module_life("gamma.rec")) == [("1.1", None)]
    assert spans(history.life("gamma._C.inner.x")) == [("1.0", None)]  # of a compiled module
    assert spans(history.module_life("gamma._mac")) == [("1.0", "1.0")]  # another platform's wheel may have it


@pytest.mark.parametrize(
    ("line", "name", "is_told"),
    [
        ("import gamma as g", "g", False),
        ("import gamma.deep as d", "d", False),
        ("from . import deep as d", "d", False),
        ("from . import deep as deep", "deep", True),
        ("import gamma as gamma", "gamma", True),
    ],
)
def test_what_a_stub_imports_for_its_types_is_no_name(gamma, line, name, is_told):
    history = gamma({"gamma/__init__.py": "", "gamma/fast.so": "", "gamma/fast.pyi": line + "\n"})

    assert bool(history.life(f"gamma.fast.{name}")) == is_told


def test_an_sdist_never_says_that_a_compiled_module_is_missing(gamma, tmp_path):
    source = {"gamma/__init__.py": ""}
    write_sdist(tmp_path, "gamma", "0.9", {**source, "gamma/a.py": ""})
    write_wheel(tmp_path, "gamma", "1.0", {**source, "gamma/_imaging.cp311-win_amd64.pyd": ""})
    write_sdist(tmp_path, "gamma", "1.1", {**source, "gamma/b.py": ""})
    write_wheel(tmp_path, "gamma", "1.2", {**source, "gamma/_imaging.cp311-win_amd64.pyd": ""})
    write_wheel(tmp_path, "gamma", "1.3", source)
    write_sdist(tmp_path, "gamma", "1.4", {**source, "gamma/c.py": ""})

    assert spans(gamma().life("gamma._imaging")) == [("0.9", "1.2")]


def test_a_decorator_that_tells_the_name_of_its_function_gives_no_argument(gamma):
    marks = "@deprecate_nonkeyword_arguments(version='3', name='{}')\n"

    history = gamma(*(f"{marks.format(name)}def dump(path): ...\n" for name in ("dump", "where")))

    assert history.life("gamma.dump(dump)") is None
    assert spans(history.life("gamma.dump(path)")) == [("1.0", None)]
    assert spans(history.life("gamma.dump(where)")) == [("1.1", None)]


NEWER = "def kept[T](x: T) -> T: ...\nclass Box[T]:\n    def put(self, x: T) -> None: ...\n"


def test_source_of_a_newer_python_is_read(gamma):
    history = gamma("def kept(x): ...\ndef gone(): ...\n", NEWER)

    assert spans(history.life("gamma.kept(x)")) == [("1.0", None)]
    assert spans(history.life("gamma.gone")) == [("1.0", "1.0")]
    assert spans(history.life("gamma.Box.put")) == [("1.1", None)]


def test_a_stub_that_cannot_be_read_leaves_it_to_its_module(gamma):
    history = gamma(
        {"gamma/__init__.py": "def gone(): ...\n", "gamma/__init__.pyi": "def gone(): ...\n"},
        {"gamma/__init__.py": "", "gamma/__init__.pyi": "def of a_later_python\n"},
    )

    assert spans(history.life("gamma.gone")) == [("1.0", "1.0")]


def test_a_name_is_answered_beside_what_is_taken_over_whole(gamma):
    asked = (
        "def __getattr__(name):\n    if name in ('old', 'kept'):\n        return 1\n    raise AttributeError(name)\n"
    )
    inner = {"gamma/core.py": "class kept:\n    def work(self): pass\n"}

    history = gamma(*({**inner, "gamma/__init__.py": "from .core import *\n" + more} for more in (asked, "")))

    assert spans(history.life("gamma.old")) == [("1.0", "1.0")]
    assert history.life("gamma.kept").kind == "class"


@pytest.mark.parametrize(
    ("module", "is_told"), [("dummy_pt_objects", False), ("dummy_vec_env", True), ("vec_objects", True)]
)
def test_of_a_module_of_stand_ins_for_what_is_not_installed_only_that_it_is_there_is_said(gamma, module, is_told):
    source = f"from .{module} import *\nfrom . import {module}\n"
    history = gamma({"gamma/__init__.py": source, f"gamma/{module}.py": "class Model: pass\n"})

    assert history.module_life(f"gamma.{module}")
    assert bool(history.life("gamma.Model")) == is_told
    assert bool(history.accepts_anything(f"gamma.{module}")) != is_told


def test_a_module_of_stand_ins_is_no_name_of_another_that_imports_it(gamma):
    history = gamma({"gamma/dummy_pt_objects.py": "", "gamma/deep.py": "from . import dummy_pt_objects, other\n"})

    assert history.life("gamma.deep.dummy_pt_objects") is None
    assert history.life("gamma.deep.other")


def test_what_protoc_wrote_is_not_denied_where_no_stub_tells_it(gamma):
    source = "from google.protobuf.internal import builder\nbuilder.build(DESCRIPTOR, 'x_pb2', globals())\n"
    stub = (
        "import google.protobuf.message\nclass Box(google.protobuf.message.Message):\n"
        "    size: int\n    def __init__(self, *, size: int): ...\n    def CopyFrom(self, other): ...\n"
        "Global___Box: TypeAlias = Box\nglobal___Box = Box\n"
    )
    stubs = ({"gamma/x_pb2.pyi": stub}, {}, {"gamma/x_pb2.pyi": stub})
    history = gamma(*({"gamma/__init__.py": "", "gamma/x_pb2.py": source, **files} for files in stubs))

    assert history.unsure(history.life("gamma.x_pb2.Box")) == {"1.1"}
    assert history.life("gamma.x_pb2.Box.CopyFrom") is None
    assert history.life("gamma.x_pb2.Global___Box") is history.life("gamma.x_pb2.global___Box") is None
    assert history.accepts_anything("gamma.x_pb2.Box")
    assert history.life("gamma.x_pb2.Box.__init__(size)")


def test_a_tuple_with_names_may_have_any_field(gamma):
    made = "from collections import namedtuple\nPoint = namedtuple('Point', 'x y')\n"
    written_out = "from typing import NamedTuple\nclass Point(NamedTuple):\n    x: int\n"
    handed = "from .deep import Point\n"
    history = gamma(*({"gamma/__init__.py": handed, "gamma/deep.py": source} for source in (made, written_out)))

    assert history.unsure(history.life("gamma.Point.x")) == {"1.0"}


@pytest.mark.parametrize(
    ("source", "is_open"),
    [
        ("try:\n    Base = sklearn.Base\nexcept ImportError:\n    class Base: pass\n", True),
        ("try:\n    class Base: pass\nexcept NameError:\n    Base = object\n", False),
        ("class Base: pass\n", False),
        ("class Base: pass\nOther = Base\n", False),
        ("def state(name):\n    setattr(Base, name, 1)\nclass Base: pass\nstate('on')\n", True),
        ("def state(name):\n    setattr(Other, name, 1)\nclass Base: pass\nstate('on')\n", False),
    ],
)
def test_a_class_that_another_branch_or_a_function_sets_may_have_any_member(gamma, source, is_open):
    history = gamma(f"import sklearn\n{source}class Model(Base): pass\n")

    assert bool(history.accepts_anything("gamma.Model")) == is_open


@pytest.mark.parametrize(
    ("decorator", "is_open"),
    [("@strict(accept_kwargs=True)", True), ("@strict(accept_kwargs=False)", False), ("@strict", False)],
)
def test_a_constructor_of_fields_may_accept_others(gamma, decorator, is_open):
    history = gamma(f"{decorator}\n@dataclass\nclass Base:\n    size: int\nclass Config(Base): pass\n")

    assert history.life("gamma.Config.__init__(size)")
    assert bool(history.accepts_anything("gamma.Config.__init__")) == is_open


def test_a_class_has_what_its_base_has_in_each_branch(gamma):
    files = {"gamma/a.py": "class Base:\n    def run(self, by): pass\n", "gamma/b.py": "class Base:\n    size = 1\n"}
    branches = "if found:\n    from .a import Base\nelse:\n    from .b import Base\n"
    history = gamma({**files, "gamma/__init__.py": f"{branches}class Box(Base): pass\n"})

    assert all(history.life(f"gamma.Box.{name}") for name in ("run", "run(by)", "size"))
    assert history.life("gamma.Box.other") is None
    assert not history.accepts_anything("gamma.Box")


@pytest.mark.parametrize(
    ("files", "imports"),
    [
        ({"shared/core/__init__.py": ""}, "shared.core"),
        ({"shared/core/__init__.py": "", "shared/__init__.py": ""}, "shared"),
        ({"shared/core/__init__.py": "", "shared/more/__init__.py": ""}, "shared"),  # with no name that is both
    ],
)
def test_of_a_folder_that_others_share_only_its_module_is_the_packages_own(tmp_path, files, imports):
    write_wheel(tmp_path, "part", "1.0", files)

    assert f"\n# imports {imports}\n" in scanned(tmp_path, "part")[0]


def test_a_function_imported_from_a_module_of_its_name_is_the_one_that_is_meant(gamma):
    history = gamma(
        {
            "gamma/__init__.py": "",
            "gamma/utils/__init__.py": "from .bars import bars\n",
            "gamma/utils/bars.py": "def bars(width): pass\n",
        }
    )

    assert history.life("gamma.utils.bars").kind == "function"
    assert history.life("gamma.utils.bars(width)")
    assert history.module_life("gamma.utils.bars").kind == "module"


def test_of_two_wheels_for_any_platform_the_one_for_python_3_is_read(gamma, tmp_path):
    long = "".join(f"def made_{number}(): pass\n" for number in range(40))
    write_wheel(tmp_path, "gamma", "1.0", {"gamma.py": "def old(): pass\n"}, tag="py2-none-any")
    write_wheel(tmp_path, "gamma", "1.0", {"gamma.py": long}, tag="py3-none-any")
    write_wheel(tmp_path, "gamma", "2.0", {"gamma.py": long}, tag="py2.py3-none-any")
    history = gamma()

    assert (spans(history.life("gamma.made_1")), history.life("gamma.old")) == ([("1.0", None)], None)


def test_a_wheel_that_only_asks_for_another_package_is_not_read(tmp_path):
    files = {"gamma.py": "def made(): pass\n", "gamma.bin": random.Random(1).randbytes(1_000_000)}
    write_wheel(tmp_path, "gamma", "1.0", files, tag="cp311-cp311-linux_x86_64")
    write_wheel(tmp_path, "gamma", "1.0", {}, tag="cp37-cp37m-win_amd64")

    assert history_of(tmp_path, "gamma").life("gamma.made")


@pytest.mark.parametrize("test", ["TYPE_CHECKING", "typing.TYPE_CHECKING", "MYPY_CHECK_RUNNING", "MYPY"])
def test_what_only_type_checkers_see_is_no_name(gamma, test):
    history = gamma(f"if {test}:\n    Alias = int\nelse:\n    real = 1\nif not {test}:\n    also = 1\n")

    assert [bool(history.life(f"gamma.{name}")) for name in ("Alias", "real", "also")] == [False, True, True]


@pytest.mark.parametrize(
    ("other", "is_run"),
    [("sys.version_info >= (3, 8)", True), ('os.getenv("DOCS")', False), ('"DOCS" in os.environ', False)],
)
def test_a_branch_for_type_checkers_or_documentation_is_not_run(gamma, other, is_run):
    history = gamma(f"if TYPE_CHECKING or {other}:\n    made = 1\n")

    assert bool(history.life("gamma.made")) is is_run


def test_a_class_has_what_is_set_behind_its_lines(gamma):
    behind = "Frame.maker = Maker\nFrame._hidden = 1\nFrame.turn = turned\nother.maker = 1\n"
    history = gamma(f"class Maker: pass\nclass Frame:\n    def turn(self, by): pass\n{behind}")

    assert history.life("gamma.Frame.maker")
    assert history.life("gamma.Frame.turn").kind == "method"
    assert [history.life(name) for name in ("gamma.Frame._hidden", "gamma.other", "gamma.maker")] == [None] * 3


@pytest.mark.parametrize(
    ("decorator", "is_argument"),
    [("@staticmethod", True), ("@abc.abstractstaticmethod", True), ("@classmethod", False), ("", False)],
)
def test_what_comes_first_in_a_static_method_is_an_argument(gamma, decorator, is_argument):
    history = gamma(f"class Box:\n    {decorator}\n    def weigh(first, second): pass\n")

    assert history.life("gamma.Box.weigh(second)")
    assert bool(history.life("gamma.Box.weigh(first)")) == is_argument


@pytest.mark.parametrize(
    ("made", "is_handed_on"),
    [("", False), ("__all__ += found()\n", True), ("from .. import deep\n__all__ += deep.__all__\n", True)],
)
def test_what_a_module_hands_on_its_own_source_says_not_its_stub(gamma, made, is_handed_on):
    history = gamma(
        {
            "gamma/__init__.py": "from .shapes import *\n",
            "gamma/shapes/__init__.py": f"from ..deep import Box\n__all__ = ['Box']\n{made}",
            "gamma/shapes/__init__.pyi": "from ..lids import *\n__all__: list[str]\nclass Inner: ...\n",
            "gamma/shapes/inside.py": "",
            "gamma/deep.py": "class Box: pass\n__all__ = found()\n",
            "gamma/lids.py": "class Lid: pass\n",
        }
    )

    assert history.life("gamma.Box")
    assert history.life("gamma.shapes.Inner")
    assert history.life("gamma.inside") is None
    assert [bool(history.life(f"gamma.{name}")) for name in ("Inner", "Lid")] == [is_handed_on, is_handed_on]
    assert bool(history.life("gamma.shapes.Lid")) == is_handed_on


def test_a_private_name_that_moved_and_is_imported_stays(gamma):
    old = "def _count(): pass\ndef _gone(): pass\nfrom .deep import _lent\n"
    new = "from .deep import _count\nfrom other import _gone\nfrom . import __about__\n"
    files = {"gamma/__init__.py": "", "gamma/deep.py": "def _count(): pass\n"}
    history = gamma(*({**files, "gamma/shapes.py": source} for source in (old, new)))

    assert spans(history.life("gamma.shapes._count")) == [("1.0", None)]
    assert spans(history.life("gamma.shapes._gone")) == [("1.0", "1.0")]
    assert history.life("gamma.shapes.__about__") is history.life("gamma.shapes._lent") is None
