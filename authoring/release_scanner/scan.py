"""Scan a package: choose its releases, fetch, read and merge them. Files that were read before are not read again."""

import gc
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from packaging.utils import canonicalize_name
from packaging.version import Version

from authoring.release_scanner.archives import ArchiveError, open_archive
from authoring.release_scanner.index import Archive, Index, PackageIndexError
from authoring.release_scanner.manifests import installed_modules
from authoring.release_scanner.merging import HistoryMerger, find_changes
from authoring.release_scanner.modules import ModuleFile, module_of
from authoring.release_scanner.release_choice import (
    OLDEST,
    between,
    choose_archive,
    first_choice,
    firsts,
    is_readable,
    is_recent,
)
from authoring.release_scanner.source import UnreadableError, is_stand_in, read_source
from authoring.release_scanner.store import ScanStore
from tracefix.versions.model import Release
from tracefix.versions.tree import PackageHistory

_SDIST = "sdist"  # the note of a release that was read from one
_OLD = f"uploaded before {OLDEST}, when source was of Python 2"
_BY_LIMIT = "not read yet, because of --limit"
_BY_FIRSTS = "not the first of its minor version: --firsts reads no others"
_BETWEEN = "large, and between two with the same names: --all reads it"
_BROKEN = 0.1  # of a release's files: with more that cannot be read, none of it is believed


@dataclass(slots=True)
class Report:
    """The report of a scan: what was left out, and why."""

    notes: list[str] = field(default_factory=list)
    scanned: int = 0
    fetched_bytes: int = 0


class Scan:
    """The releases of one package, read into a store and put together."""

    def __init__(self, package: str, store: ScanStore) -> None:
        self.package = canonicalize_name(package)
        self.store = store
        self.report = Report()

    def read_archive(self, version: Version, path: Path, is_sdist: bool, roots: Iterable[str] = ()) -> None:
        """Keep what an archive on the disk says; of files that are known, nothing is read."""
        manifest: dict[str, str] = {}
        broken = []
        known_roots = frozenset(roots)
        gc.disable()  # trees of syntax are many objects and no circles: twice as fast
        try:
            with open_archive(path) as members:
                for member in members:
                    file = module_of(member.path, is_sdist, known_roots)
                    if file is None:
                        continue
                    inner = file.place.module.replace(".", "/") + ("/__init__" if file.place.is_package else "")
                    where = inner + (".pyi" if file.is_stub else ".bin" if file.is_binary else ".py")
                    key = f"{where}:{'' if file.is_binary else member.mark}"
                    manifest[where] = key
                    if not file.is_binary and not self.store.knows(key):
                        try:
                            self.store.keep_file(key, read_source(member.read(), file.place).dump())
                        except UnreadableError as error:
                            broken.append(f"{version}: {member.path} left out: {error}")
                            self.store.keep_file(key, None)
        finally:
            gc.enable()
        self.report.notes += broken[:3] + ([f"{version}: … and {len(broken) - 3} more"] if len(broken) > 3 else [])
        self.store.keep_release(str(version), manifest, (_SDIST if is_sdist else "") if manifest else "no source in it")
        self.report.scanned += 1

    def history(self, versions: Mapping[Version, bool]) -> PackageHistory:
        """The history of what is in the store. `versions`: every release, and whether it was yanked."""
        facts = dict(self.store.facts())
        stored = {Version(version): kept for version, kept in self.store.releases().items()}
        sound = [version for version in sorted(versions) if self._is_sound(version, stored.get(version), facts)]
        sdists = [version for version in sound if stored[version][1] == _SDIST]
        manifests = installed_modules({version: stored[version][0] for version in sound}, sdists)
        releases = [
            Release(str(version), yanked, version in set(sound)) for version, yanked in sorted(versions.items())
        ]
        files: dict[tuple[str, str], tuple[ModuleFile, int]] = {}
        for place, version in enumerate(sound):
            for path, key in manifests[version].items():
                if is_stand_in((file := _file_at(path)).place.module):  # whose names lie elsewhere, too
                    _, mask = files.get((path, ""), (file, 0))
                    files[path, ""] = (replace(file, is_binary=True), mask | 1 << place)
                    continue
                if path.endswith(".pyi") and not facts.get(key) and facts.get(manifests[version].get(path[:-1], "")):
                    continue  # the module itself tells
                used = (
                    key if path.endswith(".bin") or facts.get(key) else _stand_in(path, place, sound, manifests, facts)
                )
                file, mask = files.get((path, used), (_file_at(path), 0))
                files[path, used] = (file, mask | 1 << place)
        return HistoryMerger(self.package, releases).merge(files, facts)

    def _is_sound(
        self, version: Version, stored: tuple[Mapping[str, str], str] | None, facts: Mapping[str, object]
    ) -> bool:
        manifest = stored[0] if stored else {}
        if not manifest or not is_readable(self.package, version):
            return False
        sources = {path: key for path, key in manifest.items() if path.endswith(".py")}
        broken = [path for path, key in sources.items() if facts.get(key) is None]
        # what a package hands on at its top is asked for most, and no other release's file can stand in for it
        is_top_broken = any(path.count("/") == 1 and path.endswith("/__init__.py") for path in broken)
        return not is_top_broken and len(broken) <= _BROKEN * len(sources)


