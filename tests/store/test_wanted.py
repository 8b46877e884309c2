"""A sketch of an error that no article covers: shown before it is sent, counted once, listed late, never trusted."""

import datetime
import html
import json
import re
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from kb.models import WantedError, WantedReport
from kb.store import wanted_errors
from tests.pages.tools import links, text
from tracefix.reading.libraries import LIBRARIES
from tracefix.redaction.sketch import Sketch, to_json

SECRET = "hf_abcdefghijklmnopqrstuvwxyzabcdefgh"
PASTE = f"""\
Traceback (most recent call last):
  File "/home/jane/acme/train.py", line 12, in secret_plan
    stir(pot)
  File "/home/jane/venv/lib/python3.10/site-packages/torch/pot.py", line 3, in stir
    raise SoupError(path)
SoupError: the soup of '/home/jane/x' is cold, token={SECRET}
torch==2.7.1
"""
COLD = Sketch("SoupError", "the soup is cold", ("torch/pot.py in stir",), {"python": "3.10", "torch": "2.7.1"})
THIN = Sketch("SoupError", "the soup is thin")
BLAND = Sketch("SoupError", "the soup is bland")


def send(client, sketch=COLD, **more):
    said = sketch if isinstance(sketch, str) else to_json(sketch)
    return client.post("/wanted/", {"sketch": said}, **more)


def send_from(network, sketch=COLD):
    """A sketch without a cookie, from an address of this network of IPv4."""
    return send(Client(), sketch, REMOTE_ADDR=f"{network}.9")


def approve():
    """What staff do with what they have read."""
    WantedError.objects.update(listed=True)


def offered(response):
    """What the page shows that it would send, and what its form would send."""
    page = response.content.decode()
    shown = re.search(r"<details class=\"[^\"]*\bmissing\">.*?<code>(.*?)</code>", page, re.DOTALL)
    hidden = re.search(r'name="sketch" value="([^"]*)"', page)
    return (html.unescape(shown[1]), html.unescape(hidden[1])) if shown and hidden else None


# ── what is offered ─────────────────────────────────────────────────────────────────────────────────────────────


def test_an_error_that_is_not_known_can_be_sent_and_what_is_shown_is_what_is_sent(client, any_database):
    shown, hidden = offered(client.post("/match/", {"text": PASTE}))

    assert shown == hidden
    assert json.loads(shown) == {
        "exception": "SoupError",
        "message": "the soup of '{path}' is cold, token={secret}",
        "frames": ["torch/pot.py in stir"],
        "versions": {"python": "3.10", "torch": "2.7.1"},
    }


def test_the_page_says_what_it_cannot_take_out(client, any_database):
    page = client.post("/match/", {"text": PASTE}).content.decode()
    chinese = client.post("/zh-hans/match/", {"text": PASTE}).content.decode()

    assert "We cannot recognise a password that is an ordinary word, or a name that nothing marks as one." in page
    assert "认不出由普通单词构成的密码" in chinese


def test_nothing_else_of_the_paste_reaches_the_database(client, database):
    _, hidden = offered(client.post("/match/", {"text": PASTE}))
    send(client, hidden)

    kept = str([*WantedError.objects.values(), *WantedReport.objects.values()])
    assert "the soup of '{path}' is cold" in kept
    for word in ("jane", "acme", "train", "secret_plan", SECRET, "stir(pot)"):
        assert word not in kept


def test_matching_sends_nothing(client, any_database):
    client.post("/match/", {"text": PASTE})

    assert not WantedError.objects.exists()


def test_an_error_that_is_perhaps_another_one_can_be_sent(client):
    response = client.post(
        "/match/", {"text": "it said that boom happened in 'lab', and more\nPotError: the pot fell\n"}
    )

    assert "PotError: the pot fell" in text(response)
    assert "Request an article for this error" in text(response)
    assert offered(response)


@pytest.mark.parametrize("paste", ["RuntimeError: boom happened in 'lab'", "hello", "UserWarning: old"])
def test_where_there_is_nothing_to_send_there_is_no_button(client, paste):
    assert offered(client.post("/match/", {"text": paste})) is None


def test_hostile_text_is_offered_as_text(client):
    paste = "SoupError: <script>alert(1)</script> \"'><img src=x onerror=y>"
    response = client.post("/match/", {"text": paste})

    assert "<script>alert" not in response.content.decode()
    assert "<img src=x" not in response.content.decode()
    assert offered(response)[0] == offered(response)[1]


