"""Health checks and metrics for monitoring, which asks each server directly and by its address.

Probes and Prometheus send an address as Host, or a name that is not in TRACEFIX_ALLOWED_HOSTS. So a request from one of
settings.MONITOR_NETWORKS that came through no proxy is answered whatever its Host is.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from kb.server import health, metrics
from kb.server.clients import is_monitoring

View = Callable[[HttpRequest], HttpResponse]


class ProbeMiddleware:
    """Answers /healthz, /readyz and /metrics for monitoring. It comes before the middleware that looks at the Host."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response
        self.views: dict[str, View] = {"/healthz": health.healthz, "/readyz": health.readyz}
        if settings.METRICS:
            self.views["/metrics"] = metrics.scrape

    def __call__(self, request: HttpRequest) -> HttpResponse:
        view = self.views.get(request.path)
        if view is None or not is_monitoring(request):
            return self.get_response(request)
        request.view_name = request.path[1:]  # for the metrics, as no URL is resolved
        return view(request)
