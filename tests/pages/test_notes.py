"""The pages of notes and projects."""

import pytest

from kb import library as library_module
from kb.compiled import load_notes, sound_notes
from kb.library import read_library
from kb.models import Vote
from tests.tracefix.projects.test_notes import write
from tests.tracefix.projects.tools import HEADER, write_card

PASTE = "SoupError: the soup has 3 degrees"


def text_of(response):
    return " ".join(response.content.decode().split())


@pytest.fixture
def with_notes(articles_dir, settings, tmp_path, monkeypatch):
    settings.PROJECTS_DIR = tmp_path / "projects"
    write(settings.PROJECTS_DIR)
    monkeypatch.setattr("kb.compiled.load_notes", load_notes)
    monkeypatch.setattr("kb.compiled.sound_notes", sound_notes)
    library_module.serve(read_library())


def test_a_note_has_a_page_with_its_fix_sources_and_proof(with_notes, client):
    page = text_of(client.get("/notes/cellar/cold-soup/"))

    assert "SoupError: the soup has 3 degrees" in page
    assert "<code><span>cellar</span> <span>stove</span> <span>--light</span></code>" in page
    assert "Reported fix, not run by us." in page
    assert "https://github.com/house/cellar/issues/3" in page
    assert "SoupError: soup below 40 degrees refused by Ann" in page


def test_it_has_one_in_chinese(with_notes, client):
    assert "没有人点炉子。" in text_of(client.get("/zh-hans/notes/cellar/cold-soup/"))


@pytest.mark.parametrize("address", ["/notes/cellar/nothing/", "/notes/attic/cold-soup/", "/projects/attic/"])
def test_what_is_not_there_is_not_found(with_notes, client, address):
    assert client.get(address).status_code == 404


def test_a_project_lists_its_notes_and_is_listed(with_notes, client):
    assert 'href="/notes/cellar/cold-soup/"' in text_of(client.get("/projects/cellar/"))
    page = text_of(client.get("/projects/"))
    assert 'href="/projects/cellar/"' in page
    assert "1 error" in page


def test_a_project_shows_its_card(with_notes, settings, client):
    facts = "start: [{command: cellar serve, do: Open it., source: issues/1, zh: {do: 打开它。}}]\n"
    facts += "steps: [{command: cellar press, makes: [a/*.json, '<b>.txt'], source: issues/1}]\n"
    facts += "files: [{where: /x, do: The file `wine` is here., source: issues/1, zh: {do: "
    facts += "文件 `wine` 在这里。}}]\n"
    write_card(settings.PROJECTS_DIR, facts, header=HEADER.replace("[cellar]", "[cellar, numpy]"))
    library_module.serve(read_library())
    page, chinese = (text_of(client.get(f"{language}/projects/cellar/")) for language in ("", "/zh-hans"))

    assert "How it is started" in page
    assert "Open it." in page
    assert "<code><span>cellar</span> <span>serve</span></code>" in page
    assert 'type="checkbox"' not in page
    assert 'href="/versions/numpy/"' in page
    assert "not run by us" in page
    assert "It makes <code>a/*.json</code>, <code>&lt;b&gt;.txt</code>." in page
    assert "<code>/x</code>:</span> The file <code>wine</code> is here." in page
    assert ("怎样启动" in chinese, "打开它。" in chinese) == (True, True)


def test_a_project_without_a_card_shows_its_notes_alone(with_notes, client):
    page = text_of(client.get("/projects/cellar/"))

    assert "How it is" not in page
    assert "/versions/" not in page.partition("<main")[2]


def test_an_answer_leads_to_the_note_and_says_that_it_was_not_run(with_notes, client):
    page = text_of(client.post("/match/", {"text": PASTE}))

    assert "Reported fix, not run by us" in page
    assert 'data-article="cellar/cold-soup"' in page
    assert 'href="/notes/cellar/cold-soup/"' in page


def test_a_reader_votes_on_a_note(with_notes, client, any_database):
    page = client.post("/match/", {"text": PASTE}).content.decode()
    assert 'action="/notes/cellar/cold-soup/helped/"' in page

    response = client.post("/notes/cellar/cold-soup/helped/", {"helped": "yes"}, follow=True)

    assert response.status_code == 200
    assert Vote.objects.get().helped


def test_the_api_names_its_kind_and_its_address(with_notes, client):
    (match,) = client.post("/api/v1/match", PASTE, content_type="text/plain").json()["matches"]

    assert (match["kind"], match["slug"]) == ("note", "cellar/cold-soup")
    assert match["url"].endswith("/notes/cellar/cold-soup/")


def test_it_is_searched_and_in_the_sitemap_but_no_article(with_notes, client):
    assert "/notes/cellar/cold-soup/" in text_of(client.get("/search/", {"q": "soup degrees"}))
    assert "/notes/cellar/cold-soup/" in text_of(client.get("/sitemap.xml"))
    assert "cold-soup" not in text_of(client.get("/articles/"))
    assert client.get("/articles/cellar/cold-soup/").status_code == 404
