"""Find the package that an error is about, from a module name, an import, the frames, or a class name alone."""

import builtins
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tracefix.versions.findings import ARGUMENTS, Finding, look_up, look_up_whole_module
from tracefix.versions.history import FOLDER, History, find_history, packages, packages_of
from tracefix.versions.model import STANDARD_LIBRARY, Life
from tracefix.versions.package_names import names_of
from tracefix.versions.questions import (
    LONGEST,
    Missing,
    Question,
    called_names,
    defines_class,
    imported_from,
    looked_up_in,
    meant_by,
    named_modules,
)

_CONSTRUCTORS = ("__init__", "__new__")
_MOST_HOMES = 12  # whole names of one class in a package that are asked, the shortest
_MOST_GUESSES = 2  # packages that are told where a class's name is all there is
_MOST_WITH_CLASS = 12  # packages whose histories are read for that
_FROM_THE_START = 40_000  # characters of a paste in which imports and classes are looked for: its end
# what everybody calls them; a traceback seldom shows the line that does
COMMON_ALIASES = {
    **{"np": ("numpy",), "pd": ("pandas",), "plt": ("matplotlib.pyplot",), "tf": ("tensorflow",)},
    **{"nx": ("networkx",), "st": ("streamlit",), "gr": ("gradio",), "lgb": ("lightgbm",), "xgb": ("xgboost",)},
    **{name: (name,) for name in ("numpy", "torch", "torchvision", "scipy", "networkx", "transformers")},
}


@dataclass(frozen=True, slots=True)
class Clues:
    """What a paste shows beside the message: import names of the packages in the stack and the statements that it
    quotes, both the innermost first, and the text. `raising` is the package whose code failed, "" for the reader's own;
    `looking_up` the one whose `__getattr__` says so.
    """

    packages: tuple[str, ...] = ()
    statements: tuple[str, ...] = ()
    text: str = ""
    raising: str = ""
    looking_up: str = ""


@dataclass(frozen=True, slots=True)
class Suspect:
    """A finding, and whether the package had to be guessed."""

    finding: Finding
    is_guess: bool = False


def find_suspects(question: Question, clues: Clues, folder: Path = FOLDER) -> tuple[Suspect, ...]:
    """Look a question up in the histories: one finding, two if two packages are possible, or none."""
    if question.missing is Missing.IMPORT and not question.owner:
        modules = imported_from(question.name, _line(clues))
        if len(modules) != 1:
            return ()
        question = replace(question, owner=modules[0])
    if question.missing is Missing.MODULE_ATTRIBUTE and not question.owner:
        question = replace(question, owner=_module_of(question.name, clues))
    if question.missing is Missing.MODULE and not question.owner:
        return tuple(_of_whole_module(question.name, folder))
    if question.has_module:
        return tuple(_of_module(question, folder))
    if question.missing is Missing.MODULE_ATTRIBUTE:
        return ()
    return tuple(_of_callable_or_class(question, clues, folder))


def from_the_caller_on(question: Question, clues: Clues) -> Clues:
    """The clues without the lines of wrappers, which hand on whatever they are given: `return fn(self, **kwargs)`."""
    if question.missing not in ARGUMENTS:
        return clues
    callee = _class_of(question.owner)
    for place, statement in enumerate(clues.statements):
        called = called_names(statement)
        if "**" not in statement or callee in called or any(name[:1].isupper() or name == "super" for name in called):
            return replace(clues, statements=clues.statements[place:])
    return clues


def _line(clues: Clues) -> str:
    """The innermost line of code that the paste shows with its frame; without frames, the text, which may quote it."""
    return clues.statements[0] if clues.statements else clues.text[-LONGEST:]


def _module_of(name: str, clues: Clues) -> str:
    """The module that a statement takes a name from, by the imports in the paste; "" if they do not say."""
    owners = looked_up_in(name, _line(clues))
    if len(owners) != 1:
        return ""
    first, dot, rest = owners[0].partition(".")
    modules = meant_by(first, clues.text[-_FROM_THE_START:]) or COMMON_ALIASES.get(first, ())
    return f"{modules[0]}{dot}{rest}" if len(modules) == 1 else ""


def _of_module(question: Question, folder: Path) -> Iterator[Suspect]:
    for package in packages_of(question.owner, folder):
        history = find_history(package, folder)
        finding = history and look_up(history, question.missing, question.owner, question.name)
        if finding:
            yield Suspect(finding)
            return


def _of_whole_module(name: str, folder: Path) -> Iterator[Suspect]:
    for package in packages_of(name, folder):
        history = find_history(package, folder)
        if history and (finding := look_up_whole_module(history, name)):
            yield Suspect(finding)


