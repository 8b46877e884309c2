"""`manage.py makemessages`, what it adds to Django's: the words of the core, the folders, no guesses and no left-overs."""

import shutil

import pytest
from django.core.management import call_command

from tests.catalogues import read_po
from tools.required_programs import require

HEAD = 'msgid ""\nmsgstr ""\n"Language: zh_Hans\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=1; plural=0;\\n"\n'
OLD = '\nmsgid "The fuse has burnt"\nmsgstr "保险丝烧了"\n\nmsgid "Gone"\nmsgstr "没了"\n'


@pytest.fixture
def catalogue(settings, tmp_path, monkeypatch):
    """A project that says seven things, and its catalogue, which has one of them and one that is gone."""
    require(shutil.which("xgettext"), "xgettext", "gettext", "the tests of makemessages")
    for name, text in {
        "kb/wording.py": 'WORDS = gettext("The fuse has burnt"), gettext(words)\n',
        "tracefix/hints.py": 'HINTS = Phrase("The fuse of {place} " "burns", place="it"), sentence("Light it"), Phrase(x)\n',
        "tracefix/rows.py": 'ROWS = sentence("Buy one"), _Way(("fuse",), "burnt", "It has burnt")\n',
        "templates/kb/page.html": "<p>\n  {% if x %}{% translate 'Bang' %}{% endif %}</p>",
        "tests/test_words.py": 'gettext("Nobody reads this")\n',
        "locale/zh_Hans/LC_MESSAGES/django.po": HEAD + OLD,
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    monkeypatch.chdir(tmp_path)
    return path


def test_it_gathers_code_core_and_templates_keeps_translations_and_drops_what_is_gone(catalogue):
    call_command("makemessages", verbosity=0)

    assert {message.id: message.string for message in read_po(catalogue) if message.id} == {
        "The fuse has burnt": "保险丝烧了",
        "The fuse of {place} burns": "",  # not guessed from what is alike
        "Light it": "",
        "Buy one": "",
        "It has burnt": "",
        "Bang": "",
    }
    assert "Gone" not in catalogue.read_text(encoding="utf-8")


def test_it_changes_nothing_where_nothing_changed(catalogue):
    call_command("makemessages", verbosity=0)
    before = catalogue.read_bytes()

    call_command("makemessages", verbosity=0)

    assert catalogue.read_bytes() == before
