"""About, Privacy, and the links to who is behind the site."""

import json
import re
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.pages.tools import links, text

REPOSITORY = "https://forge.example/people/tracefix"
LABELLED = {"right": 84.2, "covered_right": 90.5, "wrong": 0.9, "false_exact": 0.0, "honest_none": 93.0}
FRESH = {"visible_right": 56.1, "wrong": 1.0, "helped": 28, "misled": 9}
MEASURED = {
    "date": "2026-01-31",
    "commit": "abc1234",
    "reports": 40,
    "figures": {"matcher": LABELLED, "one expression a family": {"right": 42.8}},
    "first_look": {"date": "2026-02-01", "commit": "def5678", "reports": 12, "figures": FRESH},
}


@pytest.fixture
def measured(tmp_path, settings):
    """A function that writes the file of figures."""
    settings.ACCURACY_FILE = path = tmp_path / "accuracy.json"
    return lambda figures: path.write_text(figures if isinstance(figures, str) else json.dumps(figures))


@pytest.fixture
def repository(settings):
    settings.REPOSITORY = REPOSITORY


def rows(client):
    """The rows of the drawn tables of figures: what each counts, and its value."""
    page = client.get("/about/").content.decode()
    return re.findall(r"<tr><td>(.+?)</td><td>(.+?)</td></tr>", page)


def test_the_figures_stand_in_rows_with_their_day_and_commit_those_of_fresh_reports_first(client, measured):
    measured(MEASURED)
    words = text(client.get("/about/"))

    assert [value for _, value in rows(client)] == [
        "56.1 %", "1 %", "28 %", "9 %",
        "84.2 %", "90.5 %", "0.9 %", "0 %", "93 %",
    ]  # fmt: skip
    assert ("Answers that mislead, by the same judge", "9 %") in rows(client)
    assert words.index("12 reports, 1 February 2026") < words.index("40 reports, 31 January 2026")
    assert "Commit abc1234" in words
    assert "Commit def5678" in words


@pytest.mark.parametrize(
    "figures",
    [
        None, "", "[]", "{}", "7",
        {**MEASURED, "date": "soon"},
        {**MEASURED, "first_look": {}},
        {**MEASURED, "figures": {"matcher": {**LABELLED, "wrong": "few"}}},
        {**MEASURED, **LABELLED, "figures": {}},
    ],
)  # fmt: skip
def test_without_sound_figures_the_page_stands(client, measured, figures):
    if figures is not None:
        measured(figures)
    response = client.get("/about/")

    assert response.status_code == 200
    assert "How often it is right" not in text(response)


def test_our_own_figures_are_drawn(client):
    assert len(rows(client)) == 9
    assert all(re.fullmatch(r"[\d.]+ %", value) for _, value in rows(client))


def test_the_foot_of_every_page_leads_to_both_and_to_the_licence(client):
    assert {"/about/", "/privacy/", "/about/#licence"} <= set(links(client.get("/match/")))


@pytest.mark.parametrize("path", ["/", "/about/", "/privacy/", "/wanted/", "/articles/boom/"])
@pytest.mark.usefixtures("any_database")
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
        f"{REPOSITORY}/blob/HEAD/docs/writing-articles.md",
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


@pytest.mark.usefixtures("repository")
def test_an_answer_without_an_article_can_be_reported_as_wrong_too(client):
    response = client.post("/match/", {"text": "RuntimeError: nobody knows hunter2"})

    (link,) = (link for link in links(response) if "Problem+with+an+answer" in link)
    assert "hunter2" not in link
    assert "Was this wrong? Report it" in text(response)


def own_line(client, error):
    report = f'Traceback (most recent call last):\n  File "/home/jane/cook.py", line 3, in <module>\n    stir(pot)\n{error}\n'
    return links(client.post("/match/", {"text": report}))


@pytest.mark.usefixtures("repository")
def test_the_own_line_leads_to_the_command_that_shows_its_values(client):
    address = f"{REPOSITORY}/blob/HEAD/docs/client.md#run"

    assert address in own_line(client, "KeyError: 'soup'")
    assert address not in own_line(client, "ModuleNotFoundError: No module named 'soup'")  # no value would help


def test_without_a_repository_the_own_line_leads_nowhere_else(client):
    assert not [link for link in own_line(client, "KeyError: 'soup'") if "client.md" in link]


@pytest.fixture(params=["article", "answer"])
def page_of_boom(request, client):
    """A function that asks for the article, or for an answer with it."""
    if request.param == "article":
        return lambda: client.get("/articles/boom/")
    return lambda: client.post("/match/", {"text": "RuntimeError: boom happened in 'hunter2'"})


def test_without_a_repository_a_wrong_answer_is_reported_by_mail(page_of_boom, settings):
    settings.CONTACT = "help@tracefix.example"
    (link,) = (link for link in links(page_of_boom()) if link.startswith("mailto:"))

    assert link.startswith("mailto:help@tracefix.example?subject=Problem%20with%20the%20article%20boom&body=")
    assert "hunter2" not in link


def test_without_both_a_sentence_says_whom_to_tell(page_of_boom):
    assert "Was this wrong? Tell whoever runs this site." in text(page_of_boom())


def test_privacy_says_how_many_networks_publish_a_sketch(client, settings):
    settings.WANTED_NETWORKS = 4
    assert "came from 4 different networks" in text(client.get("/privacy/"))


def test_privacy_says_so_where_staff_alone_publish(client, settings):
    settings.WANTED_NETWORKS = 0
    assert "published once we have read it." in text(client.get("/privacy/"))
