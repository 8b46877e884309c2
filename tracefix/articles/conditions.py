"""Conditions: what must hold of a paste for a case of an article to decide. Parsed once, when the article is loaded.

    {module} is cv2 | skimage.*        one of these globs fits the whole value; `is not`: none does
    {last} is {first}                  both values were captured and are the same; `is not`: they differ
    {port} is captured                 the paste has a value for it; `is missing`: it has none
    {reserved} >= {size}               numbers with or without units; sums and products of them on both sides
    {total} - {free} - {used} > 1 GiB
    stack has */pin_memory.py          a file of the error's stack, or a line of code quoted in it, fits a glob
    last frame has */site-packages/*   the same of the innermost frame alone, in which the error was raised
    caller of pandas is installed      the innermost frame outside of these packages is of another one; `own`: of none
    torch >= 2.1                       a version that the paste shows, by PEP 440
    project is nnunet | ollama         the paste shows one of these projects, by their cards; `is not`: none of them
    system is Windows | macOS          the paste is from one of these systems; if it does not tell, this does not hold
    place is notebook | Slurm          the paste shows that the program runs there, by what only that place prints
    paste has *nvcc fatal*             a line of the paste fits a glob; in both, `/` and `\\` are the same

A condition on what the paste does not have, or on what is no number where one is needed, does not hold.
"""

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import NamedTuple, Protocol

from packaging.specifiers import SpecifierSet

from tracefix.articles.did_you_mean import choose
from tracefix.articles.quantities import NUMBER, UNIT, Quantity, read_quantity
from tracefix.articles.signatures import Globs
from tracefix.lazy_pattern import lazy_pattern

# These run on our own files only, never on a paste.
_NAME = r"\{([a-z][a-z0-9_]*)\}"
_IS = lazy_pattern(rf"{_NAME} +is +(?P<negated>not +)?(?P<globs>.+)")
_STACK = lazy_pattern(r"(?P<where>stack|last frame) has (?P<globs>.+)")
_CALLER = lazy_pattern(r"caller of (?P<packages>.+) is (?P<whose>installed|own)")
_AROUND = lazy_pattern(r"(?P<what>project is(?: not)?|system is|place is|paste has) (?P<globs>.+)")
_COMPARED = lazy_pattern(r"(?P<left>[^<>=!]+?)\s*(?P<sign><=|>=|==|<|>)\s*(?P<right>[^<>=!]+)")
_VERSION = lazy_pattern(r"[A-Za-z][\w.-]*\s*[<>=!~]")
_TERM = lazy_pattern(rf"\s*(?:{_NAME}|({NUMBER.removeprefix('[+-]?')} ?(?:{UNIT})?)(?![\w.]))\s*")
_SIGN = lazy_pattern(r"\s*([-+*])")
_EITHER_CASE = lazy_pattern(r"\[([A-Za-z])(?!\1)(?i:\1)\]")

_CARD = lazy_pattern(r"[a-z0-9]+(?:-[a-z0-9]+)*")

