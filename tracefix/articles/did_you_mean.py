"""Suggest the known name that somebody meant by an unknown one: "did you mean …?"."""

from collections.abc import Iterable
from difflib import get_close_matches


def choose(word: object, known: Iterable[str]) -> str:
    """What to write in place of an unknown word.

    >>> choose("summry", ["title", "summary"])
    "did you mean 'summary'? choose from title, summary"
    >>> choose("colour", ["title", "summary"])
    'choose from title, summary'
    """
    names = list(map(str, known))  # a member of an enum is shown as its value
    close = closest(str(word), names)
    hint = f"did you mean {close!r}? " if close else ""
    return f"{hint}choose from {', '.join(names)}"


def choose_among_many(word: str, known: Iterable[str]) -> str:
    """Like choose(), for more known words than can be listed: it names only the closest one.

    >>> choose_among_many("cuda-om", ["cuda-oom"])
    "did you mean 'cuda-oom'?"
    >>> choose_among_many("plop", ["cuda-oom"])
    'correct it'
    """
    close = closest(word, known)
    return f"did you mean {close!r}?" if close else "correct it"


def closest(word: str, known: Iterable[str]) -> str:
    """The known word that is most like another; "" if none is like it."""
    return next(iter(get_close_matches(word, list(known), n=1, cutoff=0.7)), "")
