"""Findings: the releases of a package in which a name is missing from the owner that a paste names.

A release counts where it has the owner and not the name: in another one the message could not have been printed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from packaging.specifiers import SpecifierSet

from tracefix.versions.history import History
from tracefix.versions.model import Boundaries, Life
from tracefix.versions.questions import Missing
from tracefix.versions.requirements import runs_on

ARGUMENTS = (Missing.ARGUMENT, Missing.GIVEN_ARGUMENT)


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of looking up a name in a package's history.

    `owner` and `name` are whole names as in the history; a module that is in no other one has no owner. `life` is None
    if no release that was read has the name. `without` are the releases in which the message can be printed, the oldest
    first; of an argument that a call does not give, those in which it cannot; one that may have the name, unseen, is
    none of them. `is_open` says that the owner makes names while it runs, so that a reading of its source may miss
    some; `is_unsure`, that it may have done so with this one. `takes_anything` is the life of a callable that took any
    argument, where that of the message was never one of its own. `gone` is what to use instead of a name that the
    reviewed table knows and no release that was read has. `python` is the reader's, "" if it is not known. `caller` is
    the package whose code asked for the name, "" for the reader's own.
    """

    history: History
    missing: Missing
    owner: str
    name: str
    life: Life | None
    without: tuple[str, ...]
    is_open: bool = False
    is_unsure: bool = False
    takes_anything: Life | None = None
    gone: str = ""
    python: str = ""
    caller: str = ""

    def edges(self) -> tuple[Boundaries, ...]:
        """The spans of the name's life, each with its boundaries."""
        return self.history.neighbours(self.life) if self.life else ()

    def has(self, version: str) -> bool | None:
        """Whether a release has the name; None if it is not known."""
        if self.life is None:
            return False if version in self.without else None
        return self.history.has(self.life, version)

    def running(self, versions: Sequence[str]) -> list[str]:
        """Those of the releases that are made for the reader's Python. Where one is known not to be, those of which
        nobody knows are none, for they are older. None are if the name is on other Pythons only."""
        of_name = SpecifierSet(self.life.pythons if self.life else "")
        if self.python and not of_name.contains(self.python):
            return []
        runs = {each: runs_on(self.history.package, each, self.python, self.history.folder) for each in versions}
        return [each for each in versions if runs[each] or (runs[each] is None and False not in runs.values())]


def whole_name(missing: Missing, owner: str, name: str) -> str:
    """The name as the history has it: `pkg.Class.method(argument)`."""
    return f"{owner}({name})" if missing in ARGUMENTS else f"{owner}.{name}"


def look_up(
    history: History, missing: Missing, owner: str, name: str, owner_life: Life | None = None
) -> Finding | None:
    """Look up a name. None if the history does not know its owner, or if the message cannot be about this package.

    `owner_life` is that of the owner, where the caller has it already.
    """
    owner_life = owner_life or history.life(owner)
    if owner_life is None:
        return None
    whole = whole_name(missing, owner, name)
    life = history.module_life(whole) if missing is Missing.MODULE else history.life(whole)
    spans = history.accepts_anything(owner)
    open_life = Life(history.package, owner, "argument", spans, None) if spans else None
    takes_all = open_life if missing is Missing.ARGUMENT else None  # there, nothing is unexpected
    fine = history.having(life) if life else frozenset()
    if takes_all:
        fine |= history.having(takes_all)
    with_owner = history.having(owner_life)
    may_have = history.unsure(life) if life and missing not in ARGUMENTS else history.may_have(whole)
    unsure = may_have & with_owner - fine
    fine |= unsure
    without = tuple(
        release.version for release in history.releases if release.version in with_owner and release.version not in fine
    )
    is_open = bool(open_life and not history.having(open_life).isdisjoint(without)) or bool(unsure and not life)
    if not life and not without:
        return None
    taken = None if life else takes_all
    gone = "" if life else history.instead_of_gone(whole)
    return Finding(history, missing, owner, whole, life, without, is_open, bool(unsure), taken, gone)


def look_up_whole_module(history: History, name: str) -> Finding | None:
    """Look up a module that is in no other one. Such a name may be that of any file, or of a package that is not
    installed; so None unless the reviewed table says that it left or came."""
    life = history.module_life(name)
    if life is None or not life.is_reviewed:
        return None
    having = history.having(life)
    without = tuple(each.version for each in history.releases if each.read and each.version not in having)
    return Finding(history, Missing.MODULE, "", name, life, without) if without else None


def moved_to(finding: Finding) -> str:
    """The module in which the newest release has a name that left its own; "" if there is none, or more than one.

    What a package hands on from one module to another has several names; the shortest stands for it. Another thing that
    only bears the same name is no home: `torch.log` is none for the `log` of a module about agents.
    """
    if finding.missing in (*ARGUMENTS, Missing.MEMBER):
        return ""
    leaf = finding.name.rpartition(".")[2]
    kinds = ("module",) if finding.missing is Missing.MODULE else ("class", "function")
    homes = [
        life.name
        for life in finding.history.ending_with(leaf)
        if life.kind in kinds and not life.is_over and life.name.rpartition(".")[0] != finding.owner
    ]
    if finding.life is not None:
        homes = [home for home in homes if _is_alike(finding.history, finding.life, home)]
    if not homes:
        return ""
    shortest, *others = homes
    above = shortest.rpartition(".")[0]
    is_one = (
        above
        and all(home.startswith(f"{above}.") for home in others)
        and len(shortest) < min(map(len, others), default=9_999)
    )
    return shortest if is_one else ""


def _is_alike(history: History, gone: Life, home: str) -> bool:
    """Whether the two hold much the same arguments, members or names: half of those of the one that has fewer."""
    new = history.life(home)
    if new is None or new.kind != gone.kind:
        return False
    old, now = history.labels(gone.name), history.labels(home)
    shared = len(old & now)
    return shared * 2 >= min(len(old), len(now)) and (shared > 0 or old == now or gone.kind == "class")
