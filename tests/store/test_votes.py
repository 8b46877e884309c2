"""Votes on articles and fixes: counted once a visitor and day, refused politely, shown once they say something."""

import pytest
from django.test import Client

from kb.models import Vote
from kb.server.limits import get_limits
from kb.store import ballots, database_state, votes
from kb.store.votes import Tally
from tests.pages.tools import text
from tools.databases import use_database

FIXES = (
    "## Fix\n\n### Turn it off\n\nOff.\n\n### Turn it on {only: boom<2}\n\nOn.\n\n### Check that it worked\n\nLook.\n"
)


@pytest.fixture
def with_fixes(articles_dir):
    path = articles_dir / "boom" / "article.md"
    text = path.read_text(encoding="utf-8")
    assert "## Fix\n" in text
    path.write_text(text.replace("## Fix\n", FIXES, 1), encoding="utf-8")


@pytest.fixture(autouse=True)
def nothing_counted(monkeypatch):
    monkeypatch.setattr(votes, "_tallies", {})


def send(client, slug="boom", helped="yes", **more):
    return client.post(f"/articles/{slug}/helped/", {"helped": helped, **more})


def test_a_vote_is_counted_and_thanked_for(client, database):
    response = send(client)

    assert response.status_code == 303
    assert response["Location"] == "/articles/boom/helped/?helped=yes"
    assert "Thanks! Your vote was counted" in client.get(response["Location"]).content.decode()
    assert votes.count() == {"boom": {"": Tally(1, 0)}}


def test_nothing_of_the_visitor_is_kept(client, database):
    client.post("/articles/boom/helped/", {"helped": "yes"}, REMOTE_ADDR="203.0.113.9", headers={"User-Agent": "me/1"})

    (kept,) = Vote.objects.values()
    number = client.cookies["voter"].value.partition(":")[0]
    assert set(kept) == {"id", "slug", "fix", "helped", "day", "ballot"}
    assert number not in str(kept)
    assert "203.0.113.9" not in str(kept)


def test_the_cookie_tells_nothing_and_stays_here(client, any_database):
    send(client)

    cookie = client.cookies["voter"]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"], cookie["path"]) == (True, "Strict", 86400, "/")
    assert not cookie["secure"]
    secure = Client(headers={"host": "localhost"}).post("/articles/boom/helped/", {"helped": "yes"}, secure=True)
    assert secure.cookies["voter"]["secure"]


def test_a_vote_sent_again_counts_once(client, database):
    for _ in range(3):
        send(client)

    assert votes.count() == {"boom": {"": Tally(1, 0)}}


HERE = "203.0.113.9"


def test_a_client_without_its_cookie_counts_once_a_day(client, database):
    statuses = [send(Client(REMOTE_ADDR=HERE)).status_code for _ in range(9)]

    assert statuses == [303] + [409] * 8
    assert votes.count() == {"boom": {"": Tally(1, 0)}}
    refused = send(Client(REMOTE_ADDR=HERE))
    assert "was counted here today" in text(refused)
    assert not refused.cookies


def test_a_client_with_its_cookie_may_think_again(client, database):
    visitor = Client(REMOTE_ADDR=HERE)
    send(visitor, helped="yes")

    assert send(visitor, helped="no").status_code == 303
    assert votes.count() == {"boom": {"": Tally(0, 1)}}


def test_cookies_of_other_votes_buy_no_further_vote(client, database):
    """One is given for each article that is voted on; each would be another voter of the next one."""
    visitors = [Client(REMOTE_ADDR=HERE) for _ in range(3)]
    for visitor, slug in zip(visitors, ("boom", "bang", "fizz"), strict=True):
        assert send(visitor, slug).status_code == 303

    assert [send(visitor, "boom").status_code for visitor in visitors] == [303, 409, 409]
    assert votes.count()["boom"] == {"": Tally(1, 0)}


def test_a_client_has_a_vote_on_each_article_and_fix_and_others_have_theirs(client, database, with_fixes):
    for address in (HERE, "203.0.113.10", "2001:db8:0:1::1", "2001:db8:0:2::1"):
        send(Client(REMOTE_ADDR=address))
        send(Client(REMOTE_ADDR=address), fix="turn-it-off")
        send(Client(REMOTE_ADDR=address), "bang")

    assert votes.count() == {"boom": {"": Tally(4, 0), "turn-it-off": Tally(4, 0)}, "bang": {"": Tally(4, 0)}}


