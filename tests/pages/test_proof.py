"""What pages claim of the articles' proof is counted, and lists mark what was not run as it is."""

import pytest
from django.core.management import call_command
from django.test import Client

from tests.factories import write_article_folder
from tests.pages.tools import text


@pytest.fixture
def mixed(articles_dir):
    """A client of a site that has, beside the small articles, one that was simulated and one that was not run."""
    write_article_folder(articles_dir, "played", message="the actor forgot", extra="proof: simulated\n")
    write_article_folder(articles_dir, "read", message="the rumour spread", extra="proof: sourced\n")
    return Client()


@pytest.fixture
def run_count(mixed):
    """The number of articles that were run."""
    from kb.library import get_library

    return get_library().proofs.run


@pytest.mark.parametrize("path", ["/", "/about/", "/articles/", "/articles/boom/", "/privacy/", "/search/?q=boom"])
def test_the_foot_of_every_page_counts(mixed, run_count, path):
    assert run_count
    assert f"Proof: {run_count} articles run, 1 simulated, 1 from sources alone." in text(mixed.get(path))


def test_home_about_and_the_file_for_models_count(mixed, run_count):
    total = run_count + 2
    home, about = text(mixed.get("/")), text(mixed.get("/about/"))

    assert f"Of {total} articles, {run_count} were run as they are" in home
    assert f"{run_count} of {total} were run" in about
    assert f"1 of {total} were simulated" in about
    assert f"1 of {total} were not run" in about
    assert f"Of {total} articles, {run_count} were run" in mixed.get("/llms.txt").content.decode()


@pytest.mark.parametrize("path", ["/articles/", "/search/?q=rumour actor boom"])
def test_lists_mark_what_was_not_run(mixed, path):
    page = mixed.get(path).content.decode()

    assert page.count('<span class="proof-mark">not run</span>') == 1
    assert page.count('<span class="proof-mark">simulated</span>') == 1


def test_a_list_of_what_was_run_has_no_marks(mixed):
    assert 'class="proof-mark' not in mixed.get("/search/?q=boom").content.decode()


def test_the_search_command_and_the_api_say_it_too(mixed, capsys):
    call_command("search", "rumour")
    hits = {hit["slug"]: hit["proof"] for hit in mixed.get("/api/v1/search?q=rumour").json()["results"]}
    listed = {item["slug"]: item["proof"] for item in mixed.get("/api/v1/articles").json()["articles"]}

    assert "the rumour spread (not run)\n" in capsys.readouterr().out
    assert hits["read"] == listed["read"] == "sourced"
    assert listed["played"] == "simulated"
    assert listed["boom"] == "run"
