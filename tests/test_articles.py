"""Every article, walked by its folder: it lints clean, its own reports lead to it, and nobody else's do."""

from functools import cache

import pytest
from django.conf import settings

from kb.core.articles.model import article_folders, load, load_sound, read_tags
from kb.core.languages import TRANSLATED
from kb.core.lint.article_text import check_all
from kb.core.matching.diagnosis import Catalogue, Verdict, diagnose
from kb.management.commands.lint_articles import ORDINARY_LOG

ROOT = settings.BASE_DIR / "articles"
FOLDERS = article_folders(ROOT)
ARTICLES, _ = load_sound(ROOT)  # a folder that cannot be read fails by name below
CATALOGUE = Catalogue(ARTICLES)


@cache
def problems():
    return check_all(ARTICLES, ordinary=ORDINARY_LOG.read_text(encoding="utf-8"))


def named(slug, path, text):
    return pytest.param(slug, text, id=f"{slug}/{path.parent.name}/{path.name}")


def reproduced(wanted):
    return [
        named(article.slug, run.path, run.output)
        for article in ARTICLES
        for run in article.runs
        if run.reproduced == wanted
    ]


def pastes():
    return [
        named(article.slug, path, path.read_text(encoding="utf-8", errors="replace"))
        for article in ARTICLES
        for path in article.pastes
    ]


def matches(text, verdict=None):
    return [match.article.slug for match in diagnose(text, CATALOGUE).matches if verdict in (None, match.verdict)]


def test_every_theme_has_a_name_in_every_language():
    for language in TRANSLATED:
        names = read_tags(ROOT, language)

        assert names.keys() == read_tags(ROOT).keys()
        assert not names.items() & read_tags(ROOT).items()


def test_there_are_articles_with_runs_and_pastes():
    assert len(ARTICLES) >= 5
    assert len(reproduced(True)) >= len(ARTICLES)
    assert len(pastes()) >= len(ARTICLES)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_an_article_lints_clean(folder):
    load(folder)

    assert [str(problem) for problem in problems() if folder in problem.path.parents] == []


@pytest.mark.parametrize(("slug", "text"), reproduced(True) + pastes())
def test_a_report_puts_its_own_article_first(slug, text):
    assert matches(text)[:1] == [slug]


@pytest.mark.parametrize(("slug", "text"), reproduced(True) + pastes())
def test_a_report_is_exact_for_no_other_article(slug, text):
    assert set(matches(text, Verdict.EXACT)) <= {slug}


@pytest.mark.parametrize(("slug", "text"), reproduced(False))
def test_a_run_that_did_not_reproduce_matches_nothing_as_exact(slug, text):
    assert matches(text, Verdict.EXACT) == []


def test_an_ordinary_log_matches_nothing():
    assert matches(ORDINARY_LOG.read_text(encoding="utf-8")) == []
