"""An article's page."""

import re

import pytest

from kb.pages.presenters import markdown_link
from tests.factories import edit_boom
from tests.pages.tools import links, text


def test_summary_and_fix_stand_above_everything_else(boom_client):
    page = text(boom_client.get("/articles/boom/"))

    order = [
        "boom happened in '{place}'",
        "The cause of boom.",
        "The fix of boom.",
        "What changes",
        "Seen with",
        "What you see",
    ]
    places = [page.index(part, page.index("Skip to")) for part in order]
    assert places == sorted(places)


def test_headings_can_be_linked_and_are_listed(boom_client):
    response = boom_client.get("/articles/boom/")
    page = response.content.decode()

    for anchor in ("what-you-see", "why-it-happens", "fix", "run-it", "where", "sources", "link"):
        assert f"#{anchor}" in links(response)
        assert page.count(f'id="{anchor}"') == 1


def test_every_id_is_there_once_and_every_anchor_leads_somewhere(boom_client):
    response = boom_client.get("/articles/boom/")
    ids = re.findall(r' id="([^"]+)"', response.content.decode())

    assert sorted(ids) == sorted(set(ids))
    assert {link[1:] for link in links(response) if link.startswith("#")} <= set(ids)


def test_each_pair_says_how_to_run_it(boom_client):
    page = text(boom_client.get("/articles/boom/"))

    for name in ("repro.py", "fixed.py", "repro_ray.py", "fixed_ray.py"):
        url = f"http://testserver/articles/boom/{name}"
        assert f"uv run {url}" in page
        assert f"curl -fsSLO {url} && python {name}" in page
        assert f"View {name}" in page


def test_what_a_script_needs_is_told(boom_client):
    assert "It needs no packages." in text(boom_client.get("/articles/boom/"))


def test_the_command_that_installs_packages_is_quoted(boom, boom_client):
    path = boom / "fixed.py"
    path.write_text(path.read_text().replace("= []", '= ["torch==2.7.1", "numpy<2"]'))

    assert "Without uv: pip install torch==2.7.1 'numpy<2'" in text(boom_client.get("/articles/boom/"))


def test_the_public_address_is_used_where_it_is_set(boom_client, settings):
    settings.BASE_URL = "https://tracefix.example"

    page = boom_client.get("/articles/boom/").content.decode()

    assert "uv run https://tracefix.example/articles/boom/repro.py" in page
    assert '<link rel="canonical" href="https://tracefix.example/articles/boom/">' in page
    assert "testserver" not in page


def test_each_pair_is_shown_as_a_difference_and_in_full(boom_client):
    page = text(boom_client.get("/articles/boom/"))

    assert page.count("- fuse = 1") == 2
    assert page.count("+ fuse = 9") == page.count("+ fuse = 8") == 1
    assert page.count("A fuse that is too wet.") >= 2  # what the script says of itself, and its text


def test_what_changes_has_no_head_of_a_diff_and_its_new_lines_can_be_copied(boom_client):
    page = boom_client.get("/articles/boom/").content.decode()

    assert not re.search(r"---|\+\+\+|@@", text(boom_client.get("/articles/boom/")))
    assert 'data-copy="fuse = 9"' in page


def test_what_the_scripts_need_is_said(boom_client):
    assert "These scripts need a CUDA build of PyTorch (no GPU needed)" in text(boom_client.get("/articles/boom/"))


def test_the_grid_shows_for_each_version_whether_the_error_occurs_and_the_fix_works(boom, boom_client):
    run = (boom / "runs" / "py3.8.txt").read_text().replace("script: repro.py", "script: fixed.py")
    head, _, _ = run.replace("exit: 1", "exit: 0").replace("reproduced: yes", "reproduced: no").partition("---")
    (boom / "runs" / "fixed-py3.8.txt").write_text(f"{head}---\nlit\n")

    page = text(boom_client.get("/articles/boom/"))
    grid = page[page.index("Python Packages Error Fix Run on") :]

    assert "Python 3.8.18 torch 2.7.1 ✓ occurs ✓ works 30 Jan 2026" in grid
    assert "Python 3.13.0 torch 2.7.1 does not occur – not run 30 Jan 2026" in grid
    assert grid.index("3.13.0") < grid.index("3.8.18")  # the newest first
    assert "run on 30 January 2026" in page


