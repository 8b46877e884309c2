"""The panel that runs a pair of scripts in the page, or plays the runs that were recorded of it, and its worker."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from kb.library import get_library
from kb.server import playground
from kb.server.page_cache import cached
from tracefix.articles.model import Article, Pair, Run, Script
from tracefix.articles.tested_versions import version_numbers
from tracefix.reading.error_line import error_line


@dataclass(frozen=True, slots=True)
class DrawnPart:
    """One script of the panel."""

    script: Script
    wheels: tuple[str, ...]  # that it needs in the browser
    run: Run | None  # the recorded one that is played


def kind_of(found: Article, pair: Pair) -> str:
    """What the page can do with a pair: `run` it in the browser, `play` what was recorded, or nothing."""
    if playground.version() and found.runs_in_browser(pair):
        return "run"
    return "play" if last_run(found, pair.repro) else ""


def last_run(found: Article, script: Script) -> Run | None:
    """The recorded run of a script as it is now that shows its error, or that its fix works, on the newest Python."""
    runs = (run for run in found.runs if run.script == script.name and (run.is_fix or run.reproduced))
    return max(runs, key=lambda run: (run.date, version_numbers(run.python)), default=None)


@require_safe
@cached("default")
def show(request: HttpRequest, slug: str, pair: str) -> HttpResponse:
    """The panel for a pair, which static/kb/playground.js puts into the article's page when its button is pressed."""
    found = get_library().get(slug)
    chosen = next((each for each in found.pairs if (each.name or "main") == pair), None) if found else None
    kind = kind_of(found, chosen) if found and chosen else ""
    if not found or not chosen or not kind:
        raise Http404
    run = last_run(found, chosen.repro)
    context: dict[str, Any] = {
        "kind": kind,
        "parts": [
            DrawnPart(script, playground.wheels_for(script) if kind == "run" else (), last_run(found, script))
            for script in (chosen.repro, chosen.fixed)
        ],
        "error_line": error_line(run.output).partition("\n")[0] if run else "",
    }
    if kind == "run":
        context |= {
            "worker": reverse("playground_worker", args=[playground.version()]),
            "files": playground.sizes(),
            "size": sum(playground.sizes().values()),
            "megabytes": playground.megabytes_sent(),
            "python": playground.python_version(),
        }
    response = render(request, "kb/_playground.html", context)
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@require_safe
def worker(request: HttpRequest, version: str) -> HttpResponse:
    """The worker that runs a script. Its policy lets it compile WebAssembly, and load Pyodide's files and nothing else.

    A worker has the policy that it is sent with, not that of the page.
    """
    if not version or version != playground.version():
        raise Http404
    response = HttpResponse(playground.WORKER.read_bytes(), content_type="text/javascript; charset=utf-8")
    files = request.get_host() + reverse("playground_worker", args=[version]).removesuffix("worker.js")
    response.headers["Content-Security-Policy"] = (
        f"default-src 'none'; script-src {files} 'wasm-unsafe-eval'; connect-src {files}"
    )
    response.headers["Cache-Control"] = "max-age=315360000, public, immutable"
    return response
