"""A name that a cloned program lacks: its history says where the name went, its requirements which releases have it.

Projects of research are run from a clone, and the clone of many is at odds with itself: a method was renamed, and one
file still calls the old name. No release tells that, but `git log -G` does, and shows what stands there now. Or its
libraries are not those that it was written for; then `pip install --dry-run` lists what differs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tracefix.articles.import_names import known_package_of
from tracefix.articles.steps import Remedy, Step
from tracefix.explaining.missing_names import asking_frames
from tracefix.explaining.projects import clone_of
from tracefix.linear_re import Expression
from tracefix.phrases import Phrase
from tracefix.reading.origins import NOBODY, OWN, PACKAGE_FOLDERS, STDLIB, is_interactive, package_of
from tracefix.reading.report import Error, Frame
from tracefix.versions.questions import Missing, Question, read_question

if TYPE_CHECKING:  # slow to import, and most pastes lack no name
    from tracefix.versions.answers import NameVersions

# What defines a name, in the extended expressions of `git log -G`; an argument stands in calls and definitions
_DEFINED = {
    Missing.IMPORT: "(class|def) +{name}|^{name} *=",
    Missing.MEMBER: "def {name} *[(]|[ .]_?{name} *[:=]",
    Missing.ARGUMENT: "[ (,]{name} *[=:,)]",
    Missing.GIVEN_ARGUMENT: "[ (,]{name} *[=:,)]",
}
_SHORTEST_ARGUMENT = 3  # letters: a shorter one stands everywhere
_SEPARATOR = Expression(r"[^/\\][/\\]")


def look_back(error: Error, versions: Sequence[NameVersions]) -> Remedy | None:
    """The steps that ask a clone for a missing name; None unless the code that wants it may be a clone.

    `versions` are what releases of packages say of the name: where these know it, nobody has to ask. The first step has
    a condition where the code may as well be the reader's.
    """
    question, frames = read_question(error.message), list(asking_frames(error))
    if question is None or any(each.is_sure for each in versions):
        return None
    own = next((frame.file for frame in frames if _is_own(frame.file)), "")
    steps = [_ask_history(question, frames[0])] if _is_of_the_program(question, frames) else []
    if own and _is_cloned(own):
        steps.append(_REQUIREMENTS)
    return Remedy(steps=tuple(steps)) if steps else None


_REQUIREMENTS = Step(
    Phrase("See which releases the project asks for and you do not have. This lists them, and installs nothing."),
    commands=("python -m pip install --dry-run -r requirements.txt",),
    note=Phrase(
        "Install them into an environment of their own. `environment.yml`, `setup.py` or the README may have them, too."
    ),
)


def _ask_history(question: Question, frame: Frame) -> Step:
    """The command that prints the last commit that changed a name of a program, whose frame wants it."""
    command = f'git log -1 -p -G"{_DEFINED[question.missing].format(name=question.name)}" -- {_files(question)}'
    return Step(
        Phrase(
            "Ask the program's history for `{name}`: this prints the last commit that changed it, and what stands "
            "there now.",
            name=question.name,
        ),
        "" if _is_cloned(frame.file) else Phrase("the program is a git clone"),
        (command,),
        Phrase(
            "If it prints nothing, no commit had the name, and a library's class or a fork did: install the releases "
            "that the project names (`requirements.txt`). A clone of depth 1 needs `git fetch --unshallow` first."
        ),
    )


def _files(question: Question) -> str:
    """The files that define the class or function that lacks the name: others may define the same name, too."""
    owner, _, function = question.owner.rpartition(".")
    if question.missing is Missing.MEMBER:
        return f'$(git grep -l "class {question.owner}")'
    if question.missing is Missing.IMPORT or (function.startswith("__") and not owner):
        return '"*.py"'
    return f'$(git grep -l "class {owner}")' if owner else f'$(git grep -l "def {function}")'


def _is_of_the_program(question: Question, frames: Sequence[Frame]) -> bool:
    """Whether the program's own code wants the name, and of code that can be its own.

    What `__del__` lacks was never set, because the object was never made: that is said by another error.
    """
    if question.missing not in _DEFINED or (
        question.missing in (Missing.ARGUMENT, Missing.GIVEN_ARGUMENT) and len(question.name) < _SHORTEST_ARGUMENT
    ):
        return False
    if not frames or frames[0].function == "__del__" or not _is_own(frames[0].file):
        return False
    if question.missing is not Missing.IMPORT:
        return True
    return _is_own(question.file) if question.file else not known_package_of(question.owner.partition(".")[0])


def _is_cloned(file: str) -> bool:
    """Whether a file surely lies in a clone, and is not just one that the reader wrote.

    >>> _is_cloned("cosyvoice/bin/inference.py"), _is_cloned("/home/u/SuGaR-main/a.py"), _is_cloned("/home/u/a.py")
    (True, True, False)
    """
    is_deep = not file.startswith(("/", "\\", "<")) and ":" not in file and len(list(_SEPARATOR.spans(file))) > 1
    return is_deep or bool(clone_of(file)) or package_of(file) != OWN


def _is_own(file: str) -> bool:
    """Whether a file may lie in a clone: no notebook, nothing installed, and no path that a package's begins."""
    package = package_of(file)
    if package in (NOBODY, STDLIB) or is_interactive(file) or any(folder in file for folder in PACKAGE_FOLDERS):
        return False
    return package == OWN or not known_package_of(package)
