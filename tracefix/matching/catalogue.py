"""The catalogue: all signatures, and a fast way to leave aside those that cannot fit a paste.

Each signature has a gate, the longest text that every match of it holds, or a few texts of which every match holds one.
All gates together are one RE2 set of plain strings, scanned once over the squashed paste; only the few signatures whose
gate is there are tried. So thousands of signatures cost about as much as one.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import re2

from tracefix.articles.model import Article
from tracefix.articles.signatures import Role, Signature, glob_to_regex, template_parts
from tracefix.linear_re import TextSet
from tracefix.matching.advice import ADVICE
from tracefix.matching.required_texts import literals_of_pattern, texts_of_pattern
from tracefix.projects.shown import Projects
from tracefix.reading.cleaning import squash, squashed_pieces

_SHORTEST_GATE = 4  # characters; a shorter one would let nearly every paste pass
_SHORTEST_CHOICE = 3  # bytes, of each of a few texts: one Chinese character says as much
_SHORTEST_SQUASHED = 8  # bytes of a whole message; the quotes that set a shorter one apart from a word are gone there
_SHORTEST_HALF = 5  # … of half a text, which stands in for the whole where the other half is damaged
# Signatures tried on one paste: so many, and one more for each so many characters. Real reports need 15 at most.
_MOST_SIGNATURES = 100
_CHARACTERS_PER_SIGNATURE = 5_000


@dataclass(frozen=True)
class KnownSignature:
    """A signature, the article it belongs to (None for standing advice), and what is derived from it once.

    A start needs the gates of all; of the squashed readings, only those of signatures that are tried are made.
    """

    article: Article | None
    signature: Signature

    @cached_property
    def required(self) -> str:
        """Text that every match holds; "" if none is certain."""
        return _required_text(self.signature)

    @cached_property
    def squashed_regex(self) -> str:
        """The signature's expression for the squashed text; "" if there is none."""
        return _squashed_regex(self.signature)

    @cached_property
    def squashed_literals(self) -> tuple[str, ...]:
        """Texts that a match of that one holds."""
        literals = [literal for literal in map(squash, self.signature.literals) if literal]
        return (_without_first_letter(literals[0]), *literals[1:]) if literals else ()

    @cached_property
    def squashed_start(self) -> str:
        """The text with which the squashed pattern begins, perhaps after one letter; "" if that may be anything."""
        begins = self.squashed_literals and not self.signature.message.startswith("{")
        return self.squashed_literals[0] if begins and squash(self.signature.literals[0]) else ""

    @cached_property
    def squashed_refused(self) -> tuple[tuple[str, str], ...]:
        """Placeholders, and expressions of what they may not stand for."""
        return tuple((name, squashed_globs(globs)) for name, globs in self.signature.where_not.items())

    @property
    def is_advice(self) -> bool:
        return self.signature.role is Role.ADVICE

    @cached_property
    def gate(self) -> str:
        """The required text as it reads in the squashed paste."""
        return _without_first_letter(squash(self.required))

    @property
    def is_required_told(self) -> bool:
        """Whether the required text is long enough to tell where the signature may fit."""
        return len(self.gate) >= _SHORTEST_GATE

    @property
    def gates(self) -> tuple[str, ...]:
        """Texts of which a squashed paste holds one, if the signature fits; none if that is not certain."""
        own_gates = (self.gate,) if self.is_required_told else ()
        pattern = self.signature.pattern
        texts = tuple(map(_without_first_letter, texts_of_pattern(pattern))) if pattern else ()
        shortest = min((len(text.encode()) for text in texts), default=0)
        return texts if shortest >= _SHORTEST_CHOICE and shortest > len("".join(own_gates).encode()) else own_gates


class Gates(NamedTuple):
    """The texts of which a squashed paste holds one, if a signature fits; none if that is not certain."""

    texts: tuple[str, ...]
    is_template: bool


def gates_of(article: Article) -> tuple[Gates, ...]:
    """The gates of an article's signatures, in order. To find them takes most of the time that a catalogue takes."""
    known = (KnownSignature(article, signature) for signature in article.signatures)
    return tuple(Gates(each.gates, bool(each.signature.message)) for each in known)


@dataclass(frozen=True, slots=True)
class GateTable:
    """Where the gates of signatures lead. A place is an article's slug and which of its signatures: `cuda-oom#0`.

    Somebody may keep it: to make it takes longer than to match a paste. Standing advice has no slug.
    """

    ungated: Sequence[str]  # places without a gate
    gated: Mapping[str, Sequence[str]]  # places by gate
    read_halves: Callable[[], Mapping[str, Sequence[str]]]  # places of templates by half a gate; few pastes ask for it

    def joined(self, other: "GateTable") -> "GateTable":
        """This table with the places of another one behind its own."""
        return GateTable(
            (*self.ungated, *other.ungated),
            _joined(self.gated, other.gated),
            lambda: _joined(self.read_halves(), other.read_halves()),
        )


