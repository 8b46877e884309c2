"""The fix as rows: "if … → do …". Articles, projects' cards and rules about messages all write their fixes so."""

from dataclasses import dataclass

from tracefix.phrases import Phrase

_NONE = Phrase()


@dataclass(frozen=True, slots=True)
class Step:
    """One row of a fix. Texts are Markdown without placeholders; a page translates the phrases of a rule."""

    do: Phrase
    condition: Phrase = _NONE  # whom the row is for: "the module belongs to a library"; empty if it is for everybody
    commands: tuple[str, ...] = ()  # one after the other, each fit to be pasted as it stands
    note: Phrase = _NONE  # what it costs, or how to see that it worked
    source: str = ""  # the address that says so, where it is not the article itself


@dataclass(frozen=True, slots=True)
class Remedy:
    """What is wrong, in a clause without a full stop, and the rows of the fix, likeliest first."""

    finding: Phrase = _NONE
    steps: tuple[Step, ...] = ()
