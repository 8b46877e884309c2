"""The tables of recognisers: what a line of a report looks like, and what kind of line it is.

One table for each kind of program: `python` (its layout and class lines), `machines` (PyTorch, CUDA, launchers),
`checks` (linters, type checkers), `builds` (pip, compilers, linkers, the loader), `programs` (shells, other languages
…), `deaths` (what kills a process) and `plain` (messages without their class, and logs). A new kind of line needs one
row with an example, and a test.
"""

import re2

from tracefix.linear_re import Expression, TextMatch, TextSet
from tracefix.reading.recognisers.builds import BUILDS
from tracefix.reading.recognisers.checks import CHECKS
from tracefix.reading.recognisers.deaths import DEATHS, SCHEDULERS
from tracefix.reading.recognisers.machines import MACHINES
from tracefix.reading.recognisers.other_programs import OTHER_PROGRAMS
from tracefix.reading.recognisers.python import LAYOUT, STATEMENT
from tracefix.reading.recognisers.rows import CLASS, NAMED, SUFFIX, UNSUFFIXED, LineKind, Recogniser
from tracefix.reading.recognisers.wordings import WORDINGS
from tracefix.reading.report import Weight

# Words that end the names of classes; alone they are headings that people write, or the end of a sentence
BARE = ("Error", "Exception")
BARE_WORDS = ("Exit", "Interrupt", "Expired", "Refused", "Timeout", "Failure", "Died", "Found", "Denied", "Fault")
_FIRST = (STATEMENT, *MACHINES, *LAYOUT)
_LATER = (*SCHEDULERS, *CHECKS, *BUILDS, *OTHER_PROGRAMS, *DEATHS, *WORDINGS)
_SIGNS = "|".join(sorted({re2.escape(sign) for row in (*MACHINES, *_LATER) for sign in row.signs}))

