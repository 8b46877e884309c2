"""Load the articles when a worker starts, and again when their folder changes.

The rule: every article that can be read is served, and one that cannot is served as this worker last read it, or left
out if it never has; /readyz names it. So a typo takes no article from a running site, and no worker fails to start.

A watcher in each worker sees that the folder has changed, waits until it is quiet, loads it beside the library that is
served, and puts the new one into its place: no request waits or fails.
"""

import logging
import os
import threading
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

from kb.core.articles.model import ArticleError, Problem
from kb.library import get_library, read_sound, serve, served

log = logging.getLogger(__name__)

_LOOKING_SHARE = 20  # looking takes at most one part in so many of the time
_MOST_PROBLEMS = 5


@dataclass(frozen=True, slots=True)
class Broken:
    """What is not served as the folder has it now, and since when."""

    since: datetime
    problems: tuple[str, ...]  # the first few, as lint says them; none where the loading itself failed


_broken: Broken | None = None
_change_seen: datetime | None = None


def change_seen() -> datetime | None:
    """When this process saw a change of the articles that it does not serve yet; None where there is none."""
    return _change_seen


def broken() -> Broken | None:
    """What cannot be served as it is now; None where everything is."""
    return _broken


def start() -> None:
    """Load the articles for the visitors of this worker, and watch them if the settings say so.

    Raises ArticleError where none can be served.
    """
    seen = stamp(settings.ARTICLES_DIR)
    library, problems = read_sound(served())
    serve(library)
    _set_broken(problems)
    if settings.WATCH_SECONDS:
        Watcher(settings.ARTICLES_DIR, seen).start(settings.WATCH_SECONDS)


class Watcher:
    """Looks at the folder of articles. `loaded` is its stamp() when the library that is served was loaded."""

    def __init__(self, root: Path, loaded: int) -> None:
        self.root = root
        self._tried = loaded
        self._last = loaded
        self._look_took = 0.0  # seconds

    def start(self, seconds: float) -> None:
        threading.Thread(target=self._run, args=(seconds,), name="articles-watcher", daemon=True).start()

    def look(self) -> None:
        """Load the articles if they have changed and are quiet since the last look: a `git pull` takes its time.

        A change is served by the second look after it, or by the third if it came while the articles were read.
        """
        began = time.perf_counter()
        now = stamp(self.root)
        self._look_took = time.perf_counter() - began
        is_quiet = now == self._last
        self._last = now
        _set_change_seen(now != self._tried)
        if is_quiet and now != self._tried:
            self._tried = now
            load_anew()
            _set_change_seen(False)

    def _run(self, seconds: float) -> None:
        while True:
            # Only looking counts, because it never ends; articles are loaded once for a change.
            time.sleep(max(seconds, self._look_took * _LOOKING_SHARE))
            try:
                self.look()
            except Exception:
                log.exception("The articles cannot be watched")


def load_anew() -> None:
    """Serve the articles as they are now, by the rule above. If nothing can be loaded, serve those of before."""
    global _broken
    before = get_library()
    try:
        library, problems = read_sound(before)
    except ArticleError as error:
        _set_broken(error.problems)
        return
    except Exception:
        log.exception("The articles cannot be loaded; those of before are served")
        _broken = Broken(datetime.now(UTC), ())
        return
    was = before.content_hash
    if library.content_hash != was:
        library.render_all()
    serve(library)
    _set_broken(problems)
    log.info("Articles loaded: %s of them, content %s (was %s)", len(library.articles), library.content_hash, was)


def stamp(root: Path) -> int:
    """A number that changes with any file below the folder: by name, size and time, without reading it."""
    seen = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".") and name != "__pycache__"]
        for name in names:
            try:
                status = os.stat(f"{folder}/{name}")  # noqa: PTH116 - tens of thousands of times
            except OSError:  # deleted while we looked
                continue
            seen.append((folder, name, status.st_mtime_ns, status.st_size, status.st_ino))
    return hash(frozenset(seen))


def _set_change_seen(is_seen: bool) -> None:
    global _change_seen
    _change_seen = (_change_seen or datetime.now(UTC)) if is_seen else None


def _set_broken(problems: list[Problem]) -> None:
    global _broken
    shown = tuple(f"{_inside(one.path)}:{one.line}: {one.message}" for one in problems[:_MOST_PROBLEMS])
    _broken = Broken(datetime.now(UTC), shown) if problems else None
    if problems:
        log.error(
            "Some articles are broken. They are served as they were, or left out:\n%s", "\n".join(map(str, problems))
        )


def _inside(path: Path) -> str:
    root = Path(settings.ARTICLES_DIR)
    return str(path.relative_to(root)) if path.is_relative_to(root) else path.name
