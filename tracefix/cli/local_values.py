"""What the variables of a failing line held, in short, and which key or attribute was probably meant.

The program that failed runs this, in which Tracefix may not be installed (tracefix/cli/child): the standard library
alone, and no code of the program, such as a `__repr__` or a property.
"""

from __future__ import annotations

import difflib
import itertools
import linecache
import sys
import sysconfig
import tokenize
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType, TracebackType
from typing import Any

_MOST_NAMES = 8
_MOST_ITEMS = 5  # of a container
_MOST_KEYS = 20
_MOST_COMPARED = 5_000  # names, for the one that was meant
_MOST_LINES = 5  # of a statement
_LONGEST = 60  # characters of a text
_DEEPEST = 2
_CLOSE = 0.6  # of difflib
_PACKAGES = ("site-packages", "dist-packages")
_PYTHON_SUGGESTS = 750  # names, of which Python itself looks for the one that was meant

_SCALARS = (bool, float, complex, type(None))
_BRACKETS: dict[Any, tuple[str, str]] = {
    list: ("[", "]"), tuple: ("(", ")"), set: ("{", "}"), frozenset: ("{", "}"), dict: ("{", "}"),
}  # fmt: skip
_NO_VALUES = (ModuleType, FunctionType, BuiltinFunctionType, MethodType)
_ARRAYS = {"torch", "numpy", "pandas", "jax", "jaxlib", "tensorflow", "cupy", "polars"}  # whose shapes are safe to ask


def collect(error: BaseException) -> dict[str, Any]:
    """The place of the failing line, its names with their short values, and what was probably meant; {} for nothing."""
    trace = _own_trace(error.__traceback__)
    if trace is None:
        return {}
    names = dict(_named(trace))
    found: dict[str, Any] = {
        "place": f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}",
        "values": [[name, _short(value)] for name, value in names.items() if name != "self"],
    }
    if type(error) is KeyError and error.args and type(error.args[0]) in (str, int):
        found.update(_missing_key(error.args[0], names))
    elif isinstance(error, AttributeError):
        found.update(_missing_attribute(error))
    return found


def _own_trace(trace: TracebackType | None) -> TracebackType | None:
    """The innermost frame of the program's own code; that of a library where there is none."""
    last = own = trace
    while trace:
        last, trace = trace, trace.tb_next
        own = own if _is_library(last.tb_frame.f_code.co_filename) else last
    return last if own is None or _is_library(own.tb_frame.f_code.co_filename) else own


def _is_library(file: str) -> bool:
    return file.startswith((sysconfig.get_path("stdlib"), "<frozen")) or any(part in file for part in _PACKAGES)


def _named(trace: TracebackType) -> Any:
    """The names on the failing line that have a value, and the values."""
    frame = trace.tb_frame
    seen = set()
    for dotted in _names(_source(trace)):
        first, *more = dotted.split(".")
        name, value = first, frame.f_locals.get(first, frame.f_globals.get(first, _NO_VALUES))
        for attribute in more:
            try:  # an instance keeps it as it is: a property or __getattr__ would run code
                value = object.__getattribute__(value, "__dict__")[attribute]
            except (AttributeError, KeyError, TypeError):
                break
            name += f".{attribute}"
        if value is _NO_VALUES or type(value) in _NO_VALUES or issubclass(type(value), type) or name in seen:
            continue
        seen.add(name)
        yield name, value
        if len(seen) == _MOST_NAMES:
            return


