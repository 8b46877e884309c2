"""Put names that only an installed release shows into a history: of no release does source tell that it lacks them."""

from collections.abc import Iterator

from authoring.run_time.comparison import Comparison
from tracefix.versions.history import History
from tracefix.versions.tree import Node, PackageHistory, split


def keep(file: PackageHistory, found: Comparison) -> None:
    """Add those of a compared release's names that the history denies or has from another release that ran.

    Names of base classes come first: what inherits from those has them as well.
    """
    history = History(file)
    version = found.version
    kept = {node.label for node in _kept(file)}
    again = {name for name in found.seen if split(name)[1] in kept and version in history.may_have(name)}
    wanted = again.union(found.denied)
    for name in sorted(wanted, key=lambda each: (len(history.holders(split(each)[0], version)), each)):
        is_module = found.seen[name] == "module"
        if not history.shows(name, version, is_module=is_module):
            _add(history, version, name, is_module=is_module)


def carry_over(old: PackageHistory, new: PackageHistory) -> None:
    """Add what was kept in the older file of a package, but for what the source of the newer one shows."""
    history = History(new)
    versions = [release.version for release in old.releases if release.read]
    read = {release.version for release in new.releases if release.read}
    for node in _kept(old):
        for place, version in enumerate(versions):
            if node.mask >> place & 1 and version in read:
                _add(history, version, node.path, is_module=node.sign == "/")


def _kept(file: PackageHistory) -> Iterator[Node]:
    waiting = list(file.roots)
    while waiting:
        node = waiting.pop()
        waiting += node.inner
        if node.is_seen:
            yield node


def _add(history: History, version: str, name: str, *, is_module: bool) -> None:
    """Add a name below what holds it in a release, unless source shows it there.

    Where a method has another argument, and source shows the method only in a base class, it is another method, of
    which nothing is known.
    """
    bit = history.mask_of(version)
    above, label = split(name)
    is_argument = label.startswith("(")
    holder, method = split(above) if is_argument else ("", "")
    cls = next(iter(history.holders(holder, version)), None) if is_argument else None
    if cls is not None and cls.sign == ":" and not _shown(cls, method, "", bit):
        _mark(cls, method, "", bit)
    elif owner := next(iter(history.holders(above, version)), None):
        _mark(owner, label.strip("()"), "=" if is_argument else "/" if is_module else "", bit)


def _mark(owner: Node, label: str, sign: str, bit: int) -> None:
    if owner.is_seen or _shown(owner, label, sign, bit):  # of what is below a name without source, nothing is denied
        return
    alike = (node for node in owner.children.get(label, ()) if node.is_seen and node.sign == sign)
    node = next(alike, None)
    if node is None:
        node = Node(label, sign, 0, is_seen=True)
        owner.add(node)
    node.mask |= bit


def _shown(owner: Node, label: str, sign: str, bit: int) -> bool:
    """Whether the name is there already: an argument is none of the other names, and only a module is one."""
    signs = {"=": ("=",), "/": ("/",)}.get(sign, ("", "/", ":", "()", "()+", ">"))
    return any(node.mask & bit and node.sign in signs for node in owner.children.get(label, ()))
