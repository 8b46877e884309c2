import pytest
from django.core.management import call_command

from kb import messages

HEAD = 'msgid ""\nmsgstr ""\n"Language: zh_Hans\\n"\n"Plural-Forms: nplurals=1; plural=0;\\n"\n'
OLD = '\nmsgid "Boom"\nmsgstr "砰"\n\nmsgid "Gone"\nmsgstr "没了"\n'


@pytest.fixture
def folder(settings, tmp_path):
    """A project that says `Boom` and `Bang`, whose catalogue has `Boom` and `Gone`; the folder of the catalogue."""
    settings.BASE_DIR = tmp_path
    (tmp_path / "kb").mkdir()
    (tmp_path / "kb" / "words.py").write_text('WORDS = gettext("Boom"), gettext("Bang")\n')
    folder = tmp_path / "locale" / "zh_Hans" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text(HEAD + OLD, encoding="utf-8")
    return folder


def test_it_adds_what_is_new_drops_what_is_gone_and_keeps_what_is_translated(folder, capsys):
    call_command("update_messages")

    catalogue = messages.read(folder / "django.po")
    assert {message.id: message.string for message in catalogue if message.id} == {"Boom": "砰", "Bang": ""}
    assert "no translation: Bang" in capsys.readouterr().out


def test_it_compiles_what_django_reads(folder):
    call_command("update_messages")

    assert "砰".encode() in (folder / "django.mo").read_bytes()


def test_it_changes_nothing_where_nothing_changed(folder):
    call_command("update_messages")
    before = (folder / "django.po").read_bytes(), (folder / "django.mo").read_bytes()

    call_command("update_messages")

    assert before == ((folder / "django.po").read_bytes(), (folder / "django.mo").read_bytes())
