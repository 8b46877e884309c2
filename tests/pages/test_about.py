"""About, Privacy, and the links to who is behind the site."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest

from kb.pages import about
from tests.pages.tools import links, text

REPOSITORY = "https://forge.example/people/tracefix"
MEASURED = {"date": "2026-01-31", "commit": "abc1234", "reports": 40, "covered_hit_at_1": 90.5, "false_exact": 0}


@pytest.fixture
def measured(tmp_path, settings):
    """A function that writes the file of figures."""
    settings.ACCURACY_FILE = path = tmp_path / "accuracy.json"
    return lambda figures: path.write_text(figures if isinstance(figures, str) else json.dumps(figures))


@pytest.fixture
def repository(settings):
    settings.REPOSITORY = REPOSITORY


def test_the_figures_stand_there_with_their_day_and_commit(client, measured):
    measured(MEASURED)
    words = text(client.get("/about/"))

    assert "Measured on 40 real reports whose cause we know, on 31 January 2026" in words
    assert "answered with its article 90.5 %" in words
    assert "that they are not 0" in words
    assert "Precision" not in words
    assert "Commit abc1234" in words


@pytest.mark.parametrize(
    "figures", [None, "", "[]", "{}", "7", {**MEASURED, "date": "soon"}, {**MEASURED, "wrong": "few"}]
)
def test_without_figures_the_page_stands(client, measured, figures):
    if figures is not None:
        measured(figures)
    response = client.get("/about/")

    assert response.status_code == 200
    assert "How often it is right" not in text(response)


def test_our_own_figures_can_be_read(settings):
    assert about.read_accuracy(settings.ACCURACY_FILE).reports > 500


def test_the_foot_of_every_page_leads_to_both_and_to_the_licence(client):
    assert {"/about/", "/privacy/", "/about/#licence"} <= set(links(client.get("/match/")))


@pytest.mark.parametrize("path", ["/", "/about/", "/privacy/", "/wanted/", "/articles/boom/"])
@pytest.mark.usefixtures("one_database")
def test_without_a_repository_no_link_leads_to_one(client, path):
    found = links(client.get(path))

    assert not [link for link in found if "/blob/" in link or "/issues" in link or "/commit/" in link]


@pytest.mark.usefixtures("repository")
def test_with_one_the_source_and_the_ways_to_contribute_are_linked(client, measured):
    measured(MEASURED)
    found = set(links(client.get("/about/")))

    assert {
        REPOSITORY,
        f"{REPOSITORY}/issues",
        f"{REPOSITORY}/blob/HEAD/LICENSE",
        f"{REPOSITORY}/blob/HEAD/CONTRIBUTING.md",
        f"{REPOSITORY}/commit/abc1234",
    } <= found
    assert f"{REPOSITORY}/blob/HEAD/SECURITY.md" in links(client.get("/privacy/"))


@pytest.mark.usefixtures("repository")
def test_a_problem_with_an_article_is_an_issue_with_its_title_and_address(client):
    (link,) = (link for link in links(client.get("/articles/boom/")) if "/issues/new" in link)
    asked = parse_qs(urlsplit(link).query)

    assert link.startswith(f"{REPOSITORY}/issues/new?")
    assert asked["title"] == ["Problem with the article boom"]
    assert "http://testserver/articles/boom/" in asked["body"][0]


@pytest.mark.usefixtures("repository")
def test_nothing_of_a_paste_stands_in_that_issue(client):
    response = client.post("/match/", {"text": "RuntimeError: boom happened in 'hunter2'"})

    (link,) = (link for link in links(response) if "/issues/new" in link)
    assert "hunter2" not in link


def test_privacy_says_how_many_networks_publish_a_sketch(client, settings):
    settings.WANTED_NETWORKS = 4
    assert "came from 4 different networks" in text(client.get("/privacy/"))


def test_privacy_says_so_where_staff_alone_publish(client, settings):
    settings.WANTED_NETWORKS = 0
    assert "published once we have read it." in text(client.get("/privacy/"))