def _of_callable_or_class(question: Question, clues: Clues, folder: Path) -> Iterator[Suspect]:
    owners = _owners(question, clues)
    text = clues.text[-_FROM_THE_START:]
    if not owners or any(defines_class(_class_of(owner), text) for owner in owners):
        return
    if found := _find_by_import(question, owners, clues, folder):
        yield Suspect(found)
        return
    imported = [module for owner in owners for module in imported_from(owner.partition(".")[0], text)]
    sure = [package for module in imported for package in packages_of(module, folder)]
    if question.missing is Missing.MEMBER and clues.looking_up:
        sure += packages_of(clues.looking_up, folder)
    if question.missing is Missing.ARGUMENT and _hands_on(clues):
        sure += packages_of(clues.raising, folder)
    if found := _first_found(question.missing, owners, question.name, sure, folder):
        yield Suspect(found)
        return
    if any(packages_of(module, folder) == () for module in imported):  # it is somebody else's
        return
    if found := _find_method(question, clues, folder):
        yield Suspect(found, is_guess=True)
        return
    yield from _guesses(question, owners, clues, folder)


def _find_by_import(question: Question, owners: tuple[str, ...], clues: Clues, folder: Path) -> Finding | None:
    """What is found under the name that the reader's code imports: `gr.Blocks(…)` is gradio's, and so is the one that
    `from gradio import Blocks` brings."""
    text = clues.text[-_FROM_THE_START:]
    for owner in owners:
        first = owner.partition(".")[0]
        called = _module_of(first, clues)
        for module in [called] if called else imported_from(first, text):
            for package in packages_of(module, folder):
                history = find_history(package, folder)
                found = history and look_up(history, question.missing, f"{module}.{owner}", question.name)
                if found and (found.life or found.takes_anything) and found.without:
                    return found
    return None


def _find_method(question: Question, clues: Clues, folder: Path) -> Finding | None:
    """The method of a package that the paste names, by its argument: before Python 3.10 its class was not printed."""
    text = clues.text[-_FROM_THE_START:]
    objects = looked_up_in(question.owner, _line(clues))
    is_method = question.missing is Missing.ARGUMENT and len(objects) == 1
    if not is_method or _module_of(question.owner, clues) or f"def {question.owner}(" in text:
        return None
    found: list[Finding] = []
    for package in dict.fromkeys(each for name in named_modules(text) for each in packages_of(name, folder)):
        history = find_history(package, folder)
        names = history.methods_with(question.owner, question.name) if history else ()
        names = tuple(name for name in names if imported_from(name.split(".")[-2], text)) or names
        if history and len(names) <= _MOST_HOMES:  # of more, nobody knows which is meant
            homes = [life for name in names if (life := history.life(name))]
            found += filter(None, [_agree(history, question.missing, homes, question.name)])
    return found[0] if len(found) == 1 else None


def _owners(question: Question, clues: Clues) -> tuple[str, ...]:
    """The tails of the names that may be meant: `__init__()` alone is that of a class which the statement calls."""
    if question.missing is Missing.ARGUMENT and not question.owner:
        called = called_names(next(iter(clues.statements), ""))
        return called if len(called) == 1 else ()
    if question.missing is Missing.MEMBER or question.owner not in _CONSTRUCTORS:
        is_private_class = question.missing is Missing.MEMBER and question.owner.startswith("_")
        return () if is_private_class else (question.owner,)
    called = called_names(next(iter(clues.statements), ""))
    named_as_classes = [name for name in called if name[:1].isupper()] or called  # `with initialize(…)` makes one, too
    return tuple(f"{name}.__init__" for name in named_as_classes)


def _class_of(owner: str) -> str:
    return owner.removesuffix(".__init__").rpartition(".")[2]


def _first_found(
    missing: Missing, owners: tuple[str, ...], name: str, names: list[str], folder: Path
) -> Finding | None:
    for package in dict.fromkeys(names):
        history = find_history(package, folder)
        for owner in owners if history else ():
            if history and (found := find_by_tail(history, missing, owner, name)):
                return found
    return None


