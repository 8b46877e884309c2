"""`manage.py build_index`"""

import pytest
from django.core.management import CommandError, call_command


def test_the_index_is_built_once(articles_dir, settings, capsys):
    for _ in range(2):
        call_command("build_index")

    assert len(list(settings.INDEX_DIR.iterdir())) == 2  # of the articles, and of the notes
    assert "3 articles and 0 notes indexed" in capsys.readouterr().out


def test_a_broken_article_is_told_and_left_out(articles_dir, caplog, capsys):
    (articles_dir / "boom" / "article.md").write_text("no front matter", encoding="utf-8")

    call_command("build_index")

    assert "2 articles and 0 notes indexed" in capsys.readouterr().out
    (told,) = [record for record in caplog.records if record.levelname == "ERROR"]
    assert told.getMessage().startswith("Left out: ")
    assert "boom/article.md:1: has no front matter" in told.getMessage()


def test_a_broken_article_of_a_company_is_told_and_left_out(articles_dir, settings, tmp_path, caplog, capsys):
    company = tmp_path / "company"
    (company / "acme").mkdir(parents=True)
    (company / "acme" / "article.md").write_text("no front matter", encoding="utf-8")
    settings.MORE_ARTICLES_DIRS = (company,)

    call_command("build_index")

    assert "3 articles and 0 notes indexed" in capsys.readouterr().out
    assert "acme/article.md:1: has no front matter" in caplog.text


def test_a_whole_clone_is_told_before_what_is_wrong_in_it(articles_dir, settings, caplog):
    clone = articles_dir.parent / "clone"
    (clone / "articles" / "boom").mkdir(parents=True)
    (clone / "articles" / "published.txt").write_text("")
    (clone / "docs").mkdir()
    (clone / "docs" / "article.md").write_text("")
    settings.MORE_ARTICLES_DIRS = (clone,)

    with pytest.raises(SystemExit, match=r"TRACEFIX_ARTICLES names .+/clone, which is a whole clone: set it to "):
        call_command("build_index")

    assert "Left out" not in caplog.text


def test_where_no_article_is_left_it_ends(articles_dir):
    for path in articles_dir.glob("*/article.md"):
        path.write_text("no front matter", encoding="utf-8")

    with pytest.raises(CommandError, match=r"boom/article\.md:1: has no front matter"):
        call_command("build_index")
