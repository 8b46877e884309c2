"""Lint of article.md: what is wrong with its words, and where."""

import pytest

from authoring.lint.article_text import SECTIONS
from tests.authoring.lint.tools import MESSAGE, complaints, edit, write_article
from tests.factories import BODY


def test_a_summary_is_one_short_sentence(folder):
    edit(folder / "article.md", "The cause of boom.", "x" * 160 + ".")

    assert complaints(folder) == ["boom/article.md:4: summary has 161 characters: say the cause in at most 160"]


def test_a_summary_of_just_that_length_passes(folder):
    edit(folder / "article.md", "The cause of boom.", "x" * 159 + ".")

    assert complaints(folder) == []


def test_an_article_without_sources_is_told_where(folder):
    edit(
        folder / "article.md",
        'sources:\n  - {title: A thread, url: "https://example.org/1", supports: it burns}',
        "sources: []",
    )

    assert complaints(folder) == [
        "boom/article.md:11: sources is empty: name where each claim can be checked (title, url, supports)"
    ]


def test_an_article_is_not_updated_before_it_is_created(folder):
    edit(folder / "article.md", "updated: 2026-01-31", "updated: 2025-12-31")

    assert complaints(folder) == [
        "boom/article.md:14: updated (2025-12-31) is before created (2026-01-01): correct one of them"
    ]


def test_an_article_is_not_of_the_future(folder):
    edit(folder / "article.md", "updated: 2026-01-31", "updated: 2999-12-31")

    assert complaints(folder) == [
        "boom/article.md:14: updated (2999-12-31) is in the future: write the day on which it was done"
    ]


# ── sections ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_must_be_there(root, section):
    body = BODY.replace(f"## {section}\n", "### Something\n")

    found = complaints(write_article(root, "boom", MESSAGE, body=body))

    assert len([line for line in found if f"“## {section}”" in line]) == 1


def test_sections_stand_in_the_fixed_order(root):
    body = (
        BODY.replace("## Why it happens", "## Swap").replace("## Fix", "## Why it happens").replace("## Swap", "## Fix")
    )

    found = complaints(write_article(root, "boom", MESSAGE, body=body))

    assert found[0].startswith("boom/article.md:20: before “## Fix” must stand “## Why it happens”: add or move it")


def test_a_heading_of_ones_own_belongs_below_a_section(root):
    body = BODY.replace("## Background", "## Thanks\n\nTo all.\n\n## Background")

    (found,) = complaints(write_article(root, "boom", MESSAGE, body=body))

    assert "“## Thanks” is out of place" in found
    assert found.endswith("use ### below them")


def test_a_section_says_something(root):
    body = BODY.replace("Use a longer fuse.\n", "")

    assert complaints(write_article(root, "boom", MESSAGE, body=body)) == [
        "boom/article.md:24: the section “Fix” is empty: write it"
    ]


def test_a_comment_in_a_code_block_is_no_heading(root):
    body = BODY.replace("Use a longer fuse.", "```sh\n# first\n## then\nfuse --long\n```")

    assert complaints(write_article(root, "boom", MESSAGE, body=body)) == []


# ── length ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

SIGNATURE = f'  - message: "{MESSAGE}"\n'


def long_body(words):
    """A body of just so many words, most of them in its second section."""
    others = BODY.format(title="boom").replace("The fuse burnt.", "")
    count = sum(word.strip("#") != "" for word in others.split())
    return others.replace("## Why it happens\n", "## Why it happens\n\n" + "word\n" * (words - count))


@pytest.mark.parametrize(
    ("field", "sort", "most"), [("", "a known error", 1400), ("    general: true\n", "a kind of error", 900)]
)
def test_a_body_of_the_greatest_length_passes_and_one_word_more_does_not(root, field, sort, most):
    just = write_article(root, "just", MESSAGE, body=long_body(most))
    more = write_article(root, "more", MESSAGE, body=long_body(most + 1))
    for folder in (just, more):
        edit(folder / "article.md", SIGNATURE, SIGNATURE + field)

    (found,) = [line for line in complaints(just, more) if "words" in line]

    assert found.startswith("more/article.md:")
    assert f"the body has {most + 1} words, and {sort} has at most {most}: cut what no reader acts on" in found
    assert "beginning with “## Why it happens”" in found


