"""The names that `from module import *` brings, however the modules of a package import from one another.

Packages import their own parts in circles, and by many ways to the same part. So what is searched for is a fixed
point: the releases in which a module's names come through, each module and each release once.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tracefix.versions.tree import union

OPEN = "**"  # any name may be there
_MOST_STEPS = 5_000_000  # imports followed in a package: some ten seconds. The largest packages need a hundredth

_Files = Sequence[tuple[int, list[Any]]]  # the different files of a module: releases, and facts.SourceNames.dump()


class StarImports:
    """What the modules of a package hand on to each other. `steps` counts the imports that were followed."""

    def __init__(self, files: Mapping[str, _Files]) -> None:
        self._files = files
        self._inner: dict[
            str, list[str]
        ] = {}  # package -> its public modules, which a star takes once they are imported
        for package, _, label in (name.rpartition(".") for name in sorted(files)):
            if not label.startswith("_"):
                self._inner.setdefault(package, []).append(label)
        self.steps = 0

    def taken(self, taker: str, module: str, mask: int) -> Iterator[tuple[str, int]]:
        """The names that `taker` has from a module in the releases of `mask`, each with its releases.

        What comes back to the taker by way of others is its own, and left out. When too many imports were followed in
        a package, no more are: any name may then be there.
        """
        for name, within in self._reached(taker, module, mask).items():
            if name not in self._files:
                yield OPEN, within  # a compiled module, or one that is not there
            for other_mask, (entries, _, _, exports, *_) in self._files.get(name, ()):
                labels = exports if exports is not None else public_names(entries)
                for label in dict.fromkeys(labels) if within & other_mask else ():
                    if label == OPEN or not label.startswith("*"):
                        yield label, within & other_mask
                for label in self._inner.get(name, ()) if exports is None else ():
                    yield label, within & other_mask & union(each for each, _ in self._files[f"{name}.{label}"])
        if self.steps >= _MOST_STEPS:
            yield OPEN, mask

    def _reached(self, taker: str, module: str, mask: int) -> dict[str, int]:
        """The modules whose names come through, with the releases in which they do."""
        reached: dict[str, int] = {}
        waiting = [(module, mask)]
        while waiting and self.steps < _MOST_STEPS:
            self.steps += 1
            name, coming = waiting.pop()
            new = coming & ~reached.get(name, 0)
            if name == taker or not new:
                continue
            reached[name] = reached.get(name, 0) | new
            for other_mask, (_, star_imports, _, exports, *_) in self._files.get(name, ()):
                if within := new & other_mask:
                    onward = star_imports if exports is None else _handed_on(exports)
                    waiting += ((inner, within) for inner in dict.fromkeys(onward))
        return reached


def public_names(entries: Sequence[Sequence[Any]]) -> Iterator[str]:
    """The names that a star takes from a module without `__all__`."""
    return (entry[0] for entry in entries if not entry[0].startswith("_"))


def _handed_on(exports: Sequence[str]) -> Iterator[str]:
    """The modules whose `__all__` stands in that of another."""
    return (label[1:] for label in exports if label.startswith("*") and label != OPEN)
