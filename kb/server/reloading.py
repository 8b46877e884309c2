"""Load the articles when a worker starts, and again when their folder changes.

Every article that can be read is served. One that cannot be read is served as this worker last read it, or left out if
the worker never read it; /readyz names it. So a typo removes no article from a running site, and a worker starts if at
least one article can be read.

A thread in each worker looks at the folder. When it has changed and is quiet again, the thread loads a new library
while requests use the old one, and then switches. No request waits or fails.
"""

import ctypes
import gc
import logging
import os
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path

from django.conf import settings

from kb.library import get_library, get_served, read_sound, serve
from tracefix.articles.model import ArticleError, Problem

log = logging.getLogger(__name__)

_LOOKING_SHARE = 20  # looking takes at most 1/20 of a core
_MOST_PROBLEMS = 5


@dataclass(frozen=True, slots=True)
class Broken:
    """The articles that could not be loaded as they are now, and since when."""

    since: datetime
    problems: tuple[str, ...]  # the first few, as `path:line: message`; empty if loading failed in another way


_broken: Broken | None = None
_change_seen: datetime | None = None


def change_seen() -> datetime | None:
    """When this process first saw the change that it does not serve yet; None if it serves the current articles."""
    return _change_seen


def get_broken() -> Broken | None:
    """The articles that could not be loaded as they are now; None if all could."""
    return _broken


def start() -> None:
    """Load the articles, serve them, and watch them if settings.WATCH_SECONDS is not 0.

    Raises ArticleError if no article can be read.
    """
    roots = (settings.ARTICLES_DIR, *settings.MORE_ARTICLES_DIRS, settings.PROJECTS_DIR)
    seen = stamp(*roots)
    library, problems = read_sound(get_served())
    serve(library)
    _set_broken(problems)
    if settings.WATCH_SECONDS:
        Watcher(roots, seen).start(settings.WATCH_SECONDS)


class Watcher:
    """Reloads the articles when one of their folders changes.

    `loaded` is the stamp() of the folders from before the library was loaded that is served now.
    """

    def __init__(self, roots: Path | Sequence[Path], loaded: int) -> None:
        self.roots = (roots,) if isinstance(roots, Path) else tuple(roots)
        self._tried = loaded
        self._last = loaded
        self._look_took = 0.0  # seconds of this thread: on a machine that is busy with others, looks are no rarer

    def start(self, seconds: float) -> None:
        """Start a thread that looks at the folder every so many seconds."""
        threading.Thread(target=self._run, args=(seconds,), name="articles-watcher", daemon=True).start()

    def look(self) -> None:
        """Load the articles if they have changed and have stayed the same since the last look.

        It waits for that because a `git pull` takes a while. A change is loaded at the second look after it, or at the
        third if it happened during a look.
        """
        began = time.thread_time()
        now = stamp(*self.roots)
        self._look_took = time.thread_time() - began
        is_quiet = now == self._last
        self._last = now
        _set_change_seen(now != self._tried)
        if is_quiet and now != self._tried:
            self._tried = now
            load_anew()
            _set_change_seen(False)

    def _run(self, seconds: float) -> None:
        while True:
            # Only the time of looking counts, because it repeats for ever; a change is loaded once.
            time.sleep(max(seconds, self._look_took * _LOOKING_SHARE))
            try:
                self.look()
            except Exception:
                log.exception("The folder of the articles cannot be read")


def load_anew() -> None:
    """Load the articles by the rule above and serve them. If that fails, go on serving the current ones."""
    global _broken
    before = get_library()
    try:
        library, problems = read_sound(before)
    except ArticleError as error:
        _set_broken(error.problems)
        return
    except Exception:
        log.exception("The articles cannot be loaded: the earlier ones are still served")
        _broken = Broken(datetime.now(UTC), ())
        return
    old_hash = before.content_hash
    if library.content_hash != old_hash:
        library.prepare()
    serve(library)
    _set_broken(problems)
    log.info("%s articles loaded, content %s (was %s)", len(library.articles), library.content_hash, old_hash)
    del before
    _give_memory_back()


def _give_memory_back() -> None:
    """Return to the system what the earlier articles took: glibc keeps it, and each update would take more of it."""
    gc.collect()
    with suppress(AttributeError, OSError):  # another C library than glibc
        ctypes.CDLL(None).malloc_trim(0)


def stamp(*roots: Path) -> int:
    """A number that changes when a file below the folders does. It uses names, sizes and times, not contents."""
    files = []
    for folder, folders, names in chain.from_iterable(map(os.walk, roots)):
        folders[:] = [name for name in folders if not name.startswith(".") and name != "__pycache__"]
        for name in names:
            try:
                status = os.stat(f"{folder}/{name}")  # noqa: PTH116 - faster, with tens of thousands of files
            except OSError:  # deleted while we looked
                continue
            files.append((folder, name, status.st_mtime_ns, status.st_size, status.st_ino))
    return hash(frozenset(files))


def _set_change_seen(is_seen: bool) -> None:
    global _change_seen
    _change_seen = (_change_seen or datetime.now(UTC)) if is_seen else None


def _set_broken(problems: list[Problem]) -> None:
    global _broken
    shown = tuple(f"{_inside(one.path)}:{one.line}: {one.message}" for one in problems[:_MOST_PROBLEMS])
    _broken = Broken(datetime.now(UTC), shown) if problems else None
    if problems:
        log.error(
            "Some articles are broken. Their earlier versions are served, if there are any:\n%s",
            "\n".join(map(str, problems)),
        )


def _inside(path: Path) -> str:
    root = Path(settings.ARTICLES_DIR)
    return str(path.relative_to(root)) if path.is_relative_to(root) else path.name
