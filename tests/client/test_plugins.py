"""The excepthook, the plug-in of pytest and the extension of IPython: one line below a known error, and nothing else."""

import subprocess
import sys

import pytest

from tests.client.conftest import clean_environ
from tests.examples import every, some

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


@pytest.mark.slow
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
    every(
        2,
        [
            UNKNOWN + "load()\n",
            "raise KeyboardInterrupt\n",
            "import sys; print(sys.argv, __name__, __file__); sys.exit(3)\n",
            "raise SystemExit('no')\n",
        ],
    ),
)
def test_a_script_of_which_nothing_is_known_runs_as_without_us(python, tracefix, script, text):
    name = script(text)
    plain, ours = python(name, "--epochs", "3"), tracefix(name, "--epochs", "3")

    assert (ours.stdout, ours.returncode) == (plain.stdout, plain.returncode)
    assert ours.stderr == plain.stderr


def test_off_switches_the_excepthook_off(python, tracefix, script):
    name = script(RAISES + "load()\n")

    assert tracefix(name, TRACEFIX="off").stderr == python(name).stderr


@pytest.mark.slow
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


@pytest.mark.slow
def test_an_exception_in_a_thread_is_explained(tracefix, script):
    name = script(RAISES + "import threading\nthread = threading.Thread(target=load)\nthread.start(); thread.join()\n")
    done = tracefix(name)

    assert done.returncode == 0
    assert done.stderr.splitlines()[-1].startswith(LINE)


