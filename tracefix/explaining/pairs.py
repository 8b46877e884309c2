"""Two packages that are out of step: one calls the other with a name that the installed release does not have.

The innermost frames tell who calls; the message, the history of releases or the frame that looked the name up tells who
is called. Then the cure is to move one of the two, never to change a line of an installed package.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tracefix.articles.distributions import goes_with, is_built_for_a_machine
from tracefix.articles.import_names import known_package_of
from tracefix.articles.steps import Remedy, Step
from tracefix.explaining.missing_names import LOOKUPS
from tracefix.explaining.projects import distribution
from tracefix.linear_re import Expression
from tracefix.phrases import Phrase
from tracefix.reading.libraries import STANDARD
from tracefix.reading.origins import NOBODY, OWN, STDLIB, innermost_last, package_of
from tracefix.reading.report import Error, Frame
from tracefix.versions.model import STANDARD_LIBRARY
from tracefix.versions.questions import Missing, Question, read_question

_NO_PACKAGES = (NOBODY, OWN, STDLIB)
_BESIDE_TRANSFORMERS_4 = {"diffusers": "<0.40", "datasets": "<5.1"}  # pip does not ask what transformers wants
_BELOW = {"setuptools": '"setuptools<82"'}  # 82 has no pkg_resources, whose import is what fails

# The innermost frame of what reads a pickled file, whose classes are of the package that wrote it
_UNPICKLES = Expression(
    r"(?:torch[/\\]serialization|numpy_pickle|[/\\]pickle|cloudpickle|pickle5|numpy[/\\]lib[/\\]npyio|"
    r"pandas[/\\]compat[/\\]pickle_compat|_weights_only_unpickler)\w*\.py (?:_?load\w*|_legacy_load|find_class|"
    r"_?unpickle\w*|read_pickle)$"
)
_OF_ANY_CLASS = "torch/nn/modules/module.py"  # looks names up for each class of a model, whosever it is

if TYPE_CHECKING:  # slow to import, and most pastes lack no name
    from pathlib import Path

    from packaging.specifiers import SpecifierSet

    from tracefix.versions.answers import NameVersions


def find_pair(
    error: Error, versions: Sequence[NameVersions], environment: Mapping[str, str], folder: Path | None = None
) -> Remedy | None:
    """The remedy where an installed package calls another one with what that does not have; None for all else.

    `versions` are the releases that have the missing name; `environment` has the versions that the paste prints;
    `folder` holds what releases ask of each other, if that is not history/.
    """
    question = read_question(error.message)
    if question is None:
        return None
    frames = list(innermost_last(error))[::-1]
    if frames and _UNPICKLES.search(f"{frames[0].file} {frames[0].function}"):
        return None  # a file asks for the name, and not the package that reads the file
    caller = _first_package(frame for frame in frames if frame.function not in LOOKUPS)
    lives = next((each for each in versions if each.is_sure), None)
    called = lives.package if lives else _called(question, frames)
    if not caller or not called or distribution(caller) == distribution(called):
        return None
    caller, called = (each if each == STANDARD_LIBRARY else distribution(each) for each in (caller, called))
    pair = {"caller": _with_version(caller, environment), "called": _with_version(called, environment)}
    return _remedy(question, pair, caller, called, lives, _find_asked(caller, called, environment, folder))


class _Asked(NamedTuple):
    """The releases that the reader's release of the caller asks for, and all that exist, if the called has a history.

    `is_met`: the paste shows one of those it asks for, which lacks the name all the same.
    """

    wanted: SpecifierSet
    releases: tuple[str, ...]
    is_met: bool


def _find_asked(caller: str, called: str, environment: Mapping[str, str], folder: Path | None) -> _Asked | None:
    if caller not in environment:
        return None
    from tracefix.versions.history import FOLDER, find_history  # here: slow to import, and seldom needed
    from tracefix.versions.requirements import find_requirement

    where = folder or FOLDER
    wanted = find_requirement(caller, environment[caller], called, environment.get("python", ""), where)
    if wanted is None:
        return None
    history = find_history(called, where)
    releases = tuple(release.version for release in history.releases) if history else ()
    is_met = called in environment and wanted.contains(environment[called], prereleases=True)
    return _Asked(wanted, releases, is_met)


def _first_package(frames: Iterator[Frame]) -> str:
    """The installed package that the innermost frame is of; "" if that is the reader's own or Python's."""
    for frame in frames:
        if (package := package_of(frame.file)) != NOBODY:
            return "" if package in _NO_PACKAGES else package
    return ""


def _called(question: Question, frames: Sequence[Frame]) -> str:
    """The package that lacks the name where no history tells: the owner's, or that of the frame that looked it up."""
    if question.has_module:
        module = question.owner.partition(".")[0]
        return "" if module in STANDARD else module
    if question.missing is Missing.MEMBER and frames and frames[0].function in LOOKUPS:
        if frames[0].file.replace("\\", "/").endswith(_OF_ANY_CLASS):
            return ""
        package = package_of(frames[0].file)
        return "" if package in _NO_PACKAGES else package
    return ""


def _with_version(package: str, environment: Mapping[str, str]) -> str:
    version = environment.get(package, "")
    return f"{package} {version}" if version else package