# ── what is sent ────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_sketch_is_kept_and_thanked_for(client, database):
    response = send(client)

    assert response.status_code == 303
    assert response["Location"] == f"/wanted/?sent={COLD.key}"
    assert "Thanks! Your sketch was counted It is not listed yet" in text(client.get(response["Location"]))
    assert (WantedError.objects.get().message, WantedReport.objects.count()) == ("the soup is cold", 1)
    approve()
    thanks = text(client.get(response["Location"]))
    assert "Thanks! Your sketch was counted SoupError: the soup is cold Nobody else has sent it yet." in thanks


def test_nothing_of_the_visitor_is_kept(client, database):
    send(client, REMOTE_ADDR="203.0.113.9", headers={"User-Agent": "me/1"})

    (report,) = WantedReport.objects.values()
    assert set(report) == {"id", "error_id", "versions", "day", "ballot", "network"}
    assert "203.0.113" not in str(report)
    assert not client.cookies


def test_a_network_looks_different_in_each_error_and_under_each_secret_key(client, database, settings):
    send_from("203.0.113")
    send_from("203.0.113", THIN)
    settings.SECRET_KEY = "another"
    send_from("203.0.113", BLAND)

    assert len({seen for row in WantedReport.objects.values_list("ballot", "network") for seen in row}) == 6


def test_equal_sketches_join_and_others_are_told_how_many_they_are(client, database):
    send(client)
    send(Client(), Sketch("SoupError", "the soup is cold", versions={"torch": "2.8.0"}))
    last = send(Client())
    approve()

    (entry,), total = wanted_errors.most_wanted(first=0, most=9)
    assert (total, entry.sketches) == (1, 3)
    assert entry.versions == {"python": ("3.10",), "torch": ("2.7.1", "2.8.0")}
    assert "2 other readers have sent it." in text(client.get(last["Location"]))


def test_sketches_at_the_same_moment_are_all_counted(small_site, database):
    def send_one(_):
        try:
            return send(Client()).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        statuses = list(pool.map(send_one, range(12)))

    assert statuses == [303] * 12
    assert (WantedError.objects.count(), WantedReport.objects.count()) == (1, 12)


def test_a_forged_sketch_is_redacted_again(client, database):
    send(client, json.dumps({"exception": "SoupError", "message": f"cold {SECRET}", "frames": [], "versions": {}}))

    assert WantedError.objects.get().message == "cold {secret}"


BAD = {
    "nothing": "",
    "HTML": "<h1>hello</h1>",
    "no sketch": '{"a": 1}',
    "the whole paste": to_json(COLD).replace("{", '{"paste": "all", ', 1),
    "markup for a name": to_json(COLD).replace("SoupError", "<b>Error"),
    "a nul": to_json(COLD).replace("cold", "co\\u0000ld"),
    "half a character": to_json(COLD).replace("cold", "co\\ud800ld"),
}


@pytest.mark.parametrize("sent", BAD.values(), ids=BAD)
def test_what_is_no_sketch_is_refused_and_not_kept(client, any_database, sent):
    response = send(client, sent)

    assert response.status_code == 400
    assert "We kept nothing of it" in response.content.decode()
    assert "<h1>hello" not in response.content.decode()
    assert not response.cookies
    assert not WantedError.objects.exists()


@pytest.mark.parametrize("field", ["sketch", "more"])
def test_a_sketch_of_a_megabyte_is_refused_unread(client, any_database, field):
    response = client.post("/wanted/", {"sketch": to_json(COLD)} | {field: "x" * 1_000_000})

    assert response.status_code == 413
    assert "We did not read it" in response.content.decode()
    assert not WantedError.objects.exists()


def test_the_largest_sketch_that_is_offered_is_taken(client, database):
    largest = Sketch(
        "SoupError",
        "汉" * 300,
        tuple(f"torch/{'p-' * 56}{n}" for n in range(5)),
        dict.fromkeys(sorted(LIBRARIES)[-12:], "1.2.3"),
    )
    response = client.post(
        "/wanted/",
        "sketch=" + "".join(f"%{byte:02X}" for byte in to_json(largest).replace("\n", "\r\n").encode()),
        content_type="application/x-www-form-urlencoded",
    )

    assert response.status_code == 303


@pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}])
def test_the_page_of_another_site_cannot_sketch(client, any_database, headers):
    assert send(client, headers=headers).status_code == 403
    assert not WantedError.objects.exists()


def test_sketches_are_limited(client, any_database, settings):
    from kb.server.limits import get_limits

    settings.LIMITS = {**settings.LIMITS, "wanted": "2/hour"}
    get_limits.cache_clear()
    statuses = [send(Client(), REMOTE_ADDR="203.0.113.9").status_code for _ in range(3)]
    get_limits.cache_clear()

    assert statuses == [303, 303, 429]
    assert WantedReport.objects.count() == 1


