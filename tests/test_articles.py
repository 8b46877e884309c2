"""Every article, walked by its folder: it lints clean, its own reports lead to it, and nobody else's do."""

import pytest
from django.conf import settings

from kb.core.articles.loading import article_folders, load, read_tags
from kb.core.languages import TRANSLATED
from kb.core.lint.checks import check
from kb.core.lint.signatures import check_taken
from kb.core.matching.diagnosis import diagnose
from kb.management.commands.lint_articles import ORDINARY_LOG
from tests.published import published_articles, published_catalogue

ROOT = settings.BASE_DIR / "articles"
FOLDERS = article_folders(ROOT)
ARTICLES = published_articles()  # a folder that cannot be read fails by name below
CATALOGUE = published_catalogue()


def test_every_theme_has_a_name_in_every_language():
    for language in TRANSLATED:
        names = read_tags(ROOT, language)

        assert names.keys() == read_tags(ROOT).keys()
        assert not names.items() & read_tags(ROOT).items()


def test_there_are_articles_with_runs_and_pastes():
    assert len(ARTICLES) >= 5
    assert sum(run.reproduced for article in ARTICLES for run in article.runs) >= len(ARTICLES)
    assert sum(len(article.pastes) for article in ARTICLES) >= len(ARTICLES)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_an_article_lints_clean(folder):
    """Also: each of its reports puts it first and is exact for no other, and no run without the error is exact."""
    article = load(folder)
    problems = [
        *check(article, CATALOGUE, ordinary=ORDINARY_LOG.read_text(encoding="utf-8")),
        *check_taken(article, CATALOGUE),
    ]

    assert [str(problem) for problem in problems] == []


def test_an_ordinary_log_matches_nothing():
    assert diagnose(ORDINARY_LOG.read_text(encoding="utf-8"), CATALOGUE).matches == ()
