"""`manage.py build_cards` draws what is missing and clears what is no longer shown."""

import pytest
from django.core.management import CommandError, call_command


def run(capsys):
    call_command("build_cards")
    return capsys.readouterr().out


def test_it_draws_every_picture_once(articles_dir, settings, capsys):
    assert run(capsys).startswith("5 pictures drawn, 0 old ones deleted in ")
    assert run(capsys).startswith("0 pictures drawn, 0 old ones deleted in ")

    names = {path.name.partition(".")[0] for path in (settings.VAR_DIR / "cards").glob("*.png")}
    assert names == {"boom", "bang", "fizz", "_site"}  # that of the site in both languages


def test_an_article_that_says_something_else_gets_another_picture(articles_dir, settings, capsys):
    run(capsys)
    path = articles_dir / "boom" / "article.md"
    path.write_text(path.read_text().replace("The fix of boom.", "Another fix."))

    assert run(capsys).startswith("1 pictures drawn, 1 old ones deleted in ")
    assert len(list((settings.VAR_DIR / "cards").iterdir())) == 5


def test_a_broken_article_is_left_out(articles_dir, capsys):
    (articles_dir / "boom" / "article.md").write_text("no front matter", encoding="utf-8")

    assert run(capsys).startswith("4 pictures drawn, 0 old ones deleted in ")


def test_a_folder_that_cannot_be_written_is_told(articles_dir, settings):
    settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
    (settings.VAR_DIR / "cards").write_text("in the way")

    with pytest.raises(CommandError, match="cards cannot be written"):
        call_command("build_cards")
