"""Clues about the reader's machine, read from the paste: which Python, torch, CUDA and which versions of packages."""

import re2
from packaging.version import InvalidVersion, Version

_VERSION = r"\d{1,4}(?:\.\d{1,5}){1,3}(?:(?:rc|a|b|\.post|\.dev)\d{1,4})?(?:\+[a-z0-9.]{1,20})?"

# What is read, and where it stands. The first that fits wins: what a person or a tool states comes before paths.
_CLUES: tuple[tuple[str, str], ...] = (
    ("python", r"(?i)\bPython(?: version)?[:= ]{1,3}v?(\d\.\d{1,2}(?:\.\d{1,2})?)(?:[^\w.+]|\.\D|\.?$)"),
    ("python", r"[/\\]python-?(3\.\d{1,2}(?:\.\d{1,2})?)[/\\]"),  # /usr/lib/python3.10/, ~/.pyenv/versions/…
    ("python", r"(?i)[/\\]Python(3)\.?(\d{1,2})[/\\]"),  # C:\Python311\
    ("python", r"\bcpython-(3)(\d{1,2})\b|\bcp(3)(\d{1,2})-cp3"),  # x.cpython-310-x86_64-linux-gnu.so
    ("torch", rf"(?i)\b(?:PyTorch|torch)(?: version)?(?:==| {{0,3}}: {{0,3}}| {{1,20}}|=)v?({_VERSION})"),
    ("torch", rf"[/\\]torch-({_VERSION})"),
    ("cuda", r"(?i)\bCUDA (?:Version|used to build PyTorch|runtime version|toolkit)?[:= ]{1,3}v?(\d{1,2}\.\d{1,2})"),
    ("cuda", r"[/\\]cuda-(\d{1,2}\.\d)[/\\]"),
)
_PINNED = re2.compile(rf"(?m)(?:^|[\s'\"`,(])([A-Za-z][A-Za-z0-9_.-]{{1,40}})==({_VERSION})")  # pip freeze
_LISTED = re2.compile(rf"(?m)^([a-z][a-z0-9_.-]{{1,40}}) {{2,40}}({_VERSION})[ \t]*$")  # pip list
_DISTRIBUTION = re2.compile(rf"[/\\]([A-Za-z][A-Za-z0-9_]{{1,40}})-({_VERSION})(?:-py|\.dist-info|\.egg-info)")
_SIGNS = ("ython", "orch", "CUDA", "cuda", "==", "  ", "-info", "cp3")
_EXPRESSIONS = tuple((name, re2.compile(pattern)) for name, pattern in _CLUES)


def read(text: str) -> dict[str, str]:
    """The versions that the text shows, by package name in lower case (and `python`, `cuda`).

    >>> read('File "/usr/lib/python3.10/copy.py", line 161\\ntorch==2.7.1+cu126')
    {'python': '3.10', 'torch': '2.7.1+cu126'}
    """
    clues: dict[str, str] = {}
    if not any(sign in text for sign in _SIGNS):
        return clues
    for name, expression in _EXPRESSIONS:
        if name in clues:
            continue
        found = expression.search(text)
        if found:
            _note(clues, name, ".".join(group for group in found.groups() if group))
    for expression in (_PINNED, _LISTED, _DISTRIBUTION):
        for found in expression.finditer(text):
            _note(clues, found.group(1).lower().replace("_", "-"), found.group(2))
    return clues


def _note(clues: dict[str, str], name: str, version: str) -> None:
    try:
        Version(version)
    except InvalidVersion:
        return
    clues.setdefault(name, version)
