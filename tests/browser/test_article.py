"""An article on a telephone, beside its contents and on paper: folded sections, tables as cards, code all in view."""

import re

import pytest
from playwright.sync_api import expect

from tests.examples import every

SLUG = "cuda-oom"  # the longest: tables of three columns, many fixes, scripts that need a stand-in
CLIPPED = (
    "[...document.querySelectorAll('.prose pre, .difference pre')].filter((e) => e.scrollWidth > e.clientWidth).length"
)
COVERED = """() => [...document.querySelectorAll(".highlight, .difference")].filter((block) => {
    const button = block.querySelector(".copy")?.getBoundingClientRect();
    const code = block.querySelector("pre").getBoundingClientRect();
    return button?.height && button.top < code.bottom && button.bottom > code.top
        && button.left < code.right && button.right > code.left;
}).length"""


@pytest.fixture(params=[True, False], ids=["with JavaScript", "without JavaScript"])
def phone(request, revisit):
    yield from revisit(viewport={"width": 360, "height": 740}, java_script_enabled=request.param)


@pytest.fixture
def desk(revisit):
    yield from revisit(viewport={"width": 1440, "height": 900})


def test_on_a_telephone_later_sections_are_folded_and_open_at_a_touch(phone):
    phone.goto(f"/articles/{SLUG}/")
    background = phone.locator(".fold", has=phone.locator("h2#background"))
    expect(phone.locator("h2#why-it-happens + p")).to_be_visible()
    expect(background.locator(".fold-body")).to_be_hidden()

    background.locator("label").click()
    expect(background.locator(".fold-body")).to_be_visible()

    background.locator("label").click()
    expect(background.locator(".fold-body")).to_be_hidden()


def test_a_folded_section_opens_by_keyboard(phone):
    phone.goto(f"/articles/{SLUG}/")
    phone.get_by_role("checkbox", name="Background").focus()
    phone.keyboard.press("Space")

    expect(phone.locator(".fold", has=phone.locator("h2#background")).locator(".fold-body")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("anchor", ["vllm-reserved-too-much-or-too-little", "background", "sources", "where"])
def test_an_anchor_in_a_folded_section_opens_it(phone, anchor):
    phone.goto(f"/articles/{SLUG}/#{anchor}")

    section = phone.locator(".fold", has=phone.locator(f"#{anchor}")).last
    expect(section.locator(".fold-body").last).to_be_visible()
    expect(phone.locator(f"#{anchor}")).to_be_in_viewport()


def test_a_link_within_the_article_opens_the_section_that_it_leads_to(phone):
    phone.goto(f"/articles/{SLUG}/")
    phone.locator(".prose a[href='#vllm-reserved-too-much-or-too-little']:visible").first.click()

    expect(
        phone.locator(".fold", has=phone.locator("#vllm-reserved-too-much-or-too-little")).locator(".fold-body")
    ).to_be_visible()


def test_on_a_desk_the_fix_and_the_cause_are_open_and_the_rest_is_folded(desk):
    desk.goto(f"/articles/{SLUG}/")

    expect(desk.locator(".article-head .steps")).to_be_in_viewport()
    expect(desk.locator("h2#why-it-happens + p")).to_be_visible()
    expect(desk.locator(".article-head .facts")).to_be_visible()
    expect(desk.locator(".prose .fold-body").first).to_be_hidden()
    assert desk.evaluate("document.documentElement.scrollHeight") < 4 * 900  # the longest of all


def test_on_paper_all_of_the_text_is_there_on_five_pages_at_most(phone):
    phone.goto(f"/articles/{SLUG}/")
    phone.emulate_media(media="print")

    assert all(body.is_visible() for body in phone.locator(".prose .fold-body").all())
    assert not any(switch.is_visible() for switch in phone.locator(".fold-switch").all())
    expect(phone.locator("#run-it")).to_be_hidden()
    assert len(re.findall(rb"/Type\s*/Page\b", phone.pdf(format="A4"))) <= 5


def test_on_a_telephone_each_cell_of_a_table_names_its_column(phone):
    phone.goto(f"/articles/{SLUG}/#what-you-see")
    cell = phone.locator(".prose td[data-label='decides']").first

    assert "decides" in cell.evaluate("(cell) => getComputedStyle(cell, '::before').content")
    assert cell.bounding_box()["x"] + cell.bounding_box()["width"] <= 360


@pytest.mark.parametrize("slug", every(2, [SLUG, "pickle-dict-keys"]))
def test_no_code_is_clipped_and_no_button_covers_any(phone, desk, slug):
    for page in (phone, desk):
        page.goto(f"/articles/{slug}/")

        assert page.evaluate(CLIPPED) == 0
        assert page.evaluate(COVERED) == 0


def test_the_new_lines_can_be_copied(lively_page):
    lively_page.goto("/articles/pickle-dict-keys/")
    lively_page.get_by_role("button", name="Copy the new lines").first.click()

    expect(lively_page.locator(".difference .is-done")).to_be_visible()
    assert lively_page.evaluate("navigator.clipboard.readText()") == "self.class_names = list(self.class_range.keys())"


@pytest.mark.slow
def test_removed_and_added_lines_differ_by_more_than_their_colour(page):
    page.goto("/articles/pickle-dict-keys/")
    block = page.locator(".article-head .difference")

    expect(block.locator("del")).to_have_text(re.compile(r"^-\s"))
    expect(block.locator("ins")).to_have_text(re.compile(r"^\+\s"))


@pytest.mark.slow
def test_the_contents_mark_the_section_that_is_read(desk):
    desk.goto(f"/articles/{SLUG}/#vllm-reserved-too-much-or-too-little")
    marked = desk.locator(".toc [aria-current]")
    expect(marked).to_have_text("vLLM reserved too much, or too little")

    desk.goto(f"/articles/{SLUG}/#background")  # which opens that part
    desk.evaluate("document.querySelector('#background').scrollIntoView()")
    expect(marked).to_have_text("Background")


def test_a_key_copies_the_article_as_a_comment(lively_page, known):
    lively_page.goto(f"/articles/{known.slug}/")
    lively_page.locator("body").press("c")

    expect(lively_page.locator("[data-status]")).to_have_text("Copied")
    copied = lively_page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f"<!-- tracefix article {known.slug} -->")