_LOOKS_PYTHON = (
    r"raceback \(most recent call|most recent call first|File |\.pyx?:\d|\.py in |\.py\", line |<ipython-input|"
    r"(?:Cell|Input) In ?\[|<command-|<frozen |<decorator-gen|<__array_function__|\.ipynb |frame #\d|"
    r"\.py\]\(|\]\(file:|Fatal Python error|Windows fatal exception|"
    rf"Exception ignored in|Error in |-- Process \d|The above exception |During handling of the above|{SUFFIX}\b|"
    rf"\b{UNSUFFIXED}\b"
)
# One cheap expression finds the lines that are worth reading; the recognisers then read them one by one.
WORTH_READING = Expression(rf"(?m)^.*(?:{_LOOKS_PYTHON}|{_SIGNS}).*$")
# What no recogniser fits, but may quote an error, or belong to a stack
LOOKS_PYTHON = Expression(_LOOKS_PYTHON)
# What people write before a title, and no program before its message: `[Bug]: `, `Issue: `
_HEADED = r"(?:\[[A-Za-z][\w /.-]{0,20}\]:?[ \t]*|(?i:bug(?: report)?|issue|question|problem)[ \t]?:[ \t]*)*"
# A line that says in words that something failed: `Crash on start: _C is not defined`; the last resort
SAYS_FAILURE = Expression(
    rf"(?m)^[^\w\n'\"(\[]*{_HEADED}[^\w\n'\"(\[]*(?P<message>[^\n]*?"
    r"(?i:(?:^|[^\w/.\n-])(?:failed|fails|failure|"
    r"errors? (?:executing|loading|processing|while|when|with|in|due|occurred)|"
    r"exception (?:while|when|occurred)|"
    r"unhandled exception|all nans|please install|"
    r"(?:assertion|server|network) error|crash(?:ed|es)?|cannot|can't|"
    r"can not|could not|couldn't|not found|not an? valid|unable|invalid|missing|denied|refused|died|no such|"
    r"not exist|unsupported|incompatible|does ?n[o']t exis?t|unexpected|is required|must be|out of memory|malicious|"
    r"not (?:supported|defined|implemented|recogni[sz]ed|allowed|initiali[sz]ed|available|detected|installed|"
    r"registered|compatible))\b|报错|错误|失败)[^\n]*)$"
)
# … but is source code, or a question
NOT_SAID = Expression(r"\w\([rbf]{0,2}[\"']|\?[ \t]*$")
# … or an example: right before the message stands that it is one
NAMES_EXAMPLE = Expression(r"(?i)\b(?:for (?:example|instance)|e\.g\.|see also)[,:]?[ \t]*[\"'`(*“]*$")
SENTENCE = Recogniser(LineKind.MESSAGE, (), SAYS_FAILURE, weight=Weight.SAID)
# What only the last resort finds: a line at an error's level whose level cleaning took away, and deaths in prose
LOGGED = Recogniser(LineKind.MESSAGE, (), SAYS_FAILURE, "log", weight=Weight.LOG)
TOLD_DEATH = Recogniser(LineKind.MESSAGE, (), SAYS_FAILURE, "signal", weight=Weight.DEATH)
INTERRUPTED = Recogniser(LineKind.MESSAGE, (), SAYS_FAILURE, "signal", weight=Weight.SIGNAL)
# What looks like a problem and is none, where it stands alone: torch elastic's note, setuptools' banner
HARMLESS = Expression(
    r"(?m)^[^\w\n]*(?P<message>[^\n]*(?:Redirects are currently not supported in |"
    r"Please avoid running [`'\"]{0,2}setup\.py|SetuptoolsDeprecationWarning: )[^\n]*)$"
)
ONLY_HARMLESS = Recogniser(LineKind.MESSAGE, (), HARMLESS, weight=Weight.NOTICE)
# Source text, not a message; and the kind that PowerShell prints below its error
_NOT_SAID = r"(?P<not>(?:except|raise|raises|return|isinstance)[ (]+|\+ CategoryInfo +: )?"
# An error inside a sentence or a log line: `… failed: TypeError: …`, or as Python shows the object, `RuntimeError('…')`
INLINE = Expression(rf"{_NOT_SAID}\b(?P<type>{NAMED})(?:: (?P<message>.+)|\([rbf]{{0,2}}[\"'](?P<shown>.*))")
# A class that a title or a sentence names without its message: `NotImplementedError when I bind a tool`
NAMED_CLASS = Expression(
    r"(?:(?P<not>(?:except|raise|raises|return|import|,)[ (]+)|^|[\s`(\[])"
    r"(?P<type>(?:[a-z_]\w*\.)*[A-Z][a-z0-9]+\w*?(?:Error|Exception|Died|Refused|Timeout))(?:[\s.,;:)!?'\"`\]]|$)"
)
# The class of an error whose message is the traceback of its cause: `Exception: KeyError:Traceback (most recent …`
QUOTING = Expression(rf"^[ \t]*(?P<type>{NAMED}):[ \t]*(?P<message>.*)$")
# A line of JavaScript's stack, below its error: `    at f (/app/x.js:1:2)`
JAVASCRIPT = Expression(r"^[ \t]+at .*:\d+:\d+\)?$")
# The innermost of the exceptions of Java in a message: `…RuntimeException: Unable to start: java.io.IOException: x`
NESTED_JAVA = Expression(r"^.*: (?P<type>(?:[a-z]\w*\.)+[A-Z]\w*(?:Exception|Error)): (?P<message>.+)$")
# An error line whose class may have any name: only its place, below a stack, says what it is
OWN_LINE = Expression(rf"^(?P<type>{CLASS})(?:: (?P<message>.*))?$")
# … which nearly everything is but these: `train.py: error: …`, `worker: started`
_FILE = r"(?:py|pyx|sh|log|out|err|txt|json|ya?ml|toml|cfg|ini|csv|md|so|dll|exe|zip|tar|gz|pt|pth|bin|safetensors)"
_SMALL = r"(?:\w*error|timeout|\w*exception|interrupt|abort|exit)"
NO_CLASS = Expression(rf"^(?:[\w.]+\.)?{_FILE}$|^_*[a-z]\w*$")
# The message of a title that only says where it fails: `Error: train.py`
FILE_ALONE = Expression(rf"^[`'\"]?[^\s`'\"]+\.{_FILE}[`'\"]?$")
# A class that is told by its name alone: `zlib.error`, `pexpect.exceptions.EOF`, `BadZipFile`; not `Killed`, `worker`
TELLING_CLASS = Expression(rf"^(?:[A-Za-z_]\w*\.)+(?:_?[A-Z]\w*|{_SMALL})$|^[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+$")


def recognise(line: str) -> tuple[Recogniser, TextMatch] | None:
    """The recogniser of a line that can be recognised by itself, and the places of its parts."""
    return _FIRST_BY_SIGN.recognise(line)


def recognise_program(line: str) -> tuple[Recogniser, TextMatch] | None:
    """The recogniser of a line without an exception name, and the places of its parts."""
    return _LATER_BY_SIGN.recognise(line)


class _BySign:
    """Recognisers by their signs: one scan of a line says which are worth a try. The first that fits decides."""

    def __init__(self, rows: tuple[Recogniser, ...]) -> None:
        signed = [(sign, row) for row in rows for sign in row.signs]
        self._rows = tuple(row for _, row in signed)
        self._signs = TextSet(sign for sign, _ in signed)  # an empty one occurs in every line

    def recognise(self, line: str) -> tuple[Recogniser, TextMatch] | None:
        for number in self._signs.found_in(line):
            row = self._rows[number]
            if found := row.expression.search(line):
                return row, found
        return None


_FIRST_BY_SIGN = _BySign(_FIRST)
_LATER_BY_SIGN = _BySign(_LATER)
