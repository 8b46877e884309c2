"""Everybody can use it: axe-core finds nothing on any page in light and dark, and a keyboard reaches everything.

https://github.com/dequelabs/axe-core
"""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import visit

UNKNOWN = "RuntimeError: the soup has gone cold in the kitchen"
TWO = """\
Traceback (most recent call last):
  File "/home/jane/proj/train.py", line 3, in <module>
    import cv2
ModuleNotFoundError: No module named 'cv2'
Traceback (most recent call last):
  File "/home/jane/proj/cook.py", line 31, in <module>
    soup.heat()
ValueError: the soup has gone cold; please use a larger flame"""


def at(path):
    return lambda page, report: page.goto(path)


def pasted(text=None):
    def send(page, report):
        page.goto("/match/")
        page.get_by_label("Your error or traceback").fill(report if text is None else text)
        page.get_by_role("button", name="Find the error").click()
        page.wait_for_load_state()

    return send


def sent(page, report):
    """Thanks for the sketch of an error that is not known."""
    opened(pasted(UNKNOWN))(page, report)
    page.get_by_role("button", name="Send this").click()
    page.wait_for_load_state()


def opened(visit_first):
    """The page with all that is folded unfolded."""

    def open_all(page, report):
        visit_first(page, report)
        page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true })")
        page.evaluate("document.querySelectorAll('.fold-switch').forEach((part) => { part.checked = true })")

    return open_all


PAGES = {
    "home": at("/"),
    "articles": at("/articles/"),
    "articles, narrowed": at("/articles/?project=PyTorch"),
    "article": at("/articles/pickle-dict-keys/"),
    "article, unfolded": opened(at("/articles/pickle-pycapsule/")),
    "helped": at("/articles/pickle-dict-keys/helped/?helped=no"),
    "search": at("/search/?q=pickle"),
    "search for an error": at("/search/?q=cannot+pickle+%27dict_keys%27+object"),
    "search without results": at("/search/?q=xylophone"),
    "search for a new error": at("/search/?q=SoupError:+the+soup+has+gone+cold"),
    "about": at("/about/"),
    "privacy": at("/privacy/"),
    "match": at("/match/"),
    "match, exact": opened(pasted()),
    "match, likely": pasted("The nightly run failed: it cannot pickle 'dict_keys' object (see the wiki), torch==2.7.1"),
    "match, unknown": opened(pasted(UNKNOWN)),
    "match, two errors": opened(pasted(TWO)),
    "match, cut": pasted(TWO.rpartition("\n")[0]),
    "wanted, sent": sent,
    "wanted": at("/wanted/"),
    "match, empty": pasted("  "),
    "patterns": at("/patterns/"),
    "api": at("/api/v1/docs"),
    "home, Chinese": at("/zh-hans/"),
    "article, Chinese": opened(at("/zh-hans/articles/pickle-pycapsule/")),
    "404": at("/articles/pickle-dict_keyz/"),
}


@pytest.fixture
def any_page(browser, base):
    yield from visit(
        browser, base, viewport={"width": 360, "height": 800}, color_scheme="light", reduced_motion="reduce"
    )


@pytest.mark.parametrize("go", PAGES.values(), ids=PAGES)
def test_axe_finds_nothing(any_page, go, report):
    go(any_page, report)
    axe_finds_nothing(any_page)

    # Colours are the same at every width, and the layout in both themes.
    any_page.emulate_media(color_scheme="dark")
    any_page.set_viewport_size({"width": 1280, "height": 800})
    axe_finds_nothing(any_page)


def axe_finds_nothing(page):
    results = Axe().run(page, options={"resultTypes": ["violations"]})  # of what passes, where is not of interest

    assert results.response["passes"]
    assert results.violations_count == 0, results.generate_report()


FOCUS = """() => {
    const all = [...document.querySelectorAll("*")], at = document.activeElement, look = getComputedStyle(at);
    const box = at.getBoundingClientRect();
    return [all.indexOf(at), look.outlineStyle !== "none" && parseFloat(look.outlineWidth) >= 2, at.outerHTML.slice(0, 120), box.width * box.height];
}"""
WANTED = ":is(a[href], button, input, textarea, summary, [tabindex='0']):visible"


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("name", ["articles", "article", "search", "match, exact"])
def test_the_keyboard_reaches_everything_and_the_focus_is_seen(browser, base, report, name, width):
    for page in visit(browser, base, viewport={"width": width, "height": 800}):
        PAGES[name](page, report)
        page.evaluate("document.activeElement.blur()")
        radios = page.locator("input[type=radio]:visible").count()  # of a group, the keyboard stops at one
        wanted = page.locator(WANTED).count() - radios // 2
        reached = set()
        for _ in range(wanted + 5):
            page.keyboard.press("Tab")
            place, is_seen, element, area = page.evaluate(FOCUS)
            if element.startswith("<body"):
                continue
            assert is_seen, element
            assert area > 0, element
            reached.add(place)

        assert len(reached) >= wanted


def test_the_first_key_leads_past_the_bar(lively_page):
    lively_page.goto("/articles/")
    lively_page.keyboard.press("Tab")
    skip = lively_page.get_by_role("link", name="Skip to the content")
    assert skip.bounding_box()["x"] >= 0

    lively_page.keyboard.press("Enter")
    lively_page.keyboard.press("Tab")

    assert lively_page.evaluate("document.querySelector('main').contains(document.activeElement)")


def test_nothing_moves_for_who_wants_it_still(browser, base):
    moving = """() => [...document.querySelectorAll("*")].filter((element) => {
        const look = getComputedStyle(element);
        return look.transitionDuration !== "0s" || look.animationName !== "none";
    }).length"""
    for wish, expected in (("no-preference", True), ("reduce", False)):
        for page in visit(browser, base, reduced_motion=wish):
            page.goto("/articles/pickle-dict-keys/")
            assert bool(page.evaluate(moving)) is expected
