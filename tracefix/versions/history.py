"""The names of one package in its releases: how long each lived, and what lies at the edges of its life."""

import builtins
from collections import abc, deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import Path

from packaging.version import InvalidVersion, Version

from tracefix.articles.distributions import normalised
from tracefix.linear_re import Expression
from tracefix.versions.history_files import head_of, stored_packages, text_of
from tracefix.versions.history_format import CUT, OPEN
from tracefix.versions.history_reader import parse_history
from tracefix.versions.model import Boundaries, Kind, Life, Release, Span
from tracefix.versions.replacements import Replacement, replacements_of
from tracefix.versions.tree import Node, PackageHistory, SpansText, join, union

_ROOTS = Path(__file__).resolve().parents[1:3]  # of the client, which ships the histories; of the repository
FOLDER = next((root / "history" for root in _ROOTS if (root / "history").is_dir()), _ROOTS[-1] / "history")
LONGEST_NAME = 300  # of a whole name that is looked up; no package has a longer one
_MOST_ENDINGS = 200  # ends of names that are kept with what has them
_DEEPEST = 16  # parts of a name, when those that it is handed on from are put in
_MOST_STEPS = 5000  # from a name through other modules and base classes
_PACKAGE = Expression(r"^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,78}[A-Za-z0-9])?$")
_MODULES_OF_PYTHON = ("", "typing", "collections", "collections.abc")
_COMPILED = "._C."  # torch's compiled module, whose stub leaves out some names in some releases
_KINDS: dict[str, Kind] = {"/": "module", ":": "class", "()": "function", "()+": "function", "=": "argument"}

_Found = tuple[Node, int]  # a name, and the releases in which it is the one that is meant
_Step = tuple[Node, tuple[str, ...], int]  # a name, what is looked for below it, and in which releases


