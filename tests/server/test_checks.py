"""What would fail at the first page is told at the start, in one line."""

import json

import pytest
from django.core.checks import run_checks
from django.core.management import call_command
from django.templatetags.static import static

from kb.server.checks import find_faults
from tests.examples import every

LIST = {"paths": {"kb/site.css": "kb/site.1.css"}, "version": "1.1", "hash": ""}


@pytest.fixture
def collected(settings, tmp_path):
    """A function that writes the list of the collected files; one of them is there."""
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {"staticfiles": {"BACKEND": "kb.server.static_files.StaticFiles"}}
    (tmp_path / "kb").mkdir()
    (tmp_path / "kb" / "site.1.css").write_text("")
    return lambda text: (tmp_path / "staticfiles.json").write_text(text)


def test_a_sound_list_is_fine(collected):
    collected(json.dumps(LIST))

    assert find_faults() == []


def test_no_list_is_fine(collected):
    assert find_faults() == []


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"paths": []}', '{"paths": {"a": 1}}', "null", json.dumps(LIST)[:30]]
)
def test_a_damaged_list_is_told(collected, settings, text):
    collected(text)

    path = settings.STATIC_ROOT / "staticfiles.json"
    assert find_faults() == [f"{path} is damaged: run manage.py collectstatic --noinput --clear."]
    assert "kb.E002" in [message.id for message in run_checks()]


def test_files_that_are_gone_are_told(collected):
    collected(json.dumps({**LIST, "paths": {"kb/site.css": "kb/site.2.css"}}))

    assert "names files that are gone, such as kb/site.2.css" in find_faults()[0]


def test_a_list_without_what_this_server_shows_is_told(collected, settings):
    settings.STAFF = True
    collected(json.dumps(LIST))

    assert "lacks admin/css/base.css" in find_faults()[0]


@pytest.mark.parametrize("text", every(4, [json.dumps(LIST)[:30], "", "{", "[]", '{"paths": []}', "null"]))
def test_what_it_advises_repairs_a_damaged_list(collected, text):
    collected(text)

    call_command("collectstatic", "--noinput", "--clear", verbosity=0)

    assert find_faults() == []
    assert static("kb/site.css") != "/static/kb/site.css"


def test_a_sound_list_is_read(collected):
    collected(json.dumps(LIST))

    assert static("kb/site.css") == "/static/kb/site.1.css"


def test_a_folder_of_articles_that_is_gone_is_told(settings, tmp_path):
    settings.ARTICLES_DIR, settings.MORE_ARTICLES_DIRS = tmp_path, (tmp_path / "more", tmp_path / "articles.md")
    (tmp_path / "articles.md").write_text("")

    assert find_faults() == [
        f"TRACEFIX_ARTICLES names {tmp_path}/{name}, which is no folder: set it to the one that holds the articles."
        for name in ("more", "articles.md")
    ]
