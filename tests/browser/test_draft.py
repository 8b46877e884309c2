"""A reader asks the site's own model: the draft grows while it is written, on a real server with a real stream."""

from http.client import HTTPConnection
from threading import Event
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import kept_pages
from tests.browser.server import serve
from tests.factories import write_article_folder
from tests.local_server import chat_model
from tests.test_model_endpoint import END, OK
from tools.waiting import until

UNKNOWN = "RuntimeError: the kettle whistles in the hall"
EVIL = "<img src=/x onerror=alert(1)> run `rm x`"


class Script:
    """What the model says; a test replaces it."""

    def __init__(self):
        self.write = None
        self.is_gone = Event()

    def __call__(self, say):
        try:
            self.write(say)
        except OSError:
            self.is_gone.set()


@pytest.fixture(scope="module")
def script():
    return Script()


@pytest.fixture(scope="module")
def base(script, make_var, tmp_path_factory):
    """A site with one article and a model."""
    articles = tmp_path_factory.mktemp("articles")
    write_article_folder(articles, "boom", message="boom happened in '{place}'")
    (articles / "published.txt").write_text("boom\n")
    with (
        chat_model(script) as model,
        serve(
            TRACEFIX_VAR=str(make_var()),
            TRACEFIX_ARTICLES=str(articles),
            TRACEFIX_PROJECTS=str(tmp_path_factory.mktemp("no-projects")),
            TRACEFIX_MODEL_URL=model.address,
            TRACEFIX_MODEL="tiny",
        ) as address,
    ):
        yield address


@pytest.fixture(scope="module")
def revisit(browser, base):
    with kept_pages(browser, base) as again:
        yield again


def ask(page):
    page.goto("/match/")
    page.get_by_label("Your error or traceback").fill(UNKNOWN)
    page.get_by_role("button", name="Find the error").click()
    page.get_by_text("Ask this site's model", exact=True).click()
    expect(page.locator("[data-draft] pre")).to_contain_text(UNKNOWN)
    page.locator("[data-draft] button").click()


@pytest.mark.slow
def test_a_reader_sees_what_is_sent_and_reads_a_draft_as_text(page, script):
    def write(say):
        say(OK)
        say("Warm it. ")
        say(EVIL)
        say(END)

    script.write = write
    ask(page)

    expect(page.get_by_role("heading", name="A draft by tiny, not checked by us")).to_be_visible()
    expect(page.locator(".draft")).to_have_text(f"Warm it. {EVIL}")
    assert page.locator(".draft *").count() == 0
    assert page.locator(".draft ~ .copy").count() == 0


@pytest.mark.slow
def test_a_draft_grows_while_it_is_written(lively_page, script):
    is_read = Event()

    def write(say):
        say(OK)
        say("Warm")
        is_read.wait(20)
        say(" it.")
        say(END)

    script.write = write
    ask(lively_page)

    expect(lively_page.locator(".draft")).to_have_text("Warm")
    expect(lively_page.locator("[data-draft] button")).to_be_disabled()
    is_read.set()
    expect(lively_page.locator(".draft")).to_have_text("Warm it.")
    expect(lively_page.locator("[data-draft] button")).to_be_enabled()


def test_a_draft_that_breaks_off_says_so_and_the_page_goes_on(lively_page, script):
    def write(say):
        say(OK)
        say("Warm")

    script.write = write
    ask(lively_page)

    expect(lively_page.locator(".draft")).to_contain_text("Warm\n\n[The model did not answer as it should.")
    lively_page.get_by_text("Request an article for this error").click()
    expect(lively_page.get_by_role("button", name="Send this").last).to_be_visible()


def test_who_leaves_ends_the_draft(base, script, page):
    """The server closes its connection to the model, and the place is free for the next reader."""
    page.goto("/match/")
    page.get_by_label("Your error or traceback").fill(UNKNOWN)
    page.get_by_role("button", name="Find the error").click()
    field = page.locator("[data-draft] [name=prompt]").get_attribute("value")
    script.is_gone.clear()

    def write(say):
        say(OK)
        while not script.is_gone.wait(0.01):
            say("soup ")

    script.write = write
    reader = HTTPConnection(urlsplit(base).netloc, timeout=20)
    headers = {"Accept": "text/plain", "Content-Type": "application/x-www-form-urlencoded"}
    reader.request("POST", "/match/draft/", urlencode({"prompt": field}), headers)
    answer = reader.getresponse()
    assert answer.read(5) == b"soup "
    answer.close()
    reader.close()

    until(script.is_gone.is_set, 20)
