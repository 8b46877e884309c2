"""A served site with the real articles, and a Chromium to visit it with."""

import shutil
from pathlib import Path

import pytest

from tests.browser.server import BROWSER_FLAGS, chromium, serve
from tests.published import published_articles
from tools.programs import needed

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.parent == HERE:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def base(make_var, migrated_file):
    """The address of a running site."""
    var = make_var()
    shutil.copy(migrated_file, var / "state.sqlite3")
    with serve(is_migrated=True, TRACEFIX_VAR=str(var)) as address:
        yield address


@pytest.fixture(scope="session")
def browser():
    path = needed(chromium(), "Chromium", "chromium", "the browser tests")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=BROWSER_FLAGS)
        yield launched
        launched.close()


@pytest.fixture(params=["with JavaScript", "without JavaScript"])
def page(request, browser, base):
    """A page of 1280 x 800, once with and once without JavaScript. Any complaint of the browser fails the test."""
    yield from visit(browser, base, java_script_enabled=request.param == "with JavaScript")


@pytest.fixture
def lively_page(browser, base):
    """A page with JavaScript that may use the clipboard."""
    yield from visit(browser, base, permissions=["clipboard-read", "clipboard-write"])


@pytest.fixture
def narrow_page(browser, base):
    """A page as wide as a small telephone's."""
    yield from visit(browser, base, viewport={"width": 360, "height": 740})


def visit(browser, base, **options):
    context = browser.new_context(base_url=base, **{"viewport": {"width": 1280, "height": 800}, **options})
    page = context.new_page()
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
    page.on("request", lambda request: request.url.startswith(base) or complaints.append(f"asked for {request.url}"))
    yield page
    context.close()
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
