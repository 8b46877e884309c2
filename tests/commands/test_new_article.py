"""`manage.py new_article`."""

import datetime
import re

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import timezone

from kb.core import articles
from kb.core.lint import SECTIONS, check_all
from kb.core.permanence import read_published
from tests.factories import withdraw, write_article_folder

DAY = datetime.datetime(2031, 5, 17, 12, tzinfo=datetime.UTC)
TEMPLATE = settings.BASE_DIR / "articles" / "_template"


@pytest.fixture
def root(tmp_path, use_articles, monkeypatch):
    root = tmp_path / "articles"
    write_article_folder(root, "bang", extra="aliases: [plop]\n")
    tags = settings.BASE_DIR / "articles" / "tags.yaml"
    (root / "tags.yaml").write_text("cuda: CUDA\n" + tags.read_text(encoding="utf-8"), encoding="utf-8")
    use_articles(root)
    monkeypatch.setattr(timezone, "now", lambda: DAY)
    return root


def names(root):
    return sorted(path.name for path in root.iterdir())


def test_it_makes_an_article_that_can_be_read(root, capsys):
    call_command("new_article", "out-of-fuses")

    article = articles.load(root / "out-of-fuses")
    assert article.slug == "out-of-fuses"
    assert article.created == article.updated == DAY.date()
    assert [pair.repro.name for pair in article.pairs] == ["repro.py"]
    assert "manage.py verify_repros --record out-of-fuses" in capsys.readouterr().out


def test_it_leaves_nothing_else_behind(root):
    call_command("new_article", "out-of-fuses")

    assert names(root) == ["bang", "out-of-fuses", "published.txt", "tags.yaml"]


def test_lint_does_not_let_the_copy_pass_as_it_is(root):
    call_command("new_article", "out-of-fuses")

    complaints = "\n".join(problem.message for problem in check_all([articles.load(root / "out-of-fuses")]))

    assert "does the same as repro.py" in complaints
    assert "has no recorded run" in complaints


@pytest.mark.parametrize("slug", ["Boom", "boom_1", "../boom", "boom/", "boom-", "boom--bang", "", "böom", "_template"])
def test_a_bad_slug_is_refused(root, slug):
    with pytest.raises(CommandError, match="is no slug: lower case, digits and hyphens only"):
        call_command("new_article", slug)

    assert names(root) == ["bang", "published.txt", "tags.yaml"]


def test_an_article_that_is_there_is_not_touched(root):
    before = (root / "bang" / "article.md").read_bytes()

    with pytest.raises(CommandError, match="is there already"):
        call_command("new_article", "bang")

    assert (root / "bang" / "article.md").read_bytes() == before


def test_an_earlier_name_of_an_article_stays_taken(root):
    with pytest.raises(CommandError, match="'plop' is an earlier name of 'bang'"):
        call_command("new_article", "plop")

    assert names(root) == ["bang", "published.txt", "tags.yaml"]


def test_the_slug_is_listed_as_published(root):
    call_command("new_article", "out-of-fuses")

    assert list(read_published(root)) == ["bang", "out-of-fuses", "plop"]


def test_the_slug_of_a_withdrawn_article_stays_taken(root):
    withdraw(root, "out-of-fuses")

    with pytest.raises(CommandError, match="was published before, and links lead there: choose another"):
        call_command("new_article", "out-of-fuses")


def test_the_template_explains_every_field():
    front = (TEMPLATE / "article.md").read_text(encoding="utf-8").split("\n---\n")[0]
    lines = front.splitlines()

    for name in articles._FIELDS:
        number = next(number for number, line in enumerate(lines) if re.match(rf"(?:# )?{name}:", line))
        assert lines[number - 1].startswith("# "), name


def test_the_template_has_the_sections_in_order():
    text = (TEMPLATE / "article.md").read_text(encoding="utf-8")

    assert tuple(re.findall(r"(?m)^## (.+)$", text)) == SECTIONS
