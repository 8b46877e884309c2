"""The tables of recognisers: what a line of a report looks like, and what kind of line it is.

One table for each kind of program: `python` (its layout and class lines), `machines` (PyTorch, CUDA, launchers),
`programs` (pip, compilers, shells …), `deaths` (what kills a process) and `plain` (messages without their class). A new
kind of line needs one row with an example, and a test.
"""

import re2

from kb.core.linear_re import Expression, Match
from kb.core.reading.recognisers.deaths import DEATHS
from kb.core.reading.recognisers.machines import MACHINES
from kb.core.reading.recognisers.plain import PLAIN
from kb.core.reading.recognisers.programs import PROGRAMS
from kb.core.reading.recognisers.python import LAYOUT, STATEMENT
from kb.core.reading.recognisers.rows import CLASS, NAMED, SUFFIX, Kind, Recogniser

__all__ = [
    "INLINE",
    "LOOKS_PYTHON",
    "NAMED",
    "OWN_LINE",
    "WORTH_READING",
    "Kind",
    "Recogniser",
    "recognise",
    "recognise_program",
]

_FIRST = (STATEMENT, *MACHINES, *LAYOUT)
_LATER = (*PROGRAMS, *DEATHS, *PLAIN)
_SIGNS = "|".join(sorted({re2.escape(sign) for row in (*MACHINES, *_LATER) for sign in row.signs}))

_LOOKS_PYTHON = (
    r"raceback \(most recent call|most recent call first|File |\.pyx?:\d|\.py in |<ipython-input|Cell In|frame #\d|"
    r"\.py\]\(|\]\(file:|Fatal Python error|Windows fatal exception|"
    rf"The above exception |During handling of the above|{SUFFIX}\b"
)
# One cheap expression finds the lines that are worth reading; the recognisers then read them one by one.
WORTH_READING = Expression(rf"(?m)^.*(?:{_LOOKS_PYTHON}|{_SIGNS}).*$")
# What no recogniser fits, but may quote an error, or belong to a stack
LOOKS_PYTHON = Expression(_LOOKS_PYTHON)
_NOT_SAID = r"(?P<not>(?:except|raise|raises|return|isinstance)[ (]+)?"  # source text, not a message
# An error inside a sentence or a log line: `… failed: TypeError: …`, or as Python shows the object, `RuntimeError('…')`
INLINE = Expression(rf"{_NOT_SAID}\b(?P<type>{NAMED})(?:: (?P<message>.+)|\([\"'](?P<shown>.*))")
# An error line whose class may have any name: only its place, below a stack, says what it is
OWN_LINE = Expression(rf"^(?P<type>{CLASS})(?:: (?P<message>.*))?$")


def recognise(line: str) -> tuple[Recogniser, Match] | None:
    """The recogniser of a line that tells by itself what it is, and where its parts stand."""
    return _first(_FIRST, line)


def recognise_program(line: str) -> tuple[Recogniser, Match] | None:
    """The recogniser of a line that names no exception, and where its parts stand."""
    return _first(_LATER, line)


def _first(rows: tuple[Recogniser, ...], line: str) -> tuple[Recogniser, Match] | None:
    for row in rows:
        if found := row.read(line):
            return row, found
    return None