# ── the list ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_full_list_of_what_stays_counts_what_is_on_it_and_takes_nothing_new(client, any_database, monkeypatch):
    monkeypatch.setattr(wanted_errors, "MOST_ERRORS", 1)
    send(client)
    approve()

    assert send(Client(), THIN).status_code == 503
    assert "The list is full" in text(send(Client(), THIN))
    assert send(Client()).status_code == 303
    assert [error.reports.count() for error in WantedError.objects.all()] == [2]


def test_the_most_wanted_stands_first(client, database):
    send(client, THIN)
    send(client)
    send(Client())
    approve()

    page = text(client.get("/wanted/"))
    assert page.index("the soup is cold") < page.index("the soup is thin")
    today = datetime.datetime.now(datetime.UTC)
    assert f"2 sketches · since {today:%-d %B %Y} · python 3.10 · torch 2.7.1" in page
    assert "1 sketch ·" in page


def test_an_empty_list_says_so(client, any_database):
    response = client.get("/wanted/")

    assert "No error is on the list at the moment." in text(response)
    assert '<meta name="robots" content="noindex">' in response.content.decode()
    assert not response.cookies


def test_what_is_covered_leads_to_its_article_and_stands_last(client, database):
    send(client, THIN)
    send(client)
    send(Client())
    approve()
    WantedError.objects.filter(key=COLD.key).update(status="covered", article="plop")  # an earlier name of bang

    response = client.get("/wanted/")
    page = text(response)
    assert page.index("the soup is thin") < page.index("the soup is cold")
    assert "/articles/bang/" in links(response)
    assert "By now an article covers it: bang went the fuse" in text(client.get(f"/wanted/?sent={COLD.key}"))


def test_an_article_that_is_gone_is_no_link(client, any_database):
    send(client)
    WantedError.objects.update(status="covered", article="gone")

    assert "Covered by" not in text(client.get("/wanted/"))


def test_what_is_planned_is_said(client, any_database):
    send(client)
    WantedError.objects.update(status="planned", note="ask Joe")

    assert "an article is planned" in text(client.get("/wanted/"))
    assert "ask Joe" not in text(client.get("/wanted/"))


def test_noise_is_not_shown(client, database):
    location = send(client)["Location"]
    WantedError.objects.update(status="noise", listed=True)

    assert "soup" not in text(client.get("/wanted/"))
    assert "soup" not in text(client.get(location))


def test_what_is_shown_is_escaped_cut_and_no_link(client, any_database):
    WantedError.objects.create(
        key="1",
        exception="<b>",
        message="https://evil.example " + "w" * 470,
        first_seen=datetime.date(2026, 2, 1),
        listed=True,
    )

    response = client.get("/wanted/")
    assert "&lt;b&gt;: https://evil.example www" in response.content.decode()
    assert "w" * 300 not in response.content.decode()
    assert not [link for link in links(response) if "evil" in link]


def test_a_long_list_has_pages(client, any_database):
    day = datetime.date(2026, 2, 1)
    WantedError.objects.bulk_create(
        WantedError(key=str(n), exception="SoupError", message=f"kind {n:02}", first_seen=day, listed=True)
        for n in range(35)
    )

    first, second = text(client.get("/wanted/")), text(client.get("/wanted/?page=2"))
    assert "Page 1 of 2" in first
    assert "kind 34" in first
    assert "kind 04" in second
    assert text(client.get("/wanted/?page=99")) == second
    assert "?page=2" in links(client.get("/wanted/?sent=0"))  # thanks are said once


@pytest.mark.parametrize("key", ["", "x", "0" * 64, "0" * 5000, "%00", "%ff"])
def test_thanks_are_for_a_sketch(client, any_database, key):
    response = client.get(f"/wanted/?sent={key}")

    assert response.status_code == 200
    assert "Thanks!" not in text(response)


def test_the_page_is_there_in_chinese(client, any_database):
    client.post("/zh-hans/wanted/", {"sketch": to_json(COLD)})
    approve()

    page = text(client.get(f"/zh-hans/wanted/?sent={COLD.key}"))
    assert "谢谢，已收到你的错误概要" in page
    assert "1 份概要" in page


# ── strangers' text, and who counts ─────────────────────────────────────────────────────────────────────────────────

POISON = Sketch("RuntimeError", "run the script of our new site to fix this")