def test_code_blocks_do_not_count_as_words(root):
    body = BODY.replace("Use a longer fuse.", "```sh\n" + "fuse --long\n" * 2000 + "```")

    assert complaints(write_article(root, "boom", MESSAGE, body=body)) == []


# ── links ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_link_to_an_article_that_is_not_there_is_dead(folder):
    edit(folder / "article.md", "Fuses burn.", "See [plop](/articles/plop/#fix).")

    assert complaints(folder) == ["boom/article.md:38: the link leads to 'plop', which is no article: correct it"]


def test_a_link_to_an_earlier_name_goes_to_the_name_of_today(folder, root):
    edit(folder / "article.md", "Fuses burn.", "See [plop](/articles/plop/).")
    other = write_article(
        root, "bang", "bang went the fuse", extra="aliases: [plop]\n", report="RuntimeError: bang went the fuse\n"
    )

    assert complaints(folder, other) == ["boom/article.md:38: 'plop' is now called 'bang': link to that"]


@pytest.mark.parametrize("link", ["/article/boom/", "boom.md", "articles/boom/", "/wantd/"])
def test_a_link_to_what_is_no_page_is_dead(folder, link):
    edit(folder / "article.md", "Fuses burn.", f"See [that]({link}).")

    (found,) = complaints(folder)

    assert found.startswith(f"boom/article.md:38: the link leads to {link!r}, which is no page: write /articles/")


def test_a_link_in_the_fix_is_read_and_code_is_not(folder):
    edit(folder / "article.md", "fix: The fix of boom.", "fix: See [that](/articles/plop/) and `a[0](x)`.")

    assert complaints(folder) == ["boom/article.md:5: the link leads to 'plop', which is no article: correct it"]


def test_a_link_to_an_article_or_to_all_of_them_passes(folder):
    edit(
        folder / "article.md",
        "Fuses burn.",
        "See [this](/articles/boom/), [all](/articles/) and [web](https://example.org/articles/x/).",
    )

    assert complaints(folder) == []


def test_a_link_within_the_page_to_a_section_that_is_not_there_is_dead(folder):
    edit(folder / "article.md", "Fuses burn.", "See [that](#fixes).")

    assert complaints(folder) == ["boom/article.md:38: the link leads to #fixes, which is no section: correct it"]


@pytest.mark.parametrize("anchor", ["what-you-see", "run-it", "sources"])
def test_a_link_to_a_section_of_the_page_passes(folder, anchor):
    edit(folder / "article.md", "Fuses burn.", f"See [that](#{anchor}).")

    assert complaints(folder) == []


# ── placeholders ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_placeholder_that_nothing_could_fill_is_told_with_its_line(folder):
    edit(folder / "article.md", "## Background\n", "## Background\n\n```yaml\na: {{place|ATTIC}}\n```\n")
    line = (folder / "article.md").read_text(encoding="utf-8").splitlines().index("a: {{place|ATTIC}}") + 1

    assert complaints(folder) == [
        f"boom/article.md:{line}: {{{{place|…}}}} stands in code that is of yaml: "
        "make it one of bash, console, json, python, sh, text, toml, or write the example alone"
    ]


def test_a_placeholder_in_the_fix_that_nothing_could_fill_is_told(folder):
    path = folder / "article.md"
    number, fix = next(
        pair for pair in enumerate(path.read_text("utf-8").splitlines(), 1) if pair[1].startswith("fix:")
    )
    edit(path, fix, 'fix: "`ls ${{place|the attic}}`"')

    assert (
        f"boom/article.md:{number}: {{{{place|…}}}}: code takes one word or name there, and 'the attic' is none: write "
        "one in capitals, such as {{place|PLACE}}, or take it out of the code"
    ) in complaints(folder)


@pytest.mark.parametrize("code", ["Text.\n\n    ls {{place|attic}}\n", "<code>ls {{place|attic}}</code>\n"])
def test_a_placeholder_in_code_that_is_not_marked_as_such_is_told(folder, code):
    edit(folder / "article.md", "## Background\n", f"## Background\n\n{code}")

    (complaint,) = complaints(folder)
    assert complaint.endswith("{{place|…}} stands in code that is indented or is HTML: write a fence or backticks")


def test_placeholders_that_can_be_filled_pass(folder):
    edit(folder / "article.md", "## Background\n", "## Background\n\nIn {{place|an attic}}: `ls {{place|ATTIC}}`.\n")

    assert complaints(folder) == []


