"""A served site with the real articles, and a Chromium to visit it with."""

import json
import shutil
import sys
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import pytest

from tests.browser.server import BROWSER_FLAGS, chromium, serve
from tests.published_articles import published_articles
from tests.test_settings import run
from tools.required_programs import require

HERE = Path(__file__).parent
DESK = {"width": 1280, "height": 800}


# What make test does without JavaScript, too; the others only with it, and CI does all of both.
WITHOUT = {
    "test_paste_read_the_answer_follow_to_the_article",
    "test_a_reader_says_that_it_helped_and_which_fix_it_was",
}


@pytest.hookimpl(tryfirst=True)  # before what is slow is left out
def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.parent == HERE:
            item.add_marker(pytest.mark.browser)
            if "[without JavaScript" in item.name and item.originalname not in WITHOUT:
                item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def base(make_var, migrated_file, published_projects):
    """The address of a running site, whose static files are hashed and compressed, as `make serve` has them."""
    folder = make_var()
    shutil.copy(migrated_file, folder / "state.sqlite3")
    var = {"TRACEFIX_VAR": str(folder), "TRACEFIX_PROJECTS": str(published_projects)}
    command = [sys.executable, "manage.py", "collectstatic", "--noinput", "--ignore", "ninja", "--verbosity", "0"]
    collected = run(command, **var)
    assert collected.returncode == 0, collected.stderr
    with serve(is_migrated=True, **var) as address:
        yield address


@pytest.fixture(scope="session")
def browser():
    path = require(chromium(), "Chromium", "chromium", "the browser tests")
    from playwright.sync_api import sync_playwright

    # Playwright's event loop is open until the end, and Django would refuse its database to the tests that follow
    unseen = mock.patch("django.utils.asyncio.get_running_loop", side_effect=RuntimeError)
    with unseen, sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=BROWSER_FLAGS)
        yield launched
        launched.close()


@pytest.fixture(params=["with JavaScript", "without JavaScript"])
def page(request, revisit):
    """A page of 1280 x 800, once with and once without JavaScript. Any complaint of the browser fails the test."""
    yield from revisit(java_script_enabled=request.param == "with JavaScript")


@pytest.fixture
def lively_page(revisit):
    """A page with JavaScript that may use the clipboard."""
    yield from revisit(permissions=["clipboard-read", "clipboard-write"])


@pytest.fixture
def narrow_page(revisit):
    """A page as wide as a small telephone's."""
    yield from revisit(viewport={"width": 360, "height": 740})


@pytest.fixture(scope="session")
def revisit(browser, base):
    with kept_pages(browser, base) as again:
        yield again


@contextmanager
def kept_pages(browser, base):
    """A function as visit(), with one page for all tests that want the same: to start one takes longer than many tests.

    Nothing of a test is left there for the next one: no cookie, nothing stored, no address, no route.
    """
    pages = {}

    def again(**options):
        wanted = {"viewport": DESK, **options}
        key = json.dumps(wanted, sort_keys=True)
        page = pages.pop(key, None) or browser.new_context(base_url=base, **wanted).new_page()
        page.set_viewport_size(wanted["viewport"])
        yield from watch(page, base)
        leave(page)
        pages[key] = page  # only where the test and this went well

    yield again
    for page in pages.values():
        page.context.close()


def leave(page):
    """Make a page as a new visitor's."""
    page.unroute_all(behavior="ignoreErrors")
    page.goto("/healthz")  # of the same site: a link to a place within the page would not load it again
    page.evaluate("() => { localStorage.clear(); sessionStorage.clear() }")
    page.context.clear_cookies()
    page.emulate_media(media="null", color_scheme="light", reduced_motion="no-preference")


def visit(browser, base, **options):
    """A page of a browser that has nothing yet, neither cached nor stored. Any complaint of it fails the test."""
    context = browser.new_context(base_url=base, **{"viewport": DESK, **options})
    yield from watch(context.new_page(), base, at_end=context.close)


def watch(page, base, at_end=lambda: None):
    complaints = []
    heard = {
        "pageerror": lambda error: complaints.append(str(error)),
        "console": lambda message: message.type == "error" and complaints.append(message.text),
        "request": lambda request: request.url.startswith(base) or complaints.append(f"asked for {request.url}"),
    }
    for event, listener in heard.items():
        page.on(event, listener)
    yield page
    for event, listener in heard.items():
        page.remove_listener(event, listener)
    at_end()
    assert [complaint for complaint in complaints if "status of 40" not in complaint] == []


@pytest.fixture(scope="session")
def known():
    """One known error with a recorded run of its script; its report is what a person would paste."""
    return next(
        article
        for article in published_articles()
        if article.is_specific and article.pairs and any(run.reproduced for run in article.runs)
    )


@pytest.fixture(scope="session")
def report(known):
    """What a launcher made of the output of that script."""
    output = next(run.output for run in known.runs if run.reproduced)
    return "".join(f"[rank0]: {line}\n" for line in output.splitlines())
