"""Everybody can use it: axe-core finds nothing on any page in light and dark, and a keyboard reaches everything.

With the slow tests, pages of each template are looked at, and each of the keyboard's at both widths; without, those that
hold most: /patterns/ shows every part of all of them.

https://github.com/dequelabs/axe-core
"""

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from tests.browser.conftest import visit
from tests.examples import some

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


PAGES = {  # one of each template, in each language
    "home": at("/"),
    "articles, narrowed": at("/articles/?project=PyTorch"),
    "article, unfolded": opened(at("/articles/pickle-pycapsule/")),
    "helped": at("/articles/pickle-dict-keys/helped/?helped=no"),
    "search for an error": at("/search/?q=cannot+pickle+%27dict_keys%27+object"),
    "search without results": at("/search/?q=xylophone"),
    "note": at("/notes/keras/input-ndim/"),
    "projects": at("/projects/"),
    "project": at("/projects/keras/"),
    "about": at("/about/"),
    "match": at("/match/"),
    "match, exact": opened(pasted()),
    "match, unknown": opened(pasted(UNKNOWN)),
    "match, two errors": opened(pasted(TWO)),
    "wanted, sent": sent,
    "wanted": at("/wanted/"),
    "patterns": at("/patterns/"),
    "api": at("/api/v1/docs"),
    "home, Chinese": at("/zh-hans/"),
    "404": at("/articles/pickle-dict_keyz/"),
}
ALWAYS = {"article, unfolded", "patterns"}
MORE = {  # of the same templates
    "articles": at("/articles/"),
    "article": at("/articles/pickle-dict-keys/"),
    "search": at("/search/?q=pickle"),
    "search for a new error": at("/search/?q=SoupError:+the+soup+has+gone+cold"),
    "privacy": at("/privacy/"),
    "match, likely": pasted("The nightly run failed: it cannot pickle 'dict_keys' object (see the wiki), torch==2.7.1"),
    "match, cut": pasted(TWO.rpartition("\n")[0]),
    "match, empty": pasted("  "),
    "article, Chinese": opened(at("/zh-hans/articles/pickle-pycapsule/")),
}


@pytest.fixture
def any_page(revisit):
    """A page as wide as a telephone's, in light colours, on which nothing moves."""
    for page in revisit(viewport={"width": 360, "height": 800}):
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        yield page


@pytest.fixture(scope="session")
def seen():
    """The looks whose contrast was measured: 4 of 5 seconds go into contrast, and pages share most looks."""
    return set()


@pytest.mark.slow
@pytest.mark.parametrize("go", some(PAGES | MORE, ALWAYS))
def test_axe_finds_nothing(any_page, go, report, seen):
    go(any_page, report)
    assert found_by_axe(any_page, seen) == []

    # Colours are the same at every width, and the layout in both themes.
    any_page.emulate_media(color_scheme="dark")
    any_page.set_viewport_size({"width": 1280, "height": 800})
    assert found_by_axe(any_page, seen) == []


# Marks each element with a text whose look (its colour, size and weight, and the backgrounds that it stands on) was not
# measured yet: the first few of each look, or all after them. Says how many.
MARK_FRESH = """([given, isFirst]) => {
    const seen = new Set(given), counts = new Map(), grounds = new Map([[null, ""]]);
    const ground = (element) => {
        if (!grounds.has(element)) {
            const look = getComputedStyle(element);
            const own = [look.backgroundColor, look.backgroundImage, look.opacity, look.filter].join();
            grounds.set(element, ground(element.parentElement) + (own === "rgba(0, 0, 0, 0),none,1,none" ? "" : own));
        }
        return grounds.get(element);
    };
    for (const element of document.querySelectorAll("body, body *")) {
        element.removeAttribute("data-fresh");
        const speaks = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
        if (!(speaks || element.matches("input, textarea, select")) || !element.checkVisibility()) continue;
        const look = getComputedStyle(element);
        const own = [look.color, look.fontSize, look.fontWeight, look.textShadow, look.visibility];
        const key = [...own, ground(element)].join();
        counts.set(key, (counts.get(key) ?? 0) + 1);
        if (!seen.has(key) && counts.get(key) <= 3 === isFirst) element.dataset.fresh = key;
    }
    return document.querySelectorAll("[data-fresh]").length;
}"""
RUN_AXE = """async (options) => {
    axe.configure({rules: [{id: "color-contrast", selector: "[data-fresh]"}]});
    const {violations, passes} = await axe.run({elementRef: true, selectors: false, ...options});
    const measured = passes.filter(({id}) => id === "color-contrast").flatMap(({nodes}) => nodes);
    return {
        broken: violations.map(({id, nodes}) => [id, nodes.map((node) => node.html)]),
        passed: passes.length,
        measured: measured.map((node) => node.element.dataset.fresh),
    };
}"""