def _guesses(question: Question, owners: tuple[str, ...], clues: Clues, folder: Path) -> Iterator[Suspect]:
    """The packages with a class or function of this name that has the missing name in some release."""
    owners = tuple(owner for owner in owners if not hasattr(builtins, owner))  # Python's own `open`, and not Pillow's
    near = [package for name in clues.packages for package in packages_of(name, folder)]
    own = packages_of(clues.raising, folder) if clues.raising else ()
    holders = [package for owner in owners for package in _with_name(owner, folder) if package not in own]
    holders = sorted(set(holders), key=lambda package: (package not in near, package))
    if all(owner.startswith("_") for owner in owners):  # anybody may have such a name
        text = clues.text[-_FROM_THE_START:].lower()
        holders = [package for package in holders if package in near or _is_named(package, text, folder)]
    if not holders or len(holders) > _MOST_WITH_CLASS:
        holders = [package for package in holders if package in near]
    found = [
        finding
        for package in holders
        if (history := find_history(package, folder))
        for owner in owners
        if (finding := find_by_tail(history, question.missing, owner, question.name))
    ]
    with_life = [finding for finding in found if finding.life or finding.gone]
    near_lives = [finding for finding in with_life if finding.history.package in near]
    chosen = near_lives[:1] or with_life
    if not chosen and len(found) == len(holders) == 1 and _is_probable(found[0], question, clues):
        chosen = found
    if not chosen and question.missing is Missing.MEMBER:
        chosen = list(_in_standard_library(question, folder))
    if len(chosen) <= _MOST_GUESSES:
        yield from (Suspect(finding, is_guess=True) for finding in chosen)


def _in_standard_library(question: Question, folder: Path) -> Iterator[Finding]:
    """A class of Python itself that had the name: its classes have common names, so other packages come first."""
    history = find_history(STANDARD_LIBRARY, folder)
    if history and names_of(STANDARD_LIBRARY.lower(), folder).has(question.owner, is_function=False):
        found = find_by_tail(history, question.missing, question.owner, question.name)
        if found and found.life and found.without:
            yield found


def find_by_tail(history: History, missing: Missing, owner: str, name: str) -> Finding | None:
    """Look up a class or callable in a history by the end of its name.

    Modules hand a class on, so it has several whole names, some of them for a few releases: the one that lived longest
    is asked. Where two of them contradict each other in a release, nobody knows which class is meant, unless one is the
    package's own at the top: `pandas.DataFrame`, and not that of pandas.api.interchange. None if there is none.
    """
    homes = [life for life in history.ending_with(owner) if _can_be_meant(life.kind, owner)][:_MOST_HOMES]
    on_top = {f"{module}.{owner}" for module in history.imports}
    return _agree(history, missing, homes, name) or _agree(
        history, missing, [home for home in homes if home.name in on_top], name
    )


def _agree(history: History, missing: Missing, homes: Sequence[Life], name: str) -> Finding | None:
    """The finding of the home that lived longest; None if two homes contradict each other in some release."""
    found = [finding for home in homes if (finding := look_up(history, missing, home.name, name, home))]
    having = [history.having(finding.life) if finding.life else frozenset[str]() for finding in found]
    lacking = [frozenset(finding.without) - has for finding, has in zip(found, having, strict=True)]
    if frozenset[str]().union(*having) & frozenset[str]().union(*lacking):
        return None
    known = [len(has | lacks) for has, lacks in zip(having, lacking, strict=True)]
    return found[known.index(max(known))] if found else None


def _can_be_meant(kind: str, owner: str) -> bool:
    """A callable that is printed without a class is a function: or a method before Python 3.10, and nobody's then."""
    return kind in ("class", "function") or (kind == "method" and "." in owner)


def _with_name(owner: str, folder: Path) -> tuple[str, ...]:
    """The packages whose history has a class or function of this name, wherever."""
    first = owner.partition(".")[0]
    if len(first) < 3:
        return ()
    is_function = first == owner and first.lstrip("_")[:1].islower()
    others = (name for name in packages(folder) if name != STANDARD_LIBRARY.lower())
    return tuple(name for name in others if names_of(name, folder).has(first, is_function=is_function))


def _hands_on(clues: Clues) -> bool:
    """Whether a line of a package passes on its caller's arguments, as `Config(**settings)` does.

    Otherwise a package knows its own arguments and attributes, and the missing one is of another package.
    """
    statement = next(iter(clues.statements), "")
    return bool(clues.raising) and "**" in statement and "super(" not in statement


def _is_named(package: str, text: str, folder: Path) -> bool:
    """Whether a text in small letters names a package somewhere."""
    history = find_history(package, folder)
    return history is not None and any(name.lower() in text for name in history.imports)


def _is_probable(finding: Finding, question: Question, clues: Clues) -> bool:
    """Whether the paste names the package, or another class of the package has the missing name."""
    text = clues.text[-_FROM_THE_START:].lower()
    history = finding.history
    is_named = any(name in clues.packages or name.lower() in text for name in history.imports)
    return is_named or (question.missing is Missing.MEMBER and bool(history.ending_with(question.name)))