def test_a_placeholder_that_no_signature_captures_is_told_with_its_line(folder):
    edit(folder / "article.md", "Fuses burn.", "In {{plac|an attic}}.")

    assert complaints(folder) == [
        "boom/article.md:38: {{plac|…}} stands for nothing that the article captures: did you mean 'place'? choose from "
        "exception, message, place"
    ]


@pytest.mark.parametrize("mark", ["{{place}}", "{{place|}}"])
def test_a_placeholder_without_an_example_is_told_with_its_line(folder, mark):
    edit(folder / "article.md", "Fuses burn.", f"In {mark}.")

    assert complaints(folder) == [
        f"boom/article.md:38: {mark} has no example, which readers see who pasted nothing: write {{{{place|EXAMPLE}}}}"
    ]


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("summary: The cause of boom.", "summary: What was done, and why that cannot work.", "4: summary"),
        ("Fuses burn.", "What a reader may skip: history, versions, how the repro relates to the real case.",
         "38: the section “Background”"),
        ("projects: [PyTorch]", "projects: [name of the project]", "6: projects"),
        ("tags: [cuda]", "tags: [draft]", "8: tags"),
        ("tags: [cuda]", "tags: [cuda]\nsymptoms: [training stops as soon as workers start, works on one GPU and fails on two]",
         "9: symptoms"),
        ("tags: [cuda]", "tags: [cuda]\nauthors: [Jane Doe]", "9: authors"),
        ('  - {title: A thread, url: "https://example.org/1", supports: it burns}',
         "  - title: A thread\n    url: https://example.org/1\n    supports: what it proves", "14: sources"),
        ("created:", 'affects:\n  - {package: numpy, versions: ">=2", note: "which versions were run, and what changed when"}\ncreated:',
         "14: affects"),
    ],
)  # fmt: skip
def test_nothing_of_the_template_stays_in_an_article_of_any_folder(folder, old, new, place):
    (folder.parent / "tags.yaml").write_text("cuda: CUDA\ndraft: Draft\n", encoding="utf-8")
    edit(folder / "article.md", old, new)

    told = "is still as in the template: write what is true of this error"
    assert complaints(folder) == [f"boom/article.md:{place} {told}"]


def test_a_placeholder_of_the_draft_must_not_stay_in_the_title(folder):
    edit(folder / "article.md", "title: \"boom happened in 'attic'\"", "title: \"boom happened in '{path}'\"")

    assert complaints(folder) == [
        "boom/article.md:3: title has a placeholder of the draft: write the message as one reader saw it, values and all"
    ]


def test_a_block_that_takes_in_a_section_is_told_where_it_begins(folder):
    edit(folder / "article.md", "## Fix\n", "## Fix\n\n```python\nlight()\n")
    edit(folder / "article.md", "## Background\n", "## Background\n\n```python\nlight()\n```\n")

    found = complaints(folder)
    line = 1 + (folder / "article.md").read_text("utf-8").split("\n").index("```python")
    assert f"boom/article.md:{line}: the block of code that begins here is never closed: close it" in found
    assert not any("the body lacks" in each for each in found)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("The cause of boom.", "The cause of boom", "4: “…The cause of boom” is no sentence: end it with a full stop"),
        (
            "fix: The fix of boom.",
            "fix: The fix of boom",
            "5: “…The fix of boom” is no sentence: end it with a full stop",
        ),
        ("fix: The fix", "steps:\n  - do: Wait\n# The", "5: “…Wait” is no sentence: end it with a full stop"),
        ("fix: The fix of boom.", "fix: Run `boom --off`", ""),
        ("fix: The fix of boom.", "fix: 'Did it burn? Wait:'", ""),
    ],
)
def test_the_summary_and_the_fixes_are_sentences(folder, old, new, told):
    edit(folder / "article.md", old, new)

    assert complaints(folder) == [f"boom/article.md:{told}"] * bool(told)


@pytest.mark.parametrize(
    ("text", "is_told"),
    [("It is in {place}.", True), ("Code is `f'{place}'`.", False), ("It is in {house}.", False)],
)
def test_a_value_that_prose_names_as_a_signature_does_is_told(folder, text, is_told):
    edit(folder / "article.md", "The cause of boom.", text)

    told = [line for line in complaints(folder) if "shows no value" in line]

    assert told == ["boom/article.md:4: {place} shows no value: write {{place|EXAMPLE}}"] * is_told
