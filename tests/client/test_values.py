"""Local values below a failure: `tracefix run --values` and `tracefix.install(values=True)`."""

import math
import sys
import textwrap
from types import ModuleType

import pytest

from tracefix.cli.local_values import collect
from tracefix.cli.values import lines_of_values

SCRIPT = """
def load(config, name):
    return config[name]

load({"learning_rate": 0.1, "api_key": "sk-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH"}, "learningrate")
"""
SHOWN = [
    "tracefix: train.py:3: config = {'learning_rate': 0.1, 'api_key': {secret}; name = 'learningrate'",
    "tracefix: The keys of config: 'learning_rate', 'api_key'",
    "tracefix: config has no 'learningrate'. Did you mean 'learning_rate'?",
]


class Hostile:
    """Whatever asks it anything runs code."""

    def __repr__(self):
        raise AssertionError("its code was run")

    __len__ = __iter__ = __getattr__ = __eq__ = __hash__ = __str__ = __dir__ = __repr__
    shape = property(__repr__)


def collected(tmp_path, text, **names):
    """What is collected of a script that fails."""
    path = tmp_path / "train.py"
    path.write_text(textwrap.dedent(text))
    names["__name__"] = "train"
    try:
        exec(compile(path.read_text(), str(path), "exec"), names)
    except Exception as error:
        return collect(error)
    raise AssertionError("it did not fail")


def values_of(tmp_path, text, **names):
    return dict(collected(tmp_path, text, **names)["values"])


def test_the_names_on_the_failing_line_are_shown_and_no_others(tmp_path):
    text = """
    import math
    class Trainer: pass
    self, other = Trainer(), 3
    self.batch = [1, 2, 3]
    def half(number): return number / 0 * math.tau
    half(self.batch[0])
    """
    assert values_of(tmp_path, text) == {"number": "1", "math.tau": repr(math.tau)}
    assert values_of(tmp_path, text.replace("self.batch[0])", "self.batch[7])")) == {"self.batch": "[1, 2, 3]"}


@pytest.mark.skipif(sys.version_info < (3, 11), reason="an earlier Python does not know where a statement ends")
def test_all_lines_of_a_statement_count(tmp_path):
    assert values_of(tmp_path, "a, b = 1, 'x'\nc = (a\n  + b)\n") == {"a": "1", "b": "'x'"}


@pytest.mark.parametrize(
    ("value", "short"),
    [
        ("x" * 100, repr("x" * 60) + "…"),
        ([1, 2, 3, 4, 5, 6, 7], "[1, 2, 3, 4, 5, … (7)]"),
        ({"a": {"b": {"c": [1]}}}, "{'a': {'b': {…}}}"),
        ((None, 0.5, b"x"), "(None, 0.5, b'x')"),
        (10**5000, "<int>"),
        (Hostile(), "<Hostile>"),
        ([Hostile()], "[<Hostile>]"),
    ],
    ids=["text", "list", "nested", "tuple", "number", "object", "object in a list"],
)
def test_values_are_short_and_no_code_of_the_program_runs(tmp_path, value, short):
    assert values_of(tmp_path, "0 / 0, value", value=value) == {"value": short}


def test_of_an_array_its_shape_is_shown(tmp_path):
    kind = type("Tensor", (), {"__module__": "torch", "shape": (2, 3), "dtype": "torch.float32"})

    assert values_of(tmp_path, "0 / 0, batch", batch=kind()) == {"batch": "<Tensor (2, 3) torch.float32>"}


def test_the_frame_is_the_programs_own_where_a_library_raised(tmp_path):
    found = collected(tmp_path, "import json\ntext = '{'\njson.loads(text)\n")

    assert found["place"] == "train.py:3"
    assert found["values"] == [["text", "'{'"]]


