"""Prometheus metrics at GET /metrics, if TRACEFIX_METRICS is on.

Labels contain nothing of a paste or a query, and each has few values: views, methods, statuses, verdicts, published
slugs. Each worker writes its counts to a file (kb/server/counts_file.py), and the worker that is scraped adds up all
files. The gauges of the library are those of that worker alone. Metrics are for the operator: requests that come
through a proxy, or from outside of settings.MONITOR_NETWORKS, get 404.
"""

import logging
import os
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from kb.library import get_library
from kb.server.clients import is_monitoring
from kb.server.health import is_ready
from kb.server.limits import get_limits
from kb.server.program_version import VERSION, commit
from kb.server.reloading import change_seen, get_broken
from kb.server.run_folder import read_process, run_folder
from kb.server.var_folder import backup_time, free_bytes
from kb.store import database_state
from tracefix.answers.choice import verdict_of
from tracefix.matching.diagnosis import Diagnosis
from tracefix.matching.verdict import Verdict

log = logging.getLogger(__name__)

_READY = "0: library, index or pages do not work."
_METHODS = {"GET", "HEAD", "POST", "OPTIONS"}
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds


class Metrics:
    """The counters of this process, and a registry that adds up those of all workers."""

    def __init__(self) -> None:
        try:
            folder = run_folder() / "metrics"
            folder.mkdir(exist_ok=True)
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)  # read when the library is imported
        except OSError:
            log.exception("Metrics cannot be shared: /metrics has only those of the worker that answers")
        from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, multiprocess, values

        from kb.server.counts_file import CountsFile

        values.MmapedDict = CountsFile  # type: ignore[attr-defined, assignment]
        own = CollectorRegistry()
        names = ["view", "method", "status"]
        self.requests = Counter("tracefix_requests", "Requests answered.", names, registry=own)
        self.seconds = Histogram(
            "tracefix_request_seconds", "From the request to its answer.", ["view"], buckets=_BUCKETS, registry=own
        )
        self.matches = Counter("tracefix_matches", "Pastes answered.", ["verdict", "article"], registry=own)
        self.wanted = Counter("tracefix_wanted", "Sketches of errors that no article covers.", registry=own)
        self.starts = Counter("tracefix_worker_starts", "Workers started since the server did.", registry=own)
        self.registry = own
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            self.registry = CollectorRegistry()
            multiprocess.MultiProcessCollector(self.registry)  # type: ignore[no-untyped-call]
        self.registry.register(_ConditionCollector())
        ProcessCollector(registry=self.registry)
        self.matches.labels(str(Verdict.NONE), "")  # from 0 on: Prometheus sees no rise of a series that begins at 1

    def text(self) -> tuple[bytes, str]:
        """All metrics in Prometheus' text format, and its content type."""
        from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

        return generate_latest(self.registry), CONTENT_TYPE_LATEST


class _ConditionCollector:
    """Gauges of what is served and of what that needs, read at each scrape. It has prometheus_client's interface.

    Those of the database, of staleness, of the library and of the process are of the worker that is scraped. A server
    whose library cannot be loaded has no gauges of it, and is not ready.
    """

    def collect(self) -> Iterator[Any]:
        from prometheus_client.core import GaugeMetricFamily as Gauge
        from prometheus_client.core import InfoMetricFamily as Info

        yield Info("tracefix_build", "Which program runs.", {"version": VERSION, "commit": commit()})
        yield Gauge("tracefix_workers", "Workers that live.", _living_workers())
        is_up = database_state.condition() in {database_state.OK, database_state.UNKNOWN}
        yield Gauge("tracefix_database_up", "0: votes and sketches are not taken.", is_up)
        if settings.REDIS_URL:
            yield Gauge("tracefix_redis_up", "0: each process counts clients for itself.", get_limits().is_redis_up())
        yield Gauge("tracefix_var_free_bytes", "Room on the disk of var/; 0: nothing can be written.", free_bytes())
        if ended := backup_time():
            yield Gauge("tracefix_backup_timestamp_seconds", "When the last whole backup ended.", ended)
        seen = change_seen()
        age = (datetime.now(UTC) - seen).total_seconds() if seen else 0.0
        yield Gauge("tracefix_stale_seconds", "How long a change of the articles has waited to be served.", age)
        yield Gauge("tracefix_articles_broken", "1: some articles cannot be read.", get_broken() is not None)
        try:
            library = get_library()
        except Exception:
            log.exception("The library cannot be loaded")
            yield Gauge("tracefix_ready", _READY, 0)
            return
        yield Gauge("tracefix_ready", _READY, is_ready())
        yield Gauge("tracefix_articles", "Articles that are served.", len(library.articles))
        yield Info("tracefix_library", "What is served.", {"content": library.content_hash})


def _living_workers() -> int:
    """How many processes that have counted something are children of this server."""
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    names = Path(folder).glob("*.db") if folder else iter(())
    pids = {name.stem.rpartition("_")[2] for name in names} | {str(os.getpid())}
    found = (read_process(int(pid))[:2] for pid in pids)  # state and parent
    return sum(process[1:] == [str(os.getppid())] and process[0] not in "ZX" for process in found)


class MetricsMiddleware:
    """Counts requests and measures their time, by view."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        start = time.perf_counter()
        response = self.get_response(request)
        view = request.resolver_match.view_name if request.resolver_match else ""
        view = view or getattr(request, "view_name", "")  # kb/server/page_cache.py
        view = view or ("static" if request.path.startswith(settings.STATIC_URL) else "none")
        count_request(view, request.method or "", response.status_code, time.perf_counter() - start)
        return response


def count_request(view: str, method: str, status: int, seconds: float) -> None:
    """Count a request and the seconds that it took. `view` must have few values: each is a label."""
    metrics = get_metrics()
    metrics.requests.labels(view, method if method in _METHODS else "other", status).inc()
    metrics.seconds.labels(view).observe(seconds)


def count_start() -> None:
    """Count the start of this worker, if metrics are on."""
    if settings.METRICS:
        get_metrics().starts.inc()


def count_match(diagnosis: Diagnosis) -> None:
    """Count the answer to a paste by its verdict and its first article, if metrics are on."""
    if settings.METRICS:
        first = diagnosis.matches[0].article.slug if diagnosis.matches else ""
        get_metrics().matches.labels(str(verdict_of(diagnosis)), first).inc()


def count_wanted() -> None:
    """Count a stored sketch, if metrics are on."""
    if settings.METRICS:
        get_metrics().wanted.inc()


@cache
def get_metrics() -> Metrics:
    """The metrics of this process, created on first use."""
    return Metrics()


@never_cache
@require_safe
def scrape(request: HttpRequest) -> HttpResponse:
    """GET /metrics. Raises Http404 for a request that does not come directly from settings.MONITOR_NETWORKS."""
    if not is_monitoring(request):
        raise Http404
    body, content_type = get_metrics().text()
    return HttpResponse(body, content_type=content_type)
