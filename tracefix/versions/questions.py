"""Questions: the name that an error message says is missing, and what it is missing from.

Six kinds of messages are about names: an import, an attribute of a module, one of an object, an unexpected argument,
one that is asked for and not given, and a missing submodule. Whatever else a message says is no question. Names are
ASCII, as those of the packages are: a look-alike letter is part of none.
"""

from dataclasses import dataclass
from enum import Enum, auto

from tracefix.linear_re import Expression, TextMatch

LONGEST = 4_000  # characters of a message that are read
LONGEST_NAME = 200  # characters of an owner or a name; no package has a longer one
_NAME = r"[A-Za-z_][A-Za-z0-9_]*"
_DOTTED = rf"{_NAME}(?:\.{_NAME})*"
_Q = r"[\"'`‘’“”]"  # quotation marks, as terminals and word processors make them


class Missing(Enum):
    """The kind of name that a message says is missing."""

    IMPORT = auto()  # a name of a module, which `from module import name` wants
    MODULE_ATTRIBUTE = auto()
    MEMBER = auto()  # of a class
    ARGUMENT = auto()  # of a callable
    GIVEN_ARGUMENT = auto()  # of a call: the callable has it, and the code that calls does not know that
    MODULE = auto()  # of a package


@dataclass(frozen=True, slots=True)
class Question:
    """A name that is missing from its owner: a module's whole name, a class, or a callable as the message prints it.

    `owner` is empty if the message names none: an import, a module of Python 2, a function of C, a module that is in
    no package. `file` is where
    Python loaded the module from, where the message says so.
    """

    missing: Missing
    owner: str
    name: str
    file: str = ""

    @property
    def has_module(self) -> bool:
        """Whether the owner is a module, whose name says which package it is of."""
        return bool(self.owner) and self.missing in (Missing.IMPORT, Missing.MODULE_ATTRIBUTE, Missing.MODULE)


def read_question(message: str) -> Question | None:
    """The name that a message says is missing; None if it says no such thing, or names another cause itself.

    >>> read_question("cannot import name 'cached_download' from 'huggingface_hub' (/x/huggingface_hub/__init__.py)")
    Question(missing=<Missing.IMPORT: 1>, owner='huggingface_hub', name='cached_download',\
 file='/x/huggingface_hub/__init__.py')
    >>> read_question("'str' object has no attribute 'decode'")
    """
    message = message[:LONGEST]
    for sign, expression, missing in _WORDINGS:
        if sign in message and (found := expression.search(message)):
            question = _read(missing, found)
            if question is None or len(question.owner + question.name) > LONGEST_NAME:
                return None
            return None if _explains_itself(question, message[found.start() : found.end() + 200]) else question
    return None


def looked_up_in(name: str, statement: str) -> tuple[str, ...]:
    """The object from which a line of source takes a name: `y = np.random.x(1)` takes x from np.random."""
    dotted = (found["dotted"].rpartition(".") for found in _CHAIN.finditer(statement[:LONGEST]))
    return tuple(dict.fromkeys(owner for owner, _, last in dotted if last == name and owner))


def meant_by(alias: str, text: str) -> tuple[str, ...]:
    """The modules that a text imports under a name: `import numpy as np`, `from torch import nn`, `import torch`."""
    given = [found["module"] for found in _IMPORT_AS.finditer(text) if found["alias"] == alias]
    plain = [alias for found in _IMPORT.finditer(text) if found["module"].partition(".")[0] == alias]
    parts = [f"{module}.{alias}" for module in imported_from(alias, text)]
    return tuple(dict.fromkeys([*given, *plain, *parts]))


def called_names(statement: str) -> tuple[str, ...]:
    """The names that a line of source calls, in order: `x = a.Trainer(model=make())` calls Trainer and make."""
    return tuple(dict.fromkeys(found["name"] for found in _CALL.finditer(statement[:LONGEST])))


def imported_from(name: str, text: str) -> tuple[str, ...]:
    """The modules from which a text imports a name: `from module import name`; relative ones are left out."""
    modules = (
        found["module"]
        for found in _FROM.finditer(text)
        if name in {each[0] for each in _WORD.finditer(found["names"])}
    )
    return tuple(dict.fromkeys(modules))


def defines_class(name: str, text: str) -> bool:
    """Whether a text defines a class of this name: then it is the reader's own."""
    return any(found["name"] == name for found in _CLASS.finditer(text))


# ── wordings ────────────────────────────────────────────────────────────────────────────────────────────────────