def test_exact_wordings_and_outputs_stand_below_the_grid(boom_client):
    page = text(boom_client.get("/articles/boom/"))
    below = page[page.index("Exact wording") :]

    assert "RuntimeError: boom happened in 'lab' Python 3.8.18, torch 2.7.1" in below
    outputs = below[below.index("Full output") :]
    assert "repro.py : Python 3.13.0, torch 2.7.1 all quiet" in outputs  # the newest in full, the others by a link
    assert "repro.py : Python 3.8.18, torch 2.7.1 Plain text" in outputs
    assert "/articles/boom/runs/py3.8.txt" in links(boom_client.get("/articles/boom/"))


def test_all_sections_can_be_folded_but_the_cause_and_the_fix(boom_client):
    page = boom_client.get("/articles/boom/").content.decode()
    folded = re.findall(r'class="fold-switch" type="checkbox" id="open-([^"]+)"', page)

    assert {"what-you-see", "check-that-it-worked", "background", "run-it", "where", "sources", "link"} <= set(folded)
    assert not {"why-it-happens", "fix"} & set(folded)


def test_a_table_tells_its_columns_in_each_row(boom, boom_client):
    path = boom / "article.md"
    path.write_text(path.read_text() + "\n| it says | do |\n|---|---|\n| boom | run |\n")

    assert '<td data-label="do">run</td>' in boom_client.get("/articles/boom/").content.decode()


def test_an_article_that_nobody_ran_says_so_before_all_else(articles_dir, client):
    path = articles_dir / "bang" / "article.md"
    path.write_text(path.read_text().replace("created:", "proof: sourced\ncreated:"))
    page = text(client.get("/articles/bang/"))

    assert page.index("We have not run this error") < page.index("The cause of bang.", page.index("Skip to"))


def test_a_simulated_proof_names_its_stand_in(boom, boom_client):
    (boom / "standin").mkdir()
    (boom / "standin" / "gpu.c").write_text("int gpu;\n")
    edit_boom(boom.parent, "created:", "proof: simulated\ncreated:")
    response = boom_client.get("/articles/boom/")

    assert "Simulated, on no real hardware. The scripts ran with this stand-in: standin/gpu.c" in text(response)
    assert "/articles/boom/standin/gpu.c" in links(response)


def test_affected_versions_are_shown_from_the_lowest(boom_client):
    assert "torch >=2.0, <2.8 until the fuse was longer" in text(boom_client.get("/articles/boom/"))


def test_sources_and_related_articles_are_linked(boom_client):
    found = links(boom_client.get("/articles/boom/"))

    assert "https://example.org/1" in found
    assert "/articles/bang/" in found


def test_the_link_is_given_plainly_and_as_markdown(boom_client):
    page = text(boom_client.get("/articles/boom/"))

    assert "Address http://testserver/articles/boom/" in page
    assert "[boom happened in '{place}'](http://testserver/articles/boom/)" in page


def test_marks_in_a_title_stay_literal_in_the_markdown_link(client):
    page = text(client.get("/articles/fizz/"))

    assert r"[fizz in the pipe \<b\>&amp;\</b\>](http://testserver/articles/fizz/)" in page


def test_a_title_is_text_and_never_markup(client):
    page = client.get("/articles/fizz/").content.decode()

    assert "fizz in the pipe <b>" not in page
    assert "fizz in the pipe &lt;b&gt;&amp;amp;&lt;/b&gt;" in page


def test_an_article_without_scripts_and_runs_has_no_empty_sections(client):
    page = text(client.get("/articles/bang/"))

    assert "Run it yourself" not in page
    assert "Tested versions" not in page


def test_an_earlier_name_redirects_for_ever(client):
    response = client.get("/articles/plop/")

    assert response.status_code == 301
    assert response["Location"] == "/articles/bang/"


