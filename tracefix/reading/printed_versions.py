"""Versions that a paste shows: of Python, PyTorch, CUDA and packages."""

from typing import NamedTuple

from packaging.version import InvalidVersion, Version

from tracefix.linear_re import Expression, ExpressionSet

VERSION = r"\d{1,4}(?:\.\d{1,5}){1,3}(?:(?:rc|a|b|\.post|\.dev)\d{1,4})?(?:\+[a-z0-9.]{1,20})?"
# scikit-learn's warning of a file that another release saved: the second number is of the one that runs
OF_UNPICKLED = (
    rf"unpickle estimator \S{{1,80}} from (?:pre-)?version \S{{1,30}} when using version (?P<version>{VERSION})"
)
_INSTALLED = r"-py|\.dist-info|\.egg-info"


class _Clue(NamedTuple):
    name: str  # "" if the expression's first group says it
    sign: str  # short, of all that it fits, in any case: one scan looks for the signs of all
    expression: Expression


_IS_PYTHON = r"[:= ]{1,3}v?(\d\.\d{1,2}(?:\.\d{1,2})?)(?:[^\w.+]|\.\D|\.?$)"  # behind its name
_IN_PROSE = (  # `Tensorflow version- 1.12.0`, `TensorFlow version (use command below): 2.4.0`, `keras 2.2.4`
    r"(?:[ -]gpu)?(?:[ -]?v| version)?(?: ?\([a-z ]{1,30}\))?(?:[:= -]{1,4}| is )v?"
    rf"({VERSION})(?:[^\w.+]|\.?\s|\.?$)"
)
# What is read, and where it stands. The first that fits wins: what a person or a tool states comes before paths.
_CLUES = tuple(
    _Clue(name, sign, Expression(pattern))
    for name, sign, pattern in (
        (
            "python",
            "python[ :=]",
            rf"(?i)\bPython{_IS_PYTHON}",
        ),
        (  # near the beginning of a line: pip's "that require a different python version: 1.6.2 …" names a package's
            "python",
            "python version",
            rf"(?im)^[^\n]{{0,20}}?\bPython version{_IS_PYTHON}",
        ),
        ("python", "python-?3", r"[/\\]python-?(3\.\d{1,2}(?:\.\d{1,2})?)[/\\]"),  # /usr/lib/python3.10/
        ("python", "python3", r"(?i)[/\\]Python(3)\.?(\d{1,2})[/\\]"),  # C:\Python311\
        (
            "python",
            "cpython-3|cp3",
            r"\bcpython-(3)(\d{1,2})\b|\bcp(3)(\d{1,2})-cp3",
        ),  # x.cpython-310-x86_64-linux-gnu.so
        (
            "torch",
            "torch[ :=]",
            rf"(?i)\b(?:PyTorch|torch)(?: version)?(?:==| {{0,3}}: {{0,3}}| {{1,20}}|=)v?({VERSION})",
        ),
        *((name, f"{name}[ :=v-]", rf"(?i)\b{name}{_IN_PROSE}") for name in ("tensorflow", "keras", "jax")),
        ("torch", r"torch-\d", rf"[/\\]torch-({VERSION})"),
        (
            "cuda",
            "cuda ",
            r"(?i)\bCUDA (?:Version|used to build PyTorch|runtime version|toolkit)?[:= ]{1,3}v?(\d{1,2}\.\d{1,2})",
        ),
        ("cuda", r"cuda-\d", r"[/\\]cuda-(\d{1,2}\.\d)[/\\]"),
        (
            "scikit-learn",
            "when using version",
            OF_UNPICKLED,
        ),
        ("", r"==\d", rf"(?m)(?:^|[\s'\"`,(])([A-Za-z][A-Za-z0-9_.-]{{1,40}})==({VERSION})"),  # pip freeze
        ("", r"  \d", rf"(?m)^([a-z][a-z0-9_.-]{{1,40}}) {{2,40}}({VERSION})[ \t]*$"),  # pip list
        ("", _INSTALLED, rf"[/\\]([A-Za-z][A-Za-z0-9_]{{1,40}})-({VERSION})(?:{_INSTALLED})"),
    )
)
_SIGNS = ExpressionSet(f"(?i:{clue.sign})" for clue in _CLUES)


def read(text: str) -> dict[str, str]:
    """The versions that the text shows, by package name in lower case (and `python`, `cuda`).

    >>> read('File "/usr/lib/python3.10/copy.py", line 161\\ntorch==2.7.1+cu126')
    {'python': '3.10', 'torch': '2.7.1+cu126'}
    """
    clues: dict[str, str] = {}
    for name, _, expression in map(_CLUES.__getitem__, _SIGNS.found_in(text)):
        if name in clues:
            continue
        if name:
            if found := expression.search(text):
                _note(clues, name, ".".join(group for group in found.groups() if group))
            continue
        for found in expression.finditer(text):
            _note(clues, found[1].lower().replace("_", "-"), found[2])
    return clues


def _note(clues: dict[str, str], name: str, version: str) -> None:
    if not version.replace(".", "").isdecimal():  # numbers alone are a version, and to read it takes long
        try:
            Version(version)
        except InvalidVersion:
            return
    clues.setdefault(name, version)
