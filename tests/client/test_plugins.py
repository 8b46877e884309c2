"""The excepthook, the plug-in of pytest and the extension of IPython: one line below a known error, and nothing else."""

import pytest

LINE = "tracefix: ModuleNotFoundError: No module named 'torch._six' → "
RAISES = "def load():\n    import json\n    raise ModuleNotFoundError(\"No module named 'torch._six'\")\n"
UNKNOWN = "def load():\n    raise RuntimeError('the frobnicator is out of plasma')\n"


@pytest.fixture
def script(tmp_path):
    def write(text, name="train.py"):
        (tmp_path / name).write_text(text)
        return name

    return write


# ── the excepthook ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "said"),
    [(RAISES + "load()\n", LINE), ("def broken(:\n", "tracefix: SyntaxError: invalid syntax → ")],
    ids=["raises", "cannot be read"],
)
def test_a_script_prints_the_same_traceback_and_one_line_more(python, tracefix, script, text, said):
    name = script(text)
    plain, ours = python(name), tracefix(name)

    assert ours.returncode == plain.returncode == 1
    *trace, line = ours.stderr.splitlines(keepends=True)
    assert "".join(trace) == plain.stderr
    assert line.startswith(said)


@pytest.mark.parametrize(
    "text",
    [
        UNKNOWN + "load()\n",
        "import sys; print(sys.argv, __name__, __file__); sys.exit(3)\n",
        "raise KeyboardInterrupt\n",
        "raise SystemExit('no')\n",
    ],
)
def test_a_script_of_which_nothing_is_known_runs_as_without_us(python, tracefix, script, text):
    name = script(text)
    plain, ours = python(name, "--epochs", "3"), tracefix(name, "--epochs", "3")

    assert (ours.stdout, ours.returncode) == (plain.stdout, plain.returncode)
    assert ours.stderr == plain.stderr


def test_off_switches_the_excepthook_off(python, tracefix, script):
    name = script(RAISES + "load()\n")

    assert tracefix(name, TRACEFIX="off").stderr == python(name).stderr


def test_a_module_is_run_too(tracefix, script):
    script(RAISES + "load()\n", "job.py")
    ours = tracefix("-m", "job")

    assert ours.returncode == 1
    assert ours.stderr.splitlines()[-1].startswith(LINE)
    assert "tracefix/" not in ours.stderr.partition(LINE)[0]


def test_a_script_that_is_not_there_is_named(tracefix):
    done = tracefix("no.py")

    assert done.returncode == 1
    assert "can't open file" in done.stderr


def test_what_a_script_spawns_finds_its_functions(python, script):
    name = script(
        "import multiprocessing as m\n"
        "def work(x): return x * 2\n"
        "if __name__ == '__main__':\n"
        "    with m.get_context('spawn').Pool(1) as pool: print(pool.map(work, [21]))\n"
    )

    assert python("-m", "tracefix", name).stdout == "[42]\n"


def test_an_exception_in_a_thread_is_explained(tracefix, script):
    name = script(RAISES + "import threading\nthread = threading.Thread(target=load)\nthread.start(); thread.join()\n")
    done = tracefix(name)

    assert done.returncode == 0
    assert done.stderr.splitlines()[-1].startswith(LINE)


# ── pytest ──────────────────────────────────────────────────────────────────────────────────────────────────────


def run_pytest(python, script, *options, **environ):
    script(
        RAISES
        + "def test_known():\n    load()\n\ndef test_asserts():\n    assert 1 == 2\n\ndef test_fine():\n    pass\n",
        "test_it.py",
    )
    environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # those of this environment take seconds to load
    return python("-m", "pytest", "-q", "-p", "no:cacheprovider", *options, "test_it.py", **environ)


def test_pytest_shows_a_line_below_a_known_failure(python, script):
    plain, ours = run_pytest(python, script), run_pytest(python, script, "-p", "tracefix.pytest")

    assert ours.returncode == plain.returncode == 1
    assert ours.stdout.count("tracefix: ") == 1
    assert LINE in ours.stdout
    assert "2 failed, 1 passed" in ours.stdout
    left = [line for line in ours.stdout.splitlines() if "tracefix" not in line]
    assert left[:-1] == plain.stdout.splitlines()[:-1]  # the last one says how long it took


@pytest.mark.slow
def test_off_switches_pytest_off(python, script):
    assert "tracefix" not in run_pytest(python, script, "-p", "tracefix.pytest", TRACEFIX="off").stdout


# ── IPython ─────────────────────────────────────────────────────────────────────────────────────────────────────

CELLS = """
import tracefix

class Events:
    def __init__(self): self.calls = []
    def register(self, name, call): self.calls.append((name, call))
    def unregister(self, name, call): self.calls.remove((name, call))

class Shell:
    def __init__(self): self.events, self.magics = Events(), {}
    def register_magic_function(self, call, kind, name): self.magics[kind, name] = call

class Result:
    error_before_exec = None
    def __init__(self, error): self.error_in_exec = error

def fail(error):
    try: raise error
    except Exception as raised: return Result(raised)

shell = Shell()
tracefix.load_ipython_extension(shell)
tracefix.load_ipython_extension(shell)
(name, after_cell), = shell.events.calls
magic = shell.magics["line", "tracefix"]
"""


@pytest.mark.slow
def test_ipython_shows_one_line_and_the_magic_the_whole_answer(python):
    program = CELLS + (
        "magic('')\nafter_cell(Result(None))\nafter_cell(fail(RuntimeError('the frobnicator is out of plasma')))\n"
        "after_cell(fail(ModuleNotFoundError(\"No module named 'torch._six'\")))\nmagic('')\n"
        "tracefix.unload_ipython_extension(shell)\nassert shell.events.calls == []\n"
    )
    done = python("-c", program)

    assert done.stderr.startswith(LINE)
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout.startswith(
        "No cell has failed yet.\nModuleNotFoundError: No module named 'torch._six'\n\nKnown error\n"
    )


@pytest.mark.slow
def test_off_leaves_only_the_magic(python):
    program = CELLS + "after_cell(fail(ModuleNotFoundError(\"No module named 'torch._six'\")))\nmagic('')\n"
    done = python("-c", program, TRACEFIX="off")

    assert done.stderr == ""
    assert "Known error" in done.stdout