SYSTEMS = ("Windows", "Linux", "macOS")
# Where a program runs: globs of which one fits a line there, and hardly one elsewhere
PLACES: Mapping[str, tuple[str, ...]] = {
    "notebook": ("*ipykernel_*", "*/ipykernel/*", "*<ipython-input-*", "*Cell In[*", "*Cell In [*", "*Input In [*"),
    "Colab": ("*google.colab*", "*/google/colab/*", "*/content/drive/*", '*"/content/*', "* /content/*", "/content/*"),
    "Kaggle": ("*/kaggle/working*", "*/kaggle/input*"),
    "conda": (
        "*conda*/lib/*", "*conda*/Lib/*", "*conda*/bin/*", "*forge*/lib/python*", "*/envs/*/lib/*", "*/envs/*/Lib/*",
        "*/envs/*/bin/*", "(base) *", "*conda activate *",
    ),
    "container": (
        "*docker*", "*Docker*", "*podman *", "*apptainer*", "*singularity *", '*"/app/*', "/app/*", "*/usr/src/app/*",
        '*"/workspace/*', "/workspace/*", "*root@*:/workspace*", "*-1  | Traceback *", "*-1  | INFO*", "*-1  | ERROR*",
    ),
    "Kubernetes": ("*kubectl *", "*kubelet*", "*.svc.cluster.local*", "*/secrets/kubernetes.io/*", "*Kubernetes*"),
    "Slurm": ("srun: *", "*slurmstepd*", "* srun *", "srun *", "*sbatch *", "*SLURM_*", "*slurm-*", "*/slurmd/*"),
    "WSL": ("*/mnt/c/*", "*WSL*", "*microsoft-standard*", "*/usr/lib/wsl/*"),
    "worker": ("*in DataLoader worker process *", "*in _worker_loop*", "*/data/_utils/worker.py*"),
    "ranks": ("*torchrun *", "[rank0]: *", "[rank1]: *", "*/torch/distributed/run.py*", "*torch.distributed.launch*"),
}  # fmt: skip

