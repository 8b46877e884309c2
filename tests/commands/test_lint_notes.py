"""`manage.py lint_notes`."""

import pytest
from django.core.management import CommandError, call_command

from authoring.management.commands import lint_cards
from kb.compiled import Articles
from tests.tracefix.projects import test_notes
from tests.tracefix.projects.test_notes import HEAD, write
from tests.tracefix.projects.tools import HEADER, write_card
from tracefix.projects.notes import load_notes

NOTE = test_notes.NOTE.replace("    article: boom\n", "")


@pytest.fixture
def root(tmp_path, settings, small_library):
    settings.PROJECTS_DIR = tmp_path / "projects"
    return settings.PROJECTS_DIR


def problems(capsys, *names):
    with pytest.raises(SystemExit):
        call_command("lint_notes", *names)
    return [line.partition(": ")[2] for line in capsys.readouterr().out.splitlines()]


@pytest.mark.slow
def test_sound_notes_pass(root, capsys):
    write(root).write_text(HEAD + NOTE, encoding="utf-8")

    call_command("lint_notes")

    assert capsys.readouterr().out == "1 note, no problems\n"


def test_a_note_that_is_not_there_is_named(root):
    write(root)

    with pytest.raises(CommandError, match="there are no notes of 'celar': did you mean 'cellar'"):
        call_command("lint_notes", "celar")


@pytest.mark.parametrize(("command", "name"), [("lint_notes", "Notes.yml"), ("lint_cards", "Card.yaml")])
def test_a_file_of_another_name_is_told(root, command, name):
    path = write(root) if command == "lint_notes" else write(root).with_name(name)
    path.touch()
    path.rename(path.with_name(name))

    with pytest.raises(CommandError, match=rf"cellar/{name}:1: is no file of a project .* did you mean"):
        call_command(command, "cellar")


def test_a_file_that_nobody_would_read_is_told_where_all_cards_are_checked(root, capsys):
    (write(root).parent / "readme.md").touch()

    with pytest.raises(SystemExit):
        call_command("lint_cards")
    assert capsys.readouterr().out.endswith(
        "/readme.md:1: is no file of a project (card.yaml, notes.yaml): remove it\n"
    )


def test_a_card_is_compared_with_the_notes_of_other_projects(root, capsys, monkeypatch):
    notes = Articles.of(note.article for note in load_notes(write(root)))
    monkeypatch.setattr(lint_cards, "sound_notes", lambda root, before: notes)
    write_card(root, header=HEADER.replace("modules: [cellar]", "messages: ['SoupError: the soup']"), name="kettle")

    with pytest.raises(SystemExit):
        call_command("lint_cards", "kettle")
    assert "'SoupError: the soup' fits “SoupError: the soup” of the note cellar/cold-soup" in capsys.readouterr().out


@pytest.mark.slow
def test_everything_that_is_wrong_is_told_at_once(root, capsys):
    broken = NOTE.replace("cold-soup", "no-soup").replace("    cause: Nobody lit the stove.\n", "")
    broken = broken.replace("check: The", "chekc: The").replace("stove.py:7:", "stove:")
    spoilt = NOTE.replace("点炉子。", "点炉子.").replace("cellar stove --light", "rm -rf /tmp/stove")
    write(root).write_text(HEAD + broken + spoilt, encoding="utf-8")

    said = problems(capsys, "cellar")

    assert [line for line in said if "chekc" in line and line.startswith("no-soup: unknown key")]
    for part in (
        "no-soup: the key 'cause' is missing",
        "no-soup: sources: ",
        "zh: fixes 1: ends with",
        "a command that",
    ):
        assert any(part in line for line in said), part


def test_a_message_that_fits_an_ordinary_log_does_not_pass(root, capsys):
    note = NOTE.replace('- "the soup has', '- "NCCL INFO Bootstrap"\n      - "the soup has')
    write(root).write_text(HEAD + note, encoding="utf-8")

    assert any("fits an ordinary log, “" in line for line in problems(capsys, "cellar"))
