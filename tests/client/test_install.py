"""The wheel, installed by pip into a fresh environment of each supported Python. Slow tests only."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.client.conftest import clean_environ

pytestmark = pytest.mark.slow  # it makes environments and installs packages

# What reads folders of articles, renders them, or describes the API of the site; and the plug-in's host
OPTIONAL = ("yaml", "nh3", "typing_extensions", "pytest")
KNOWN = "ModuleNotFoundError: No module named 'torch._six'\n"
IPYTHON = """
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
shell.run_line_magic("load_ext", "tracefix")
shell.run_cell("import torch._six")
shell.run_line_magic("tracefix", "")
"""


@pytest.fixture(scope="module", params=["3.10", "3.11", "3.12", "3.13"])
def installed(request, wheel, tmp_path_factory):
    """The folder of the commands of an environment that has the wheel."""
    folder = tmp_path_factory.mktemp(f"python{request.param}")
    if not any(makes_environment(python, folder) for python in pythons(request.param)):
        pytest.skip(f"there is no Python {request.param} here")
    subprocess.run([folder / "bin" / "pip", "install", "--quiet", wheel], check=True, capture_output=True)
    return folder / "bin"


def pythons(version):
    """Interpreters that may be of a version: a command, and what pyenv has."""
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    return [f"python{version}", *sorted(root.glob(f"versions/{version}.*/bin/python"))]


def makes_environment(python, folder):
    found = shutil.which(python)
    return bool(found) and subprocess.run([found, "-m", "venv", folder], capture_output=True).returncode == 0


def run(installed, *words, stdin="", **environ):
    environ = {name: value for name, value in clean_environ(installed, **environ).items() if name != "PYTHONPATH"}
    return subprocess.run(
        [installed / words[0], *words[1:]], input=stdin, capture_output=True, text=True, env=environ, cwd=installed
    )


def test_it_answers_as_the_site_does(installed, read_once):
    from kb.addresses import article_address
    from kb.formats import match_json

    done = run(installed, "tracefix", "match", "--json", stdin=KNOWN)
    library = read_once()

    payload = match_json(library.diagnose(KNOWN), library, article_address())
    assert json.loads(done.stdout) == {"file": "-", **payload}


def test_every_module_can_be_imported_without_the_optional_parts(installed):
    program = (
        "import importlib, pkgutil, sys\n"
        f"sys.modules.update(dict.fromkeys({OPTIONAL}))\n"  # another test may have installed them
        "import tracefix\n"
        "for found in pkgutil.walk_packages(tracefix.__path__, 'tracefix.'):\n"
        "    try: importlib.import_module(found.name) if not found.name.endswith('__main__') else None\n"
        "    except ModuleNotFoundError as error: print(error.name.partition('.')[0])\n"
    )

    done = run(installed, "python", "-c", program)

    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) == set(OPTIONAL)


def test_coding_agents_are_answered(installed):
    call = {"name": "match", "arguments": {"text": KNOWN}}
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}

    done = run(installed, "tracefix", "mcp", stdin=f"{json.dumps(asked)}\n")

    assert json.loads(done.stdout)["result"]["structuredContent"]["verdict"] == "exact"


def test_run_explain_search_and_prove_work(installed):
    failed = run(installed, "tracefix", "run", "--", str(installed / "python"), "-c", "import torch._six")
    proved = run(installed, "tracefix", "prove", "--yes", "--python", str(installed / "python"), "pickle-generator")

    assert failed.returncode == 1
    assert failed.stderr.splitlines()[-1].startswith("tracefix: ModuleNotFoundError: No module named 'torch")
    assert run(installed, "tracefix", "explain", "cuda-oom").returncode == 0
    assert "cuda-oom" in run(installed, "tracefix", "search", "gpu out of memory").stdout
    assert proved.stdout.splitlines()[:2][1] == "fixed.py: the fix holds here"


def test_folders_need_one_package_more(installed, tmp_path):
    assert "tracefix[folders]" in run(installed, "tracefix", "match", TRACEFIX_ARTICLES=str(tmp_path)).stderr


def test_it_works_in_a_real_ipython(installed):
    subprocess.run([installed / "pip", "install", "--quiet", "ipython"], check=True, capture_output=True)
    done = run(installed, "python", "-c", IPYTHON)

    assert "tracefix: ModuleNotFoundError: No module named 'torch" in done.stderr
    assert "Fix\n" in done.stdout
