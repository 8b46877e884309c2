"""Find the root errors of a report: the first error of every chain, and of those the most informative ones."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

from tracefix.reading.report import Error, Frame, Weight
from tracefix.reading.wrappers import is_failed_build

_IMPORTS = ("ImportError", "ModuleNotFoundError")
_FEWEST_WORDS = 6  # of a message that says more than a name


def mark_roots(
    errors: Sequence[Error],
    chains: Iterable[Sequence[int]],
    frames_below: Mapping[int, Sequence[Frame]],
    *,
    is_cut: bool,
) -> tuple[Error, ...]:
    """The errors with the roots marked, each with the frames that stand below it.

    A chain is a list of indexes of errors that brought each other about, causes first. Where the report is cut, the
    root is missing: no notice stands for it.
    """
    errors = _without_tried_imports(errors, chains := list(chains))
    errors = _without_tried_look_ups(errors, chains)
    errors = _without_titles(_without_headings(errors))
    firsts = [_first_informative(errors, chain) for chain in chains]
    most = max((errors[index].weight for index in firsts), default=Weight.NOTICE)
    if is_cut and most is Weight.NOTICE:
        firsts = []
    roots = {index for index in firsts if errors[index].weight is most}
    roots -= _told_before(errors, roots)
    return tuple(
        replace(error, is_root=index in roots, frames=(*error.frames, *frames_below.get(index, ())))
        if index in roots or index in frames_below
        else error
        for index, error in enumerate(errors)
    )


def _told_before(errors: Sequence[Error], roots: Container[int]) -> set[int]:
    """Those without a stack that a later root says again with its stack: a title, or a sentence above the paste."""
    shown = [(at, error) for at, error in enumerate(errors) if at in roots and error.frames and error.message]
    return {
        at
        for at, error in enumerate(errors)
        if at in roots and not error.frames and any(at < later and _says(error, other) for later, other in shown)
    }


def _says(told: Error, shown: Error) -> bool:
    """Whether two errors are one. What is told may be closed by a mark; words behind it are of a longer message."""
    behind = told.message.removeprefix(shown.message)
    is_whole = behind != told.message and not (behind[:1].isalnum() or behind[:1].isspace())
    return told.type == shown.type and is_whole


def _without_tried_imports(errors: Sequence[Error], chains: Iterable[Sequence[int]]) -> list[Error]:
    """The errors, of which imports that were tried before a build are notices.

    A compiled part that is not there yet is built, and only the build's failure ends the program.
    """
    tried: set[int] = set()
    for chain in chains:
        build = next((at for at, index in enumerate(chain) if is_failed_build(errors[index])), 0)
        if all(_class(errors[index]) in _IMPORTS for index in chain[:build]):
            tried.update(chain[:build])
    return _as_notices(errors, tried)


def _without_tried_look_ups(errors: Sequence[Error], chains: Iterable[Sequence[int]]) -> list[Error]:
    """The errors, of which look-ups of classes that were tried first are notices.

    What lacks a class makes it, and what fails is the making. Python shows the look-up above it.
    """
    tried: set[int] = set()
    for chain in chains:
        first = list(takewhile(lambda index: _is_look_up_of_a_class(errors[index]), chain))
        if len(first) < len(chain):
            tried.update(first)
    return _as_notices(errors, tried)


def _without_titles(errors: Sequence[Error]) -> list[Error]:
    """The errors, of which those that only repeat one with a stack, as the title of an issue does, are notices."""
    told = {(_class(error), told) for error in errors if error.frames for told in (_plain(error.message), "")}
    titles = {
        at
        for at, error in enumerate(errors)
        if error.type and not error.frames and (_class(error), _plain(error.message)) in told
    }
    return _as_notices(errors, titles)


def _without_headings(errors: Sequence[Error]) -> list[Error]:
    """The errors, of which headings are notices: TensorFlow's `ValueError: in user code:`, above the error itself.

    The stack above the heading is that of the error.
    """
    pairs = list(pairwise(errors))
    headings = {at for at, (above, below) in enumerate(pairs) if _is_heading(above) and above.type == below.type}
    framed = [
        replace(error, frames=errors[at - 1].frames) if at - 1 in headings and not error.frames else error
        for at, error in enumerate(errors)
    ]
    return _as_notices(framed, headings)


def _is_heading(error: Error) -> bool:
    return error.message.strip() == "in user code:"


def _class(error: Error) -> str:
    return error.type.rpartition(".")[2]


def _plain(message: str) -> str:
    """A message without the signs that a title adds or leaves out at its ends."""
    return message.strip(" \t\n'\"`.:")


def _as_notices(errors: Sequence[Error], tried: Container[int]) -> list[Error]:
    """The errors, of which those at these places are notices."""
    return [replace(error, weight=Weight.NOTICE) if at in tried else error for at, error in enumerate(errors)]


def _is_look_up_of_a_class(error: Error) -> bool:
    return error.type == "KeyError" and error.message.startswith("<class '")


def _first_informative(errors: Sequence[Error], chain: Sequence[int]) -> int:
    """The first error of a chain that is no wrapper; the first of all if there is none."""
    chain = [index for index in chain if errors[index].weight is not Weight.NOTICE] or chain
    first = next((index for index in chain if not errors[index].is_secondary), chain[0])
    later = chain[chain.index(first) + 1 :]
    return next((index for index in later if _retells(errors[index], errors[first])), first)


def _retells(later: Error, first: Error) -> bool:
    """Whether an error says in words of what kind the key is that the first one only names."""
    key = first.message.strip("'\"")
    words = later.message.replace(",", " ").replace("'", " ").replace("`", " ").split()
    return _class(first) == "KeyError" != _class(later) and key in words and len(words) >= _FEWEST_WORDS