@pytest.mark.slow
def test_a_script_installs_it_itself(python, script):
    install = "import tracefix\ntracefix.install()\ntracefix.install()\n"
    done = python(script(install + RAISES + "load()\n"))

    assert done.returncode == 1
    assert done.stderr.startswith("Traceback (most recent call last):\n")
    assert done.stderr.count("tracefix: ") == 1
    assert done.stderr.splitlines()[-1].startswith(LINE)
    assert "tracefix: " not in python(script(install + UNKNOWN + "load()\n")).stderr


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


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", [["-m", "pytest", "-q", "-p", "tracefix.pytest"], ["-m", "tracefix"]], ids=["pytest", "script"]
)
def test_the_line_stands_once_where_run_meets_a_plug_in(tracefix, script, words):
    name = script(RAISES + "def test_known():\n    load()\n\nif __name__ == '__main__': load()\n", "test_it.py")
    done = tracefix("run", sys.executable, *words, name, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")

    assert done.returncode == 1
    assert (done.stdout + done.stderr).count(LINE) == 1


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


def test_jupyter_gets_the_line_as_escaped_html(python):
    program = CELLS + (
        "class Publisher:\n    def publish(self, data): print(data['text/html'])\n"
        "shell.kernel, shell.display_pub = object(), Publisher()\n"
        "after_cell(fail(RuntimeError('the frobnicator is out of plasma')))\n"
        "after_cell(fail(ModuleNotFoundError(\"No module named 'torch._six'\")))\n"
        "from tracefix.cli.ipython import to_html\n"
        "print(to_html('tracefix: <script> → x (https://tracefix.example/articles/x/)'))\n"
        "print(to_html('tracefix: a.py:1: x = (1, <b>)'))\n"
    )
    done = python("-c", program)

    known, hostile, values = done.stdout.splitlines()
    assert done.stderr == ""
    assert known.startswith("<p>tracefix: ModuleNotFoundError: No module named &#x27;torch._six&#x27; → ")
    assert known.endswith(" (<code>tracefix explain torch-six-missing</code>)</p>")
    link = "https://tracefix.example/articles/x/"
    assert values == "<p>tracefix: a.py:1: x = (1, &lt;b&gt;)</p>"
    assert hostile == f'<p>tracefix: &lt;script&gt; → x (<a href="{link}">{link}</a>)</p>'


def test_install_loads_the_extension_where_a_shell_runs(python):
    program = CELLS.replace("tracefix.load_ipython_extension(shell)", "tracefix.install()").replace(
        "\nshell = Shell()", "\nimport sys, types\nshell = Shell()\n"
        "sys.modules['IPython'] = types.SimpleNamespace(get_ipython=lambda: shell)"
    )  # fmt: skip
    done = python("-c", program + "after_cell(fail(ModuleNotFoundError(\"No module named 'torch._six'\")))\n")

    assert done.stderr.startswith(LINE)


@pytest.mark.slow
def test_off_leaves_only_the_magic(python):
    program = CELLS + "after_cell(fail(ModuleNotFoundError(\"No module named 'torch._six'\")))\nmagic('')\n"
    done = python("-c", program, TRACEFIX="off")

    assert done.stderr == ""
    assert "Known error" in done.stdout


# ── what is too long, or cannot be written ──────────────────────────────────────────────────────────────────────

LONG = {
    "a line": "error = RuntimeError('x' * 20_000_000)",
    "lines": "error = RuntimeError('CUDA: not it\\n' * 1_600_000)",
    "a syntax error": "error = SyntaxError('no', ('a.py', 1, 15_000_000, 'x ' * 10_000_000))",
    "a chain": "error = RuntimeError('x\\n' * 3_000_000)\nfor _ in range(5): new = RuntimeError(error.args[0]); new.__cause__ = error; error = new",
    "notes": "error = RuntimeError('x'); error.__notes__ = ['y\\n' * 10_000_000]",
    "a group": "error = ExceptionGroup('g', [RuntimeError('x\\n' * 10_000_000)])",
    "no text": "error = ValueError(('x', 1) * 1_000_000)",
}
COUNT = """
import tracemalloc
import tracefix.bundle.article_bundle, tracefix.cli.drawing
from tracefix.cli.failures import explain_failure

seen = []
tracefix.cli.drawing.lines_of = lambda bundle, text: seen.append(text) or []
tracefix.bundle.article_bundle.open_bundle().packages
try:
    raise RuntimeError("short")
except RuntimeError as short:
    explain_failure(short)
tracemalloc.start()
assert explain_failure(error) == []
print(len(seen[-1].encode()), tracemalloc.get_traced_memory()[1])
"""
MEGABYTE = 1024 * 1024


@pytest.mark.slow
@pytest.mark.parametrize("error", some(LONG, {"a line", "a chain"}))
def test_of_a_long_message_only_the_ends_are_read_and_little_memory_is_taken(python, error):
    done = python("-c", error + COUNT)

    read, most = map(int, done.stdout.split())
    assert read <= 100 * 1024 + 4 * MEGABYTE + 1
    assert most < 24 * MEGABYTE


@pytest.mark.slow
def test_the_known_error_at_the_end_of_a_long_message_is_named(tracefix, script):
    known = "ModuleNotFoundError: No module named \\'torch._six\\'"
    done = tracefix(script("raise RuntimeError('x\\n' * 3_000_000 + '" + known + "')\n"))

    assert done.stderr.splitlines()[-1].startswith(LINE)


def test_messages_of_an_exception_stay_as_they_are(python):
    program = "error = RuntimeError('x' * 20_000_000)" + COUNT + "assert len(str(error)) == 20_000_000\n"

    assert python("-c", program).returncode == 0


@pytest.mark.parametrize("streams", every(3, ["2>/dev/full", "2>&-", ">/dev/full 2>&1"]))
def test_where_no_line_can_be_printed_a_program_ends_as_without_us(unpacked, tmp_path, script, streams):
    name = script(RAISES + "import atexit; atexit.register(open, 'ended', 'w')\nload()\n")

    def end(*words):
        command = ["sh", "-c", f'exec "$@" {streams}', "sh", sys.executable, *words, name]
        done = subprocess.run(command, capture_output=True, cwd=tmp_path, env=clean_environ(unpacked))
        (tmp_path / "ended").unlink()
        return done.returncode, done.stdout, done.stderr

    assert end("-m", "tracefix") == end()


def test_a_file_beside_a_program_that_has_a_name_of_pythons_does_not_stop_it(python, tmp_path, script):
    for name in ("json", "platform", "traceback", "csv", "email"):
        (tmp_path / f"{name}.py").write_text("raise ImportError('not this one')\n")
    name = script("print('ran')\n")

    assert python("-m", "tracefix", name).stdout == "ran\n"
