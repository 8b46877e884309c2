"""A person comes with an error and leaves with the fix; with JavaScript and without."""

import re

import pytest
from playwright.sync_api import expect


def paste(page, report):
    page.goto("/")
    page.get_by_label("Your error or traceback").fill(report)
    page.get_by_role("button", name="Find the error").click()


def test_paste_read_the_answer_follow_to_the_article(page, known, report):
    paste(page, report)

    expect(page.get_by_text("Known error", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text(known.finding)
    expect(page.locator(".fix")).to_be_visible()
    expect(page.locator("#paste-shown mark").first).to_be_visible()

    page.get_by_role("link", name="Read the article").click()

    expect(page).to_have_url(re.compile(f"/articles/{known.slug}/(#.*)?$"))
    expect(page.get_by_role("heading", level=1)).to_have_text(known.title)
    page.goto(f"/articles/{known.slug}/#run-it")  # which opens that part
    expect(page.locator("code", has_text=f"/articles/{known.slug}/repro.py").first).to_be_visible()


def test_the_likeliest_step_is_seen_without_scrolling_on_a_telephone(page, report):
    page.set_viewport_size({"width": 360, "height": 640})
    paste(page, report)

    box = page.locator(".fix li").first.bounding_box()
    assert box["y"] + box["height"] <= 640


def test_a_link_to_a_line_of_the_paste_unfolds_it(page, report):
    paste(page, report)
    page.get_by_text("Why we are sure").click()
    page.get_by_role("link", name="of your paste decides").click()

    expect(page.locator("#paste-shown .line:target")).to_be_in_viewport()


@pytest.mark.slow
def test_lines_are_added_to_a_paste_that_was_cut(page, report):
    paste(page, report.rpartition("[rank0]: ")[0])
    box = page.get_by_label("Your error or traceback")
    expect(box).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("The error line is missing")

    box.fill(box.input_value() + report.rpartition("[rank0]: ")[2])
    page.get_by_role("button", name="Find the error").click()

    expect(page.get_by_text("Known error", exact=True)).to_be_visible()


def test_search_and_find(page, known):
    page.goto("/")
    page.get_by_label("Search the articles").fill(known.title)
    page.get_by_role("button", name="Search").click()

    page.locator(".results a, .fix a").first.click()

    expect(page.get_by_role("heading", level=1)).to_have_text(known.title)


@pytest.mark.slow
def test_the_language_can_be_changed_and_changed_back(page, known):
    page.goto(f"/articles/{known.slug}/")
    page.get_by_role("link", name="简体中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(page.get_by_role("heading", level=1)).to_contain_text(known.translations["zh-hans"].title)
    page.get_by_role("link", name="Tracefix").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("贴上报错，看到解法。")
    page.get_by_role("link", name="English").click()

    expect(page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.slow
def test_an_unknown_error_is_called_unknown(page):
    paste(page, "RuntimeError: <script>document.title = 'gone'</script> the soup has gone cold")

    expect(page.get_by_text("Not covered by an article yet", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_contain_text("<script>document.title = 'gone'</script>")
    expect(page.locator("#paste-shown")).to_contain_text("<script>document.title = 'gone'</script>")
    assert "gone" not in page.title()


def test_an_empty_paste_is_told_so_in_the_form(page):
    paste(page, "   ")

    expect(page.get_by_role("alert")).to_contain_text("The paste is empty")
    expect(page.get_by_label("Your error or traceback")).to_have_value("   ")


@pytest.mark.slow
def test_a_file_can_be_chosen(page, known, report, tmp_path):
    log = tmp_path / "err.log"
    log.write_text(report)
    page.goto("/match/")
    page.get_by_label("or a log file").set_input_files(log)
    page.get_by_role("button", name="Find the error").click()

    expect(page.get_by_role("heading", level=1)).to_have_text(known.finding)


@pytest.mark.slow
def test_an_example_can_be_tried(page):
    page.goto("/")
    page.get_by_role("link", name="See the whole answer").first.click()

    expect(page.get_by_text("Known error", exact=True)).to_be_visible()


@pytest.mark.slow
def test_both_scripts_can_be_seen_side_by_side(page, known):
    page.goto(f"/articles/{known.slug}/#run-it")
    pair = page.locator(".pair").first
    expect(pair.locator(".side-by-side")).to_be_hidden()

    pair.get_by_text("Both scripts").click()

    expect(pair.locator(".side-by-side")).to_be_visible()
    boxes = [script.bounding_box() for script in pair.locator(".side-by-side .script").all()]
    assert len(boxes) == 2
    assert boxes[0]["y"] == boxes[1]["y"]
    assert boxes[0]["x"] < boxes[1]["x"]


@pytest.mark.slow
def test_facets_narrow_the_list(page, known):
    page.goto("/articles/")
    page.locator(".facets").get_by_role("link", name=known.projects[0]).first.click()

    expect(page.locator("main")).to_contain_text(known.title)
    expect(page.locator(".facets .is-chosen")).to_contain_text(known.projects[0])


def test_several_files_can_be_chosen(page, known, report, tmp_path):
    logs = {"rank0.log": report, "rank1.log": "RuntimeError: Connection closed by peer\n"}
    for name, text in logs.items():
        (tmp_path / name).write_text(text)
    page.goto("/")
    page.get_by_label("or a log file").set_input_files([tmp_path / name for name in logs])
    page.get_by_role("button", name="Find the error").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Rank 0 failed first.")
    expect(page.get_by_role("link", name="Read the article")).to_have_attribute("href", re.compile(known.slug))
