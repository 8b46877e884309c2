"""The header of a script: the Pythons and the packages it wants (PEP 723, https://peps.python.org/pep-0723/)."""

import re
from dataclasses import dataclass

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from tracefix.compat import read_toml

_HEADER = re.compile(r"(?m)^# /// script$\s(?P<content>(^#(| .*)$\s)+)^# ///$")


class ScriptError(ValueError):
    """A script's header is missing or wrong; the text says what to write."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a script's header asks for."""

    requires_python: SpecifierSet
    dependencies: tuple[str, ...]


def read_header(text: str) -> Header:
    """Read a script's PEP 723 header. Raises ScriptError."""
    found = _HEADER.search(text)
    if found is None:
        raise ScriptError("has no `# /// script` header: begin the script with one (PEP 723)")
    lines = found["content"].splitlines()
    try:
        values = read_toml("\n".join(line[2:] if line.startswith("# ") else line[1:] for line in lines))
        dependencies = values["dependencies"]
        for dependency in dependencies:
            Requirement(dependency)  # raises where it is none
        return Header(SpecifierSet(values["requires-python"]), tuple(dependencies))
    except KeyError as error:
        raise ScriptError(f"its header lacks {error}: name `requires-python` and `dependencies`") from error
    except (ValueError, TypeError) as error:
        raise ScriptError(f"its header cannot be read: {error}") from error
