"""Serve the articles as they are now, and the last good ones while those of now are broken.

A watcher in each worker sees that the folder has changed, waits until it is quiet, loads it beside the library that is
served, and puts the new one into its place: no request waits or fails. A worker that is started anew (SIGHUP, or after
a crash) while the articles are broken goes on with what its server served before, which is kept under var/run.
"""

import logging
import os
import pickle
import shutil
import sys
import threading
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

from kb import __version__
from kb.core.articles.model import ArticleError
from kb.core.search import checked_folder as sealed
from kb.core.search.whoosh_index import open_index
from kb.library import Library, get_library, read_library, serve
from kb.server.run_folder import run_folder

log = logging.getLogger(__name__)

_LABEL = f"articles, tracefix {__version__}, python {sys.version_info[:2]}"
_MOST_SHARE = 20  # looking takes at most this share of the time: one in so many
_PROBLEMS_TOLD = 5


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why the articles of now are not served: what lint says of them, and since when."""

    since: datetime
    problems: tuple[str, ...]


_trouble: Trouble | None = None
_change_seen: datetime | None = None


def change_seen() -> datetime | None:
    """When this process saw a change of the articles that it does not serve yet; None where there is none."""
    return _change_seen


def problem_of_now() -> Trouble | None:
    """None where the articles of now are served."""
    return _trouble


def start() -> None:
    """Load the articles for the visitors of this worker, and watch them if the settings say so.

    Raises ArticleError where they are broken and the server has not served any before.
    """
    seen = stamp(settings.ARTICLES_DIR)
    try:
        library = get_library()
    except ArticleError as error:
        kept = _last_good()
        if kept is None:
            raise
        library = kept
        serve(library)
        _set_trouble(error)
    else:
        _keep(library)
    if settings.WATCH_SECONDS:
        Watcher(settings.ARTICLES_DIR, seen).start(settings.WATCH_SECONDS)


class Watcher:
    """Looks at the folder of articles; `served` is its stamp() when the library of now was loaded."""

    def __init__(self, root: Path, served: int) -> None:
        self.root = root
        self._tried = served
        self._last = served
        self._look_took = 0.0  # seconds

    def start(self, seconds: float) -> None:
        threading.Thread(target=self._run, args=(seconds,), name="articles-watcher", daemon=True).start()

    def look(self) -> None:
        """Load the articles if they have changed and are quiet since the last look: a `git pull` takes its time.

        So a change is served by the second look after it, or by the third where it came while the articles were read.
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
            # The look alone counts, which comes again and again: articles are loaded once for a change.
            time.sleep(max(seconds, self._look_took * _MOST_SHARE))
            try:
                self.look()
            except Exception:
                log.exception("The articles cannot be watched")


def load_anew() -> None:
    """Serve the articles as they are now; if they are broken, stay with those of before and say so in the log."""
    try:
        library = read_library()
    except ArticleError as error:
        _set_trouble(error)
        return
    except Exception:
        log.exception("The articles cannot be loaded; those of before are served")
        _set_trouble(None)
        return
    was = get_library().content_hash
    if library.content_hash != was:
        library.render_all()
    serve(library)
    _clear_trouble()
    _keep(library)
    log.info("Articles loaded: %s of them, content %s (was %s)", len(library.articles), library.content_hash, was)


def stamp(root: Path) -> int:
    """A number that changes with any file below the folder: by name, size and time, without reading it."""
    seen = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".") and name != "__pycache__"]
        for name in names:
            try:
                status = os.stat(f"{folder}/{name}")  # noqa: PTH116 - tens of thousands of times
            except OSError:  # it went while we looked
                continue
            seen.append((folder, name, status.st_mtime_ns, status.st_size, status.st_ino))
    return hash(frozenset(seen))


def _set_change_seen(is_seen: bool) -> None:
    global _change_seen
    _change_seen = (_change_seen or datetime.now(UTC)) if is_seen else None


def _set_trouble(error: ArticleError | None) -> None:
    global _trouble
    told = [f"{_inside(item.path)}:{item.line}: {item.message}" for item in error.problems] if error else []
    _trouble = Trouble(datetime.now(UTC), tuple(told[:_PROBLEMS_TOLD]))
    if error:
        log.error("The articles are broken, those of before are served:\n%s", error)


def _clear_trouble() -> None:
    global _trouble
    _trouble = None


def _inside(path: Path) -> str:
    root = Path(settings.ARTICLES_DIR)
    return str(path.relative_to(root)) if path.is_relative_to(root) else path.name


# ── the last good articles of this server ───────────────────────────────────────────────────────────────────────


def _keep(library: Library) -> None:
    """Keep the articles for workers to come; the sealed folder takes nothing that another could have written."""
    try:
        root = run_folder() / "articles"
        folder = root / library.content_hash
        if not folder.exists():
            content = (
                library.articles,
                dict(library.tags),
                tuple(library.withdrawn.values()),
                dict(library.translated_tags),
            )
            sealed.write(folder, {"articles.pickle": pickle.dumps(content)}, _LABEL)
        for other in root.iterdir():
            if other != folder and not other.name.startswith("."):
                shutil.rmtree(other, ignore_errors=True)
    except OSError:
        log.exception("The articles cannot be kept for workers to come")


def _last_good() -> Library | None:
    try:
        for folder in (run_folder() / "articles").glob("[!.]*"):
            files = sealed.read(folder, _LABEL)
            articles, tags, *others = pickle.loads(files["articles.pickle"])  # noqa: S301 - sealed: ours, undamaged
            return Library(articles, tags, open_index(articles, settings.INDEX_DIR), *others)
    except (OSError, sealed.UnusableFolderError):
        log.exception("What was served before cannot be read")
    return None