def _stand_in(
    path: str,
    place: int,
    order: list[Version],
    manifests: Mapping[Version, Mapping[str, str]],
    facts: Mapping[str, object],
) -> str:
    """A replacement for an unreadable file: the same file of the nearest release in which it can be read."""
    for other in sorted(range(len(order)), key=lambda each: (abs(each - place), -each)):
        key = manifests[order[other]].get(path, "")
        if facts.get(key):
            return key
    return ""


def _file_at(path: str) -> ModuleFile:
    from authoring.release_scanner.source import Place

    stem, _, ending = path.rpartition(".")
    is_package = stem.endswith("/__init__")
    module = stem.removesuffix("/__init__").replace("/", ".")
    return ModuleFile(Place(module, is_package), ending == "bin", ending == "pyi")


def scan(
    package: str,
    index: Index,
    store: ScanStore,
    folder: Path,
    *,
    every: bool = False,
    only_firsts: bool = False,
    also: Iterable[str] = (),
    limit: int = 100_000,
    note: Callable[[str, int, int], None] = lambda what, done, total: None,
) -> tuple[PackageHistory, Report]:
    """Read the releases of a package and put its history together. At most `limit` releases are read in this run.

    `only_firsts`: of each minor version the first, for packages too large for more. `also` are releases read besides.
    """
    work = Scan(package, store)
    archives = index.archives(package)
    chosen = {version: choose_archive(files) for version, files in archives.items()}
    yanked = {version: all(file.yanked for file in files) for version, files in archives.items()}
    readable = {version: archive for version, archive in chosen.items() if is_readable(work.package, version)}
    waiting = firsts(readable) if only_firsts else first_choice(readable, every)
    waiting = sorted({*waiting, *(version for each in also if (version := Version(each)) in readable)})
    left = limit
    while True:
        known = store.releases()
        waiting = _wheels_first((version for version in waiting if str(version) not in known), chosen)[:left]
        for done, version in enumerate(waiting):
            note(str(version), done, len(waiting))
            _fetch_and_read(work, index, version, chosen[version], folder)
        left -= len(waiting)
        history = work.history(yanked)
        waiting = list(_next(history, readable, {Version(version) for version in store.releases()}))
        if not waiting or left <= 0 or only_firsts:
            unasked = _BY_LIMIT if left <= 0 else _BY_FIRSTS if only_firsts else _BETWEEN
            work.report.notes += _left_out(work, history, chosen, unasked)
            return history, work.report


def _left_out(work: Scan, history: PackageHistory, chosen: Mapping[Version, Archive], unasked: str) -> Iterator[str]:
    """Which releases stay unread and why, a line for each reason. `unasked` is that of those which nobody looked at."""
    stored = work.store.releases()
    versions_of: defaultdict[str, list[str]] = defaultdict(list)
    for version in (release.version for release in history.releases if not release.read):
        if not is_readable(work.package, Version(version)):
            reason = "source so old does not show its names"
        elif version in stored:
            reason = stored[version][1].removeprefix(_SDIST) or "much of the source cannot be read"
        else:
            reason = unasked if is_recent(chosen[Version(version)]) else _OLD
        versions_of[reason].append(version)
    for reason, versions in versions_of.items():
        label = versions[0] if len(versions) == 1 else f"{len(versions)} releases, {versions[0]} to {versions[-1]}"
        yield f"{label}: left out: {reason}"


def _wheels_first(versions: Iterable[Version], chosen: Mapping[Version, Archive]) -> list[Version]:
    """Wheels say which modules are the package's, which an sdist does not; the newest first."""
    return sorted(sorted(versions, reverse=True), key=lambda version: not chosen[version].is_wheel)


def _fetch_and_read(work: Scan, index: Index, version: Version, archive: Archive, folder: Path) -> None:
    roots = {path.split("/")[0].partition(".")[0] for paths, _ in work.store.releases().values() for path in paths}
    try:
        with index.fetch(archive, folder) as path:
            work.report.fetched_bytes += archive.size
            work.read_archive(version, path, not archive.is_wheel, roots)
    except (ArchiveError, PackageIndexError) as error:
        work.store.keep_release(str(version), {}, str(error))


def _next(history: PackageHistory, chosen: Mapping[Version, Archive], read: set[Version]) -> Iterator[Version]:
    """The releases between two that differ."""
    sound = [Version(release.version) for release in history.releases if release.read]
    pairs = [(sound[place], sound[place + 1]) for place in find_changes(history)]
    yield from between(list(chosen), sound, read, pairs)