class History:
    """The names of one package in its final releases."""

    def __init__(self, file: PackageHistory, folder: Path = FOLDER) -> None:
        self.folder = folder  # that has the file
        self.package = file.package
        self.imports = file.imports
        self.releases: tuple[Release, ...] = file.releases
        self._roots = file.roots
        self._spans = SpansText(release.version for release in file.releases if release.read)
        self._places = {release.version: place for place, release in enumerate(file.releases)}
        self._find_named = file.find_named
        self._endings: dict[str, tuple[Life, ...]] = {}
        self._names_in: dict[int, int] = {}  # by the node of a module: the releases in which it holds a name

    def find_arguments(self, argument: str) -> tuple[Life, ...]:
        """Every argument of this name, of whatever function, with its releases; the shortest whole name first."""
        paths = (node.path for node in self._find_named(argument) if node.sign == "=")
        lives = {life.name: life for path in paths if (life := self.life(path))}
        return tuple(sorted(lives.values(), key=lambda life: (life.name.count("."), life.name)))

    def methods_with(self, name: str, argument: str) -> tuple[str, ...]:
        """The whole names of the methods of this name that take this argument in some release, where they stand."""
        owners = (node.parent for node in self._find_named(argument) if node.sign == "=")
        methods = (each for each in owners if each and each.name == name and each.parent and each.parent.sign == ":")
        return tuple(dict.fromkeys(method.path for method in methods))

    @property
    def read_since(self) -> str | None:
        """The oldest release that was read, if older ones exist: a name may have existed only in those."""
        oldest = next((release for release in self.releases if release.read), None)
        return oldest.version if oldest and oldest != self.releases[0] else None

    def life(self, name: str) -> Life | None:
        """The life of a whole name, such as `pkg.Class.method(argument)`; None if no release that was read has it.

        A name counts in every module that hands it on, and in every class that inherits it.
        """
        if len(name) > LONGEST_NAME:
            return None
        return self._life(name, self._find(_parts(name)))

    def module_life(self, name: str) -> Life | None:
        """The same for a module: `import` does not find a name that a package merely assigns."""
        found = self._find(_parts(name)) if len(name) <= LONGEST_NAME else []
        return self._life(name, [(node, where) for node, where in found if node.sign == "/"])

    def ending_with(self, tail: str) -> tuple[Life, ...]:
        """Every life whose whole name is the tail or ends in "." and the tail; the shortest first.

        A class that only inherits a method is found where the tail names the class. What was found is kept, for it is
        asked again with each such paste; what was not found, is not: it is only what somebody pasted.
        """
        if tail not in self._endings:
            found = tuple(self._ending_with(tail))
            if not found or len(self._endings) >= _MOST_ENDINGS:
                return found
            self._endings[tail] = found
        return self._endings[tail]

    def _ending_with(self, tail: str) -> list[Life]:
        first, *rest = _parts(tail) if len(tail) <= LONGEST_NAME else [""]
        lives: dict[str, Life] = {}
        for node in self._find_named(first):
            if node.sign in ("=", "<"):
                continue
            path = node.path
            for part in rest:
                path = join(path, part)
            if path not in lives and (life := self._life(path, self._find(_parts(path)))):
                lives[path] = life
        return sorted(lives.values(), key=lambda life: (life.name.count("."), life.name))

    def members(self, name: str) -> tuple[Life, ...]:
        """The names in a module or class, inherited ones included, or the arguments of a function."""
        found = (self.life(join(name, label)) for label in sorted(self.labels(name)))
        return tuple(life for life in found if life)

    def labels(self, name: str) -> frozenset[str]:
        """The last parts of members()' names, in whichever release: `train`, or `(model)` of an argument."""
        holders = self._find(_parts(name)) if len(name) <= LONGEST_NAME else []
        return frozenset(
            label for node, _ in holders for label in self._labels(node) if not label.startswith(("*", "(*"))
        )

    def instead_of_gone(self, name: str) -> str:
        """What to use instead of a name that left before the oldest release that was read, by the reviewed table; ""
        for all others."""
        owner, _, label = name.rpartition(".")
        for gone, row in replacements_of(self.package).items():
            holder, _, last = gone.rpartition(".")
            if last == label and self.life(gone) is None and self.definition(holder) == self.definition(owner):
                return row.instead
        return ""

    def definition(self, name: str) -> str:
        """The full name that a name stands for in the newest release: another name if a module only re-exports it."""
        found = self._find(_parts(name)) if len(name) <= LONGEST_NAME else []
        if not found:
            return name
        node = max(found, key=lambda each: each[1].bit_length())[0]
        for _ in range(_DEEPEST):
            targets = self._targets(node, node.mask) if node.sign == ">" else []
            if not targets:
                break
            node = targets[-1][0]
        return node.path

    def accepts_anything(self, name: str) -> tuple[Span, ...]:
        """Releases in which the owner accepts any name: nothing can be said to be missing there.

        So does a callable that takes **kwargs, a module or class that makes names while it runs, and a class that
        builds on another package. Empty: all that it has is known.
        """
        found = self._find(_parts(name)) if len(name) <= LONGEST_NAME else ()
        return self._to_spans(union(self._open(node, where) for node, where in found))

    def is_compiled(self, name: str) -> bool:
        """Whether this is a private module in which nothing can be read: a compiled one, such as `pkg._C`.

        The sdist of a release lacks it, so that it seems to be gone where no wheel was read.
        """
        found = self._find(_parts(name)) if len(name) <= LONGEST_NAME else []
        is_private = name.rpartition(".")[2].startswith("_")
        return is_private and bool(found) and all(n.sign == "/" and set(n.children) == {OPEN} for n, _ in found)

    def neighbours(self, life: Life) -> tuple[Boundaries, ...]:
        """For each span, the releases before and after it, and whether they directly adjoin it."""
        versions = self._spans.versions
        around = []
        opened = self._blind_releases(life)
        if any(_COMPILED in f"{node.path} {node.whole_target}" for node, _ in self._find(_parts(life.name))):
            opened = self._spans.whole
        unsure = opened | self._releases_overridden(life)
        for span in life.spans:
            first = versions.index(span.first)
            last = versions.index(span.last) if span.last is not None else len(versions) - 1
            before = versions[first - 1] if first else None
            after = versions[last + 1] if last + 1 < len(versions) else None
            starts = self._are_adjacent(before, span.first) and not (before and unsure >> (first - 1) & 1)
            ends = self._are_adjacent(versions[last], after) and not (after and unsure >> (last + 1) & 1)
            before = None if before and opened >> (first - 1) & 1 else before
            after = None if after and opened >> (last + 1) & 1 else after
            around.append(Boundaries(span, before, after, starts, ends))
        return tuple(around)

    def having(self, life: Life) -> frozenset[str]:
        """The releases that were read and have the name."""
        versions = self._spans.versions
        found: set[str] = set()
        for span in life.spans:
            end = None if span.last is None else versions.index(span.last) + 1
            found.update(versions[versions.index(span.first) : end])
        return frozenset(found)

    def unsure(self, life: Life) -> frozenset[str]:
        """The releases that were read and may have the name, though nobody can see it there."""
        return self._versions_of(self._blind_releases(life))

    def may_have(self, name: str) -> frozenset[str]:
        """The releases in which a name may be there unseen: another one had it when it ran, and no source shows it; or
        it is an argument of a base class of another package, whose fields this one's constructor takes as well."""
        return self._versions_of(self._where_unseen(_parts(name)) if len(name) <= LONGEST_NAME else 0)

    def has(self, life: Life, version: str) -> bool | None:
        """Whether a release has the name; None if that release was not read and lies at the edge of its life, or is
        none of the package's."""
        answers = {self._covers(life, each) for each in self.read_beside(version)}
        return answers.pop() if len(answers) == 1 else None

    def read_beside(self, version: str) -> tuple[str, ...]:
        """The releases that tell of a release: itself if it was read, else the nearest that were, on both sides of it;
        none if there is none on one side."""
        place = self.place(version)
        if place is None:
            return ()
        if self.releases[place].read:
            return (self.releases[place].version,)
        older = next((each.version for each in reversed(self.releases[:place]) if each.read), None)
        newer = next((each.version for each in self.releases[place:] if each.read), None)
        return (older, newer) if older and newer else ()

    def mask_of(self, version: str) -> int:
        """The bit of a release that was read in the masks of the tree's names."""
        return 1 << self._spans.versions.index(version)

    def shows(self, name: str, version: str, *, is_module: bool = False) -> bool:
        """Whether a release that was read has a name, or a module of this name."""
        found = self._find(_parts(name), self.mask_of(version))
        return any(node.sign == "/" for node, _ in found) if is_module else bool(found)

    def holders(self, name: str, version: str) -> tuple[Node, ...]:
        """What has the names below a name in a release: the thing itself, wherever it was defined, then its bases."""
        found = self._find(_parts(name), self.mask_of(version))
        return tuple(node for each in found for node, _ in self._holders(*each) if node.sign != ">")

    def place(self, version: str) -> int | None:
        """Which of the releases a version is, from 0; None if it is none of them."""
        if version in self._places:
            return self._places[version]
        try:
            wanted = Version(version)
        except InvalidVersion:
            return None
        public = Version(wanted.public)  # without +cu121
        return next((place for each, place in self._places.items() if Version(each) == public), None)

    def _versions_of(self, mask: int) -> frozenset[str]:
        return frozenset(version for place, version in enumerate(self._spans.versions) if mask >> place & 1)

    def _where_unseen(self, parts: Sequence[str]) -> int:
        return self._where_seen(parts) | self._fields_elsewhere(parts)

    def _where_seen(self, parts: Sequence[str]) -> int:
        """The releases in which what holds a name is known to have had it while it ran, in whichever release. Of an
        argument, also those in which this holds of its callable."""
        names = (parts, parts[:-1]) if parts[-1].startswith("(") else (parts,)
        return union(
            within
            for *owner, label in names
            for node, where in self._find(owner)
            for holder, within in self._holders(node, where)
            if any(child.is_seen and child.label == label for child in holder.children.get(label.strip("()"), ()))
        )

    def _fields_elsewhere(self, parts: Sequence[str]) -> int:
        *owner, label = parts
        return union(
            self._inherited_from_others(holder.parent, within, holder.name + label)
            for node, where in (self._find(owner) if label.startswith("(") else ())
            for holder, within in self._holders(node, where)
            if holder.sign == "()+" and holder.parent
        )

    def _blind_releases(self, life: Life) -> int:
        """The releases in which a name that went may only have become one that cannot be read."""
        parts = _parts(life.name)
        found = self._find(parts)
        present = _union(found)
        seen = self._where_unseen(parts)
        modules = [each for each in found if each[0].sign == "/"]
        if life.kind == "module" and modules:  # another module may hand it on as a value
            present = _union(modules)
            return (seen | self._compiled(parts[:-1]) | self._values(parts[:-1])) & ~present
        if parts[-1].startswith("__") and not life.is_reviewed:
            return self._spans.whole & ~present  # `__version__` and its like are made in ways that source does not show
        return (seen & ~present) | self._become_unreadable(life, parts, found, present)

    def _compiled(self, parts: Sequence[str]) -> int:
        """The releases in which a module may have any name, and nothing is known of it."""
        return union(
            where & self._open(node, where) & ~self._has_names(node)
            for node, where in self._find(parts)
            if node.sign == "/"
        )

    def _values(self, parts: Sequence[str]) -> int:
        """The releases in which a name is a value, such as a module that is imported when it is first asked."""
        return union(
            within for node, where in self._find(parts) for each, within in self._holders(node, where) if not each.sign
        )

    def _has_names(self, module: Node) -> int:
        """The releases in which a module holds a name that was read. Kept, for a large one holds thousands."""
        if id(module) not in self._names_in:
            self._names_in[id(module)] = union(each.mask for each in module.inner if each.name not in (CUT, OPEN))
        return self._names_in[id(module)]

    def _become_unreadable(self, life: Life, parts: list[str], found: list[_Found], present: int) -> int:
        """The same of what is no module, whose file is there or not, and of what no release had while it ran."""
        older = (
            (present & -present) - 1 if present else self._spans.whole
        )  # than the first that has it: what went was seen before
        mask = blind = reached = shown = 0
        for node, where in self._find(parts[:-1]):
            holders = tuple(self._holders(node, where))
            opened = self._opened(holders, where)
            reached |= where
            shown |= _defined(holders)
            for holder, within in holders:
                for mark, unread in self._unread(holder, within):
                    # what was beside the name did not take it over, and what has a history is asked below
                    is_told = mark.mask & present or (mark.sign == "<" and self._histories_elsewhere(mark.target))
                    is_told = is_told and life.kind != "attribute"  # though a base sets values, too
                    before = older if mark.sign == "<" and not self._is_known_to_lack(mark.target, life.kind) else 0
                    blind |= unread & (before if is_told else -1)
                blind |= self._inherited_from_others(holder, within, parts[-1])
                blind |= within & _blank(holder)
            mask |= opened
            blind |= _opened_since(holders, present)
            if node.sign == "/" and node.parent is not None:
                blind |= where & older & union(mark.mask for mark in node.children.get(OPEN, ()))
        blind |= reached & ~shown  # what holds it was made where nobody could look
        if parts[-1].startswith("("):
            return mask & ~present  # what takes anything still takes it
        homes = [node for node, where in found for node in (node, *(each for each, _ in self._targets(node, where)))]
        for node in homes:  # a compiled module shows its names from the release on that brings a stub
            marks = node.parent.children.get(OPEN, ()) if node.parent is not None else ()
            home = union(mark.mask for mark in marks)
            blind |= 0 if home & present else home & older
            # what is still in the module that it was last taken from may be handed on in another way
            if home and present and node.sign == ">" and node.mask >> (present.bit_length() - 1) & 1:
                blind |= home & _union(self._find(_parts(node.whole_target)))
        blind |= 0 if mask & present else mask  # where it was seen beside such names, it would be seen again
        return blind & ~present

    def _releases_overridden(self, life: Life) -> int:
        """The releases in which the name is that of another callable, such as the base's, not of the one that has the
        argument."""
        *owner, last = _parts(life.name)
        if not last.startswith("("):
            return 0
        present = _union(self._find([*owner, last]))
        return self._spans.whole & ~_union(each for each in self._find(owner) if each[1] & present)

    def _find(self, parts: Sequence[str], where: int | None = None) -> list[_Found]:
        """The names that a path leads to, each with the releases in which it does.

        Names that modules hand on to each other may lead round in circles: no way is gone twice in the same releases.
        """
        if not parts:
            return []
        found: list[_Found] = []
        seen: dict[tuple[int, tuple[str, ...]], int] = {}
        waiting = deque(self._starts(parts, self._spans.whole if where is None else where))
        while waiting and len(seen) < _MOST_STEPS:  # the shortest ways first
            node, left, within = waiting.popleft()
            within &= ~seen.get((id(node), left), 0)
            if within:
                seen[id(node), left] = seen.get((id(node), left), 0) | within
                if left:
                    waiting.extend(self._steps(node, left, within))
                else:
                    found.append((node, within))
        return found

    def _starts(self, parts: Sequence[str], where: int) -> list[_Step]:
        rest = tuple(parts[1:])
        if len(rest) > _DEEPEST:
            return []
        return [(root, rest, root.mask & where) for root in self._roots if root.name == parts[0]]

    def _steps(self, node: Node, parts: tuple[str, ...], where: int) -> Iterator[_Step]:
        """Resolve the first part below a name: in the name itself, else in its bases or in the module it stands for."""
        if node.sign == ">":
            yield from self._starts([*_parts(node.whole_target), *parts], where & node.mask)
            return
        label, *rest = parts
        is_argument = label.startswith("(")
        for child in node.children.get(label[1:-1] if is_argument else label, ()):
            if (child.sign == "=") == is_argument and child.mask & where:
                yield child, tuple(rest), child.mask & where
        for child in node.children.get(label[1:-1] if is_argument else label, ()):
            where &= ~child.mask if (child.sign == "=") == is_argument else -1
        owner, between = (node, ()) if node.sign == ":" else (node.parent, (node.name,))
        if where and owner is not None and (node.sign == ":" or (node.sign == "()+" and is_argument)):
            for base in owner.bases:  # of a constructor made of fields, the constructors of the bases
                yield from self._starts([*_parts(base.whole_target), *between, *parts], where & base.mask)

    def _bases(self, node: Node, where: int) -> Iterator[_Found]:
        """The bases of a class; for a constructor made of fields, the constructors of the bases."""
        owner, between = (node, ()) if node.sign == ":" else (node.parent, (node.name,))
        if owner is not None and node.sign in (":", "()+"):
            for base in owner.bases:
                yield from self._find([*_parts(base.whole_target), *between], where & base.mask)

    def _targets(self, node: Node, where: int) -> list[_Found]:
        return self._find(_parts(node.whole_target), where & node.mask)

    def _labels(self, node: Node) -> set[str]:
        """The names below a name, those of its bases too."""
        labels: set[str] = set()
        seen = {id(node)}
        waiting = [node]
        while waiting:
            holder = waiting.pop()
            labels.update(child.label for children in holder.children.values() for child in children)
            others = self._targets(holder, holder.mask) if holder.sign == ">" else []
            for other, _ in (*others, *self._bases(holder, holder.mask)):
                if id(other) not in seen:
                    seen.add(id(other))
                    waiting.append(other)
        return labels

    def _open(self, node: Node, where: int) -> int:
        """The releases in which a name may have members that could not be read."""
        return self._opened(tuple(self._holders(node, where)), where)

    def _opened(self, holders: Sequence[_Found], where: int) -> int:
        """The same, of all that may have its members; where none of them is defined, names lead round in a circle."""
        return where & ~_defined(holders) | union(self._open_by_itself(holder, within) for holder, within in holders)

    def _holders(self, node: Node, where: int) -> Iterator[_Found]:
        """A name, what it stands for, and their bases: all that may have its members, each with its releases."""
        seen: dict[int, int] = {}
        waiting = [(node, where)]
        while waiting:
            holder, within = waiting.pop()
            within &= ~seen.get(id(holder), 0)
            if within:
                seen[id(holder)] = seen.get(id(holder), 0) | within
                yield holder, within
                waiting += self._targets(holder, within) if holder.sign == ">" else self._bases(holder, within)

    def _open_by_itself(self, node: Node, where: int) -> int:
        """The releases in which this node alone may have unseen members."""
        if not node.sign or node.is_seen:
            return where  # a value, of whatever kind
        mask = where & union(child.mask for mark in (CUT, OPEN) for child in node.children.get(mark, ()))
        return mask | union(unread for _, unread in self._unread(node, where))

    def _unread(self, node: Node, where: int) -> Iterator[_Found]:
        """What another package has, or was made while it ran: the thing that a name stands for, or a base of a class,
        each with its releases. What classes of Python itself have, no message says to be missing."""
        bases = node.bases if node.sign == ":" else ()
        for mark in (node,) if node.sign == ">" else (base for base in bases if not hasattr(builtins, base.target)):
            if unread := where & mark.mask & ~_union(self._targets(mark, where)):
                yield mark, unread

    def _inherited_from_others(self, node: Node, where: int, label: str) -> int:
        """The releases in which a class has a base of Python itself, or of another package, that has this name."""
        return union(base.mask & where for base in node.bases if self._is_elsewhere(base.target, label))

    def _is_elsewhere(self, target: str, label: str) -> bool:
        if label in dir(_class_of_python(target)):
            return True
        return any(history.life(join(target, label)) for history in self._histories_elsewhere(target))

    def _is_known_to_lack(self, target: str, kind: str) -> bool:
        """Whether the history of another package shows all methods of a base; those that it has are asked by name.

        PyTorch's modules look names up as well, but find there no more than what was set in them.
        """
        return kind == "method" and any(
            history.life(target) and (history.package == "torch" or not history.accepts_anything(target))
            for history in self._histories_elsewhere(target)
        )

    def _histories_elsewhere(self, target: str) -> list["History"]:
        others = (package for package in packages_of(target, self.folder) if package != self.package)
        return [history for package in others if (history := find_history(package, self.folder))]

    def _life(self, name: str, found: list[_Found]) -> Life | None:
        mask = _union(found)
        if not mask:
            return None
        newest = max(found, key=lambda each: (not each[0].is_seen, each[1].bit_length()))[0]
        reviewed = next((row for node, _ in found if (row := self._reviewed.get(id(node)))), None)
        own = next((text for node, within in found if (text := self._replacement(node, within))), None)
        kind, spans = self._kind(newest, 0), self._to_spans(mask)
        if reviewed is None:
            return Life(self.package, name, kind, spans, own)
        where = {"raises": reviewed.raises, "pythons": reviewed.pythons}
        return Life(self.package, name, kind, spans, reviewed.instead, is_reviewed=True, **where)

    @cached_property
    def _reviewed(self) -> dict[int, Replacement]:
        """The replacements of the reviewed table, by the names in the tree: a class is handed on, with its members."""
        return {
            id(node): row for name, row in replacements_of(self.package).items() for node, _ in self._find(_parts(name))
        }

    def _replacement(self, node: Node, where: int) -> str | None:
        """The replacement for a name; for a re-exported name, the one that its own module gives."""
        if node.replacement or node.sign != ">":
            return node.replacement
        return next((target.replacement for target, _ in self._targets(node, where) if target.replacement), None)

    def _kind(self, node: Node, depth: int) -> Kind:
        if node.sign == ">" and depth < _DEEPEST:
            targets = sorted((each for each, _ in self._targets(node, node.mask)), key=lambda each: not each.is_seen)
            return self._kind(targets[-1], depth + 1) if targets else "attribute"
        kind = _KINDS.get(node.sign, "attribute")
        in_class = node.parent is not None and node.parent.sign == ":"
        return "method" if kind == "function" and in_class else kind

    def _to_spans(self, mask: int) -> tuple[Span, ...]:
        versions = self._spans.versions
        return tuple(
            Span(versions[first], None if last == len(versions) - 1 else versions[last])
            for first, last in self._spans.runs(mask)
        )

    def _are_adjacent(self, older: str | None, newer: str | None) -> bool:
        """Whether no release lies between two; before the oldest that was read, and behind the newest, too."""
        start = self._places[older] if older is not None else -1
        end = self._places[newer] if newer is not None else len(self.releases)
        return end - start == 1

    def _covers(self, life: Life, version: str) -> bool:
        versions = self._spans.versions
        place = versions.index(version)
        return any(
            versions.index(span.first) <= place and (span.last is None or place <= versions.index(span.last))
            for span in life.spans
        )


