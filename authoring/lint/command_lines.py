"""Lint: commands that cannot be pasted as they stand, or do not do what the words beside them say."""

import re
import shlex
from collections.abc import Iterable, Iterator

from authoring.lint.brackets import is_balanced

# These run on our own files only, never on a paste of a reader.
_PROMPT = re.compile(r"(?:\$|>{1,3}|\(\w+\)(?: \$)?|[\w.-]+@[\w.-]+[:~ ]\S*[$#]) ")
_WAITS = re.compile(r"(?:&&|\|\||\\)\s*$")
_OWN_ENVIRONMENT = re.compile(r"(?<!builds )\bin(?:to)? an environment of its own\b")
_INSTALLS = re.compile(r"\bpip3? install\b")
_MAKES_ONE = re.compile(r"\bvenv\b|\bvirtualenv\b|\b(?:conda|mamba) create\b|\bdocker\b|\buvx?\b|\bpipx\b")
_OF_A_SHELL = frozenset(
    "accelerate apt apt-get bash brew cd cmake conda curl docker echo export git hf huggingface-cli kubectl ls make "  # noqa: SIM905
    "mamba mkdir npm ollama pip pip3 python python3 rm sbatch source srun sudo torchrun uv wget".split()
)


def find_unpasteable(commands: Iterable[str]) -> Iterator[str]:
    """What is wrong with these commands.

    >>> list(find_unpasteable(["$ pip install x", "cd x &&", "$Env:A = 1", "(a, b) = f()"]))
    ["the command '$ pip install x' begins with a prompt: write what is typed alone", \
"the command 'cd x &&' waits for more: write all of it, or take the end away"]
    """
    for command in commands:
        if _PROMPT.match(command):
            yield f"the command {command!r} begins with a prompt: write what is typed alone"
        elif _WAITS.search(command):
            yield f"the command {command!r} waits for more: write all of it, or take the end away"
        elif command.partition(" ")[0] in _OF_A_SHELL and not _is_closed(command):
            yield f"the command {command!r} has a quote that nothing closes: write the other one"
        elif not is_balanced(command):
            yield f"the command {command!r} has a bracket without its partner: write the other one, or take it away"


def find_unmade_environment(words: str, commands: Iterable[str]) -> Iterator[str]:
    """What is wrong with a row that speaks of an environment and installs into the one that is there.

    >>> own = "Keep it, in an environment of its own."
    >>> list(find_unmade_environment(own, ["pip install 'x<2'"]))
    ['its commands install into the present environment: begin with those that make one of its own']
    >>> list(find_unmade_environment(own, ["python -m venv old", "old/bin/python -m pip install 'x<2'"]))
    []
    """
    lines = "\n".join(commands)
    if _OWN_ENVIRONMENT.search(words) and _INSTALLS.search(lines) and not _MAKES_ONE.search(lines):
        yield "its commands install into the present environment: begin with those that make one of its own"


def _is_closed(command: str) -> bool:
    try:
        shlex.split(command)
    except ValueError:
        return False
    return True
