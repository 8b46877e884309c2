"""The match page: the paste box and the answer."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.pages.tools import BOOM, links, marked, paste_box, text

URL = "/match/"
LIMIT = 10 * 1024 * 1024


def paste(client, report, status=200):
    response = client.post(URL, {"text": report})
    assert response.status_code == status, text(response)
    return response


# ── the box ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_it_begins_with_an_empty_box(client):
    response = client.get(URL)

    assert response.status_code == 200
    assert paste_box(response) == ""


@pytest.mark.parametrize("report", ["", " ", "\n\n \t\r\n", "\n" * 200_000, "\x00\x00"])
def test_an_empty_paste_is_told_so(client, report):
    response = paste(client, report, status=400)

    assert 'role="alert"' in response.content.decode()
    assert "The paste is empty" in text(response)


def test_a_refused_text_stays_in_the_box(client):
    assert paste_box(paste(client, "  \t ", status=400)) == "  \t "


def test_a_paste_over_the_limit_is_refused_with_413(client):
    response = paste(client, "x" * (LIMIT + 100_000), status=413)

    assert "larger than 10 MB" in text(response)
    assert len(response.content) < 20_000


def test_a_file_over_the_limit_is_refused_with_413(client):
    response = client.post(URL, {"text": "", "file": SimpleUploadedFile("err.log", b"x" * (LIMIT + 1))})

    assert response.status_code == 413
    assert "larger than 10 MB" in text(response)


def test_a_file_is_read_in_place_of_the_box(client):
    response = client.post(URL, {"text": "", "file": SimpleUploadedFile("err.log", BOOM.encode())})

    assert "The fix of boom." in text(response)


def test_an_unknown_example_is_the_empty_box(client):
    for slug in ("nothing", "../x", "\x00", "boom"):  # boom has nothing recorded
        assert paste_box(client.get(URL, {"example": slug})) == ""


def test_answers_are_never_kept_by_a_cache(client):
    assert "no-store" in paste(client, BOOM)["Cache-Control"]


# ── exact ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_known_error_is_answered_with_its_fix_first(client):
    page = text(paste(client, BOOM))

    order = [
        "Known error",
        "The cause of boom.",
        "The fix of boom.",
        "Read the article",
        "Why we are sure",
        "The evidence",
    ]
    places = [page.index(part, page.index("Skip to")) for part in order]
    assert places == sorted(places)


def test_the_title_of_the_page_names_the_answer(client):
    assert "<title>Known error: boom happened" in paste(client, BOOM).content.decode()


def test_it_links_to_the_article_and_to_its_scripts(client):
    found = links(paste(client, BOOM))

    assert "/articles/boom/" in found
    assert "/articles/boom/#run-it" in found


def test_the_evidence_is_marked_in_the_paste_itself(client):
    response = paste(client, BOOM)

    assert marked(response) == ["boom happened in 'cellar'"]
    assert 'id="L3"' in response.content.decode()
    assert "#L3" in links(response)


def test_the_evidence_is_marked_in_the_right_place_of_a_dirty_paste(client):
    dirty = "".join(f"\x1b[31m[rank0]: {line}\x1b[0m\r\n" for line in BOOM.splitlines())

    assert marked(paste(client, dirty)) == ["boom happened in 'cellar'"]


def test_a_long_paste_is_folded_around_the_evidence(client):
    noise = "".join(f"step {number}\n" for number in range(500))
    response = paste(client, noise + BOOM + noise)
    page = response.content.decode()
    folded = page[page.index("<details>") : page.index("</details>")]

    assert page.count("<details>") == 2
    assert "step 100" in folded
    assert "<mark>" in page[page.index("</details>") : page.rindex("<details>")]


def test_a_huge_paste_gives_a_small_page(client):
    noise = "x" * 79 + "\n"
    response = paste(client, noise * 60_000 + BOOM + noise * 60_000)

    assert marked(response) == ["boom happened in 'cellar'"]
    assert len(response.content) < 600_000
    assert "lines not shown" in text(response)


def test_ten_megabytes_in_one_line_are_answered(client):
    error = "RuntimeError: boom happened in 'cellar'"
    response = paste(client, "x " * ((LIMIT - 1000) // 2) + error)

    assert len(response.content) < 100_000
    assert "characters …" in text(response)


def test_errors_and_versions_read_from_the_paste_are_listed(client):
    page = text(paste(client, "torch==2.7.1\n" + BOOM))

    assert "RuntimeError: boom happened in 'cellar' line 4 · root error" in page
    assert "torch 2.7.1" in page


def test_the_line_for_an_issue_holds_nothing_of_the_paste(client):
    page = paste(client, BOOM).content.decode()
    start = page.index('data-copy="Known error')

    assert "cellar" not in page[start : page.index(">", start)]
    assert "(http://testserver/articles/boom/)" in page[start : page.index(">", start)]


# ── likely, none ────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_sentence_that_quotes_the_error_is_answered_with_doubt(client):
    page = text(paste(client, "My colleague says it was boom happened in 'cellar' and went home, so what now?"))

    assert "Probably this one" in page
    assert "Check the reasons below before you change anything" in page
    assert "The fix of boom." in page
    assert "Known error" not in page


def test_an_unknown_error_is_called_unknown(client):
    response = paste(client, "RuntimeError: the fuse was wet")
    page = text(response)

    assert "We do not know this error" in page
    assert "Maybe related" in page
    assert "/articles/boom/" in links(response)
    assert "Fix" not in page.partition("Paste another error")[0].replace("Tracefix", "")


def test_a_paste_without_an_error_is_told_what_to_paste(client):
    assert "We found no error line in it" in text(paste(client, "hello there"))


def test_a_paste_that_stops_too_early_is_told_so(client):
    cut = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    g()\n'

    assert "stops before its error line" in text(paste(client, cut))


# ── hostile text ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "evil",
    [
        "<script>alert(1)</script>",
        "</textarea><img src=x onerror=alert(1)>",
        "</code></pre><b>bold</b>",
        "<mark>me</mark>",
    ],
)
def test_html_in_a_paste_is_shown_and_never_run(client, evil):
    response = paste(client, f"RuntimeError: {evil} boom happened in '{evil}'")
    page = response.content.decode()

    assert evil not in page
    assert evil in text_of_paste(page)


def test_template_code_in_a_paste_is_shown_and_never_run(client):
    page = paste(client, "RuntimeError: {{ settings.SECRET_KEY }} {% now 'Y' %} {{7|add:7}}").content.decode()

    assert "{{ settings.SECRET_KEY }} {% now &#x27;Y&#x27; %} {{7|add:7}}" in page


def test_markup_in_a_captured_value_is_escaped_in_the_fix(client, articles_dir):
    path = articles_dir / "boom" / "article.md"
    path.write_text(path.read_text().replace("fix: The fix of boom.", "fix: 'Leave the `{{place|house}}`.'"))

    assert "Leave the attic ." in text(paste(client, "RuntimeError: boom happened in 'attic'"))
    page = paste(client, "RuntimeError: boom happened in '<i>x</i>'").content.decode()
    assert "<i>x</i>" not in page
    assert "&lt;i&gt;x&lt;/i&gt;" in page


@pytest.mark.parametrize(
    "report",
    [
        bytes(range(256)) * 40,
        b"\x00".join(b"RuntimeError: x" for _ in range(50)),
        b"\xff\xfe\xfa broken \xc3\x28 utf-8 \xed\xa0\x80",
        b"\x7fELF\x02\x01\x01" + b"\x00" * 500 + b"text",
    ],
)
def test_bytes_that_are_no_text_are_answered_all_the_same(client, report):
    response = client.post(URL, {"text": "", "file": SimpleUploadedFile("core", report)})

    assert response.status_code == 200
    assert not any(char in response.content for char in (b"\x00", b"\x1b", b"\x08"))


def test_200_000_lines_with_one_error_are_answered(client):
    response = paste(client, "\n" * 200_000 + BOOM)

    assert marked(response) == ["boom happened in 'cellar'"]


def test_other_methods_are_refused(client):
    assert client.put(URL).status_code == 405
    assert client.delete(URL).status_code == 405


def test_a_form_that_breaks_off_is_a_clear_error(client):
    response = client.post(URL, b"--x\r\nnot a form", content_type="multipart/form-data; boundary=y z")

    assert response.status_code == 400


def text_of_paste(page):
    import html
    import re

    shown = page[page.index('id="paste-shown"') :]
    return html.unescape(re.sub(r"</?(?:mark|span|code|pre|i|div|p)(?: [^>]*)?>", "", shown))


def test_the_link_to_share_carries_the_line_that_fits_behind_the_hash(client):
    words = client.post("/match/", {"text": f"secret=1\n{BOOM}secret=2\n"}).content.decode()

    assert (
        'data-copy="http://testserver/articles/boom/#error=RuntimeError%3A%20boom%20happened%20in%20%27cellar%27"'
        in words
    )


def test_without_a_match_there_is_nothing_to_share(client):
    assert "#error=" not in client.post("/match/", {"text": "KeyError: 'soup'"}).content.decode()


def test_an_article_that_nearly_fits_says_what_the_paste_lacks(articles_dir, client):
    path = articles_dir / "boom" / "article.md"
    signature = "  - message: \"boom happened in '{place}'\""
    path.write_text(path.read_text().replace(signature, f"{signature}\n    where: {{place: cellar}}"))

    answer = text(client.post("/match/", {"text": BOOM.replace("cellar", "attic")}))

    assert "“boom happened in '{place}'” fits, but {place} is “attic”, not cellar." in answer
