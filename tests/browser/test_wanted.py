"""A reader sends a sketch: it is shown first, sent only then, and not shown to others at once."""

import pytest
from playwright.sync_api import expect

UNKNOWN = "RuntimeError: the kettle of '/home/jane/x' whistles in the hall"


@pytest.mark.slow
def test_a_reader_sees_what_would_be_sent_sends_it_and_is_thanked(page):
    page.goto("/match/")
    page.get_by_label("Your error or traceback").fill(UNKNOWN)
    page.get_by_role("button", name="Find the error").click()
    offer = page.get_by_role("button", name="Send this")
    expect(offer).to_be_hidden()

    page.get_by_text("Request an article for this error").click()
    expect(page.locator(".missing pre")).to_contain_text('"message": "the kettle of \'{path}\' whistles in the hall"')
    offer.click()

    expect(page.get_by_role("heading", name="Thanks! Your sketch was counted")).to_be_visible()
    expect(page.get_by_text("It is not listed yet, so nobody else can read it here.")).to_be_visible()
    page.get_by_role("navigation", name="More").get_by_role("link", name="Wanted").click()
    expect(page.get_by_role("heading", name="Wanted")).to_be_visible()
    assert "whistles" not in page.content()