def test_the_counters_hold_no_address(client, any_database):
    send(Client(REMOTE_ADDR=HERE))

    kept = [key for key in get_limits()._own.storage.storage if "/once/" in key]
    assert kept
    assert HERE not in str(kept)


def test_a_vote_that_could_not_be_kept_may_be_sent_again(client, django_db_blocker, sqlite_url, tmp_path, monkeypatch):
    monkeypatch.setattr(database_state, "PAUSE_SECONDS", 0.0)
    with django_db_blocker.unblock():
        with use_database(f"sqlite:///{tmp_path / 'empty.sqlite3'}"):
            assert send(Client(REMOTE_ADDR=HERE)).status_code == 503
        with use_database(sqlite_url):
            assert send(Client(REMOTE_ADDR=HERE)).status_code == 303


def test_two_visitors_have_two_votes(client, database):
    send(client)
    send(Client())

    assert votes.count() == {"boom": {"": Tally(2, 0)}}


def test_the_next_day_is_another_vote(client, any_database, monkeypatch):
    send(client)
    monkeypatch.setattr(ballots, "DAY_SECONDS", -1)  # the cookie is older than that
    send(client)

    assert votes.count() == {"boom": {"": Tally(2, 0)}}


@pytest.mark.parametrize("value", ["1" * 32, "1" * 32 + ":x:y", "", "\x00"])
def test_a_forged_cookie_is_no_voter(client, any_database, value):
    voter = ballots.Voter("1" * 32, is_new=False)
    client.cookies["voter"] = value
    send(client)

    assert Vote.objects.get().ballot != voter.ballot("vote", "boom", "")
    assert client.cookies["voter"].value != value


def test_ballots_of_one_visitor_cannot_be_told_to_be_one_visitors(database, client):
    send(client)
    send(client, "bang")

    assert len(set(Vote.objects.values_list("ballot", flat=True))) == 2


@pytest.mark.parametrize("slug", ["nothing", "dud", "..", "boom%00"])
def test_an_unknown_article_takes_no_vote(client, any_database, slug):
    assert send(client, slug).status_code == 404
    assert votes.count() == {}


def test_an_earlier_name_is_the_same_article(client, any_database):
    assert send(client, "plop")["Location"] == "/articles/bang/helped/?helped=yes"
    assert votes.count() == {"bang": {"": Tally(1, 0)}}


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"helped": "perhaps"},
        {"helped": "yes", "fix": "no-such-fix"},
        {"helped": "yes", "fix": "check-that-it-worked"},
    ],
)
def test_a_vote_that_says_nothing_is_refused(client, any_database, sent, with_fixes):
    response = client.post("/articles/boom/helped/", sent)

    assert response.status_code == 400
    assert "names no answer, or a fix that is gone" in response.content.decode()
    assert votes.count() == {}


def test_a_large_vote_is_refused(client, any_database):
    assert send(client, note="x" * 3000).status_code == 413
    assert votes.count() == {}


@pytest.mark.parametrize("length", ["many", "-1", "²"])
def test_a_vote_whose_length_is_no_number_is_refused(client, any_database, length):
    response = client.generic("POST", "/articles/boom/helped/", b"helped=yes", CONTENT_LENGTH=length)

    assert response.status_code == 413
    assert votes.count() == {}


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
    ],
)
def test_the_page_of_another_site_cannot_vote(client, any_database, headers):
    response = client.post("/articles/boom/helped/", {"helped": "yes"}, headers=headers)

    assert response.status_code == 403
    assert votes.count() == {}


@pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "same-origin"}, {"Origin": "http://testserver"}, {}])
def test_our_own_page_can(client, any_database, headers):
    assert client.post("/articles/boom/helped/", {"helped": "yes"}, headers=headers).status_code == 303


def test_votes_are_limited(client, any_database, settings):
    settings.LIMITS = {**settings.LIMITS, "vote": "2/hour"}
    from kb.server.limits import get_limits

    get_limits.cache_clear()
    sent = [client.post("/articles/boom/helped/", {"helped": "yes"}, REMOTE_ADDR="203.0.113.9") for _ in range(3)]
    get_limits.cache_clear()

    assert [response.status_code for response in sent] == [303, 303, 429]
    assert int(sent[2]["Retry-After"]) > 0


