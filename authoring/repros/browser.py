"""Runs scripts as the page does it: with the site's own worker and Pyodide, in an installed Chromium."""

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.core.wsgi import get_wsgi_application
from django.urls import reverse

from authoring.local_server import make_server
from kb.server import playground
from tracefix.articles.model import Script
from tracefix.repros.running import Outcome

if TYPE_CHECKING:
    from playwright.sync_api import Page

BROWSER_FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
]
_NAMES = (
    "chromium-headless-shell",  # no windows: half the time of the whole browser
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
)
_RUN = """([address, wheels, script, seconds]) => new Promise((resolve, reject) => {
    const worker = new Worker(address, {type: "module", name: wheels});
    let output = "";
    const end = (status) => {
        worker.terminate();
        resolve([status, output]);
    };
    const handlers = {
        started: () => setTimeout(end, seconds * 1000, null),
        failing: () => {},
        printed: ({text}) => (output += text),
        flooded: () => end(null),
        broken: ({text}) => ((output += text), end(1)),
        unloaded: ({text}) => reject(new Error(text)),
        ended: ({status}) => end(status),
    };
    worker.onmessage = ({data}) => handlers[data.kind](data);
    worker.onerror = () => reject(new Error("the worker cannot be loaded"));
    worker.postMessage(script);
})"""


def chromium() -> str | None:
    """The path of an installed Chromium, or None."""
    return next((path for name in _NAMES if (path := shutil.which(name))), None)


class Browser:
    """A page of the site that runs scripts."""

    def __init__(self, page: "Page") -> None:
        self._page = page

    def run(self, script: Script, *, timeout_s: float) -> Outcome:
        """Run a script in a worker of its own. Raises LookupError where a package is missing."""
        wheels = " ".join(playground.wheels_for(script))
        address = reverse("playground_worker", args=[playground.version()])
        wanted = {"name": script.name, "text": script.text}
        status, output = self._page.evaluate(_RUN, [address, wheels, wanted, timeout_s])
        return Outcome(status, output)


@contextmanager
def open_browser(path: str) -> Iterator[Browser]:
    """A Chromium at a page of this site, which a thread serves meanwhile."""
    from playwright.sync_api import sync_playwright  # takes half a second

    server = make_server()
    server.set_app(get_wsgi_application())
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with (
            sync_playwright() as playwright,
            playwright.chromium.launch(executable_path=path, args=BROWSER_FLAGS) as it,
        ):
            page = it.new_page(base_url=f"http://127.0.0.1:{server.server_port}")
            page.goto("/healthz")
            yield Browser(page)
    finally:
        server.shutdown()
        server.server_close()
