"""The reader's own line with what took a missing name's place. A page draws it as a diff.

It is only written where it is plain what to write: the line is the reader's and has the name once; the new name stands
where the old one stood, or is one of Python's own. What is called, or given another value than a text, may have to be
called or given otherwise under its new name.
"""

from __future__ import annotations

from collections.abc import Iterable
from keyword import iskeyword
from typing import TYPE_CHECKING

from tracefix.explaining.model import OwnFrame
from tracefix.linear_re import Expression

if TYPE_CHECKING:  # slow to import, and most pastes lack no name
    from tracefix.versions.answers import NameVersions

_DOTTED = Expression(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
_TEXT_GIVEN = Expression(r"= *[\"']")
_LONGEST = 400  # characters of a line


def renamed(own: OwnFrame | None, versions: Iterable[NameVersions]) -> str:
    """The own line with the new name; "" where it is not known or not sure."""
    if not own or own.project or not own.source or len(own.source) > _LONGEST:
        return ""
    sure = (each for each in versions if each.replacement and (each.installed or not each.is_guess))
    return next(filter(None, (_rename(own.source, each.name, each.kind, each.replacement or "") for each in sure)), "")


def _rename(line: str, name: str, kind: str, new_name: str) -> str:
    owner, _, old = name.rstrip(")").replace("(", ".").rpartition(".")
    new_owner, _, new = new_name.rpartition(".")
    found = [each for each in _DOTTED.finditer(line) if old in each[0].split(".")]
    if len(found) != 1 or not _DOTTED.fullmatch(new_name) or iskeyword(new):
        return ""
    start, end = found[0].span()
    before, _, last = found[0][0].rpartition(".")
    behind = line[end:].lstrip()
    is_builtin = not new_owner and "." not in owner + before  # `np.bool` is `bool`
    if kind == "argument":
        is_sure = not before and not new_owner and bool(_TEXT_GIVEN.match(behind))
    else:
        is_sure = bool(before) and (is_builtin or (new_owner == owner and not behind.startswith("(")))
    if last != old or not is_sure:
        return ""
    return f"{line[:start]}{'' if is_builtin or not before else before + '.'}{new}{line[end:]}"