def _source(trace: TracebackType) -> list[str]:
    """The lines of the failing statement."""
    first = last = trace.tb_lineno
    code = trace.tb_frame.f_code
    if hasattr(code, "co_positions"):  # from Python 3.11 on
        start, end, *_ = next(itertools.islice(code.co_positions(), trace.tb_lasti // 2, None), (None, None))
        first, last = min(start or first, first), max(end or last, last)
    numbers = range(first, min(last, first + _MOST_LINES - 1) + 1)
    return [linecache.getline(code.co_filename, number, trace.tb_frame.f_globals) for number in numbers]


def _names(lines: list[str]) -> list[str]:
    """The names in a piece of source, with their attributes: `self.config` of `self.config["lr"]`."""
    names: list[str] = []
    before = ["", ""]  # the two tokens before
    try:
        for token in tokenize.generate_tokens(iter([line.strip() + "\n" for line in lines]).__next__):
            if token.type == tokenize.NAME:
                if before[1] != ".":
                    names.append(token.string)
                elif before[0].isidentifier():
                    names[-1] += f".{token.string}"
            before = [before[1], token.string]
    except (tokenize.TokenError, SyntaxError, StopIteration):  # a piece seldom ends where a statement does
        pass
    return names


def _short(value: Any, depth: int = 0) -> str:
    kind = type(value)
    if kind in _SCALARS:
        return repr(value)
    if kind is int:
        return repr(value) if value.bit_length() <= 4 * _LONGEST else "<int>"
    if kind in (str, bytes):
        return repr(value[:_LONGEST]) + ("…" if len(value) > _LONGEST else "")
    if kind not in _BRACKETS:
        return _described(value)
    opening, closing = _BRACKETS[kind]
    if depth == _DEEPEST and value:
        return f"{opening}…{closing}"
    items = list(itertools.islice(value.items() if kind is dict else value, _MOST_ITEMS))
    shown = [
        f"{_short(item[0], depth + 1)}: {_short(item[1], depth + 1)}" if kind is dict else _short(item, depth + 1)
        for item in items
    ]
    if len(value) > len(items):
        shown.append(f"… ({len(value)})")
    return f"{opening}{', '.join(shown)}{closing}"


def _described(value: Any) -> str:
    """The class, and of an array its shape, kind and device."""
    kind = type(value)
    parts = [kind.__name__]
    if kind.__module__.partition(".")[0] in _ARRAYS:
        for name in ("shape", "dtype", "device"):
            try:
                told = getattr(value, name)
            except Exception:  # noqa: S112 - whatever it raises, it has none
                continue
            parts.append(str(tuple(told) if name == "shape" else told)[:_LONGEST])
    return f"<{' '.join(parts)}>"


def _keys(value: Any) -> list[Any] | None:
    """The keys of a dictionary, or the columns of a table; None for anything else."""
    if issubclass(type(value), dict):
        return list(itertools.islice(dict.keys(value), _MOST_COMPARED))
    if type(value).__module__.startswith("pandas.") and type(value).__name__ == "DataFrame":
        return list(value.columns[:_MOST_COMPARED])
    return None


def _missing_key(key: Any, names: dict[str, Any]) -> dict[str, Any]:
    """The keys of the dictionary in which a key was looked for, and the one that was probably meant."""
    within = [
        (f"{name}[{_short(inner)}]", value)
        for name, outer in names.items()
        if issubclass(type(outer), dict)
        for inner, value in itertools.islice(dict.items(outer), _MOST_KEYS)
    ]
    every = [(name, _keys(value)) for name, value in (*names.items(), *within)]
    lacking = [(name, keys) for name, keys in every if keys is not None and not _holds(keys, key)]
    for name, keys in lacking:
        near = _nearest(str(key), {str(each): each for each in keys if type(each) in (str, int)})
        if near is not None:
            return {"keys": _told(keys, name), "meant": [name, _short(key), _short(near)]}
    return {"keys": _told(lacking[0][1], lacking[0][0])} if lacking else {}


def _holds(keys: list[Any], key: Any) -> bool:
    return any(type(each) is type(key) and each == key for each in keys)


def _told(keys: list[Any], name: str) -> list[Any]:
    """A dictionary's name, its first keys, and how many it has."""
    return [name, [_short(each) for each in keys[:_MOST_KEYS]], len(keys)]


def _missing_attribute(error: AttributeError) -> dict[str, Any]:
    """The attribute that was probably meant, where Python itself does not say so."""
    wanted, owner = getattr(error, "name", ""), getattr(error, "obj", None)
    is_told = bool(wanted)
    if not is_told:
        before, module, between, wanted, *_ = [*str(error.args[0] if error.args else "").split("'"), *[""] * 4]
        if (before, between) != ("module ", " has no attribute "):
            return {}
        owner = sys.modules.get(module)
    own = owner.__dict__ if type(owner) is ModuleType else {}
    names = [name for holder in (own, *(each.__dict__ for each in type(owner).__mro__)) for name in holder]
    if is_told and len(names) <= _PYTHON_SUGGESTS:
        return {}
    near = _nearest(wanted, {name: name for name in names[:_MOST_COMPARED]})
    return {"meant": [getattr(owner, "__name__", type(owner).__name__), wanted, near]} if near else {}


def _nearest(wanted: str, known: dict[str, Any]) -> Any:
    """What the most similar text stands for; None where none is similar."""
    near = difflib.get_close_matches(wanted, known, 1, _CLOSE)
    return known[near[0]] if near else None
