"""Staff log in below /staff/, see what is wanted and say what is done about it, and the browser complains of nothing.

It needs a server of its own; tests/test_staff.py asks for the same without a browser.
"""

import re
import sys

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import kept_pages
from tests.browser.server import serve
from tests.test_settings import run

pytestmark = pytest.mark.slow

NAME, PASSWORD = "jane", "a-long-soup-spoon"
# The password is hashed in no time; the first log-in hashes it again as it must be.
MAKE_ACCOUNT = f"""
import django; django.setup()
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.auth.models import User
from django.core.management import call_command
call_command("migrate", verbosity=0)
hashed = PBKDF2PasswordHasher().encode({PASSWORD!r}, "salt" * 6, iterations=1)
User.objects.create(username={NAME!r}, password=hashed, is_staff=True, is_superuser=True)
"""


@pytest.fixture(scope="module")
def staff_base(shared_articles, tmp_path_factory):
    """The address of a server for staff, with one account and the small articles."""
    places = {"TRACEFIX_VAR": tmp_path_factory.mktemp("staff"), "TRACEFIX_ARTICLES": shared_articles}
    environment = {**{name: str(place) for name, place in places.items()}, "TRACEFIX_STAFF": "1"}
    made = run([sys.executable, "-c", MAKE_ACCOUNT], **environment)
    assert made.returncode == 0, made.stderr
    with serve(is_migrated=True, **environment) as address:
        yield address


@pytest.fixture(scope="module")
def revisit_staff(browser, staff_base):
    with kept_pages(browser, staff_base) as again:
        yield again


@pytest.fixture
def staff_page(revisit_staff):
    yield from revisit_staff()


@pytest.fixture(scope="module")
def session():
    """The cookies of who has logged in, once somebody has: a password takes its time, as it must."""
    return []


@pytest.fixture
def log_in(staff_page, session):
    """A function that logs in, by the form where nobody has yet, and opens the first page for staff."""

    def log_in():
        staff_page.context.add_cookies(session)
        staff_page.goto("/staff/")
        if not session:
            staff_page.get_by_label("Username").fill(NAME)
            staff_page.get_by_label("Password").fill(PASSWORD)
            staff_page.get_by_role("button", name="Log in").click()
            expect(staff_page.get_by_role("button", name="Log out")).to_be_visible()
            session.extend(cookie for cookie in staff_page.context.cookies() if cookie["name"] == "sessionid")

    return log_in


def send(page, message):
    page.goto("/match/")
    page.get_by_label("Your error or traceback").fill(f"SoupError: {message}")
    page.get_by_role("button", name="Find the error").click()
    page.get_by_text("Request an article for this error").click()
    page.get_by_role("button", name="Send this").click()
    expect(page.get_by_role("heading", name="Thanks! Your sketch was counted")).to_be_visible()


def choose(page, message, action, **fields):
    page.get_by_role("row", name=message).get_by_role("checkbox").check()
    for label, value in fields.items():
        page.get_by_label(label).fill(value)
    page.locator("select[name=action]").select_option(action)
    page.get_by_role("button", name="Run").or_(page.get_by_role("button", name="Go")).click()


def test_an_error_is_sent_planned_and_covered(staff_page, log_in):
    send(staff_page, "the spoon bends")
    send(staff_page, "the plate spins")
    send(staff_page, "the ladle hums")
    staff_page.goto("/wanted/")
    expect(staff_page.get_by_text("No error is on the list at the moment.")).to_be_visible()
    log_in()
    staff_page.get_by_role("link", name="Wanted errors").first.click()
    expect(staff_page.get_by_role("row", name="the spoon bends")).to_be_visible()

    choose(staff_page, "the spoon", "An article is planned")
    expect(staff_page.get_by_text("1 marked as planned.")).to_be_visible()
    choose(staff_page, "the plate", "Covered by the article named here", **{"article that covers it": "nowhere"})
    expect(staff_page.get_by_text("This server has no article “nowhere”")).to_be_visible()
    choose(staff_page, "the plate", "Covered by the article named here", **{"article that covers it": "boom"})
    expect(staff_page.get_by_text("1 marked as covered by an article.")).to_be_visible()

    choose(staff_page, "the ladle", "Read and harmless: show it on /wanted/")
    expect(staff_page.get_by_text("1 marked as listed.")).to_be_visible()

    staff_page.goto("/wanted/")
    expect(staff_page.get_by_role("listitem").filter(has_text="the ladle")).to_be_visible()
    expect(staff_page.get_by_role("listitem").filter(has_text="the spoon")).to_contain_text("an article is planned")
    expect(staff_page.get_by_role("link", name="boom happened in")).to_be_visible()


def test_one_error_is_read_with_its_sketches_and_given_a_note(staff_page, log_in):
    send(staff_page, "the fork sings")
    log_in()
    staff_page.goto("/staff/kb/wantederror/")
    staff_page.get_by_role("link", name="the fork sings").click()
    expect(staff_page.get_by_role("heading", name="the latest sketches")).to_be_visible()

    staff_page.get_by_label("Note").fill("ask the cook")
    staff_page.get_by_label("Status").select_option("covered by an article")
    staff_page.get_by_role("button", name="Save", exact=True).click()
    expect(staff_page.get_by_text("This server has no article “”.")).to_be_visible()

    staff_page.get_by_label("Status").select_option("noise")
    staff_page.get_by_role("button", name="Save", exact=True).click()
    expect(staff_page.get_by_text("was changed successfully")).to_be_visible()
    staff_page.goto("/wanted/")
    expect(staff_page.get_by_text("the fork sings")).to_have_count(0)


def test_a_long_error_is_seen_to_be_cut(staff_page, log_in):
    send(staff_page, "the whisk " + "turns and " * 30)
    log_in()
    staff_page.goto("/staff/kb/wantederror/")

    expect(staff_page.get_by_role("link", name="SoupError: the whisk")).to_have_text(re.compile(r"^.{119}…$"))


def test_votes_are_shown_as_counts(staff_page, log_in):
    staff_page.goto("/articles/boom/")
    staff_page.get_by_role("button", name="Yes", exact=True).click()
    expect(staff_page.get_by_role("heading", name="Thanks! Your vote was counted")).to_be_visible()
    log_in()
    staff_page.get_by_role("link", name="Votes").first.click()

    expect(staff_page.get_by_role("row", name="boom the whole article 1 0")).to_be_visible()


def test_who_is_not_logged_in_sees_nothing(staff_page):
    for path in ("/staff/", "/staff/kb/wantederror/", "/staff/kb/vote/"):
        staff_page.goto(path)
        expect(staff_page.get_by_label("Password")).to_be_visible()


def test_a_public_server_has_no_log_in(page):
    for path in ("/staff/", "/staff/login/"):
        assert page.goto(path).status == 404