@pytest.mark.parametrize(
    "slug",
    [
        "unknown",
        "..",
        "%2e%2e",
        "..%2f..%2fetc%2fpasswd",
        "boom%00",
        "boom%2f..%2fbang",
        "_template",
        "BOOM",
        "a" * 3000,
        "%ff",
    ],
)
def test_an_unknown_slug_or_a_path_in_its_place_is_not_found(client, slug):
    assert client.get(f"/articles/{slug}/").status_code == 404


def test_without_its_last_slash_the_address_still_leads_here(client):
    response = client.get("/articles/boom")

    assert response.status_code in (301, 308)
    assert response["Location"] == "/articles/boom/"


@pytest.mark.parametrize(
    ("title", "link"),
    [
        ("cannot pickle 'dict_keys' object", "[cannot pickle 'dict_keys' object](u)"),
        ("no attribute '__init__'", r"[no attribute '\_\_init\_\_'](u)"),
        ("list[int] * `x` \\ <locals>", r"[list\[int\] \* \`x\` \\ \<locals\>](u)"),
    ],
)
def test_a_markdown_link_keeps_the_title_as_it_is(title, link):
    assert markdown_link(title, "u") == link


def test_it_can_be_edited_where_an_address_for_that_is_set(client, settings):
    assert "Edit it" not in text(client.get("/articles/boom/"))

    settings.EDIT_URL = "https://git.example/edit"

    assert "https://git.example/edit/boom/article.md" in links(client.get("/articles/boom/"))


def test_the_articles_beside_it_in_its_theme_are_linked(client):
    def beside(slug):
        words = client.get(f"/articles/{slug}/").content.decode()
        return {name: re.findall(rf'rel="{name}"[^>]* href="([^"]+)"', words) for name in ("prev", "next")}

    assert beside("bang") == {"prev": [], "next": ["/articles/boom/"]}
    assert beside("boom") == {"prev": ["/articles/bang/"], "next": ["/articles/fizz/"]}
    assert beside("fizz") == {"prev": ["/articles/boom/"], "next": []}


def test_what_people_say_instead_is_told_with_all_but_the_first_folded(articles_dir, client):
    edit_boom(articles_dir, "created:", "symptoms: [it went boom, it is dark now, it smells]\ncreated:")
    words = client.get("/articles/boom/").content.decode()

    assert re.search(r"<summary>“it went boom”</summary><ul><li>“it is dark now”</li><li>“it smells”</li></ul>", words)


def test_its_authors_are_named_as_they_want_to_be(client, articles_dir):
    edit_boom(articles_dir, "created:", "authors: [Jane Doe, K. <b>Roe</b>]\ncreated:")

    page = client.get("/articles/boom/").content.decode()

    assert "Written by" in page
    assert "Jane Doe, K. &lt;b&gt;Roe&lt;/b&gt;" in page
    assert "Written by" not in text(client.get("/articles/bang/"))


def test_an_example_looks_like_one_where_programs_read_plain_words(articles_dir, client):
    edit_boom(articles_dir, "fix: The fix of boom.", "fix: 'Leave the `{{place|PLACE}}`.'")

    page = client.get("/articles/boom/").content.decode()

    assert '<span class="example" title="An example: put your own in its place">PLACE</span>' in page
    assert 'class="yours"' not in page
    assert "is an example" not in client.get("/articles/bang/").content.decode()
    assert "is an example: put your own in its place" in text(client.get("/articles/boom/"))
    assert client.get("/api/v1/articles/boom").json()["fix"] == "Leave the `PLACE`."


def test_with_what_the_error_does_not_occur_any_more_is_said(boom_client):
    assert "does not occur with torch 2.7.1, Python 3.13.0, run on 30" in text(boom_client.get("/articles/boom/"))


def test_with_which_newest_packages_it_is_still_true_is_said(boom, boom_client):
    run = (boom / "runs" / "py3.8.txt").read_text().replace("torch==2.7.1", "torch==2.13.0")
    (boom / "runs" / "py3.8-torch2.13.0.txt").write_text(run)

    assert "still true with torch 2.13.0, Python 3.8.18 on 30" in text(boom_client.get("/articles/boom/"))