# Classes of Python itself: which releases have what is not the question there
_BUILTINS = frozenset(
    (
        *("int", "float", "str", "bytes", "list", "dict", "tuple", "set", "frozenset", "bool", "complex", "NoneType"),
        *("function", "method", "module", "type", "object", "generator", "coroutine", "property", "slice", "range"),
        *("builtin_function_or_method", "method_descriptor", "map", "filter", "zip", "super", "ellipsis", "partial"),
        *("SimpleNamespace", "Namespace", "OrderedDict", "defaultdict", "Process", "Queue", "Popen"),
    )
)
_CAUSES = ("circular import", "consider renaming", "partially initialized")


def _explains_itself(question: Question, message: str) -> bool:
    """Whether the message names a cause that no version changes: a circle of imports, a file that hides a module."""
    is_hidden = "is not a package" in message and "." not in question.owner
    return is_hidden or any(cause in message for cause in _CAUSES)


def _read(missing: Missing, found: TextMatch) -> Question | None:
    """The question of a wording that fits; None about a class of Python itself, or a name that each class has."""
    groups = found.groupdict()
    owner, name, file = (groups.get(part) or "" for part in ("owner", "name", "file"))
    if missing is Missing.MODULE:
        owner, _, name = owner.rpartition(".")
    elif missing is Missing.MEMBER:
        owner = (groups["type"] or owner).rpartition(".")[2]
        if owner in _BUILTINS or (name.startswith("__") and name.endswith("__")):
            return None
    elif missing is not Missing.IMPORT:
        owner = owner.rpartition("<locals>.")[2]
    return Question(missing, owner, name, file)


_WORDINGS = (
    (
        "cannot import name",
        Expression(
            rf"cannot import name {_Q}?(?P<name>{_NAME}){_Q}?"
            rf"(?: from (?:partially initialized module )?{_Q}(?P<owner>{_DOTTED}){_Q}"
            r"(?: \((?P<file>[^\n]{1,400}?\.(?:pyi?|so|pyd))\))?)?"
        ),
        Missing.IMPORT,
    ),
    (
        "has no attribute",
        Expression(
            # transformers' lazy modules say it without quotation marks
            rf"\b[Mm]odule {_Q}?(?P<owner>{_DOTTED}){_Q}?(?: from {_Q}(?P<file>[^'\"\n]{{1,400}}){_Q})? "
            rf"has no attribute {_Q}?(?P<name>{_NAME})\b"
        ),
        Missing.MODULE_ATTRIBUTE,
    ),
    (
        "'module' object has no attribute",  # Python 2 and 3.4
        Expression(rf"'module' object has no attribute '(?P<name>{_NAME})'"),
        Missing.MODULE_ATTRIBUTE,
    ),
    (
        "has no attribute",
        Expression(
            rf"(?:type object {_Q}?(?P<type>{_DOTTED}){_Q}?|{_Q}?\b(?P<owner>{_DOTTED}){_Q}? (?:object|instance)) "
            rf"has no attribute {_Q}?(?P<name>{_NAME})\b"
        ),
        Missing.MEMBER,
    ),
    (
        "unexpected keyword argument",
        Expression(
            rf"(?P<owner>(?:{_NAME}\.|<locals>\.)*{_NAME})\(\) got an unexpected keyword argument "
            rf"{_Q}?(?P<name>{_NAME})"
        ),
        Missing.ARGUMENT,
    ),
    (
        "is an invalid keyword argument for",  # functions of C
        Expression(
            rf"{_Q}(?P<name>{_NAME}){_Q} is an invalid keyword argument for "
            rf"(?:this function|(?P<owner>{_DOTTED})\(\))"
        ),
        Missing.ARGUMENT,
    ),
    (
        " required ",
        Expression(
            rf"(?P<owner>(?:{_NAME}\.|<locals>\.)*{_NAME})\(\) missing (?:\d{{1,3}} )?required "
            rf"(?:positional |keyword-only )?arguments?:? {_Q}(?P<name>{_NAME}){_Q}"
        ),
        Missing.GIVEN_ARGUMENT,
    ),
    ("No module named", Expression(rf"No module named {_Q}?(?P<owner>{_DOTTED})"), Missing.MODULE),
)
_CHAIN = Expression(rf"(?P<dotted>{_NAME}(?:\.{_NAME})+)")
_IMPORT = Expression(rf"\bimport\s+(?P<module>{_DOTTED})")
_IMPORT_AS = Expression(rf"\bimport\s+(?P<module>{_DOTTED})\s+as\s+(?P<alias>{_NAME})")
_CALL = Expression(rf"\b(?P<name>{_NAME})\(")
_FROM = Expression(rf"\bfrom\s+(?P<module>{_DOTTED})\s+import\s+(?P<names>[^\n;#]{{1,400}})")
_CLASS = Expression(rf"\bclass (?P<name>{_NAME})\b")
_WORD = Expression(_NAME)