@pytest.mark.parametrize(
    ("text", "keys", "meant"),
    [
        ("c = {'lr': 1}\nc['lrr']", ["c", ["'lr'"], 1], ["c", "'lrr'", "'lr'"]),
        ("c = {'m': {'lr': 1}}\nc['m']['lrr']", ["c['m']", ["'lr'"], 1], ["c['m']", "'lrr'", "'lr'"]),
        ("c = {1: 2}\nc['1']", ["c", ["1"], 1], ["c", "'1'", "1"]),
        ("c = {'lr': 1}\nc['zzz']", ["c", ["'lr'"], 1], None),
        ("c, d = {'lr': 1}, {}\nd[0], c", ["d", [], 0], None),
        ("raise KeyError('x')", None, None),
        ("c = {(1, 2): 3}\nc[(1, 3)]", None, None),
    ],
)
def test_of_a_missing_key_the_keys_are_told_and_the_nearest(tmp_path, text, keys, meant):
    found = collected(tmp_path, text)

    assert (found.get("keys"), found.get("meant")) == (keys, meant)


def test_an_attribute_is_proposed_where_python_does_not(tmp_path, monkeypatch):
    large = ModuleType("large")
    large.__dict__.update({f"name_{number}": number for number in range(800)}, zeros=1)
    monkeypatch.setitem(sys.modules, "large", large)

    assert collected(tmp_path, "import large\nlarge.zeross")["meant"] == ["large", "zeross", "zeros"]
    assert "meant" not in collected(tmp_path, "import json\njson.loadz")  # Python says it
    unnamed = "raise AttributeError(\"module 'json' has no attribute 'loadz'\")"
    assert collected(tmp_path, f"import json\n{unnamed}")["meant"] == ["json", "loadz", "load"]
    assert "meant" not in collected(tmp_path, "raise AttributeError('no')")


def test_a_line_holds_no_secret_and_no_control_character():
    found = {"place": "a.py:1", "values": [["password", "'hunter2'"], ["name", "'\x1b[2J'"]]}

    assert lines_of_values(found) == ["tracefix: a.py:1: password = {secret}; name = '�[2J'"]
    assert len(lines_of_values({"place": "a.py:1", "values": [["x", "'y'" * 1000]]})[0]) <= 401


# ── in processes ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def script(tmp_path):
    (tmp_path / "train.py").write_text(SCRIPT)
    return "train.py"


def test_run_shows_the_values_of_a_python_program(tracefix, script):
    done = tracefix("run", "--values", "--", sys.executable, script)

    assert done.returncode == 1
    told = done.stderr[done.stderr.index("tracefix: ") :].splitlines()
    assert told[0] == SHOWN[0]
    assert told[1:3] == SHOWN[1:]
    assert "sk-" not in "".join(told)


@pytest.mark.slow
@pytest.mark.parametrize(("options", "environ"), [((), {}), (("--values",), {"CI": "true"})], ids=["not asked", "CI"])
def test_values_are_shown_where_they_are_wanted_alone(tracefix, script, options, environ):
    done = tracefix("run", *options, "--", sys.executable, script, **environ)

    assert "keys of config" not in done.stderr
    assert done.returncode == 1


@pytest.mark.slow
def test_a_program_installs_it_itself_and_not_in_ci(python, script, tmp_path):
    program = "import tracefix, runpy; tracefix.install(values=True); runpy.run_path('train.py')"
    done = python("-c", program)

    assert [line for line in done.stderr.splitlines() if "keys of config" in line] == SHOWN[1:2]
    assert "keys of config" not in python("-c", program, CI="1").stderr


def test_a_program_of_run_keeps_its_own_sitecustomize_and_output(tracefix, tmp_path, unpacked):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "sitecustomize.py").write_text("import sys; sys.own = True")
    program = "import os, sys; print(sys.own, [folder for folder in sys.path if 'tracefix/cli' in folder], flush=True); os._exit(3)"
    done = tracefix("run", "--values", sys.executable, "-c", program, PYTHONPATH=f"{unpacked}:{tmp_path / 'own'}")

    assert (done.stdout, done.stderr, done.returncode) == ("True []\n", "", 3)