_ONE, _MINUS_ONE = Quantity(Fraction(1)), Quantity(Fraction(-1))
_COMPARE: Mapping[str, Callable[[Fraction, Fraction], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq,
}  # fmt: skip
_HOW = (
    "write `{name} is a | b*`, `{name} is {other}`, `{name} is captured`, `{size} > 1 GiB`, `stack has *.py`, "
    "`last frame has *.py`, `caller of torch is own`, `project is nnunet`, `system is Linux`, `place is notebook`, "
    "`paste has *fatal*` or `torch >= 2.1`"
)


class ConditionError(ValueError):
    """A condition that cannot be read; the text says what to write."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What conditions are compared with: values by name, versions by package, and what the error's stack shows."""

    values: Mapping[str, str] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    stack: tuple[str, ...] = ()  # files of frames, and quoted lines of code
    last_frame: tuple[str, ...] = ()  # the file of the innermost frame, and the code quoted below it
    owners: tuple[str, ...] = ()  # whose code the frames are: a package, `own`, `stdlib` or ""; innermost last
    projects: tuple[str, ...] = ()  # the ids of the cards whose projects the paste shows
    system: str = ""  # one of SYSTEMS; empty if the paste does not tell
    text: str = ""  # the whole paste, cleaned


class Condition(Protocol):
    """One condition. `names` are the values that it reads."""

    @property
    def names(self) -> tuple[str, ...]: ...

    def holds(self, facts: Facts) -> bool: ...


class _Presence(NamedTuple):
    """`{name} is captured`, `{name} is missing`."""

    names: tuple[str, ...]
    is_wanted: bool

    def holds(self, facts: Facts) -> bool:
        return bool(facts.values.get(self.names[0])) is self.is_wanted


class _Wording(NamedTuple):
    """`{name} is a | b*`, `{name} is not a`."""

    names: tuple[str, ...]
    globs: Globs
    is_negated: bool

    def holds(self, facts: Facts) -> bool:
        value = " ".join(facts.values.get(self.names[0], "").split())
        return bool(value) and self.globs.fit(value) is not self.is_negated


class _Sameness(NamedTuple):
    """`{last} is {first}`, `{last} is not {first}`."""

    names: tuple[str, ...]
    is_negated: bool

    def holds(self, facts: Facts) -> bool:
        one, other = (facts.values.get(name, "").strip() for name in self.names)
        return bool(one and other) and (one == other) is not self.is_negated


class _Stack(NamedTuple):
    """`stack has */pin_memory.py`."""

    globs: Globs
    names: tuple[str, ...] = ()

    def holds(self, facts: Facts) -> bool:
        return any(map(self.globs.fit, facts.stack))


class _LastFrame(NamedTuple):
    """`last frame has */site-packages/*`."""

    globs: Globs
    names: tuple[str, ...] = ()

    def holds(self, facts: Facts) -> bool:
        return any(map(self.globs.fit, facts.last_frame))


class CallerOf(NamedTuple):
    """`caller of pandas | numpy is installed`, or `own`. Python's own modules, which may stand between, are passed."""

    packages: tuple[str, ...]
    is_own: bool
    names: tuple[str, ...] = ()

    def holds(self, facts: Facts) -> bool:
        passed = (*self.packages, "stdlib", "")
        caller = next((owner for owner in reversed(facts.owners) if owner not in passed), "")
        return bool(caller) and (caller == "own") is self.is_own


class OfProject(NamedTuple):
    """`project is nnunet | ollama`, or `is not`."""

    projects: tuple[str, ...]
    is_negated: bool = False
    names: tuple[str, ...] = ()

    def holds(self, facts: Facts) -> bool:
        return any(project in facts.projects for project in self.projects) is not self.is_negated


class OnSystem(NamedTuple):
    """`system is Windows | macOS`."""

    systems: tuple[str, ...]
    names: tuple[str, ...] = ()

    def holds(self, facts: Facts) -> bool:
        return facts.system in self.systems


class _PasteHas(NamedTuple):
    r"""`paste has *nvcc fatal*`. The globs have no backslash: `*pandas/io/*` fits `pandas\io\sql.py`, too."""

    globs: Globs
    names: tuple[str, ...] = ()

    def holds(self, facts: Facts) -> bool:
        return self.globs.fit_line(_with_slashes(facts.text))


class Installed(NamedTuple):
    """`torch >= 2.1`."""

    package: str
    versions: SpecifierSet
    names: tuple[str, ...] = ()

    def holds(self, facts: Facts) -> bool:
        version = facts.versions.get(self.package)
        return bool(version) and self.versions.contains(str(version), prereleases=True)


_Product = tuple[str | Quantity, ...]  # of names and numbers


class _Sum(NamedTuple):
    """Products that are added up."""

    products: tuple[_Product, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(term for product in self.products for term in product if isinstance(term, str))

    def amount(self, values: Mapping[str, str]) -> Quantity | None:
        total: Quantity | None = None
        for product in self.products:
            amount = _ONE
            for term in product:
                factor = read_quantity(values.get(term, "").strip()) if isinstance(term, str) else term
                if factor is None:
                    return None
                amount = amount.times(factor)
            total = total.plus(amount) if total else amount
            if total is None:
                return None
        return total


class _Comparison(NamedTuple):
    """`{total} - {free} > 1 GiB`."""

    left: _Sum
    sign: str
    right: _Sum

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.left.names, *self.right.names)

    def holds(self, facts: Facts) -> bool:
        left, right = self.left.amount(facts.values), self.right.amount(facts.values)
        if left is None or right is None or left.power != right.power:
            return False
        return _COMPARE[self.sign](left.number, right.number)


@cache  # of our own articles
def parse_condition(text: str) -> Condition:
    """Read one condition. Raises ConditionError."""
    text = " ".join(text.split())
    if found := _IS.fullmatch(text):
        return _parse_is(text, found)
    if found := _STACK.fullmatch(text):
        globs = _globs(text, found["globs"])
        return _Stack(globs) if found["where"] == "stack" else _LastFrame(globs)
    if found := _CALLER.fullmatch(text):
        return CallerOf(_globs(text, found["packages"]).globs, found["whose"] == "own")
    if found := _AROUND.fullmatch(text):
        return _parse_around(text, found)
    if _VERSION.match(text):
        return _parse_version(text)
    if found := _COMPARED.fullmatch(text):
        return _Comparison(_parse_sum(text, found["left"]), found["sign"], _parse_sum(text, found["right"]))
    raise ConditionError(f"{text!r} is no condition: {_HOW}")


def _parse_is(text: str, found: re.Match[str]) -> Condition:
    names, globs = (found[1],), found["globs"].strip()
    if globs in ("captured", "missing"):
        if found["negated"]:
            raise ConditionError(f"{text!r}: write `is {'missing' if globs == 'captured' else 'captured'}`")
        return _Presence(names, globs == "captured")
    if other := re.fullmatch(_NAME, globs):
        return _Sameness((*names, other[1]), bool(found["negated"]))
    return _Wording(names, _globs(text, globs), bool(found["negated"]))


def _parse_around(text: str, found: re.Match[str]) -> Condition:
    globs = _globs(text, found["globs"])
    if found["what"] == "paste has":
        return _PasteHas(Globs(tuple(map(_with_slashes, globs.globs))))
    if found["what"].startswith("project"):
        if unfit := next((name for name in globs.globs if not _CARD.fullmatch(name)), ""):
            raise ConditionError(f"{text!r}: {unfit!r} is no card: write the name of a folder of projects/")
        return OfProject(globs.globs, found["what"].endswith("not"))
    kind, known = ("place", tuple(PLACES)) if found["what"] == "place is" else ("system", SYSTEMS)
    if unfit := next((name for name in globs.globs if name not in known), ""):
        raise ConditionError(f"{text!r}: unknown {kind} {unfit!r}: {choose(unfit, known)}")
    if kind == "place":
        return _PasteHas(Globs(tuple(glob for place in globs.globs for glob in PLACES[place])))
    return OnSystem(globs.globs)


def _with_slashes(text: str) -> str:
    """Paths of Windows, also where they are quoted as code, as those of Linux."""
    return text.replace("\\\\", "\\").replace("\\", "/")


def _globs(text: str, globs: str) -> Globs:
    """The globs of `a | b*`."""
    parts = [part.strip() for part in globs.split("|")]
    if not all(parts):
        raise ConditionError(f"{text!r} has nothing on one side of a `|`: write a value there, or remove the `|`")
    if quoted := next((part for part in parts if len(part) > 1 and part[0] == part[-1] and part[0] in "\"'`"), ""):
        raise ConditionError(f"{text!r}: the quotes of {quoted} would belong to the value: leave them out")
    if folded := next((found[0] for part in parts for found in _EITHER_CASE.finditer(part)), ""):
        raise ConditionError(f"{text!r}: {folded} stands for itself in a glob: write both cases, between `|`")
    return Globs(tuple(parts))


def _parse_version(text: str) -> Installed:
    from packaging.requirements import InvalidRequirement, Requirement  # here: it brings four modules, and few need it

    try:
        requirement = Requirement(text)
    except InvalidRequirement as error:
        raise ConditionError(f"{text!r} is no PEP 440 specifier: write it like `torch >= 2.1, < 2.6`") from error
    return Installed(requirement.name.lower().replace("_", "-"), requirement.specifier)


def _parse_sum(text: str, side: str) -> _Sum:
    """Read one side of a comparison: terms with `+`, `-` and `*` between them."""
    products: list[_Product] = []
    side = side.strip()
    sign, position = ("-", 1) if side.startswith("-") else ("+", 0)
    while True:
        term = _TERM.match(side, position)
        if not term:
            raise ConditionError(f"{text!r}: cannot read {side[position:].strip()!r}: {_HOW}")
        value = term[1] or read_quantity(term[2].strip())
        if value is None:
            raise ConditionError(f"{text!r}: {term[2].strip()!r} is no number: {_HOW}")
        if sign == "*":
            products[-1] = (*products[-1], value)
        else:
            products.append((value,) if sign == "+" else (_MINUS_ONE, value))
        position = term.end()
        if position == len(side):
            return _Sum(tuple(products))
        following = _SIGN.match(side, position)
        if not following:
            raise ConditionError(f"{text!r}: write +, - or * before {side[position:].strip()!r}")
        sign, position = following[1], following.end()
