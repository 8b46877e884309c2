"""A vote, as a reader casts it: with JavaScript in the page, without on a page of its own."""

import pytest
from playwright.sync_api import expect


@pytest.mark.slow
def test_a_reader_says_that_it_helped_and_which_fix_it_was(page):
    page.goto("/articles/pickle-dict-keys/")
    page.get_by_role("button", name="Yes", exact=True).click()

    expect(page.get_by_role("heading", name="Thanks! Your vote was counted")).to_be_visible()
    group = page.get_by_role("group", name="Which fix was it?")
    group.get_by_role("button").first.click()

    expect(page.get_by_role("heading", name="Thanks! Your vote was counted")).to_be_visible()
    expect(group).to_have_count(0)


def test_with_javascript_the_reader_stays_where_he_is(lively_page):
    lively_page.goto("/articles/pickle-dict-keys/")
    lively_page.get_by_role("button", name="No", exact=True).click()

    expect(lively_page.get_by_role("heading", name="Thanks! Your vote was counted")).to_be_focused()
    assert lively_page.url.endswith("/articles/pickle-dict-keys/")
    assert lively_page.get_by_role("heading", level=1).count() == 1
