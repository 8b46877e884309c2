"""What changes between a script that fails and the same script fixed: the lines that differ, with a little context."""

import ast
import difflib
import html
import textwrap
from dataclasses import dataclass

_CONTEXT = 1  # unchanged lines shown on either side of a change
_GAP = "⋯"  # stands for lines that are left out
_PYTHON = "# requires-python = "  # in the header of a script
_TAGS = {"-": "del", "+": "ins"}


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """A line of a script: `sign` is "-" for one that goes, "+" for one that comes, " " for context; "⋯" is a gap."""

    sign: str
    text: str = ""


def changed_lines(old: str, new: str) -> tuple[ChangedLine, ...]:
    """The lines that differ, each group with its context and without the indentation it shares; () where none does.

    What the scripts say of themselves in their first lines, and the Python that they ask for, is left out: it is no
    part of the fix.
    """
    before, after = _lines_to_compare(old), _lines_to_compare(new)
    found: list[ChangedLine] = []
    for group in difflib.SequenceMatcher(None, before, after, autojunk=False).get_grouped_opcodes(_CONTEXT):
        lines: list[ChangedLine] = []
        for kind, start, end, new_start, new_end in group:
            if kind == "equal":
                lines += (ChangedLine(" ", line) for line in before[start:end])
            else:
                lines += (ChangedLine("-", line) for line in before[start:end])
                lines += (ChangedLine("+", line) for line in after[new_start:new_end])
        found += [ChangedLine(_GAP)] if found else []
        found += _without_edges(_dedent(lines))
    return tuple(found)


def added_text(old: str, new: str) -> str:
    """The lines that come, to be copied; empty if lines only go."""
    return "\n".join(line.text for line in changed_lines(old, new) if line.sign == "+")


def changes_html(old: str, new: str) -> str:
    """The lines that differ as HTML. Each has its sign, so that no colour is needed to tell them apart."""
    lines = "\n".join(map(_line_html, changed_lines(old, new)))
    return f'<pre tabindex="0"><code>{lines}</code></pre>' if lines else ""


def _line_html(line: ChangedLine) -> str:
    if line.sign == _GAP:
        return f'<span class="gap">{_GAP}</span>'
    tag = _TAGS.get(line.sign, "span")
    return f"<{tag}><b>{line.sign}\N{NO-BREAK SPACE}</b>{html.escape(line.text, quote=False)}</{tag}>"


def _lines_to_compare(text: str) -> list[str]:
    return [line for line in _without_docstring(text) if not line.startswith(_PYTHON)]


def _without_docstring(text: str) -> list[str]:
    """The lines of a script but its docstring, and the empty line below it."""
    lines = text.splitlines()
    try:
        match ast.parse(text).body[:1]:
            case [ast.Expr(ast.Constant(str()), lineno=first, end_lineno=int(last))]:
                return lines[: first - 1] + lines[last + (lines[last : last + 1] == [""]) :]
    except SyntaxError:  # written for another Python
        pass
    return lines


def _dedent(lines: list[ChangedLine]) -> list[ChangedLine]:
    texts = textwrap.dedent("\n".join(line.text for line in lines)).split("\n")
    return [ChangedLine(line.sign, text) for line, text in zip(lines, texts, strict=True)]


def _without_edges(lines: list[ChangedLine]) -> list[ChangedLine]:
    """Without empty lines at the beginning and at the end."""
    while lines and not lines[0].text:
        lines = lines[1:]
    while lines and not lines[-1].text:
        lines = lines[:-1]
    return lines
