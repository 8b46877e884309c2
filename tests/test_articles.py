"""Every article can be read; walked by its folder, it lints clean, its own reports lead to it, and nobody else's do.

With the slow tests all of them are walked, as `make lint` walks them and `make check` walks one; without, a few.
"""

import re

import pytest
from django.conf import settings
from packaging.requirements import Requirement

from authoring.lint.checks import check
from authoring.lint.signatures import check_taken
from authoring.management.commands.lint_articles import ORDINARY_LOG
from tests.published_articles import published_articles, published_catalogue, read_published
from tracefix.articles.loading import article_folders, load, problems_between, read_tags
from tracefix.languages import TRANSLATED
from tracefix.matching.diagnosis import diagnose
from tracefix.repros.script_header import read_header

ROOT = settings.BASE_DIR / "articles"
FOLDERS = article_folders(ROOT)
FEW = FOLDERS[::20]


def test_every_theme_has_a_name_in_every_language():
    for language in TRANSLATED:
        names = read_tags(ROOT, language)

        assert names.keys() == read_tags(ROOT).keys()
        assert not names.items() & read_tags(ROOT).items()


def test_there_are_articles_with_runs_and_pastes():
    articles = published_articles()

    assert len(articles) >= 5
    assert sum(run.reproduced for article in articles for run in article.runs) >= len(articles)
    assert sum(len(article.pastes) for article in articles) >= len(articles)


def test_every_article_can_be_read():
    articles, problems = read_published()

    assert [str(problem) for problem in [*problems, *problems_between(articles)]] == []
    assert {article.slug for article in articles} == {folder.name for folder in FOLDERS}


@pytest.mark.parametrize(
    "folder",
    [pytest.param(folder, id=folder.name, marks=[] if folder in FEW else [pytest.mark.slow]) for folder in FOLDERS],
)
def test_an_article_lints_clean(folder):
    """Also: each of its reports puts it first and is exact for no other, and no run without the error is exact."""
    article = load(folder)
    problems = [
        *check(article, published_catalogue(), ordinary=ORDINARY_LOG.read_text(encoding="utf-8")),
        *check_taken(article, published_catalogue()),
    ]

    assert [str(problem) for problem in problems] == []


def test_a_script_that_runs_in_a_browser_needs_only_what_the_playground_has():
    """A record that was made beside a wheel from elsewhere says `yes`, and fails wherever `make playground` is run."""
    pins = (settings.BASE_DIR / "playground" / "requirements.txt").read_text(encoding="utf-8")
    pinned = dict(re.findall(r"^([\w.-]+)==(\S+)", pins, re.MULTILINE))
    lacking = [
        f"{article.slug}/{script.name}: {dependency}"
        for article in published_articles()
        for script in article.scripts
        if article.in_browser.get(script.name) == "yes"
        for dependency in map(Requirement, read_header(script.text).dependencies)
        if dependency.name not in pinned or pinned[dependency.name] not in dependency.specifier
    ]

    assert pinned
    assert lacking == []


def test_an_ordinary_log_matches_nothing():
    assert diagnose(ORDINARY_LOG.read_text(encoding="utf-8"), published_catalogue()).matches == ()
