"""The answer to "which version": which releases have a name, which one to install, and what to write instead.

message ─ question ─┐
frames, imports ────┴─ suspects: a package's history each ─ answers, with their sentences and commands
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tracefix.articles.distributions import goes_with, is_built_for_a_machine
from tracefix.linear_re import Expression
from tracefix.phrases import Phrase
from tracefix.reading.origins import PACKAGE_FOLDERS
from tracefix.versions import sentences
from tracefix.versions.clues import Clues, Suspect, find_suspects, from_the_caller_on
from tracefix.versions.findings import Finding, moved_to
from tracefix.versions.history import FOLDER, packages_of
from tracefix.versions.installed_versions import installed_version
from tracefix.versions.model import STANDARD_LIBRARY, Boundaries, Span
from tracefix.versions.questions import Missing, Question, read_question
from tracefix.versions.specifiers import install_before, install_command, specifier

# Packages with much compiled code, whose names no reading of Python files shows whole.
_COMPILED = (
    *("torch", "torchvision", "torchaudio", "numpy", "scipy", "pandas", "scikit-learn", "tokenizers", "protobuf"),
    *("mmcv", "deepspeed", "vllm", "ray", "matplotlib", "pillow"),
)
# Parts of modules that a history leaves out, or of which it has a part only.
_UNREAD = ("models", "test", "vendor", "third_party", "example", "benchmark")
_FIRST = 10  # of so many releases, the first counts as the beginning: the very first ones may be unreadable
_LIBRARY_FOLDER = Expression(r"(?i)[/\\]lib(?:64)?[/\\]|\.zip[/\\]")  # of Python itself, not of its packages


@dataclass(frozen=True, slots=True)
class NameVersions:
    """Which releases of a package have a name that a paste says is missing.

    `has` is a PEP 440 specifier of the span that the first command installs, or of the newest; "" for all releases.
    `last` and `first_without` are the releases at the end of that span, `first_with` is its first one where earlier
    ones lack the name. `is_exact` says that no unread release lies between them. `replacement` is what to use
    instead. `lack` says in a clause which release lacks the name.
    """

    package: str
    name: str
    kind: str
    is_guess: bool = False
    spans: tuple[Span, ...] = ()
    has: str | None = None
    last: str | None = None
    first_without: str | None = None
    first_with: str | None = None
    is_exact: bool = True
    installed: str | None = None
    replacement: str | None = None
    commands: tuple[str, ...] = ()
    sentences: tuple[Phrase, ...] = ()
    lack: Phrase | None = None

    @property
    def is_sure(self) -> bool:
        """Whether it names releases of a package that the paste shows: that helps more than a general article."""
        return bool(self.spans) and not self.is_guess


def answer_message(message: str, clues: Clues, folder: Path = FOLDER) -> tuple[NameVersions, ...]:
    """The answers for an error message: none, one, or one for each of two packages. Never raises."""
    question = read_question(message)
    if question is None:
        return ()
    clues = from_the_caller_on(question, clues)
    suspects = find_suspects(question, clues, folder)
    python = (suspects and installed_version(STANDARD_LIBRARY, clues.text)) or ""
    caller = next(iter(packages_of(clues.raising, folder)), clues.raising)
    asked = (replace(each, finding=replace(each.finding, python=python, caller=caller)) for each in suspects)
    return tuple(answer for suspect in asked if (answer := _answer(question, suspect, clues)))


def _answer(question: Question, suspect: Suspect, clues: Clues) -> NameVersions | None:
    """The answer about one package; None if its history does not explain the message."""
    finding = suspect.finding
    installed = installed_version(finding.history.package, clues.text)
    if question.missing is Missing.GIVEN_ARGUMENT:
        return _answer_given(suspect, installed)
    if finding.history.package == STANDARD_LIBRARY:
        return _answer_standard(question, suspect, installed)
    if loaded := _loaded_elsewhere(question, finding):
        return _plain(suspect, installed, loaded)
    has_it = finding.has(installed) if installed else None
    if has_it and installed:
        return None if suspect.is_guess else _answer_hidden(question, suspect, installed)
    if not has_it and _is_read(finding, installed) and installed not in finding.without:
        return None  # that release cannot have printed this
    if finding.life and finding.history.is_compiled(finding.name):
        return None  # every build has it, whether the release that was read shows it or not
    if finding.gone:
        return _answer_gone(suspect, installed)
    if finding.life is None:
        if _is_handed_on(question, clues):
            return None
        return _answer_no_longer_taken(suspect, installed) or _answer_never(suspect, installed)
    is_everywhere = not finding.without and not finding.is_unsure
    if is_everywhere and question.has_module and _is_read_whole(finding):  # a class may be another one
        return _plain(suspect, installed, sentences.tell_everywhere(finding))
    edges = _bordering(finding)
    if len(edges) > 1 and not all(edge.is_end_known for edge in edges):
        edges = edges[-1:]
    if not edges and question.has_module:
        edges = tuple(edge for edge in finding.edges()[-1:] if _is_half_known(finding, edge))
    return _answer_life(suspect, installed, _relevant(finding, edges)) if edges else None


def _answer_standard(question: Question, suspect: Suspect, installed: str | None) -> NameVersions | None:
    """The answer about Python itself, only if some release of it lacks the name.

    A name that each of them has may be missing on another system, and a file outside of its library hides a module.
    """
    finding = suspect.finding
    edges = _bordering(finding)
    is_hidden = question.file and not _LIBRARY_FOLDER.search(question.file)
    if finding.life is None or not edges or is_hidden or (installed and finding.has(installed)):
        return None
    return _answer_life(suspect, installed, _relevant(finding, edges))


def _is_handed_on(question: Question, clues: Clues) -> bool:
    """Whether the call passes on whatever arguments its own caller gave: `cls(config, **kwargs)`. None is misspelt."""
    return question.missing is Missing.ARGUMENT and any("**" in statement for statement in clues.statements[:1])


def _answer_life(suspect: Suspect, installed: str | None, edges: tuple[Boundaries, ...]) -> NameVersions:
    finding = suspect.finding
    commands = {install_command(finding, edge): edge for edge in edges}
    commands.pop("", None)
    edge = next(iter(commands.values()), edges[-1])
    life = finding.life
    is_gone = edges[-1].span.last is not None
    replacement = life.instead if life and (is_gone or life.is_reviewed) else None
    home = moved_to(finding) if is_gone and not replacement else ""
    is_asked = not commands or not finding.python or bool(life and life.pythons)
    return _compose(
        suspect,
        installed,
        sentences.tell_life(finding, edges),
        sentences.tell_yanked(finding, edges),
        sentences.tell_replacement(replacement) if replacement else None,
        sentences.tell_elsewhere(finding, home) if home else None,
        sentences.tell_installed(finding, installed),
        sentences.tell_python(finding, edge) if is_asked else None,
        commands=tuple(reversed(commands))[:2],  # what came back first: the span before it may be too old
        has=specifier(edge),
        last=edge.span.last,
        first_without=edge.after,
        first_with=edge.span.first if edge.before is not None else None,
        is_exact=_is_exact(edge),
        replacement=replacement or home or None,
        lack=sentences.tell_lack(finding, edge, installed),
    )


def _compose(
    suspect: Suspect, installed: str | None, *told: Phrase | None, commands: tuple[str, ...] = (), **values: Any
) -> NameVersions:
    """An answer with these sentences, below the name of a package that was guessed; and with these commands, or with
    the reason why they would harm."""
    finding, life = suspect.finding, suspect.finding.life
    warning = _warn_of_command(finding.history.package) if commands else None
    said = (sentences.tell_guess(finding) if suspect.is_guess else None, *told, warning)
    return NameVersions(
        package=finding.history.package,
        name=finding.name,
        kind=life.kind if life else _KINDS[finding.missing],
        is_guess=suspect.is_guess,
        spans=life.spans if life else (),
        installed=installed,
        commands=() if warning else commands,
        sentences=tuple(filter(None, said)),
        **values,
    )


def _warn_of_command(package: str) -> Phrase | None:
    """Why a command that installs another release of this package would harm; None where it would not."""
    if partner := goes_with(package):
        return sentences.tell_goes_with(package, partner)
    return sentences.tell_build() if is_built_for_a_machine(package) else None


def _is_exact(edge: Boundaries) -> bool:
    """Whether the releases on both sides of each end are known. One of two ends is enough if the other is far away."""
    is_end_exact = edge.ends_exactly if edge.span.last is not None else True
    is_start_exact = edge.starts_exactly or (edge.before is None and edge.after is not None)
    return is_end_exact and is_start_exact


def _answer_given(suspect: Suspect, installed: str | None) -> NameVersions | None:
    """The answer about a missing argument, only if the argument is known to be new."""
    finding = suspect.finding
    edge = next((edge for edge in reversed(finding.edges()) if edge.before in finding.without), None)
    if edge is None or finding.life is None or (installed and finding.has(installed) is False):
        return None
    command = install_before(finding, edge)
    return _compose(
        suspect,
        installed,
        sentences.tell_life(finding, (edge,)),
        sentences.tell_yanked(finding, (edge,)),
        sentences.tell_given(finding),
        sentences.tell_installed(finding, installed),
        commands=(command,) if command else (),
        has=specifier(edge),
        last=edge.span.last,
        first_without=edge.after,
        first_with=edge.span.first,
        is_exact=edge.starts_exactly,
    )


def _answer_no_longer_taken(suspect: Suspect, installed: str | None) -> NameVersions | None:
    """The answer about an argument that the callable never had, and took as long as it took any; None otherwise."""
    finding = replace(suspect.finding, life=suspect.finding.takes_anything)
    edges = finding.edges()
    if not edges or edges[-1].after not in finding.without or not edges[-1].ends_exactly:
        return None
    return _answer_life(replace(suspect, finding=finding), installed, (replace(edges[-1], before=None),))


def _answer_never(suspect: Suspect, installed: str | None) -> NameVersions | None:
    """The answer if no release has the name, only if every name of its owner could be read from the source."""
    finding = suspect.finding
    if (
        finding.is_open
        or not (_is_covered(finding) and _is_read_whole(finding))
        or (installed and not _is_read(finding, installed))
    ):
        return None
    home = moved_to(finding)
    elsewhere = sentences.tell_elsewhere(finding, home) if home else None
    return _compose(suspect, installed, sentences.tell_never(finding), elsewhere, replacement=home or None)


def _answer_gone(suspect: Suspect, installed: str | None) -> NameVersions:
    """The answer about a name that left before the oldest release that was read."""
    finding = suspect.finding
    return _compose(
        suspect,
        installed,
        sentences.tell_gone(finding),
        sentences.tell_replacement(finding.gone),
        sentences.tell_installed(finding, installed),
        replacement=finding.gone,
    )


_KINDS = {
    Missing.IMPORT: "attribute",
    Missing.MODULE_ATTRIBUTE: "attribute",
    Missing.MEMBER: "attribute",
    Missing.ARGUMENT: "argument",
    Missing.GIVEN_ARGUMENT: "argument",
    Missing.MODULE: "module",
}


def _plain(suspect: Suspect, installed: str | None, sentence: Phrase) -> NameVersions:
    """An answer that proposes no other version."""
    finding = suspect.finding
    life = finding.life
    newest = finding.edges()[-1] if life else None
    owner = finding.owner.partition(".")[0]
    return NameVersions(
        package=finding.history.package,
        name=finding.name,
        kind=life.kind if life else _KINDS[finding.missing],
        spans=life.spans if life else (),
        has=specifier(newest) if newest else None,
        installed=installed,
        commands=(f'python -c "import {owner}; print({owner}.__file__)"',),
        sentences=(sentence,),
    )


def _answer_hidden(question: Question, suspect: Suspect, installed: str) -> NameVersions:
    """The answer where the release that the paste shows has the name: another file was loaded, or an earlier one."""
    finding = suspect.finding
    if not any(folder in question.file for folder in PACKAGE_FOLDERS):
        return _plain(suspect, installed, sentences.tell_hidden(finding, installed))
    package = finding.history.package
    again = f"python -m pip install --force-reinstall --no-deps '{package}=={installed}'"
    answer = _plain(suspect, installed, sentences.tell_stale(finding, installed))
    return replace(answer, commands=() if _warn_of_command(package) else (again,))


def _bordering(finding: Finding) -> tuple[Boundaries, ...]:
    """The edges next to releases that can print the message, and the newest range if it has the name."""
    edges = finding.edges()
    found = [edge for edge in edges if edge.before in finding.without or edge.after in finding.without]
    is_back = bool(found) and edges[-1].span.last is None and edges[-1] not in found
    return (*found, edges[-1]) if is_back else tuple(found)


def _relevant(finding: Finding, edges: tuple[Boundaries, ...]) -> tuple[Boundaries, ...]:
    """The edges without a beginning before which the owner is missing, too, or an end behind which it is, or nobody
    knows: there, the message would be another one, or none. Between two of them, every release lacks the name."""
    return tuple(
        replace(
            edge,
            before=edge.before if place or edge.before in finding.without else None,
            after=edge.after if place < len(edges) - 1 or edge.after in finding.without else None,
        )
        for place, edge in enumerate(edges)
    )


def _is_half_known(finding: Finding, edge: Boundaries) -> bool:
    """Whether releases beside a span were read, and may have the name or lack it: they make names while they run.

    Where those right behind it were not read, nothing is known of how long it lived.
    """
    releases = finding.history.releases
    is_start_known = edge.before is not None or edge.starts_exactly or edge.span.first == finding.history.read_since
    behind = releases[[each.version for each in releases].index(edge.span.last or releases[-1].version) + 1 :]
    return not (is_start_known and edge.is_end_known) and all(each.read for each in behind[:1])


def _loaded_elsewhere(question: Question, finding: Finding) -> Phrase | None:
    """The sentence for a module that Python loaded from a folder in which pip installs nothing."""
    file = question.file.replace("\\", "/")
    is_path = file.startswith(("/", "~", ".")) or file[1:3] == ":/"
    if not is_path or any(folder in file for folder in PACKAGE_FOLDERS) or "/lib/python" in file:
        return None
    return sentences.tell_loaded(finding, question.file)


def _is_covered(finding: Finding) -> bool:
    parts = finding.name.split(".")
    is_left_out = any(part.startswith("_") and part != "__init__" for part in finding.name.replace("(", ".").split("."))
    is_unread = any(word in part for part in parts for word in _UNREAD)
    return not (is_left_out or is_unread or finding.history.package.lower() in _COMPILED)


def _is_read_whole(finding: Finding) -> bool:
    """Whether the package's first and newest releases were read, so that a name cannot have lived outside of them."""
    read = [release.read for release in finding.history.releases]
    return read[-1] and any(read[: 1 + len(read) // _FIRST])


def _is_read(finding: Finding, version: str | None) -> bool:
    return any(release.version == version and release.read for release in finding.history.releases)