def _class_of_python(target: str) -> type | None:
    """The built-in or abstract class that a base class is: `dict`, `typing.Mapping`."""
    module, _, name = target.rpartition(".")
    return getattr(builtins if hasattr(builtins, name) else abc, name, None) if module in _MODULES_OF_PYTHON else None


def _union(found: Iterable[_Found]) -> int:
    return union(within for _, within in found)


def _opened_since(holders: Iterable[_Found], present: int) -> int:
    """The releases in which one of them may have any name, and did not yet where a name was present."""
    return union(
        within & mark.mask
        for holder, within in holders
        for mark in holder.children.get(OPEN, ())
        if not mark.mask & present
    )


def _blank(node: Node) -> int:
    """The releases in which nothing of a name is known: it is a value, of whatever kind, or a class that was cut."""
    if not node.sign:
        return node.mask
    names = [*node.inner, *node.bases] if node.sign == ":" else []
    marks = union(each.mask for each in names if each.name in (CUT, OPEN))
    return marks & ~union(each.mask for each in names if each.name not in (CUT, OPEN))


def _defined(holders: Iterable[_Found]) -> int:
    """The releases in which one of them is no mere other name."""
    return _union(each for each in holders if each[0].sign != ">")


def _parts(name: str) -> list[str]:
    """`a.B.f(k)` is a, B, f and (k)."""
    dotted, bracket, argument = name.partition("(")
    return dotted.split(".") + ([bracket + argument] if bracket else [])


@lru_cache(maxsize=4)
def packages(folder: Path = FOLDER) -> tuple[str, ...]:
    """The packages that have a history."""
    return tuple(stored_packages(folder))


@lru_cache(maxsize=4)
def _importers(folder: Path) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for package in packages(folder):
        head = head_of(package, folder)
        for module in next((line.split()[2:] for line in head if line.startswith("# imports")), ()):
            found[module] = (*found.get(module, ()), package)
    return found


def packages_of(module: str, folder: Path = FOLDER) -> tuple[str, ...]:
    """The packages that bring a module of this name: `PIL.Image` is of Pillow."""
    importers = _importers(folder)
    parts = module[:LONGEST_NAME].split(".")
    known = (importers.get(".".join(parts[:length])) for length in range(len(parts), 0, -1))
    return next((each for each in known if each), ())


def find_history(package: str, folder: Path = FOLDER) -> History | None:
    """The history of a package, by the name it has on the index, however that is written; None if there is none."""
    if not _PACKAGE.search(package):
        return None
    name = normalised(package)
    return _read(name, folder) if name in packages(folder) else None


@lru_cache(maxsize=16)
def _read(package: str, folder: Path) -> History:
    return History(parse_history(text_of(package, folder)), folder)