def _remedy(
    question: Question,
    pair: Mapping[str, str],
    caller: str,
    called: str,
    lives: NameVersions | None,
    asked: _Asked | None,
) -> Remedy:
    values = {**pair, "name": question.name}
    if lives and len(lives.spans) > 1:
        lives = None  # it came and went: which way to go, the reader's release decides
    if lives and lives.first_with and not lives.first_without:
        finding = Phrase(
            "{caller} needs a newer {called}: `{name}` came with {first}", first=lives.first_with, **values
        )
        having = f">={lives.first_with}"
        if not asked:
            having = _smallest_step(lives) or having
        return Remedy(finding, (_move(called, having, caller, pair, asked),))
    if lives and lives.first_without and not lives.first_with:
        finding = Phrase(
            "{caller} was written for an older {called}: {gone} no longer has `{name}`",
            gone=f"{called} {lives.first_without}",
            **values,
        )
        return Remedy(finding, (_upgrade(caller), _move(called, f"<{lives.first_without}", caller, pair, asked)))
    if question.missing is Missing.GIVEN_ARGUMENT:
        finding = Phrase("{caller} calls {called} without `{name}`, which the installed release asks for", **values)
    else:
        finding = Phrase("{caller} uses `{name}`, which the installed {called} does not have", **values)
    return Remedy(finding, tuple(_either(caller, called, pair, asked)))


def _upgrade(caller: str) -> Step:
    """The row that takes the newest release of the caller, and says what else that exchanges."""
    note: Phrase | str = ""
    if caller == "transformers":
        note = Phrase('With a 4 write `"transformers<5"` first: 5 takes away much that other code calls.')
    elif below := _BESIDE_TRANSFORMERS_4.get(caller):
        note = Phrase(
            "Beside transformers 4 write `{wanted}`: later ones bring huggingface_hub 2, with which transformers 4 "
            "does not start.",
            wanted=f'"{caller}{below}"',
        )
    return Step(
        condition=Phrase("there is a newer {caller}", caller=caller),
        do=Phrase("Upgrade it: newer releases follow what they call."),
        commands=_commands(caller, "--upgrade"),
        note=note,
    )


def _smallest_step(lives: NameVersions) -> str:
    """The releases of the first command of a history's answer; "" if it has none."""
    from tracefix.versions.requirements import in_order  # here: both are slow to import, and seldom needed
    from tracefix.versions.specifiers import installs

    return next((in_order(wanted) for command in lives.commands for _, wanted in installs(command)), "")


def _move(called: str, having: str, caller: str, pair: Mapping[str, str], asked: _Asked | None) -> Step:
    """The row that installs a release of the called package that has the name and that the caller asks for, if any."""
    wanted = having
    do = Phrase("Install a {called} that has it.", called=called)
    if asked:
        from tracefix.versions.requirements import in_order, narrow

        wanted = narrow(asked.wanted, having, asked.releases)
        if wanted != having:
            do = Phrase(
                "Install a {called} that has it: {caller} asks for {asked}.",
                called=called,
                caller=pair["caller"],
                asked=in_order(asked.wanted),
            )
    return _install(called, wanted, caller, do)


def _install(called: str, wanted: str, caller: str, do: Phrase) -> Step:
    """The row that installs some releases of the called package, or says where to take its command from."""
    condition = Phrase("{caller} is to stay as it is", caller=caller)
    if commands := _commands(called, wanted):
        return Step(condition=condition, do=do, commands=commands)
    return Step(
        condition=condition,
        do=Phrase(
            "Install {called}{wanted}, in the build for your machine: take the command from its own page, for plain "
            "pip may bring another build.",
            called=called,
            wanted=wanted,
        ),
    )


def _either(caller: str, called: str, pair: Mapping[str, str], asked: _Asked | None) -> Iterator[Step]:
    newer = _upgrade(caller)
    if asked and not asked.is_met:
        from tracefix.versions.requirements import in_order

        wanted = in_order(asked.wanted)
        do = Phrase(
            "Install a {called} that {caller} asks for: {asked}.", called=called, caller=pair["caller"], asked=wanted
        )
        yield _install(called, wanted, caller, do)
        yield newer
        return
    yield newer
    yield Step(
        condition=Phrase("there is none, or that changes nothing"),
        do=Phrase(
            "Print both, and install the {called} that the requirements of {caller} name.", caller=caller, called=called
        ),
        commands=(f"python -m pip show {caller} {called}",),
    )


def _commands(package: str, wanted: str) -> tuple[str, ...]:
    """The command that moves a package; none if pip would take a build for another machine, or we do not know it."""
    if package == STANDARD_LIBRARY:
        from tracefix.versions.specifiers import python_command  # here: it is slow to import, and seldom needed

        return (python_command(wanted),)
    if is_built_for_a_machine(package) or goes_with(package) or not known_package_of(package):
        return ()
    if package == "pip":  # which fails, and so cannot install itself
        return ("python -m ensurepip --upgrade",)
    if wanted.startswith("--"):
        return (f"python -m pip install {wanted} {_BELOW.get(package, package)}",)
    return (f'python -m pip install "{package}{wanted}"',)