def _joined(places: Mapping[str, Sequence[str]], others: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
    return {**places, **{gate: (*places.get(gate, ()), *more) for gate, more in others.items()}}


def gates_of_advice() -> Mapping[str, tuple[Gates, ...]]:
    """The gates of standing advice, as of an article without a slug."""
    return {"": tuple(Gates(KnownSignature(None, advice).gates, is_template=False) for advice in ADVICE)}


def gate_table(gates: Mapping[str, Iterable[Gates]]) -> GateTable:
    """The table of these gates, given by slug in the order of the signatures."""
    ungated: list[str] = []
    gated: dict[str, list[str]] = {}
    halves: dict[str, list[str]] = {}
    for slug, every in gates.items():
        for number, (texts, is_template) in enumerate(every):
            place = f"{slug}#{number}"
            if not texts:
                ungated.append(place)
            elif is_template:
                middle = len(texts[0]) // 2
                for half in (texts[0][:middle], texts[0][middle:]) if middle >= _SHORTEST_HALF else ():
                    halves.setdefault(half, []).append(place)
            for gate in texts:
                gated.setdefault(gate, []).append(place)
    return GateTable(ungated, gated, lambda: halves)


class Catalogue:
    """All articles with the gates of their signatures, and all projects. Immutable; share it between threads."""

    def __init__(
        self,
        articles: Iterable[Article] | Mapping[str, Article],
        projects: Projects | None = None,
        gates: Mapping[str, Sequence[Gates]] = {},
        table: GateTable | None = None,
    ) -> None:
        """The articles, or a mapping of them by slug.

        `gates` has what gates_of() gave for some of them, if somebody has kept it, or `table` what gate_table() gave
        for all, with gates_of_advice(): these articles are not looked at before a paste passes one of their gates.
        """
        named = articles if isinstance(articles, Mapping) else {article.slug: article for article in articles}
        self._articles: Mapping[str, Article] = named
        self.projects = projects or Projects()
        self._known: dict[str, KnownSignature] = {}
        self._table = table or gate_table(
            {**gates_of_advice(), **{slug: gates[slug] if slug in gates else gates_of(named[slug]) for slug in named}}
        )
        self._gated = list(self._table.gated.values())  # by index in the set
        self._gates = TextSet(self._table.gated)
        self._longest_gate = max((len(gate.encode()) for gate in self._table.gated), default=1)  # bytes

    @property
    def articles(self) -> Collection[Article]:
        """Every article; those that were not read before are read."""
        return self._articles.values()

    @property
    def slugs(self) -> Collection[str]:
        """The slugs of all articles, of which none is read."""
        return self._articles.keys()

    def candidates(self, text: str) -> Iterator[KnownSignature]:
        """The signatures whose required text occurs in a paste, squashed or not."""
        found = (place for number in self._gates_in(text) for place in self._gated[number])
        return map(self._signature_at, dict.fromkeys((*self._table.ungated, *found)))

    def _gates_in(self, text: str) -> list[int]:
        """The numbers of the gates that occur in a squashed text; some lie across its pieces."""
        found: set[int] = set()
        before = b""
        for piece in squashed_pieces(text):
            found.update(self._gates.found_in(before + piece))
            before = (before + piece)[-self._longest_gate :]
        return sorted(found)

    def half_candidates(self, squashed: str) -> list[KnownSignature]:
        """The templates of which one half of the required text occurs in a squashed paste.

        One slip of the keyboard leaves a half of it whole, and so does a cut.
        """
        halves, places = self._halves
        found = (place for number in halves.found_in(squashed) for place in places[number])
        return list(map(self._signature_at, dict.fromkeys(found)))

    @cached_property
    def _halves(self) -> tuple[TextSet, list[Sequence[str]]]:
        """Few pastes ask for them, so they are compiled when the first one does."""
        by_half = self._table.read_halves()
        return TextSet(by_half), list(by_half.values())

    def _signature_at(self, place: str) -> KnownSignature:
        if place not in self._known:
            slug, _, number = place.rpartition("#")
            article = self._articles[slug] if slug else None
            signatures = article.signatures if article else ADVICE
            self._known[place] = KnownSignature(article, signatures[int(number)])
        return self._known[place]


def most_specific(signatures: list[KnownSignature], length: int) -> list[KnownSignature]:
    """The signatures to compare a paste of this length with. If there are too many, the most specific ones."""
    most = _MOST_SIGNATURES + length // _CHARACTERS_PER_SIGNATURE
    if len(signatures) <= most:
        return signatures
    return sorted(signatures, key=lambda known: (known.signature.general, -len(known.required)))[:most]


def squashed_globs(globs: Iterable[str]) -> str:
    """The globs as they read in the squashed text."""
    return "|".join(glob_to_regex(squash(glob.replace("*", "\0"))).replace(r"\x00", ".*?") for glob in globs)


def _without_first_letter(text: str) -> str:
    """The text as it is still found where its first letter was lost: easily, where a line is marked with the mouse."""
    return text[1:]


def _required_text(signature: Signature) -> str:
    """The longest piece of text that every match of the signature holds; "" if none is certain."""
    pieces = signature.literals if signature.message else literals_of_pattern(signature.pattern)
    return max(pieces, key=lambda text: len(squash(text)), default="") if len(pieces) != 1 else pieces[0]


def _squashed_regex(signature: Signature) -> str:
    """The signature as it reads in the squashed text; "" if there is none (a pattern is tried on the text only)."""
    if not signature.where and len(squash(signature.message).encode()) < _SHORTEST_SQUASHED:
        return ""
    pieces: list[str] = []
    for text, name in template_parts(signature.message):
        if not name:
            literal = squash(text)
            if literal and not pieces:
                pieces.append(f"{re2.escape(literal[0])}?")
                literal = _without_first_letter(literal)
            pieces.append(re2.escape(literal))
        elif name in signature.where:
            pieces.append(f"(?P<{name}>{squashed_globs(signature.where[name])})")
        else:
            pieces.append(f"(?P<{name}>.+?)")
    return "".join(pieces)