def test_text_that_one_client_sends_is_seen_by_nobody_else(client, database):
    for _ in range(10):
        location = send_from("203.0.113", POISON)["Location"]

    assert "our new site" not in text(client.get("/wanted/"))
    assert "our new site" not in text(client.get(location))
    assert "our new site" not in text(client.get(f"/zh-hans{location}"))
    assert "No error is on the list at the moment." in text(client.get("/wanted/"))


@pytest.mark.parametrize("clear", ["cookie", "nothing"])
def test_one_client_counts_once_a_day_with_its_cookie_or_without(client, database, clear):
    for number in range(9):
        assert send(Client() if clear == "cookie" else client, REMOTE_ADDR=f"203.0.113.{number}").status_code == 303

    assert WantedReport.objects.count() == 1


def test_the_next_day_is_another_sketch_of_the_same_network(client, database, monkeypatch):
    send_from("203.0.113")
    tomorrow = timezone.now() + datetime.timedelta(days=1)
    monkeypatch.setattr(timezone, "now", lambda: tomorrow)
    send_from("203.0.113")

    assert WantedReport.objects.count() == 2
    assert WantedReport.objects.values("network").distinct().count() == 1


def test_an_error_that_three_networks_sent_is_listed(client, database):
    for network in ("203.0.113", "198.51.100"):
        send_from(network)
    assert "soup" not in text(client.get("/wanted/"))

    send_from("192.0.2")
    assert "the soup is cold" in text(client.get("/wanted/"))


@pytest.mark.parametrize(("networks", "is_listed"), [(1, True), (2, False), (0, False)])
def test_how_many_networks_is_a_setting_and_0_leaves_it_to_staff(client, any_database, settings, networks, is_listed):
    settings.WANTED_NETWORKS = networks
    send_from("203.0.113")

    page = text(client.get("/wanted/"))
    assert ("the soup is cold" in page) == is_listed
    assert (f"once it came from {networks} different networks" in page) == bool(networks)
    assert "once we have read it" in page


def test_visitors_who_look_like_this_machine_list_nothing(client, any_database):
    for _ in range(5):
        send(Client())

    assert WantedReport.objects.count() == 5
    assert "soup" not in text(client.get("/wanted/"))


@pytest.mark.parametrize("status", ["noise", "open"])
def test_what_staff_took_for_noise_is_not_listed_by_further_sketches(client, any_database, status):
    send_from("203.0.113")
    WantedError.objects.update(status=status)
    for network in ("198.51.100", "192.0.2", "10.1.1"):
        send_from(network)

    WantedError.objects.update(status="open")  # again
    assert ("soup" in text(client.get("/wanted/"))) == (status == "open")


# ── stuffing ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_list_full_of_what_one_network_sent_refuses_no_honest_sketch(client, any_database, monkeypatch):
    monkeypatch.setattr(wanted_errors, "MOST_ERRORS", 1000)  # what is asked is the same of ten thousand
    day = datetime.date(2026, 2, 1)
    stuffed = WantedError.objects.bulk_create(
        WantedError(key=str(number), message=f"kind {number}", first_seen=day)
        for number in range(wanted_errors.MOST_ERRORS)
    )
    WantedReport.objects.bulk_create(
        WantedReport(error=error, day=day, ballot=error.key, network=f"hash {error.key}") for error in stuffed
    )

    for network in ("203.0.113", "198.51.100", "192.0.2"):
        assert send_from(network).status_code == 303
    assert "the soup is cold" in text(client.get("/wanted/"))
    assert WantedError.objects.count() == wanted_errors.MOST_ERRORS


def test_many_networks_of_ipv6_in_one_site_are_limited_together(client, any_database, settings):
    settings.LIMITS = {**settings.LIMITS, "wanted_network": "5/day"}
    statuses = [
        send(client, f"no sketch {number}", REMOTE_ADDR=f"2001:db8:{number % 2}:{number:x}::1").status_code
        for number in range(40)
    ]

    assert (statuses.count(400), statuses.count(429)) == (2 * 5, 30)
    assert send_from("203.0.113").status_code == 303


