"""Packages that tests write: wheels and sdists in a folder, and an index that has them."""

import io
import tarfile
import zipfile
from contextlib import closing, contextmanager
from pathlib import Path

from packaging.version import Version

from authoring.release_scanner.index import Archive, no_files
from authoring.release_scanner.scan import scan
from authoring.release_scanner.store import ScanStore
from tracefix.versions.history import History
from tracefix.versions.history_reader import parse_history
from tracefix.versions.history_writer import format_history


def write_wheel(folder: Path, package: str, version: str, files: dict[str, str | bytes], tag="py3-none-any") -> Path:
    path = folder / f"{package}-{version}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
        archive.writestr(f"{package}-{version}.dist-info/METADATA", f"Name: {package}\nVersion: {version}\n")
    return path


def write_sdist(folder: Path, package: str, version: str, files: dict[str, str]) -> Path:
    path = folder / f"{package}-{version}.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(f"{package}-{version}/{name}")
            info.size = len(content.encode())
            archive.addfile(info, io.BytesIO(content.encode()))
    return path


class FolderIndex:
    """An index of the archives in a folder; it counts what is fetched."""

    def __init__(self, folder: Path, yanked=(), size: int | None = None, uploaded: str = "") -> None:
        self.folder = folder
        self.yanked = yanked
        self.size = size
        self.uploaded = uploaded
        self.fetches: list[str] = []

    def archives(self, package):
        found = {}
        for path in sorted(self.folder.glob(f"{package.replace('-', '_')}-*")):
            version = path.name.removesuffix(".tar.gz").split("-")[1]
            is_wheel = path.suffix == ".whl"
            size = self.size or path.stat().st_size
            archive = Archive(path.name, str(path), size, is_wheel, is_wheel, version in self.yanked, self.uploaded)
            found.setdefault(Version(version), []).append(archive)
        if not found:
            raise no_files(package)
        return dict(sorted(found.items()))

    @contextmanager
    def fetch(self, archive, folder):
        self.fetches.append(archive.name)
        yield Path(archive.url)


def scanned(folder, package, index=None, **options):
    """The text of the history of a package whose archives lie in a folder, and the report."""
    with closing(ScanStore(folder / "var" / f"{package}.sqlite3")) as store:
        drawing, report = scan(package, index or FolderIndex(folder), store, folder / "fetched", **options)
    return format_history(drawing), report


def history_of(folder, package, index=None):
    return History(parse_history(scanned(folder, package, index)[0]))
