"""The answer while one pastes, and what Back and reload show; the rows of a fix and the keys of an answer."""

import pytest
from playwright.sync_api import expect


def ask(page, report):
    page.goto("/")
    page.get_by_label("Your error or traceback").fill(report)
    page.get_by_role("button", name="Find the error").click()
    expect(page.locator("#paste-shown")).to_be_visible()


@pytest.mark.parametrize("address", ["/", "/match/"])
def test_the_answer_comes_beside_the_box_without_a_click(lively_page, known, report, address):
    lively_page.goto(address)
    lively_page.get_by_label("Your error or traceback").fill(report)

    live = lively_page.locator("[data-live]")
    expect(live.locator("[data-article]")).to_have_attribute("data-article", known.slug)
    expect(lively_page.get_by_label("Your error or traceback")).to_have_value(report)
    assert lively_page.locator("h1").count() == 1
    assert live.locator('a[href^="#L"]').count() == 0  # no line of the paste is shown here


@pytest.mark.parametrize("address", ["/", "/match/"])
@pytest.mark.parametrize("is_pasted", [True, False])
def test_on_a_phone_what_was_pasted_gives_way_to_its_answer_and_what_is_typed_stays(
    lively_page, report, address, is_pasted
):
    lively_page.set_viewport_size({"width": 360, "height": 740})
    lively_page.goto(address)
    box = lively_page.get_by_label("Your error or traceback")
    box.focus()
    if is_pasted:
        lively_page.evaluate("(text) => navigator.clipboard.writeText(text)", report)
        box.press("ControlOrMeta+v")
    else:
        lively_page.keyboard.insert_text(report)
    heading = lively_page.locator("[data-live] h2").first
    expect(lively_page.locator("[data-live] [data-article]").first).to_be_attached()

    if is_pasted:
        expect(heading).to_be_in_viewport()
        expect(box).not_to_be_in_viewport()
    else:
        expect(box).to_be_in_viewport()
    assert lively_page.evaluate("scrollY > 0") == is_pasted


@pytest.mark.slow
def test_an_emptied_box_shows_the_examples_again(lively_page, report):
    lively_page.goto("/")
    box = lively_page.get_by_label("Your error or traceback")
    box.fill(report)
    expect(lively_page.locator("[data-live] [data-article]")).to_be_visible()
    box.fill("")

    expect(lively_page.get_by_role("heading", name="What you get")).to_be_visible()


def test_a_long_text_waits_for_the_button(lively_page, report):
    lively_page.goto("/")
    sent = []
    lively_page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    box = lively_page.get_by_label("Your error or traceback")
    box.evaluate("(box) => { box.value = 'x'.repeat(100_001); box.dispatchEvent(new Event('input')); }")
    lively_page.wait_for_timeout(800)

    assert sent == []


@pytest.mark.slow
def test_back_shows_the_answer_again(lively_page, known, report):
    ask(lively_page, report)
    lively_page.get_by_role("link", name="Read the article").click()
    expect(lively_page.get_by_role("heading", level=1)).to_have_text(known.title)
    lively_page.go_back()

    expect(lively_page.get_by_text("Known error", exact=True)).to_be_visible()
    expect(lively_page.locator("#paste-shown")).to_be_visible()


@pytest.mark.slow
def test_reload_shows_the_answer_again_and_back_leaves_it(lively_page, report):
    ask(lively_page, report)
    lively_page.reload()

    expect(lively_page.get_by_text("Known error", exact=True)).to_be_visible()
    lively_page.go_back()
    expect(lively_page.get_by_role("heading", level=1)).to_have_text("Paste the error. See the fix.")


def test_the_paste_box_that_one_goes_to_is_empty(lively_page, report):
    ask(lively_page, report)
    lively_page.get_by_role("link", name="Paste an error").click()

    expect(lively_page.get_by_label("Your error or traceback")).to_have_value("")


@pytest.mark.slow
@pytest.mark.parametrize(("key", "said"), [("c", "Copied"), ("x", "")])
def test_a_key_presses_the_copy_button_that_bears_it(lively_page, report, key, said):
    ask(lively_page, report)
    lively_page.locator("body").press(key)

    expect(lively_page.locator("[data-status]")).to_have_text(said)
    expect(lively_page.locator('[data-key="c"] svg')).to_have_count(1)  # its icon stays


def test_a_row_of_a_fix_is_ticked_off(page):
    ask(page, "torch.cuda.OutOfMemoryError: CUDA out of memory.")
    row = page.locator(".steps > li", has=page.locator(".run-this")).first
    row.get_by_role("checkbox").check()

    expect(row.locator(".run-this").first).to_be_hidden()
    expect(row.locator(".do")).to_be_visible()


@pytest.mark.slow
def test_the_lines_of_libraries_are_folded_and_unfold(page):
    stack = 'Traceback (most recent call last):\n  File "/home/jane/a.py", line 1, in f\n    g()\n'
    stack += '  File "/x/site-packages/torch/b.py", line 2, in g\n    h()\n' * 3
    ask(page, stack + "ModuleNotFoundError: No module named 'soup'")

    fold = page.get_by_text("6 lines in torch")
    expect(page.locator("#L5")).to_be_hidden()
    fold.click()
    expect(page.locator("#L5")).to_be_visible()
    expect(page.locator(".is-own b").first).to_have_text("a.py")
