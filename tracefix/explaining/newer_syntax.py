"""Syntax that an older Python, or a newer one, does not know, in the line that a SyntaxError quotes."""

from tracefix.articles.steps import Remedy, Step
from tracefix.explaining.quoting import PLAIN_PATH, source_below
from tracefix.linear_re import Expression
from tracefix.phrases import Phrase
from tracefix.reading.origins import OWN, innermost_last, package_of
from tracefix.reading.paste import Paste
from tracefix.reading.report import Error

_OF_PYTHON_2 = Remedy(
    Phrase("The line is written for Python 2, and Python 3 read it"),
    (
        Step(
            Phrase("Look for a branch or a fork of the project for Python 3: there will be more such lines."),
            Phrase("the project is not yours"),
        ),
        Step(
            Phrase("Rewrite the file; Python up to 3.12 has the program for it."),
            Phrase("it is this file alone"),
            ("2to3 -w FILE.py",),
        ),
    ),
)
_PLAIN = ("invalid syntax", "invalid syntax.")  # newer Pythons say what is wrong with a line that they know
_NEWER = (  # what stands in the line, what it is called, and the first Python that knows it
    (Expression(r"[\[(][^\])]*\*\w[\w.]*[^\])]*, ?\*\w|\[\*\w"), "[*a, *b]", "3.5"),
    (Expression(r"(?:^|[^\w\"'])[fF]r?(?:\"[^\"]*\{|'[^']*\{)"), 'f"…"', "3.6"),
    (Expression(r"^(?:async def|await |async for|async with) ?"), "async def", "3.5"),
    (Expression(r"^(?:self\.)?[A-Za-z_]\w*: ?[A-Za-z_][\w.\[\], ]*(?: = .+)?$"), "x: int", "3.6"),
    (Expression(r"\bprint\(.*\b(?:end|file|sep|flush) ?="), "print(x, end=…)", "3"),
    (Expression(r"^(?:nonlocal |yield from |raise .+ from )"), "nonlocal", "3"),
)


# `def f(a, (b, c))`, `lambda (a, b): a`, `0777`, `ur"…"`, `exec "…"`, `x <> y`
_OLDER = Expression(
    r"^def \w+\((?:[^()]*, ?)?\([^()=]*\)|\blambda \([^()]*\):|^print [\"'\w]|^exec [\"'\w]|[\w)] <> \w"
)


def find_newer_syntax(error: Error, paste: Paste) -> Remedy | None:
    """The remedy where the quoted line of a reader's file needs another Python than ran it; None for all else."""
    frames = innermost_last(error)
    if error.type != "SyntaxError" or error.message not in _PLAIN or not frames or package_of(frames[-1].file) != OWN:
        return None
    source = source_below(frames[-1], paste, error.start)
    if _OLDER.search(source):
        return _OF_PYTHON_2
    found = next(((name, since) for pattern, name, since in _NEWER if pattern.search(source)), None)
    if found is None:
        return None
    name, since = found
    file = frames[-1].file if PLAIN_PATH.fullmatch(frames[-1].file) else "FILE.py"  # a paste may name any
    return Remedy(
        Phrase("The line has `{syntax}`, which Python knows from {since} on: an older one read it, or a bracket above "
               "is open", syntax=name, since=since),
        (
            Step(
                Phrase("Start it with a newer Python, and look which one `python` is.", since=since),
                Phrase("`python --version` prints less than {since}", since=since),
                ("python --version", f"python3 {file}"),
            ),
            Step(
                Phrase("Count the brackets and quotes of the line above: one of them is not closed."),
                Phrase("it prints {since} or more", since=since),
            ),
        ),
    )  # fmt: skip
