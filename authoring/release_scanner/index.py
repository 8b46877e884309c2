"""The package index, as pip is set up to reach it: the files of every final release, and one of them fetched.

pip's own command line tells neither sizes nor what was yanked, and refuses files of other platforms; so its parts are
asked. Nothing is built and nothing is installed.
"""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from zipfile import BadZipFile

from packaging.utils import (
    InvalidSdistFilename,
    InvalidWheelFilename,
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)
from packaging.version import InvalidVersion, Version

from tracefix.articles.distributions import near_module

MOST_BYTES = 1_200_000_000


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
    size: int
    sha256: str
    is_wheel: bool
    is_pure: bool
    yanked: bool
    uploaded: str  # 2023-04-05…, "" if the index does not tell
    requires_python: str = ""


class Index:
    """The package index that pip is configured to use."""

    def __init__(self) -> None:
        from pip._internal.commands.download import DownloadCommand

        command: Any = DownloadCommand("download", "")
        options, _ = command.parse_args(["--no-cache-dir", "--no-deps", "x"])
        self._session: Any = command._build_session(options)
        self._collector: Any = command._build_package_finder(options, self._session)._link_collector

    def archives(self, package: str) -> dict[Version, list[Archive]]:
        """The files of each final release, the oldest release first; raises PackageIndexError."""
        found: dict[Version, list[Archive]] = {}
        for name, archive in self._files(package):
            if (version := _version(name, package)) and not version.is_prerelease and version.local is None:
                found.setdefault(version, []).append(archive)
        if not found:
            raise no_files(package)
        return dict(sorted(found.items()))

    def _files(self, package: str) -> Iterator[tuple[str, Archive]]:
        from pip._internal.models.link import Link

        sources = self._collector.collect_sources(package, candidates_from_page=lambda _: [])
        for source in sources.index_urls:
            if source is None or source.link is None or source.link.scheme == "file":
                continue
            page = self._collector.fetch_response(source.link)
            if page is None:
                continue
            if "json" not in page.content_type:
                raise PackageIndexError("The package index answers with a page that tells no sizes.")
            for file in json.loads(page.content)["files"]:
                link = Link.from_json(file, page.url)
                if link is not None:
                    yield file["filename"], _archive(file, link.url_without_fragment)

    def metadata(self, archive: Archive) -> str:
        """The metadata of a wheel, of which no more is fetched than that; raises PackageIndexError."""
        from pip._internal.network.lazy_wheel import HTTPRangeRequestUnsupported, dist_from_wheel_url

        try:
            name: Any = canonicalize_name(archive.name.partition("-")[0])
            wheel = dist_from_wheel_url(name, archive.url, self._session)
            return wheel.read_text("METADATA")
        except (HTTPRangeRequestUnsupported, OSError, BadZipFile) as error:
            raise PackageIndexError(f"{archive.name} gives no metadata: {error}") from error

    @contextmanager
    def fetch(self, archive: Archive, folder: Path) -> Iterator[Path]:
        """A file of a release on the disk; it is deleted afterwards."""
        from pip._internal.network.utils import HEADERS

        folder.mkdir(parents=True, exist_ok=True)
        path = folder / Path(unquote(urlsplit(archive.url).path)).name
        digest = hashlib.sha256()
        size = 0
        try:
            with self._session.get(archive.url, headers=HEADERS, stream=True) as answer, path.open("wb") as file:
                answer.raise_for_status()
                for chunk in answer.raw.stream(1 << 18, decode_content=False):
                    size += len(chunk)
                    if size > MOST_BYTES:
                        raise PackageIndexError(f"{archive.name} is larger than {MOST_BYTES:,} bytes.")
                    digest.update(chunk)
                    file.write(chunk)
            if archive.sha256 and digest.hexdigest() != archive.sha256:
                raise PackageIndexError(f"{archive.name} is not the file that the index promises.")
            yield path
        finally:
            path.unlink(missing_ok=True)


def _archive(file: dict[str, Any], url: str) -> Archive:
    name = file["filename"]
    return Archive(
        name=name,
        url=url,
        size=file.get("size") or 0,
        sha256=file.get("hashes", {}).get("sha256", ""),
        is_wheel=name.endswith(".whl"),
        is_pure=name.endswith("-none-any.whl"),
        yanked=bool(file.get("yanked")),
        uploaded=file.get("upload-time") or "",
        requires_python=file.get("requires-python") or "",
    )


def _version(name: str, package: str) -> Version | None:
    """The release that a file is of; None if it is no wheel or sdist of the package."""
    try:
        if name.endswith(".whl"):
            owner, version, _, _ = parse_wheel_filename(name)
        elif name.endswith((".tar.gz", ".zip")):
            owner, version = parse_sdist_filename(name)
        elif name.endswith((".tar.bz2", ".tgz")):
            stem = name.removesuffix(".tar.bz2").removesuffix(".tgz")
            owner, version = canonicalize_name(stem.rpartition("-")[0]), Version(stem.rpartition("-")[2])
        else:
            return None
    except (InvalidWheelFilename, InvalidSdistFilename, InvalidVersion):
        return None
    return version if owner == canonicalize_name(package) else None
