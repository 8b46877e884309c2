"""Run it here, in a real browser: the error, the fix, an edited script, and whatever a script may try."""

import os

import pytest
from playwright.sync_api import expect

from kb.settings import PLAYGROUND_DIR
from tests.browser.conftest import DESK, visit

pytestmark = pytest.mark.slow

RUNS = "/articles/nonetype-misuse/#run-it"  # in a browser
PLAYS = "/articles/array-memory-error/#run-it"  # needs numpy
ERROR = "AttributeError: 'NoneType' object has no attribute 'group'"
BUTTON = "[data-run], [data-play]"
SOON = 120_000  # ms: Python starts in two seconds, and on a machine that does other things, too, in twenty


@pytest.fixture(scope="module", autouse=True)
def playground():
    if not (PLAYGROUND_DIR / "pyodide.mjs").is_file():
        message = "no playground is installed (make playground): its browser tests did not run"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(message)


@pytest.fixture
def desk(revisit):
    yield from revisit(viewport=DESK)


@pytest.fixture
def fresh_page(browser, base):
    """A page of a browser that has nothing in its cache."""
    yield from visit(browser, base, viewport=DESK)


@pytest.fixture
def bold_page(browser, base):
    """A page whose complaints are expected: of what is refused, or cannot be loaded."""
    context = browser.new_context(base_url=base, viewport=DESK)
    yield context.new_page()
    context.close()


def open_panel(page, path=RUNS):
    page.goto(path)
    page.locator(BUTTON).first.click()
    panel = page.locator(".playground")
    expect(panel).to_be_visible()
    return panel


def state(panel, name):
    """Wait until the panel is in a state: one of the words that it says."""
    expect(panel).to_have_attribute("data-state", name, timeout=SOON)


def run(panel, text):
    """Run an edited script, as soon as the original one has ended."""
    state(panel, "failed")
    panel.locator("textarea:visible").fill(text)
    panel.get_by_role("button", name="Run", exact=True).click()


def printed(panel):
    return panel.locator(".printed")


def test_the_error_is_shown_and_marked_and_then_the_fix(desk):
    panel = open_panel(desk)

    state(panel, "failed")
    output = printed(panel).inner_text()
    assert output.startswith(
        '0.71\n0.64\nTraceback (most recent call last):\n  File "/home/user/repro.py", line 17, in <module>\n'
    )
    assert panel.locator("mark").all_inner_texts() == [ERROR]

    panel.get_by_role("button", name="Run the fix").click()
    state(panel, "passed")
    expect(printed(panel)).to_have_text("0.71\n0.64\n")
    expect(panel.locator("mark")).to_have_count(0)
    expect(panel.get_by_role("textbox", name="fixed.py")).to_be_visible()
    expect(panel.get_by_role("button", name="Run the error")).to_be_visible()


def test_nothing_of_it_is_loaded_before_the_button_is_pressed(fresh_page):
    asked = []
    fresh_page.on("request", lambda request: asked.append(request.url))
    fresh_page.goto(RUNS, wait_until="networkidle")

    assert not [address for address in asked if "playground" in address]


def test_a_script_prints_as_it_runs(desk):
    panel = open_panel(desk)
    run(panel, "import time\nprint('begun')\ntime.sleep(5)\nprint('done')\n")

    expect(printed(panel)).to_have_text("begun\n", timeout=SOON)
    assert panel.get_attribute("data-state") == "running"
    state(panel, "passed")
    expect(printed(panel)).to_have_text("begun\ndone\n")


def test_an_edited_script_runs_and_the_original_comes_back(desk):
    panel = open_panel(desk)
    box = panel.locator("textarea:visible")
    original = box.input_value()
    back = panel.get_by_role("button", name="Back to the original")
    expect(back).to_be_hidden()
    run(panel, "import sys\nprint('out')\nraise ValueError('mine')\n")

    state(panel, "failed")
    expect(panel.locator("mark")).to_have_text("ValueError: mine", timeout=SOON)
    expect(panel.locator(".editor pre").first).to_have_text("1\n2\n3\n4")

    back.click()
    assert box.input_value() == original
    expect(back).to_be_hidden()


def test_an_endless_loop_is_stopped_by_the_button_and_the_next_run_starts_anew(desk):
    panel = open_panel(desk)
    run(panel, "kept = 1\nprint('round and round')\nwhile True:\n    pass\n")
    expect(printed(panel)).to_have_text("round and round\n", timeout=SOON)

    panel.get_by_role("button", name="Stop").click()
    state(panel, "stopped")
    expect(panel.get_by_role("button", name="Stop")).to_be_hidden()
    expect(panel.get_by_role("button", name="Run", exact=True)).to_be_focused()

    panel.locator("textarea:visible").fill("print('kept' in globals())\n")
    panel.get_by_role("button", name="Run", exact=True).click()
    state(panel, "passed")
    expect(printed(panel)).to_have_text("False\n")