def test_the_oldest_that_one_network_sent_makes_room_and_nothing_else_does(client, database, monkeypatch):
    day = datetime.date(2026, 2, 1)
    rows = {
        "approved": {"listed": True},
        "planned": {"status": "planned"},
        "covered": {"status": "covered"},
        "of two": {},
        "of one": {},
        "of one, later": {},
    }
    for key, more in rows.items():
        WantedError.objects.create(key=key, message=key, first_seen=day, **more)
    for key, networks in {"of two": "ab", "of one": "aa", "of one, later": "a"}.items():
        for number, network in enumerate(networks):
            error = WantedError.objects.get(key=key)
            error.reports.create(day=day, ballot=f"{key} {number}", network=network)
    monkeypatch.setattr(wanted_errors, "MOST_ERRORS", len(rows))

    for gone, kind in (("of one", COLD), ("of one, later", THIN), (COLD.key, BLAND)):
        assert send_from("203.0.113", kind).status_code == 303
        assert not WantedError.objects.filter(key=gone).exists()
    assert {*WantedError.objects.values_list("key", flat=True)} == {*list(rows)[:4], THIN.key, BLAND.key}


def test_all_clients_together_have_a_limit_a_day(client, any_database, settings):
    settings.LIMITS = {**settings.LIMITS, "wanted_total": "2/day"}
    statuses = [send_from(network).status_code for network in ("203.0.113", "198.51.100", "192.0.2")]

    assert statuses == [303, 303, 503]
    assert "we take more tomorrow" in text(send_from("10.1.1"))
    assert WantedReport.objects.count() == 2


FOREIGN = {
    "a frame of no known package": {"frames": ["evil_example/run_this.py in f"]},
    "an exception of 300 letters": {"exception": "E" * 300},
    "an exception of 81 letters": {"exception": "E" * 81},
    "a version of no known package": {"versions": {"curl-evil.example": "1.0"}},
}


@pytest.mark.parametrize("changed", FOREIGN.values(), ids=FOREIGN)
def test_what_no_page_of_ours_offers_is_refused(client, any_database, changed):
    response = send(client, json.dumps({**json.loads(to_json(COLD)), **changed}))

    assert response.status_code == 400
    assert not WantedError.objects.exists()


# ── without a database ──────────────────────────────────────────────────────────────────────────────────────────


def test_without_a_database_a_sketch_is_refused_and_says_that_nothing_was_sent(client, no_database):
    response = send(client)

    assert response.status_code == 503
    assert "Your sketch was not taken" in text(response)
    assert not response.cookies


def test_without_a_database_the_page_says_so_and_has_the_rest(client, no_database):
    response = client.get("/wanted/")

    assert response.status_code == 200
    told = text(response)
    assert told.count("The list cannot be read just now. Everything else works.") == 1
    assert "A reader chose to send each one as a sketch" in told
    assert "No error is on the list" not in told
    assert "Traceback" not in response.content.decode()


def test_without_a_database_an_answer_is_given_all_the_same(client, no_database):
    assert client.post("/match/", {"text": PASTE}).status_code == 200


def test_a_database_that_goes_while_a_sketch_is_kept_keeps_nothing_of_it(client, database, monkeypatch):
    from django.db import OperationalError

    def fail(**_):
        raise OperationalError("gone")

    with monkeypatch.context() as patched:
        patched.setattr(WantedReport.objects, "get_or_create", fail)
        assert send(client).status_code == 503

    assert not WantedError.objects.exists()


def test_whoever_writes_the_article_can_say_so_in_the_repository(client, database, settings):
    settings.REPOSITORY = "https://forge.example/people/tracefix"
    send_from("198.51.100.7")
    approve()

    response = client.get("/wanted/")

    (link,) = (link for link in links(response) if "/issues/new" in link)
    assert "Write this one" in text(response)
    assert link.startswith("https://forge.example/people/tracefix/issues/new?title=Article%3A+")
    assert "https://forge.example/people/tracefix/blob/HEAD/docs/writing-articles.md" in links(response)


@pytest.mark.parametrize(("repository", "status"), [("", "open"), ("https://forge.example/tracefix", "planned")])
def test_where_nobody_is_asked_for_the_article_there_is_nothing_to_follow(
    client, database, settings, repository, status
):
    settings.REPOSITORY = repository
    send_from("198.51.100.7")
    WantedError.objects.update(status=status, listed=True)

    page = text(client.get("/wanted/"))
    assert "the soup is cold" in page
    assert "Write this one" not in page


def test_an_issue_about_a_long_error_says_that_its_title_is_cut(client, database, settings):
    settings.REPOSITORY = "https://forge.example/people/tracefix"
    send_from("198.51.100.7", Sketch("SoupError", "the soup is cold " * 12))
    approve()

    (link,) = (link for link in links(client.get("/wanted/")) if "/issues/new" in link)
    asked = parse_qs(urlsplit(link).query)
    assert asked["title"][0].endswith("…")
    assert len(asked["title"][0]) == len("Article: ") + 120
    assert "the soup is cold " * 11 in asked["body"][0]
