"""Which projects a paste shows, by the names on their cards, and to which of them an error belongs.

Every name has a gate, its longest plain text. All gates are one set, scanned once over the paste; only the names whose
gate is there are looked for. So some hundred cards cost about as much as one.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

import re2

from tracefix.linear_re import TextSet, compile_expression
from tracefix.projects.model import Card
from tracefix.reading.origins import PACKAGE_FOLDERS, Origin, innermost_last, package_of
from tracefix.reading.report import Error

_BEFORE_PATH = r"(?:^|[/\\\s\"'`(=:,<>])"
_BEFORE_PROGRAM = r"(?m)(?:^|[$>#%❯] ?|\]: ?|[/\\]|['\"`])"
_CLONE_ENDINGS = ("-main", "-master", "-dev", "-develop")
_ANYBODYS = ("datasets", "pipelines", "server")  # repositories whose name any program gives to a folder of its own
_MOST_FRAMES = 100  # of an error that are looked at: the inner ones


@dataclass(frozen=True)
class _Name:
    """One name of a card, what makes the expression that finds it, and a text that every match holds."""

    card: Card
    gate: str
    name: str
    to_regex: Callable[[str], str]  # called for the few names whose gate is there

    def is_in(self, text: str) -> bool:
        return compile_expression(self.to_regex(self.name)).search(text) is not None


class Projects:
    """All cards, and what finds their names. Immutable; build it once, share it between threads."""

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        self.cards = tuple(cards)
        self._by_module = {module: card for card in self.cards for module in card.names.modules}
        self._by_clone = {name.lower(): card for card in self.cards for name in _clone_names(card)}
        self._forks = {name.lower(): card for card in self.cards for name in card.forks}

    @cached_property
    def _names(self) -> tuple[TextSet, list[list[_Name]]]:
        """Made when the first paste asks for them: a start has other things to do."""
        by_gate: dict[str, list[_Name]] = {}
        for card in self.cards:
            for name in _names(card):
                by_gate.setdefault(name.gate, []).append(name)
        return TextSet(by_gate), list(by_gate.values())

    def shown_in(self, text: str) -> tuple[Card, ...]:
        """The projects of which a text shows a name, in the order of their ids."""
        if not self.cards:
            return ()
        gates, names = self._names
        found: dict[str, Card] = {}
        for number in gates.found_in(text):
            for name in names[number]:
                if name.card.id not in found and name.is_in(text) and not self._may_be_fork(name.card, text):
                    found[name.card.id] = name.card
        return tuple(found[id_] for id_ in sorted(found))

    def owners(self, error: Error, origin: Origin, text: str, shown: Sequence[Card]) -> Iterator[Card]:
        """The projects to which an error may belong, the likeliest first.

        It is the one whose code raised it, or whose class it is, or one on the way there; else one that the error's own
        lines name; else the only one that the paste shows. Where the paste shows several, none of them is a guess.
        """
        found: dict[str, Card] = {}
        for card in self._in_order(error, origin, text, shown):
            if not self._may_be_fork(card, text):
                found.setdefault(card.id, card)
        return iter(found.values())

    def named_by(self, error: Error, origin: Origin, text: str) -> Iterator[Card]:
        """The projects whose code raised an error, whose class it is, or that its own lines name."""
        yield from self._raisers(error, origin)
        yield from self.shown_in(_lines_of(error, text))

    def _raisers(self, error: Error, origin: Origin) -> Iterator[Card]:
        modules = (origin.raised_in, error.type.partition(".")[0] if "." in error.type else "")
        return (self._by_module[module] for module in modules if module in self._by_module)

    def _in_order(self, error: Error, origin: Origin, text: str, shown: Sequence[Card]) -> Iterator[Card]:
        yield from self._raisers(error, origin)
        files = [frame.file for frame in reversed(innermost_last(error)[-_MOST_FRAMES:])]
        if origin.own:
            files.append(origin.own.file)
        yield from filter(None, map(self.of_path, files))
        yield from self.shown_in(_lines_of(error, text))
        if len(shown) == 1:
            yield shown[0]

    def clone_of(self, error: Error) -> Card | None:
        """The project in whose clone the line stands that failed last; None if that is of an installed package."""
        frame = next(iter(innermost_last(error)[-1:]), None)
        if frame is None or any(folder in PACKAGE_FOLDERS for folder in frame.file.replace("\\", "/").split("/")):
            return None
        return self.of_path(frame.file)

    def of_module(self, module: str) -> Card | None:
        """The project that a module belongs to, by its top-level name."""
        return self._by_module.get(module.partition(".")[0])

    def of_path(self, path: str) -> Card | None:
        """The project in whose package or clone a file lies.

        A folder tells no clone if it is called as a package and does not hold that: it may be anybody's, unless the
        card names the folder itself.
        """
        if card := self._by_module.get(package_of(path)):
            return card
        above = path.replace("\\", "/").split("/")[:-1]
        folders = list(takewhile(lambda folder: folder not in PACKAGE_FOLDERS, above))  # below lies no clone
        clone: Card | None = None
        for folder in folders:
            if folder.lower() in self._forks:
                return None
            if clone and folder in clone.names.modules:
                return clone
            name = _without_ending(folder.lower())
            if card := self._by_clone.get(name):
                if name not in card.names.modules or name in map(str.lower, card.names.folders):
                    return None if self._forks.keys() & set(map(str.lower, folders)) else card
                clone = card
        return None

    def _may_be_fork(self, card: Card, text: str) -> bool:
        """Whether the text may be about a copy: of a project that has some, the paste must name the clone itself."""
        if not card.forks:
            return False
        return any(_is_clone_in(fork, text) for fork in card.forks) or not any(
            _is_clone_in(name, text) for name in _clone_names(card)
        )


def _clone_names(card: Card) -> Iterator[str]:
    name = card.repository.rpartition("/")[2]
    if name.lower() not in _ANYBODYS:
        yield name
    yield from card.names.folders


def _is_clone_in(name: str, text: str) -> bool:
    regex = rf"(?i)[/\\ ]{re2.escape(name)}(?:-main|-master)?[/\\:$#>\]\s\"']"
    return compile_expression(regex).search(text) is not None


def _without_ending(folder: str) -> str:
    return next((folder.removesuffix(ending) for ending in _CLONE_ENDINGS if folder.endswith(ending)), folder)


def _lines_of(error: Error, text: str) -> str:
    """The lines of an error, from the beginning of its first, where a log prefix stands."""
    return text[text.rfind("\n", 0, error.start) + 1 : max(error.end, error.block_end)]


def _names(card: Card) -> Iterator[_Name]:
    """The names of a card, each with what makes its expression."""
    names = card.names
    for module in names.modules:
        yield _Name(card, module, module, _module_regex)
    for clone in _clone_names(card):
        if clone.lower() not in names.modules or clone in names.folders:
            yield _Name(card, clone, clone, _clone_path_regex)
    for program in names.programs:
        yield _Name(card, _gate(program), program, _program_regex)
    for path in names.paths:
        yield _Name(card, _gate(path.replace("/", "*")), path, _path_regex)
    for prefix in names.log_prefixes:
        yield _Name(card, _gate(prefix), prefix, _prefix_regex)
    for message in names.messages:
        yield _Name(card, _gate(message), message, glob_regex)
    for port in names.ports:
        yield _Name(card, str(port), str(port), _port_regex)


def _module_regex(module: str) -> str:
    word = re2.escape(module)
    return (
        rf"(?m)-packages[/\\]{word}[/\\.]|\bNo module named ['\"]?{word}\b|^\s*(?:from|import) {word}\b"
        rf"|(?:^|[\s\"'(]){word}(?:\.\w+)*\.\w*(?:Error|Exception)\b|\bpip3? install (?:\S+ )*{word}\b"
    )


def _clone_path_regex(clone: str) -> str:
    return rf"[/\\]{re2.escape(clone)}(?:-main|-master)?[/\\]"


def _program_regex(program: str) -> str:
    name = glob_regex(program, r"[\w.+-]*")
    return rf"{_BEFORE_PROGRAM}{name}(?:\.exe)?(?:[\s:'\"`]|$)"


def _path_regex(path: str) -> str:
    end = r"\b" if path[-1:].isalnum() else ""  # `*.inter` is no part of host.docker.internal
    return rf"(?m){_BEFORE_PATH}{_path_glob(path)}{end}"


def _prefix_regex(prefix: str) -> str:
    return rf"(?m)^[^\n]{{0,60}}?{glob_regex(prefix)}"


def _port_regex(port: str) -> str:
    return rf"(?:localhost|\d|\]|[\w.-]):{port}\b|\bport(?:=|: ?| ){port}\b"


def _gate(glob: str) -> str:
    return max(glob.split("*"), key=len)


def glob_regex(glob: str, any_run: str = r"[^\n]*?") -> str:
    """The expression of a name that is looked for within a line."""
    return any_run.join(map(re2.escape, glob.split("*")))


def _path_glob(glob: str) -> str:
    r"""A path with a `/` or a `\`, or two of them, at each `/`; `*` ends where the path does."""
    return r"[/\\]{1,2}".join(glob_regex(folder, r"[^\s\"'<>|]*?") for folder in glob.split("/"))


def fits_path(globs: Iterable[str], path: str) -> bool:
    r"""Whether the end of a path fits one of these globs.

    >>> fits_path(["raw/*/a.json"], r"D:\data\raw\x\a.json"), fits_path(["raw/*"], "/data/draw/x")
    (True, False)
    """
    whole = path.replace("\\\\", "\\").replace("\\", "/")
    return any(compile_expression(rf"(?:.*/)?{glob_regex(glob)}").fullmatch(whole) for glob in globs)
