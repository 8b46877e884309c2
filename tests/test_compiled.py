"""What is compiled says what its files say, and is made anew when they, or the programs, change."""

import shutil
from dataclasses import replace

import pytest

from kb import compiled
from kb.compiled import load_articles, load_notes, sound_notes
from tests.published_articles import published_articles
from tests.tracefix.projects.test_notes import HEAD, NOTE, write
from tracefix.articles.loading import load
from tracefix.articles.model import ArticleError
from tracefix.matching.catalogue import gates_of


@pytest.fixture
def projects(settings, tmp_path):
    settings.VAR_DIR = tmp_path / "var"
    write(tmp_path / "projects")
    return tmp_path / "projects"


@pytest.fixture
def never_loaded(monkeypatch):
    """Loading a file fails the test: it was compiled before."""
    for name in ("load_file", "load_folder"):
        monkeypatch.setattr(compiled, name, lambda *_: pytest.fail("it was compiled before"))


def without_what_only_lint_reads(article):
    return replace(article, cases=tuple(replace(case, shown_by=()) for case in article.cases))


@pytest.mark.slow
def test_every_published_article_is_what_its_folder_says(settings, tmp_path):
    settings.VAR_DIR = tmp_path / "var"
    load_articles(settings.BASE_DIR / "articles")

    again = load_articles(settings.BASE_DIR / "articles")

    assert list(again.by_slug.values()) == [without_what_only_lint_reads(article) for article in published_articles()]
    assert all(gates_of(again.by_slug[slug]) == tuple(gates) for slug, gates in again.gates.items())
    assert again.gates.keys() == again.by_slug.keys()


def test_notes_are_compiled_once_and_read_when_they_are_asked_for(projects, monkeypatch, request):
    before = load_notes(projects)
    request.getfixturevalue("never_loaded")

    notes = load_notes(projects)
    monkeypatch.setattr("tracefix.bundle.article_json.from_values", lambda *_: pytest.fail("nobody asked for it"))

    assert list(notes.by_slug) == ["cellar/cold-soup"]
    assert notes.label == before.label
    monkeypatch.undo()
    assert notes.by_slug["cellar/cold-soup"] == before.by_slug["cellar/cold-soup"]


def test_a_file_that_changed_is_compiled_anew(projects):
    before = load_notes(projects)
    (projects / "cellar" / "notes.yaml").write_text(HEAD + NOTE.replace("cold-soup", "old-soup"))

    after = load_notes(projects)

    assert list(after.by_slug) == ["cellar/old-soup"]
    assert after.label != before.label


def test_a_folder_that_cannot_be_written_is_told_once(projects, monkeypatch, caplog):
    def fail(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(compiled.checked_folder, "write", fail)

    for _ in range(2):
        assert list(load_notes(projects).by_slug) == ["cellar/cold-soup"]

    assert caplog.text.count("What was compiled cannot be written to ") == 1


def test_folders_that_others_may_read_are_not_used_and_that_is_told_once(projects, settings, caplog):
    shutil.copytree(projects / "cellar", projects / "shed")
    load_notes(projects)
    root = settings.VAR_DIR / "compiled"
    folders = [path for path in root.iterdir() if path.name.startswith(("cellar", "shed"))]
    for folder in folders:
        folder.chmod(0o755)

    assert set(load_notes(projects).by_slug) == {"cellar/cold-soup", "shed/cold-soup"}

    assert len(folders) == 2
    assert [record.getMessage() for record in caplog.records] == [
        f"What was compiled in {root} is not used (the folder has mode 0755, not 0700): delete that folder."
    ]


def test_another_release_compiles_anew(projects, monkeypatch, request):
    load_notes(projects)
    monkeypatch.setattr(compiled, "_program", lambda: "another one")
    request.getfixturevalue("never_loaded")

    with pytest.raises(pytest.fail.Exception, match="compiled before"):
        load_notes(projects)


def test_a_damaged_folder_is_not_used(projects, settings, caplog):
    before = load_notes(projects)
    (values,) = (settings.VAR_DIR / "compiled").glob("*/values.json")
    values.write_text("[]")

    assert dict(load_notes(projects).by_slug) == dict(before.by_slug)
    assert "values.json is damaged" in caplog.text


def test_a_broken_file_keeps_the_notes_that_were_served(projects):
    before = load_notes(projects)
    (projects / "cellar" / "notes.yaml").write_text("notes: [")

    with pytest.raises(ArticleError):
        load_notes(projects)
    kept = sound_notes(projects, before)
    assert (dict(kept.by_slug), kept.gates) == (dict(before.by_slug), before.gates)
    assert kept.label != before.label


def test_an_article_is_compiled_anew_when_a_file_of_its_folder_or_the_tags_change(articles_dir, settings, tmp_path):
    settings.VAR_DIR = tmp_path / "var"
    labels = [load_articles(articles_dir).label]
    (articles_dir / "boom" / "notes.txt").write_text("more")
    labels.append(load_articles(articles_dir).label)
    (articles_dir / "tags.yaml").write_text((articles_dir / "tags.yaml").read_text() + "another: Another\n")
    labels.append(load_articles(articles_dir).label)

    assert len(set(labels)) == 3
    assert load_articles(articles_dir).by_slug["boom"] == without_what_only_lint_reads(load(articles_dir / "boom"))


def test_what_is_searched_of_a_note_is_its_title_messages_and_cause(projects):
    (note,) = load_notes(projects).in_brief()
    (whole,) = load_notes(projects).by_slug.values()

    assert (note.title, note.signatures, note.summary) == (whole.title, whole.signatures, whole.summary)
    assert (note.body, note.fix, note.sources) == ("", "", ())
    assert {words.body + words.fix for words in note.translations.values()} == {""}
