"""What a warm process forks cannot be told from a program that was started afresh."""

import os
import subprocess
import sys

import pytest

from tests.warm import Warm

pytestmark = pytest.mark.thorough

PROGRAMS = {
    "arguments": "import sys; print(sys.argv, __name__, sys.path[0], sys.stdin.read())",
    "a folder and an environment": "import os; print(os.getcwd(), os.environ['SOUP'], 'HOME' in os.environ)",
    "both streams": "import sys; print('one'); print('two', file=sys.stderr); sys.exit(7)",
    "an error": "def cook():\n    1 / 0\ncook()",
    "a sentence at the end": "import sys; sys.exit('the soup is cold')",
    "an interrupt": "raise KeyboardInterrupt",
    "a signal": "import os, signal; os.kill(os.getpid(), signal.SIGTERM)",
    "what is left to do": "import atexit, threading\natexit.register(print, 'end')\nthreading.Thread(target=print, args=('thread',)).start()",
}


@pytest.fixture(scope="module")
def warm(tmp_path_factory):
    server = Warm(tmp_path_factory.mktemp("warm"), ["json"], {"PATH": os.environ["PATH"], "SOUP": "cold"})
    yield server
    server.close()


@pytest.mark.parametrize("how", ["-c", "a file", "-m"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_it_says_and_ends_as_one_that_was_started(warm, tmp_path, name, how):
    (tmp_path / "soup.py").write_text(PROGRAMS[name])
    words = {"-c": ["-c", PROGRAMS[name]], "a file": ["soup.py"], "-m": ["-m", "soup"]}[how] + ["-x", "y"]
    environ = {"PATH": os.environ["PATH"], "SOUP": "hot", "PYTHONDONTWRITEBYTECODE": "1"}

    forked = warm.run(words, cwd=tmp_path, environ=environ, given="given")
    started = subprocess.run(
        [sys.executable, *words], cwd=tmp_path, env=environ, input="given", capture_output=True, text=True
    )

    assert (forked.stdout, forked.stderr, forked.returncode) == (started.stdout, started.stderr, started.returncode)


def test_one_leaves_nothing_to_the_next(warm, tmp_path):
    for program in ("import json; json.soup = 1", "import json; print(hasattr(json, 'soup'))"):
        done = warm.run(["-c", program], cwd=tmp_path, environ={})

    assert done.stdout == "False\n"
