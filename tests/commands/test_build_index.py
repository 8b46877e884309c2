"""`manage.py build_index`"""

import pytest
from django.core.management import CommandError, call_command


def test_the_index_is_built_once(articles_dir, settings, capsys):
    for _ in range(2):
        call_command("build_index")

    assert len(list(settings.INDEX_DIR.iterdir())) == 2  # of the articles, and of the notes
    assert "3 articles and 0 notes indexed" in capsys.readouterr().out


def test_a_broken_article_is_named(articles_dir):
    (articles_dir / "boom" / "article.md").write_text("no front matter", encoding="utf-8")

    with pytest.raises(CommandError, match=r"boom/article\.md:1: has no front matter"):
        call_command("build_index")
