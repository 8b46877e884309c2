"""Every slug that was ever published still answers, and none is ever taken off the list."""

import subprocess
import sys

import pytest
from django.conf import settings
from django.test import Client

from kb.pages import cards
from tests.published_articles import published_articles
from tracefix.articles import published_slugs as permanence
from tracefix.articles.loading import article_folders, load_withdrawn

ROOT = settings.BASE_DIR / "articles"
SCRIPT = settings.BASE_DIR / ".ci" / "check_published.py"


def test_the_list_and_the_articles_agree():
    assert permanence.read_published(ROOT)
    assert [str(problem) for problem in permanence.check(ROOT, published_articles(), load_withdrawn(ROOT))] == []


SLUGS = sorted(permanence.read_published(ROOT))
FEW = {*SLUGS[::20], *({*SLUGS} - {folder.name for folder in article_folders(ROOT)})}  # all that are articles no more


@pytest.mark.parametrize(
    "slugs", [pytest.param(sorted(FEW), id="few"), pytest.param(SLUGS, id="all", marks=pytest.mark.slow)]
)
def test_every_slug_ever_published_answers(use_articles, monkeypatch, slugs):
    """That all lead somewhere is tested above; with the slow tests, the pages of all are drawn."""
    use_articles(ROOT)
    monkeypatch.setattr(cards, "draw", lambda card: b"")  # tests/cards/test_card.py draws every one
    client = Client()

    for slug in slugs:
        assert client.head(f"/articles/{slug}/").status_code in (200, 301, 410), slug
        assert client.head(f"/api/v1/articles/{slug}").status_code in (200, 301, 410), slug


@pytest.fixture
def history(tmp_path):
    """Commits the versions of a list given to it, and says what the check makes of them."""

    def git(*arguments):
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *who, *arguments], cwd=tmp_path, check=True, capture_output=True)

    def check(*versions):
        git("init", "-q")
        path = tmp_path / "published.txt"
        for version in versions:
            path.write_text(version, encoding="utf-8")
            git("add", path.name)
            git("commit", "-q", "-m", "x")
        done = subprocess.run([sys.executable, SCRIPT, path], capture_output=True, text=True)
        return done.returncode, done.stderr.strip()

    return check


def test_a_list_that_grows_passes(history):
    assert history("# head\nb\n", "# head\na\nb\n", "# other head\nb\na\nc-d\n") == (0, "")


def test_a_slug_that_was_taken_off_is_told(history):
    assert history("# head\na-b\nc\n", "# head\nc\n", "# head\nc\nd\n") == (
        1, "published.txt: a-b was published once; put it back",
    )  # fmt: skip


def test_a_slug_that_was_put_back_passes(history):
    assert history("a\nb\n", "a\n", "a\nb\n") == (0, "")


def test_a_draft_may_change_its_name_on_its_branch(history, tmp_path):
    history("a\n")
    for words in (["branch", "-M", "main"], ["switch", "-q", "-c", "draft"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True, capture_output=True)

    assert history("a\nb\n", "a\nc\n") == (0, "")


def test_what_main_had_stays_although_a_branch_takes_it_off(history, tmp_path):
    history("a\nb\n")
    for words in (["branch", "-M", "main"], ["switch", "-q", "-c", "draft"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True, capture_output=True)

    assert history("a\n", "a\nc\n") == (1, "published.txt: b was published once; put it back")
