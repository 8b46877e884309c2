"""The names that `from module import *` brings, however the modules of a package import from one another.

Packages import their own parts in circles, and by many ways to the same part. So what is searched for is a fixed
point: the releases in which a module's names come through, each module and each release once.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tracefix.versions.tree import union

OPEN = "**"  # any name may be there
_DEFINED = (":", "()", "()+")  # the signs of classes and functions
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

        What comes back to the taker by way of others is its own, and left out. Any name may be there where the module
        has only begun when the taker asks, and where too many imports were followed in a package: no more are.
        """
        if begun := self._begun(taker, module, mask):
            yield OPEN, begun
        for name, within in self._reached(taker, module, mask & ~begun).items():
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

    def _begun(self, taker: str, module: str, mask: int) -> int:
        """The releases in which a module waits for the taker, and has only some of its names by then: it is a package
        that imports the taker, which is in it, or it imports what the taker defines, behind its star imports."""
        if module.startswith(taker + "."):  # which began first, and waits until the module is there
            return 0
        if taker.startswith(module + "."):
            return self._run_by(module, mask).get(taker, 0)
        files = self._files.get(taker, ())
        own = {f"{taker}.{entry[0]}" for _, (entries, *_) in files for entry in entries if entry[1] in _DEFINED}
        imported = ((each, own.intersection(_targets(module, known[0]))) for each, known in self._files.get(module, ()))
        return mask & union(each for each, names in imported if names)

    def _run_by(self, package: str, mask: int) -> dict[str, int]:
        """The modules of a package that are run when it is imported, with the releases in which they are."""
        found: dict[str, int] = {}
        waiting = [(package, mask)]
        while waiting:
            name, coming = waiting.pop()
            new = coming & ~found.get(name, 0)
            found[name] = found.get(name, 0) | new
            for other_mask, (entries, star_imports, *_) in self._files.get(name, ()) if new else ():
                for whole in (*star_imports, *_targets(name, entries)) if new & other_mask else ():
                    waiting += ((inner, new & other_mask) for inner in self._on_the_way(package, whole))
        return found

    def _on_the_way(self, package: str, whole: str) -> Iterator[str]:
        """The modules of a package that are run when a name of one of them is imported."""
        while whole.startswith(package + "."):
            if whole in self._files:
                yield whole
            whole = whole.rpartition(".")[0]

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


def _targets(module: str, entries: Sequence[Sequence[Any]]) -> Iterator[str]:
    """The whole names that a module imports from its own package."""
    root = module.partition(".")[0]
    return (root + entry[2] for entry in entries if entry[1] == ">" and entry[2].startswith("."))


def public_names(entries: Sequence[Sequence[Any]]) -> Iterator[str]:
    """The names that a star takes from a module without `__all__`."""
    return (entry[0] for entry in entries if not entry[0].startswith("_"))


def _handed_on(exports: Sequence[str]) -> Iterator[str]:
    """The modules whose `__all__` stands in that of another."""
    return (label[1:] for label in exports if label.startswith("*") and label != OPEN)
