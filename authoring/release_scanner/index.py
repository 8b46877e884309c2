"""The package index, as pip is set up to reach it: the files of every final release, and one of them fetched.

Nothing is built and nothing is installed.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import requests
from packaging.version import InvalidVersion, Version
from pypi_simple import (
    ACCEPT_JSON_ONLY,
    PYPI_SIMPLE_ENDPOINT,
    DigestMismatchError,
    DistributionPackage,
    NoDigestsError,
    NoSuchProjectError,
    PyPISimple,
    UnsupportedContentTypeError,
)
from remotezip import RemoteZip, RemoteZipError
from requests.adapters import HTTPAdapter

from tracefix.articles.distributions import near_module

MOST_BYTES = 1_200_000_000
TIMEOUT = 60.0  # seconds without a byte


class PackageIndexError(Exception):
    """A package that the index does not have, or an index that does not answer."""


def no_files(package: str) -> PackageIndexError:
    """The error of a package that the index does not have, with the name that may have been meant."""
    meant = near_module(package.replace("-", "_")).replace("_", "-")
    question = f"Did you mean {meant!r}?" if meant else "Is that its name there?"
    return PackageIndexError(f"The package index has no released files of {package!r}. {question}")


@dataclass(frozen=True, slots=True)
class Archive:
    """A file of a release."""

    name: str
    url: str
    size: int  # bytes
    is_wheel: bool
    is_pure: bool
    yanked: bool
    uploaded: str  # 2023-04-05…, "" if the index does not tell
    requires_python: str = ""


class Index:
    """The package indexes that pip is configured to use."""

    def __init__(self) -> None:
        settings = pip_settings()
        self._session = requests.Session()
        self._session.mount("https://", HTTPAdapter(max_retries=3))
        self._session.verify = settings.get("cert") or True
        if proxy := settings.get("proxy"):
            self._session.proxies = {"http": proxy, "https": proxy}
        addresses = [settings.get("index-url", PYPI_SIMPLE_ENDPOINT), *settings.get("extra-index-url", "").split()]
        self._clients = [
            PyPISimple(address, session=self._session, accept=ACCEPT_JSON_ONLY)  # HTML pages tell no sizes
            for address in addresses
            if not address.startswith("file:")
        ]
        self._packages: dict[str, tuple[PyPISimple, DistributionPackage]] = {}  # by address

    def archives(self, package: str) -> dict[Version, list[Archive]]:
        """The files of each final release, the oldest release first; raises PackageIndexError."""
        found: dict[Version, list[Archive]] = {}
        for client in self._clients:
            for file in _files(client, package):
                if version := _final(file):
                    self._packages[file.url] = client, file
                    found.setdefault(version, []).append(_archive(file))
        if not found:
            raise no_files(package)
        return dict(sorted(found.items()))

    def metadata(self, archive: Archive) -> str:
        """The metadata of a wheel, of which no more is fetched than that; raises PackageIndexError."""
        try:
            with RemoteZip(archive.url, session=self._session, timeout=TIMEOUT) as wheel:
                name = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
                content: bytes = wheel.read(name)
        except (RemoteZipError, OSError, BadZipFile, StopIteration) as error:
            raise PackageIndexError(f"{archive.name} gives no metadata: {error}") from error
        return content.decode(errors="replace")

    @contextmanager
    def fetch(self, archive: Archive, folder: Path) -> Iterator[Path]:
        """A file of a release on the disk; it is deleted afterwards. Raises PackageIndexError."""
        if archive.size > MOST_BYTES:
            raise PackageIndexError(f"{archive.name} is larger than {MOST_BYTES:,} bytes.")
        path = folder / archive.name
        client, file = self._packages[archive.url]
        try:
            client.download_package(file, path, timeout=TIMEOUT)
        except (DigestMismatchError, NoDigestsError) as error:
            raise PackageIndexError(f"{archive.name} is not the file that the index promises: {error}") from error
        except requests.RequestException as error:
            raise PackageIndexError(f"{archive.name} cannot be fetched: {error}") from error
        try:
            yield path
        finally:
            path.unlink(missing_ok=True)


def pip_settings() -> dict[str, str]:
    """What `pip config list` tells of the index, by name: the environment goes before files."""
    command = (sys.executable, "-m", "pip", "config", "list")
    listed = subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout  # noqa: S603
    found: dict[tuple[int, str], str] = {}
    for line in listed.splitlines():
        key, _, value = line.partition("=")
        section, _, name = key.rpartition(".")
        if section in _SECTIONS:
            found[_SECTIONS.index(section), name] = ast.literal_eval(value)
    return {name: value for (_, name), value in sorted(found.items())}


_SECTIONS = ("global", "download", ":env:")  # the later goes before the earlier


def _files(client: PyPISimple, package: str) -> list[DistributionPackage]:
    try:
        files = client.get_project_page(package, timeout=TIMEOUT).packages
    except NoSuchProjectError:
        return []
    except (requests.RequestException, UnsupportedContentTypeError) as error:
        raise PackageIndexError(f"The package index does not answer for {package!r}: {error}") from error
    if any(file.size is None for file in files):
        raise PackageIndexError("The package index answers with a page that tells no sizes.")
    return files


def _final(file: DistributionPackage) -> Version | None:
    """The release that a file is of; None if it is no wheel or sdist, or not of a final release."""
    if file.package_type not in {"wheel", "sdist"} or file.version is None:
        return None
    try:
        version = Version(file.version)
    except InvalidVersion:
        return None
    return None if version.is_prerelease or version.local else version


def _archive(file: DistributionPackage) -> Archive:
    return Archive(
        name=file.filename,
        url=file.url,
        size=file.size or 0,
        is_wheel=file.package_type == "wheel",
        is_pure=file.filename.endswith("-none-any.whl"),
        yanked=file.is_yanked,
        uploaded=file.upload_time.isoformat() if file.upload_time else "",
        requires_python=file.requires_python or "",
    )