def test_which_fix_it_was_is_asked_and_counted(client, any_database, with_fixes):
    page = client.get(send(client)["Location"]).content.decode()
    assert "Which fix was it?" in page
    assert 'value="turn-it-off"' in page
    assert "check-that-it-worked" not in page

    last = client.get(send(client, fix="turn-it-off")["Location"]).content.decode()
    assert "Which fix" not in last
    assert votes.count() == {"boom": {"": Tally(1, 0), "turn-it-off": Tally(1, 0)}}


def test_who_was_not_helped_is_asked_what_was_tried(client, any_database, with_fixes):
    page = client.get(send(client, helped="no")["Location"]).content.decode()

    assert "Which fix did you try?" in page
    assert "Another error may be behind it" in page


@pytest.mark.parametrize("query", ["", "?helped=perhaps", "?helped=yes&fix=nothing"])
def test_thanks_are_for_a_vote(client, query):
    assert client.get(f"/articles/boom/helped/{query}")["Location"] == "/articles/boom/"


def test_a_few_votes_are_not_shown(client, any_database):
    for _ in range(votes.ENOUGH - 1):
        send(Client())
    votes.refresh()

    assert "It helped" not in client.get("/articles/boom/").content.decode()


def test_votes_are_shown_once_they_say_something(client, database, with_fixes):
    before = client.get("/articles/boom/")
    for number in range(votes.ENOUGH):
        send(Client(), helped="yes" if number else "no")
        send(Client(), fix="turn-it-on")
    votes.refresh()

    after = client.get("/articles/boom/")
    assert "It helped 4 of 5 readers who said." in after.content.decode()
    assert "Turn it on: 5 / 5" in after.content.decode()
    assert after["ETag"] != before["ETag"]
    assert "It helped" not in client.get("/articles/bang/").content.decode()


def test_votes_on_a_fix_that_is_gone_are_not_shown(client, any_database):
    for _ in range(votes.ENOUGH):
        votes.vote("boom", "once", helped=True, ballot=ballots.Voter(str(_), is_new=True).ballot())
    votes.refresh()

    assert "once:" not in client.get("/articles/boom/").content.decode()


# ── without a database ──────────────────────────────────────────────────────────────────────────────────────────


def test_without_a_database_a_vote_is_refused_and_says_so(client, no_database, stderr_log):
    response = send(client)

    assert response.status_code == 503
    assert "Votes cannot be counted just now" in response.content.decode()
    assert not response.cookies
    assert client.get("/readyz").json()["database"].startswith(no_database)
    assert client.get("/readyz").status_code == 200
    assert f"The database is {no_database}" in stderr_log.getvalue()


def test_without_a_database_every_page_is_there(client, no_database):
    send(client)

    for path in (
        "/",
        "/articles/",
        "/articles/boom/",
        "/search/?q=boom",
        "/match/?example=boom",
        "/api/v1/search?q=boom",
    ):
        assert client.get(path).status_code == 200
    assert client.post("/api/v1/match", "boom happened in 'x'", content_type="text/plain").status_code == 200


def test_a_database_that_is_away_is_told_once_and_not_asked_at_once_again(client, no_database, stderr_log, monkeypatch):
    send(client)
    asked = []
    monkeypatch.setattr(Vote.objects, "update_or_create", lambda **_: asked.append(1))
    send(client)

    assert asked == []
    assert stderr_log.getvalue().count("The database is") == 1


def test_a_database_lost_in_mid_flight_comes_back(
    client, migrated_cluster, postgresql_url, django_db_blocker, stderr_log, monkeypatch
):
    monkeypatch.setattr(database_state, "PAUSE_SECONDS", 0.0)
    with django_db_blocker.unblock(), use_database(postgresql_url):
        assert send(client).status_code == 303
        migrated_cluster.stop()
        assert send(Client()).status_code == 503
        assert client.get("/articles/boom/").status_code == 200
        migrated_cluster.start()
        assert send(Client()).status_code == 303
        assert votes.count() == {"boom": {"": Tally(2, 0)}}

    assert "The database is unreachable" in stderr_log.getvalue()
    assert "The database is back" in stderr_log.getvalue()


def test_looking_finds_a_migration_that_is_missing(database, monkeypatch):
    database_state.look()
    assert database_state.condition() == "ok"

    monkeypatch.setattr(database_state, "_MIGRATIONS", {*database_state._MIGRATIONS, "9999_later"})
    with pytest.raises(database_state.StateError, match="not migrated"):
        database_state.look()