def test_an_endless_loop_is_stopped_after_twenty_seconds(browser, base):
    for page in visit(browser, base):
        page.clock.install()
        panel = open_panel(page)
        run(panel, "print('round and round')\nwhile True:\n    pass\n")
        expect(printed(panel)).to_have_text("round and round\n", timeout=SOON)

        page.clock.fast_forward(19_000)
        assert panel.get_attribute("data-state") == "running"
        page.clock.fast_forward(1_500)
        state(panel, "late")


def test_memory_and_output_are_bounded(desk):
    panel = open_panel(desk)
    run(
        panel,
        "most = bytearray(100 * 2**20)\ntry:\n    bytearray(600 * 2**20)\nexcept MemoryError:\n    print('refused')\n",
    )
    state(panel, "passed")
    expect(printed(panel)).to_have_text("refused\n")

    panel.locator("textarea:visible").fill("while True:\n    print('x' * 1000)\n")
    panel.get_by_role("button", name="Run", exact=True).click()
    state(panel, "flooded")
    assert len(printed(panel).inner_text()) <= 200_000


def test_a_script_reaches_neither_the_site_nor_what_is_stored(bold_page):
    panel = open_panel(bold_page)
    run(
        panel,
        "import js\n"
        "print(hasattr(js, 'document'), hasattr(js, 'localStorage'))\n"
        "for address in ('/', '/api/v1/articles', 'https://example.com/'):\n"
        "    request = js.XMLHttpRequest.new()\n"
        "    request.open('GET', js.URL.new(address, js.location.href).href, False)\n"
        "    try:\n"
        "        request.send()\n"
        "        print('answered', request.status)\n"
        "    except Exception:\n"
        "        print('refused')\n",
    )

    state(panel, "passed")
    expect(printed(panel)).to_have_text("False False\nrefused\nrefused\nrefused\n")


def test_it_says_so_without_a_network_and_needs_none_once_it_is_loaded(bold_page):
    bold_page.goto(RUNS)
    button = bold_page.locator(BUTTON).first
    bold_page.context.set_offline(True)
    button.click()
    expect(button).to_have_text("Could not be loaded. Try again")

    bold_page.context.set_offline(False)
    button.click()
    panel = bold_page.locator(".playground")
    state(panel, "failed")

    bold_page.context.set_offline(True)
    for name in ("Run the fix", "Run the error", "Run the fix"):  # the first has a worker ready
        panel.get_by_role("button", name=name).click()
        state(panel, "passed" if name == "Run the fix" else "failed")


def test_all_of_it_works_by_keyboard(desk):
    desk.goto(RUNS)
    desk.locator(BUTTON).first.focus()
    desk.keyboard.press("Enter")
    panel = desk.locator(".playground")
    expect(panel).to_be_focused()
    state(panel, "failed")

    desk.keyboard.press("Tab")
    box = panel.get_by_role("textbox", name="repro.py")
    expect(box).to_be_focused()
    desk.keyboard.press("Control+A")
    desk.keyboard.type("if True:\n")
    desk.keyboard.press("Tab")
    desk.keyboard.type("print('typed')")
    assert box.input_value() == "if True:\n    print('typed')"
    desk.keyboard.press("Control+Enter")
    state(panel, "passed")
    expect(printed(panel)).to_have_text("typed\n")

    desk.keyboard.press("Escape")
    desk.keyboard.press("Tab")
    expect(panel.get_by_role("button", name="Run", exact=True)).to_be_focused()


def test_it_fits_a_telephone_in_chinese(narrow_page):
    narrow_page.goto(f"/zh-hans{RUNS}")
    narrow_page.get_by_role("button", name="在这里运行").first.click()
    panel = narrow_page.locator(".playground")

    state(panel, "failed")
    expect(panel.get_by_role("status")).to_contain_text("失败：退出状态 1")
    expect(panel.get_by_role("button", name="运行修复后的脚本")).to_be_visible()
    assert narrow_page.evaluate("document.documentElement.scrollWidth") == 360


def test_a_recorded_run_is_played_and_can_be_stopped(desk):
    panel = open_panel(desk, PLAYS)
    expect(printed(panel)).to_contain_text("$ python repro.py")

    panel.get_by_role("button", name="Stop").click()
    state(panel, "stopped")
    panel.get_by_role("button", name="Play again").click()
    state(panel, "played")
    expect(panel.locator("mark")).to_contain_text("ArrayMemoryError: Unable to allocate")
    panel.get_by_role("button", name="Play the fix").click()
    state(panel, "played")
    expect(printed(panel)).to_contain_text("$ python fixed.py")
    expect(panel.locator("textarea")).to_have_count(0)


def test_without_webassembly_or_javascript_there_is_no_button(browser, base):
    for page in visit(browser, base, java_script_enabled=False):
        page.goto(RUNS)
        assert not any(button.is_visible() for button in page.locator(BUTTON).all())
    for page in visit(browser, base):
        page.add_init_script("delete globalThis.WebAssembly")
        page.goto(RUNS)
        expect(page.get_by_role("button", name="Run it here")).to_have_count(0)
