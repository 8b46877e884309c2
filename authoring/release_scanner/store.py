"""The cache of a package between runs: the facts of each distinct file, and the files of each release."""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

_EDITION = 24  # of what is read out of a file; another one reads everything again
_TABLES = f"""
CREATE TABLE IF NOT EXISTS files_{_EDITION} (key TEXT PRIMARY KEY, facts TEXT);
CREATE TABLE IF NOT EXISTS releases_{_EDITION} (version TEXT PRIMARY KEY, manifest TEXT, note TEXT);
"""


class ScanStore:
    """The cache of one package. A file that is no source of this Python has the facts None."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._base = sqlite3.connect(path)
        self._base.executescript(_TABLES)

    def close(self) -> None:
        self._base.close()

    def knows(self, key: str) -> bool:
        """Whether a file was read, of whatever release."""
        return self._base.execute(f"SELECT 1 FROM files_{_EDITION} WHERE key = ?", (key,)).fetchone() is not None  # noqa: S608

    def keep_file(self, key: str, facts: list[Any] | None) -> None:
        self._base.execute(f"INSERT OR REPLACE INTO files_{_EDITION} VALUES (?, ?)", (key, json.dumps(facts)))  # noqa: S608

    def facts(self) -> Iterator[tuple[str, list[Any] | None]]:
        """Every file that was read."""
        for key, facts in self._base.execute(f"SELECT key, facts FROM files_{_EDITION}"):  # noqa: S608
            yield key, json.loads(facts)

    def keep_release(self, version: str, manifest: Mapping[str, str], note: str = "") -> None:
        """The files of a release, by path, and whether they are an sdist's; or why there are none."""
        values = (version, json.dumps(manifest), note)
        self._base.execute(f"INSERT OR REPLACE INTO releases_{_EDITION} VALUES (?, ?, ?)", values)  # noqa: S608
        self._base.commit()

    def releases(self) -> dict[str, tuple[dict[str, str], str]]:
        """Every release that was looked at: its files, and what is wrong with it."""
        rows = self._base.execute(f"SELECT version, manifest, note FROM releases_{_EDITION}")  # noqa: S608
        return {version: (json.loads(manifest), note) for version, manifest, note in rows}