def found_by_axe(page, seen):
    """The rules that are broken, with the elements that break them. Contrast is measured once for each look."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    page.evaluate(MARK_FRESH, [sorted(seen), True])
    found = page.evaluate(RUN_AXE, {})
    assert found["passed"]
    seen.update(found["measured"])
    if page.evaluate(MARK_FRESH, [sorted(seen), False]):  # the first could not be measured: hidden, disabled, covered
        rest = page.evaluate(RUN_AXE, {"runOnly": ["color-contrast"]})
        seen.update(rest["measured"])
        found["broken"] += rest["broken"]
    return found["broken"]


@pytest.mark.slow
def test_a_look_that_one_element_alone_has_is_measured(any_page):
    any_page.goto("/about/")
    seen = set()
    assert found_by_axe(any_page, seen) == []

    any_page.evaluate("document.querySelector('main p').insertAdjacentHTML('afterend', '<p>as <b>ever</b></p>')")
    assert found_by_axe(any_page, seen) == []
    for style in ("color: #777; background: #888", "opacity: .3", "background: #111; color: #222"):
        any_page.evaluate("(style) => document.querySelector('main p + p').style.cssText = style", style)
        assert [rule for rule, _ in found_by_axe(any_page, seen)] == ["color-contrast"], style


# Notes where the focus comes to, and how it looks there.
WATCH_FOCUS = """() => {
    window.focused = [];
    document.activeElement.blur();
    addEventListener("focusin", ({target: at}) => {
        const look = getComputedStyle(at), box = at.getBoundingClientRect();
        const isSeen = look.outlineStyle !== "none" && parseFloat(look.outlineWidth) >= 2;
        const place = [...document.querySelectorAll("*")].indexOf(at);
        window.focused.push([place, isSeen, at.outerHTML.slice(0, 120), box.width * box.height]);
    });
}"""
WANTED = ":is(a[href], button, input, textarea, summary, [tabindex='0']):visible"


KEYBOARD = {
    f"{name}-{width}": (name, width)
    for name in ("home", "articles", "article", "search", "match, exact")
    for width in (360, 1280)
}


@pytest.mark.parametrize(("name", "width"), some(KEYBOARD, {"article-360"}))
def test_the_keyboard_reaches_everything_and_the_focus_is_seen(revisit, report, name, width):
    for page in revisit(viewport={"width": width, "height": 800}):
        (PAGES | MORE)[name](page, report)
        radios = page.locator("input[type=radio]:visible").evaluate_all("all => all.map(({name}) => name)")
        wanted = page.locator(WANTED).count() - len(radios) + len(set(radios))  # the keyboard stops at one of a group
        page.evaluate(WATCH_FOCUS)
        for _ in range(wanted + 5):
            page.keyboard.press("Tab")
        focused = page.evaluate("window.focused")

        assert [element for _, is_seen, element, area in focused if not is_seen or area <= 0] == []
        assert len({place for place, *_ in focused}) >= wanted


def test_the_first_key_leads_past_the_bar(lively_page):
    lively_page.goto("/articles/")
    lively_page.keyboard.press("Tab")
    skip = lively_page.get_by_role("link", name="Skip to the content")
    assert skip.bounding_box()["x"] >= 0

    lively_page.keyboard.press("Enter")
    lively_page.keyboard.press("Tab")

    assert lively_page.evaluate("document.querySelector('main').contains(document.activeElement)")


@pytest.mark.slow
def test_nothing_moves_for_who_wants_it_still(browser, base):
    moving = """() => [...document.querySelectorAll("*")].filter((element) => {
        const look = getComputedStyle(element);
        return look.transitionDuration !== "0s" || look.animationName !== "none";
    }).length"""
    for wish, expected in (("no-preference", True), ("reduce", False)):
        for page in visit(browser, base, reduced_motion=wish):
            page.goto("/articles/pickle-dict-keys/")
            assert bool(page.evaluate(moving)) is expected
