"""What JavaScript adds: copying, keys, dropping a file, the choice of a theme."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import visit
from tests.examples import every, some

DROP = """(form, text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "err.log", {type: "text/plain"}));
    form.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
}"""
PASTE = """(input, text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    input.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
}"""


def clipboard(page):
    return page.evaluate("navigator.clipboard.readText()")


@pytest.mark.slow
def test_articles_are_suggested_as_one_types_and_opened_by_keyboard(lively_page):
    lively_page.goto("/search/")
    box = lively_page.get_by_role("combobox")
    box.press_sequentially("dict_key")
    first = lively_page.get_by_role("option").first
    expect(first).to_contain_text("dict_keys")
    expect(box).to_have_attribute("aria-expanded", "true")

    box.press("ArrowDown")
    expect(first).to_have_attribute("aria-selected", "true")
    expect(box).to_have_attribute("aria-activedescendant", first.get_attribute("id"))
    box.press("Enter")

    lively_page.wait_for_url("**/articles/pickle-dict-keys/")


@pytest.mark.slow
def test_suggestions_are_in_the_language_of_the_page(lively_page):
    lively_page.goto("/zh-hans/search/")
    lively_page.get_by_role("combobox").press_sequentially("dict_key")
    expect(lively_page.get_by_role("option").first).to_contain_text("dict_keys 无法序列化")
    lively_page.get_by_role("option").first.click()

    expect(lively_page).to_have_url(re.compile("/zh-hans/articles/pickle-dict-keys/$"))


@pytest.mark.slow
def test_escape_closes_the_suggestions_and_enter_then_searches(lively_page):
    lively_page.goto("/search/")
    box = lively_page.get_by_role("combobox")
    box.press_sequentially("dict_key")
    expect(lively_page.get_by_role("option").first).to_be_visible()
    box.press("Escape")
    expect(lively_page.get_by_role("listbox")).to_have_count(0)
    box.press("Enter")

    lively_page.wait_for_url("**/search/?q=dict_key")


@pytest.mark.slow
def test_a_suggestion_can_be_clicked(lively_page):
    lively_page.goto("/search/")
    lively_page.get_by_role("combobox").press_sequentially("processgroup")
    lively_page.get_by_role("option").first.click()

    lively_page.wait_for_url("**/articles/**")


@pytest.mark.slow
def test_a_late_answer_to_what_is_no_longer_typed_is_dropped(lively_page):
    held = []
    lively_page.route("**/suggest?q=dict_key&lang=en", lambda route: held.append(route))
    lively_page.goto("/search/")
    box = lively_page.get_by_role("combobox")
    with lively_page.expect_request("**/suggest?q=dict_key&lang=en"):
        box.press_sequentially("dict_key")
    box.fill("processgroup")
    expect(lively_page.get_by_role("option").first).to_contain_text("ProcessGroup")
    for route in held:
        route.abort()
    lively_page.wait_for_timeout(300)

    expect(lively_page.get_by_role("option").first).to_contain_text("ProcessGroup")


@pytest.mark.slow
def test_the_link_to_an_article_can_be_copied(lively_page, base, known):
    lively_page.goto(f"/articles/{known.slug}/")
    lively_page.get_by_role("button", name="Copy link", exact=True).click()

    expect(lively_page.get_by_role("button", name="Copied")).to_be_visible()
    assert clipboard(lively_page) == f"{base}/articles/{known.slug}/"


@pytest.mark.slow
def test_what_javascript_says_is_in_the_language_of_the_page(lively_page, base, known):
    lively_page.goto(f"/zh-hans/articles/{known.slug}/")
    lively_page.get_by_role("button", name="复制链接", exact=True).click()

    expect(lively_page.get_by_role("button", name="已复制")).to_be_visible()
    assert clipboard(lively_page) == f"{base}/zh-hans/articles/{known.slug}/"
    expect(lively_page.locator(".highlight .copy").first).to_have_text("复制")
    expect(lively_page.locator("[data-theme-switch]")).to_have_accessible_name("外观：跟随系统")


@pytest.mark.slow
def test_the_link_can_be_copied_as_markdown(lively_page, base, known):
    lively_page.goto(f"/articles/{known.slug}/")
    lively_page.get_by_role("button", name="Copy as Markdown").click()

    expect(lively_page.get_by_role("button", name="Copied")).to_be_visible()
    assert clipboard(lively_page).endswith(f"]({base}/articles/{known.slug}/)")


@pytest.mark.slow
def test_the_command_that_runs_the_script_can_be_copied(lively_page, base, known):
    lively_page.goto(f"/articles/{known.slug}/#run-it")
    lively_page.get_by_role("button", name="Copy the command that runs repro.py").click()

    expect(lively_page.locator(".is-done")).to_be_visible()
    assert clipboard(lively_page) == f"uv run {base}/articles/{known.slug}/repro.py"


def test_a_whole_script_can_be_copied(lively_page, known):
    lively_page.goto(f"/articles/{known.slug}/#run-it")
    pair = lively_page.locator(".pair").first
    pair.get_by_text("Both scripts").click()
    block = pair.locator(".side-by-side .highlight").first
    block.get_by_role("button", name="Copy").click()

    expect(block.get_by_role("button", name="Copied")).to_be_visible()
    assert clipboard(lively_page).strip() == known.pairs[0].repro.text.strip()


@pytest.mark.slow
def test_the_answer_can_be_copied_for_an_issue_without_the_paste(lively_page, base, known, report):
    lively_page.goto("/")
    lively_page.get_by_label("Your error or traceback").fill(report + "\npassword=hunter2")
    lively_page.keyboard.press("Control+Enter")
    lively_page.get_by_role("button", name="Copy as GitHub comment").click()

    expect(lively_page.get_by_role("button", name="Copied")).to_be_visible()
    assert clipboard(lively_page).startswith(f"<!-- tracefix exact {known.slug} -->")
    assert f"]({base}/articles/{known.slug}/" in clipboard(lively_page)
    assert "hunter2" not in clipboard(lively_page)


def test_the_paste_box_has_the_focus_and_control_enter_sends_it(lively_page, known, report):
    lively_page.goto("/")
    expect(lively_page.get_by_label("Your error or traceback")).to_be_focused()
    lively_page.keyboard.insert_text(report)
    lively_page.keyboard.press("Control+Enter")

    expect(lively_page.get_by_role("link", name="Read the article")).to_have_attribute("href", re.compile(known.slug))


@pytest.mark.slow
@pytest.mark.parametrize("address", ["/", "/match/?example=pickle-dict-keys"])
def test_a_file_can_be_dropped_anywhere_on_the_page(lively_page, known, report, address):
    lively_page.goto(address)
    lively_page.locator("footer").evaluate(DROP, report)

    expect(lively_page.get_by_role("link", name="Read the article")).to_have_attribute("href", re.compile(known.slug))


def test_a_slash_goes_to_the_search_box_and_stays_one_in_a_field(lively_page):
    lively_page.goto("/articles/")
    box = lively_page.get_by_role("combobox")
    lively_page.keyboard.press("/")
    expect(box).to_be_focused()
    expect(box).to_have_value("")
    lively_page.keyboard.type("a/b")
    expect(box).to_have_value("a/b")

    lively_page.goto("/")
    paste = lively_page.get_by_label("Your error or traceback")
    expect(paste).to_be_focused()
    lively_page.keyboard.press("/")
    expect(paste).to_have_value("/")


@pytest.mark.slow
def test_where_no_search_box_is_in_view_a_slash_does_nothing(narrow_page, known):
    narrow_page.goto(f"/articles/{known.slug}/")
    narrow_page.keyboard.press("/")

    assert narrow_page.evaluate("document.activeElement.tagName") == "BODY"


@pytest.mark.slow
def test_an_error_that_no_article_covers_is_explained_from_the_search(page):
    page.goto("/search/?q=SoupError:+the+soup+has+gone+cold")
    page.get_by_role("button", name="Explain this error").click()

    expect(page).to_have_url(re.compile("/match/$"))
    expect(page.locator("#paste-shown")).to_contain_text("SoupError: the soup has gone cold")


@pytest.mark.slow
def test_facets_are_one_row_on_a_telephone(narrow_page):
    narrow_page.goto("/articles/")

    assert narrow_page.locator("aside.facets").bounding_box()["height"] < 60


def test_a_report_pasted_into_the_search_box_is_posted_to_the_matcher(lively_page, base, known, report):
    lively_page.goto("/articles/")
    lively_page.get_by_role("combobox").evaluate(PASTE, report)

    expect(lively_page.get_by_role("link", name="Read the article")).to_have_attribute("href", re.compile(known.slug))
    assert lively_page.url == f"{base}/match/"  # nothing of it stands in the address


@pytest.mark.slow
def test_the_theme_is_kept_from_page_to_page(lively_page):
    lively_page.emulate_media(color_scheme="light")
    lively_page.goto("/")
    switch = lively_page.get_by_role("button", name="Appearance")
    light = lively_page.evaluate("getComputedStyle(document.body).backgroundColor")

    switch.click()  # light
    switch.click()  # dark
    expect(switch).to_have_accessible_name("Appearance: dark")
    lively_page.goto("/articles/")

    assert lively_page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert lively_page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    lively_page.get_by_role("button", name="Appearance").click()  # system again
    assert lively_page.evaluate("getComputedStyle(document.body).backgroundColor") == light


@pytest.mark.slow
def test_the_theme_is_set_before_the_page_has_a_body(browser, base):
    for page in visit(browser, base):
        page.goto("/")
        page.evaluate("localStorage.setItem('theme', 'dark')")
        page.add_init_script(
            """new MutationObserver((_, observer) => {
                if (!document.body) return;
                window.themeAtBody = document.documentElement.dataset.theme;
                observer.disconnect();
            }).observe(document, {childList: true, subtree: true});"""
        )
        page.goto("/articles/")

        assert page.evaluate("window.themeAtBody") == "dark"


WIDE = (
    *("/", "/articles/", "/articles/{slug}/", "/search/?q=pickle", "/match/", "/about/", "/privacy/", "/no/such/page"),
    *("/projects/", "/projects/keras/", "/projects/pytorch/", "/notes/keras/input-ndim/"),
)


@pytest.mark.parametrize("path", some({path: path for path in WIDE}, {"/articles/{slug}/"}))
def test_nothing_is_wider_than_a_telephone(narrow_page, known, path):
    for prefix in ("", "/zh-hans"):
        narrow_page.goto(prefix + path.format(slug=known.slug))
        assert narrow_page.evaluate("document.documentElement.scrollWidth") == 360, prefix
        assert narrow_page.locator("header.top").bounding_box()["height"] < 60, prefix  # one row


def test_no_answer_is_wider_than_a_telephone(narrow_page, report):
    narrow_page.goto("/match/")
    narrow_page.get_by_label("Your error or traceback").fill(report)
    narrow_page.get_by_role("button", name="Find the error").click()
    expect(narrow_page.locator("mark").first).to_be_visible()
    assert narrow_page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.slow
@pytest.mark.parametrize("path", every(3, ["/", "/zh-hans/", "/articles/", "/search/?q=pickle"]))
def test_large_text_wraps_in_the_header_of_a_telephone(narrow_page, path):
    narrow_page.goto(path)

    narrow_page.evaluate("document.documentElement.style.fontSize = '200%'")

    assert narrow_page.evaluate("document.querySelector('header.top').scrollWidth") == 360
    boxes = [link.bounding_box() for link in narrow_page.locator(".bar :is(a, button):visible").all()]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 360 for box in boxes)


@pytest.mark.slow
def test_a_shared_link_carries_the_error_line_and_nothing_else_of_the_paste(lively_page, base, known, report):
    lively_page.goto("/")
    lively_page.get_by_label("Your error or traceback").fill(report + "\npassword=hunter2")
    lively_page.keyboard.press("Control+Enter")
    lively_page.get_by_role("button", name="Copy link").click()
    expect(lively_page.get_by_role("button", name="Copied")).to_be_visible()
    link = clipboard(lively_page)
    lively_page.goto("about:blank")

    lively_page.goto(link)

    line = lively_page.locator("[data-shared] code").inner_text()
    assert link.startswith(f"{base}/articles/{known.slug}/#error=")
    assert "hunter2" not in link
    assert line.removesuffix("…") in report
    lively_page.get_by_role("button", name="Show its answer").click()
    expect(lively_page.locator(".answer [data-article]")).to_have_attribute("data-article", known.slug)


@pytest.mark.slow
def test_what_a_shared_link_says_is_shown_as_it_is(lively_page, known):
    lively_page.goto(f"/articles/{known.slug}/#error=%3Cimg%20src%3Dx%20onerror%3D%22document.title%3D'gone'%22%3E")

    expect(lively_page.locator("[data-shared] code")).to_have_text("<img src=x onerror=\"document.title='gone'\">")
    assert "gone" not in lively_page.title()


def test_an_ordinary_link_shows_no_such_line(page, known):
    page.goto(f"/articles/{known.slug}/#sources")

    expect(page.locator("[data-shared]")).to_be_hidden()


def large_log(folder, report, size):
    log = folder / "err.log"
    log.write_text("step loss 0.1\n" * (size // 14) + report)
    return log


@pytest.mark.slow
def test_a_large_file_is_said_to_be_on_its_way_until_one_comes_back(lively_page, report, tmp_path):
    lively_page.goto("/")
    lively_page.get_by_label("or a log file").set_input_files(large_log(tmp_path, report, 3_000_000))
    lively_page.locator("[data-paste-form]").evaluate(  # while it is sent, a page answers no question
        "(form) => form.addEventListener('submit', (event) => event.preventDefault())"
    )
    lively_page.get_by_role("button", name="Find the error").click()

    expect(lively_page.get_by_role("status").filter(has_text="3.0 MB")).to_be_visible()
    expect(lively_page.get_by_role("progressbar")).to_be_visible()

    lively_page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    expect(lively_page.get_by_role("progressbar")).to_be_hidden()


def test_the_limit_is_that_of_the_server(page, settings):
    page.goto("/match/")

    assert page.locator("[data-upload]").get_attribute("data-most") == str(settings.MAX_PASTE_BYTES)


def test_a_file_that_is_too_large_is_not_sent_and_the_text_stays(lively_page, report, tmp_path):
    lively_page.goto("/")
    lively_page.get_by_label("Your error or traceback").fill("what I had")
    lively_page.get_by_label("or a log file").set_input_files(large_log(tmp_path, report, 10 * 1024 * 1024 + 1000))
    sent = []
    lively_page.on("request", lambda request: sent.append(request.url))
    lively_page.get_by_role("button", name="Find the error").click()

    expect(lively_page.get_by_role("status").filter(has_text="larger than 10 MB")).to_be_visible()
    expect(lively_page.get_by_label("Your error or traceback")).to_have_value("what I had")
    assert sent == []


DROP_RANKS = """(form, report) => {
    const data = new DataTransfer();
    for (const [name, text] of [["rank0.log", report], ["rank1.log", "RuntimeError: Connection closed by peer\\n"]]) {
        data.items.add(new File([text], name, {type: "text/plain"}));
    }
    form.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
}"""
FOLDER = """() => {
    const file = (fullPath, text) => ({
        isFile: true, fullPath, file: (done) => done(new File([text], fullPath.split("/").pop())),
    });
    const folder = (children) => ({
        isDirectory: true,
        createReader: () => {
            const parts = [children.slice(0, 1), children.slice(1), []];
            return { readEntries: (done) => done(parts.shift()) };
        },
    });
    const gone = "RuntimeError: [a/pair.cc:553] Connection closed by peer [10.0.0.1]:1\\n";
    const entry = folder([
        file("/run/attempt_0/0/stderr.log", gone),
        folder([file("/run/attempt_0/1/stderr.log", "MemoryError\\n"), file("/run/model.pt", "x")]),
        file("/run/attempt_0/2/stderr.log", gone),
    ]);
    DataTransferItem.prototype.webkitGetAsEntry = () => entry;
}"""


def test_the_logs_of_several_ranks_can_be_dropped_together(lively_page, known, report):
    lively_page.goto("/")
    lively_page.locator("[data-paste-form]").evaluate(DROP_RANKS, report)

    expect(lively_page.get_by_role("heading", level=1)).to_have_text("Rank 0 failed first.")
    expect(lively_page.get_by_role("link", name="Read the article")).to_have_attribute("href", re.compile(known.slug))


@pytest.mark.slow
def test_a_folder_can_be_dropped_and_its_paths_tell_the_ranks(lively_page, report):
    lively_page.goto("/")
    lively_page.evaluate(FOLDER)
    lively_page.locator("footer").evaluate(DROP, report)

    expect(lively_page.get_by_role("heading", level=1)).to_have_text("Rank 1 reached a limit first.")
    expect(lively_page.get_by_text("3 logs read")).to_be_visible()
