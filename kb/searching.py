"""Where the site searches: in the index that Whoosh keeps below var, or in that of PostgreSQL (TRACEFIX_SEARCH).

While the database is away, the Whoosh index answers; it is opened, or built, when it is first needed. A keeper in each
worker asks for the database every few seconds meanwhile, and no request waits for that.
"""

import logging
import threading
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from django.conf import settings
from django.db import connections

from kb.core.articles.model import Article
from kb.core.search import query as search
from kb.core.search.index import SearchIndex
from kb.core.search.query import Results
from kb.core.search.whoosh_index import open_index
from kb.store.database_url import libpq_parameters

if TYPE_CHECKING:
    from kb.core.search.postgres_index import PostgresIndex

log = logging.getLogger(__name__)

WHOOSH, POSTGRESQL = "whoosh", "postgresql"
PAUSE_SECONDS = 5.0  # between two looks for a database that is away
PATIENCE_SECONDS = 5.0  # until the Whoosh index is opened in its place; then searches are refused till it is
_TOUCH_SECONDS = 300.0  # between two words that the index is in use


class SearchAwayError(Exception):
    """This cannot be searched for now: it took the database too long, or that is away, and the index in its place is
    being built."""


class Search(Protocol):
    """A search over the articles of a library; `find` is kb.core.search.query.find without its index."""

    def find(self, query: str, **options: Any) -> Results: ...

    def condition(self) -> Mapping[str, str | None]:
        """The backend that was chosen, and what is wrong with it, if anything is."""


def open_search(articles: Sequence[Article]) -> Search:
    """The search that the settings choose. It may have to build its index first."""
    if settings.SEARCH == WHOOSH:
        return WhooshSearch(open_index(articles, settings.INDEX_DIR))
    return PostgresSearch(postgres_index(articles), lambda: open_index(articles, settings.INDEX_DIR))


def postgres_index(articles: Sequence[Article]) -> "PostgresIndex":
    """The index of these articles in the site's database; prepare() builds it."""
    from kb.core.search.postgres import Connections
    from kb.core.search.postgres_index import PostgresIndex

    return PostgresIndex(articles, Connections(libpq_parameters(connections["default"].settings_dict)))


class WhooshSearch:
    """The search in files; what can be wrong with them is repaired when they are opened."""

    def __init__(self, index: SearchIndex) -> None:
        self._index = index

    def find(self, query: str, **options: Any) -> Results:
        return search.find(self._index, query, **options)

    def condition(self) -> Mapping[str, str | None]:
        return {"backend": WHOOSH, "degraded": None}


class PostgresSearch:
    """The search in PostgreSQL, and in files while that is away."""

    def __init__(self, index: "PostgresIndex", open_in_its_place: Callable[[], SearchIndex]) -> None:
        self._index = index
        self._open_in_its_place = open_in_its_place
        self._in_its_place: _Opening | None = None
        self._trouble: str | None = None
        self._lock = threading.Lock()
        self._wake = threading.Event()
        weakref.finalize(self, index.close)
        _keep(self, self._wake, self.tend())

    def condition(self) -> Mapping[str, str | None]:
        return {"backend": POSTGRESQL, "degraded": self._trouble}

    def find(self, query: str, **options: Any) -> Results:
        """Raises SearchAwayError."""
        from kb.core.search.postgres import PostgresError, TooSlowError

        if self._trouble is None or not query.strip():  # to list all articles, nothing is asked
            try:
                return search.find(self._index, query, **options)
            except TooSlowError as error:
                # One query, made to be slow, must not send every replica to its files: the keeper sees what it is.
                self._wake.set()
                raise SearchAwayError from error
            except PostgresError as error:
                self._say(str(error))
                self._wake.set()
        with self._lock:
            opening = self._in_its_place = self._in_its_place or _Opening(self._open_in_its_place)
        return search.find(opening.wait(), query, **options)

    def tend(self) -> float:
        """See that the index is there and build it if it is not; say in how many seconds to do so again."""
        from kb.core.search.postgres import PostgresError

        try:
            self._index.prepare()
        except PostgresError as error:
            self._say(str(error))
            return PAUSE_SECONDS
        self._say(None)
        return _TOUCH_SECONDS

    def _say(self, trouble: str | None) -> None:
        """Write a change to the log: once when it goes, once when it is back."""
        with self._lock:
            before, self._trouble = self._trouble, trouble
            if trouble is None:
                self._in_its_place = None
        if trouble is not None and trouble != before:
            log.warning("PostgreSQL is %s. The search goes on with the index below var.", trouble)
        elif before is not None and trouble is None:
            log.info("PostgreSQL is back, and searched again.")


class _Opening:
    """An index that is opened in a thread of its own, so that whoever needs it does not wait without end."""

    def __init__(self, open_it: Callable[[], SearchIndex]) -> None:
        self._open_it = open_it
        self._index: SearchIndex | None = None
        self._until = time.monotonic() + PATIENCE_SECONDS
        self._thread = threading.Thread(target=self._open, name="search-opener", daemon=True)
        self._thread.start()

    def _open(self) -> None:
        try:
            self._index = self._open_it()
        except Exception:
            log.exception("The index below var cannot be opened")

    def wait(self) -> SearchIndex:
        self._thread.join(max(0.0, self._until - time.monotonic()))
        if self._index is None:
            raise SearchAwayError
        return self._index


def _keep(searched: PostgresSearch, wake: threading.Event, seconds: float) -> None:
    """Tend this search from now on, for as long as somebody has it: one of a replaced library is let go."""
    reference = weakref.ref(searched, lambda _: wake.set())
    threading.Thread(target=_run, args=(reference, wake, seconds), name="search-keeper", daemon=True).start()


def _run(reference: "weakref.ref[PostgresSearch]", wake: threading.Event, seconds: float) -> None:
    while True:
        if wake.wait(seconds):  # it has just failed
            time.sleep(PAUSE_SECONDS)
            wake.clear()
        searched = reference()
        if searched is None:
            return
        try:
            seconds = searched.tend()
        except Exception:
            log.exception("The search in PostgreSQL cannot be tended")
            seconds = PAUSE_SECONDS
        del searched
