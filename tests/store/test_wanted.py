"""An error that is missing here: shown as it would be sent, sent only then, counted once, listed, never trusted."""

import datetime
import html
import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from django.test import Client

from kb.core.wanted import Wanted, to_json
from kb.models import WantedError, WantedReport
from kb.store import wanted
from tests.pages.tools import links, text

SECRET = "hf_abcdefghijklmnopqrstuvwxyzabcdefgh"
PASTE = f"""\
Traceback (most recent call last):
  File "/home/jane/acme/train.py", line 12, in secret_plan
    stir(pot)
  File "/home/jane/venv/lib/python3.10/site-packages/soup/pot.py", line 3, in stir
    raise SoupError(path)
SoupError: the soup of '/home/jane/x' is cold, token={SECRET}
soup==1.2
"""
COLD = Wanted("SoupError", "the soup is cold", ("soup/pot.py in stir",), {"python": "3.10", "torch": "2.7.1"})
THIN = Wanted("SoupError", "the soup is thin")


def send(client, signature=COLD, **more):
    said = signature if isinstance(signature, str) else to_json(signature)
    return client.post("/wanted/", {"signature": said}, **more)


def offered(response):
    """What the page shows that it would send, and what its form would send."""
    page = response.content.decode()
    shown = re.search(r"<details class=\"missing\">.*?<code>(.*?)</code>", page, re.DOTALL)
    hidden = re.search(r'name="signature" value="([^"]*)"', page)
    return (html.unescape(shown[1]), html.unescape(hidden[1])) if shown and hidden else None


# ── what is offered ─────────────────────────────────────────────────────────────────────────────────────────────


def test_an_error_that_is_not_known_can_be_sent_and_what_is_shown_is_what_is_sent(client, any_database):
    shown, hidden = offered(client.post("/match/", {"text": PASTE}))

    assert shown == hidden
    assert json.loads(shown) == {
        "exception": "SoupError",
        "message": "the soup of '{path}' is cold, token={secret}",
        "frames": ["soup/pot.py in stir"],
        "versions": {"python": "3.10", "soup": "1.2"},
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

    assert "Probably this one" in text(response)
    assert "Not your error?" in text(response)
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


def test_a_report_is_kept_and_thanked_for(client, database):
    response = send(client)

    assert response.status_code == 303
    assert response["Location"] == f"/wanted/?sent={COLD.key}"
    thanks = text(client.get(response["Location"]))
    assert "Thank you, it is on the list SoupError: the soup is cold Nobody else has reported it yet." in thanks


def test_nothing_of_the_visitor_is_kept(client, database):
    send(client, REMOTE_ADDR="203.0.113.9", headers={"User-Agent": "me/1"})

    (report,) = WantedReport.objects.values()
    number = client.cookies["voter"].value.partition(":")[0]
    assert set(report) == {"id", "error_id", "versions", "day", "ballot"}
    assert number not in str(report)
    assert "203.0.113.9" not in str(report)


def test_equal_signatures_join_and_others_are_told_how_many_they_are(client, database):
    send(client)
    send(Client(), Wanted("SoupError", "the soup is cold", versions={"torch": "2.8.0"}))
    last = send(Client())

    (entry,), total = wanted.most_wanted(first=0, most=9)
    assert (total, entry.reports) == (1, 3)
    assert entry.versions == {"python": ("3.10",), "torch": ("2.7.1", "2.8.0")}
    assert "2 other readers have reported it." in text(client.get(last["Location"]))


def test_a_report_sent_again_counts_once(client, database):
    for _ in range(3):
        assert send(client).status_code == 303

    assert WantedReport.objects.count() == 1


def test_reports_at_the_same_moment_are_all_counted(articles_dir, database):
    def report(_):
        try:
            return send(Client()).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        statuses = list(pool.map(report, range(12)))

    assert statuses == [303] * 12
    assert (WantedError.objects.count(), WantedReport.objects.count()) == (1, 12)


def test_a_forged_report_is_redacted_again(client, database):
    send(client, json.dumps({"exception": "SoupError", "message": f"cold {SECRET}", "frames": [], "versions": {}}))

    assert WantedError.objects.get().message == "cold {secret}"


BAD = {
    "nothing": "",
    "HTML": "<h1>hello</h1>",
    "no signature": '{"a": 1}',
    "the whole paste": to_json(COLD).replace("{", '{"paste": "all", ', 1),
    "markup for a name": to_json(COLD).replace("SoupError", "<b>Error"),
    "a nul": to_json(COLD).replace("cold", "co\\u0000ld"),
    "half a character": to_json(COLD).replace("cold", "co\\ud800ld"),
}


@pytest.mark.parametrize("sent", BAD.values(), ids=BAD)
def test_what_is_no_report_is_refused_and_not_kept(client, any_database, sent):
    response = send(client, sent)

    assert response.status_code == 400
    assert "nothing of it was kept" in response.content.decode()
    assert "<h1>hello" not in response.content.decode()
    assert not response.cookies
    assert not WantedError.objects.exists()


@pytest.mark.parametrize("field", ["signature", "more"])
def test_a_report_of_a_megabyte_is_refused_unread(client, any_database, field):
    response = client.post("/wanted/", {"signature": to_json(COLD)} | {field: "x" * 1_000_000})

    assert response.status_code == 413
    assert "Nothing of it was read" in response.content.decode()
    assert not WantedError.objects.exists()


def test_the_largest_report_that_is_offered_is_taken(client, database):
    largest = Wanted(
        "SoupError", "汉" * 300, tuple(f"{'p-' * 59}{n}" for n in range(5)), {f"p{n}": "1.2.3" for n in range(12)}
    )
    response = client.post(
        "/wanted/",
        "signature=" + "".join(f"%{byte:02X}" for byte in to_json(largest).replace("\n", "\r\n").encode()),
        content_type="application/x-www-form-urlencoded",
    )

    assert response.status_code == 303


@pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}])
def test_the_page_of_another_site_cannot_report(client, any_database, headers):
    assert send(client, headers=headers).status_code == 403
    assert not WantedError.objects.exists()


def test_reports_are_limited(client, any_database, settings):
    from kb.server.limits import get_limits

    settings.LIMITS = {**settings.LIMITS, "wanted": "2/hour"}
    get_limits.cache_clear()
    statuses = [send(Client(), REMOTE_ADDR="203.0.113.9").status_code for _ in range(3)]
    get_limits.cache_clear()

    assert statuses == [303, 303, 429]
    assert WantedReport.objects.count() == 2


# ── the list ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_full_list_counts_what_is_on_it_and_takes_nothing_new(client, any_database, monkeypatch):
    monkeypatch.setattr(wanted, "MOST_ERRORS", 1)
    send(client)

    assert send(Client(), THIN).status_code == 503
    assert "The list is full" in text(send(Client(), THIN))
    assert send(Client()).status_code == 303
    assert [error.reports.count() for error in WantedError.objects.all()] == [2]


def test_the_most_wanted_stands_first(client, database):
    send(client, THIN)
    send(client)
    send(Client())

    page = text(client.get("/wanted/"))
    assert page.index("the soup is cold") < page.index("the soup is thin")
    today = datetime.datetime.now(datetime.UTC)
    assert f"2 reports · since {today:%-d %B %Y} · python 3.10 · torch 2.7.1" in page
    assert "1 report ·" in page


def test_an_empty_list_says_so(client, any_database):
    response = client.get("/wanted/")

    assert "Nothing is wanted at this moment." in text(response)
    assert '<meta name="robots" content="noindex">' in response.content.decode()
    assert not response.cookies


def test_what_is_covered_leads_to_its_article_and_stands_last(client, database):
    send(client, THIN)
    send(client)
    send(Client())
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
    WantedError.objects.update(status="noise")

    assert "soup" not in text(client.get("/wanted/"))
    assert "soup" not in text(client.get(location))


def test_what_is_shown_is_escaped_cut_and_no_link(client, any_database):
    WantedError.objects.create(
        key="1", exception="<b>", message="https://evil.example " + "w" * 470, first_seen=datetime.date(2026, 2, 1)
    )

    response = client.get("/wanted/")
    assert "&lt;b&gt;: https://evil.example www" in response.content.decode()
    assert "w" * 300 not in response.content.decode()
    assert not [link for link in links(response) if "evil" in link]


def test_a_long_list_has_pages(client, any_database):
    day = datetime.date(2026, 2, 1)
    WantedError.objects.bulk_create(
        WantedError(key=str(n), exception="SoupError", message=f"kind {n:02}", first_seen=day) for n in range(35)
    )

    first, second = text(client.get("/wanted/")), text(client.get("/wanted/?page=2"))
    assert "Page 1 of 2" in first
    assert "kind 34" in first
    assert "kind 04" in second
    assert text(client.get("/wanted/?page=99")) == second


@pytest.mark.parametrize("key", ["", "x", "0" * 64, "0" * 5000, "%00", "%ff"])
def test_thanks_are_for_a_report(client, any_database, key):
    response = client.get(f"/wanted/?sent={key}")

    assert response.status_code == 200
    assert "Thank you" not in text(response)


def test_the_page_is_there_in_chinese(client, any_database):
    client.post("/zh-hans/wanted/", {"signature": to_json(COLD)})

    page = text(client.get(f"/zh-hans/wanted/?sent={COLD.key}"))
    assert "谢谢，已列入名单" in page
    assert "1 次上报" in page


# ── without a database ──────────────────────────────────────────────────────────────────────────────────────────


def test_without_a_database_a_report_is_refused_and_says_that_nothing_was_sent(client, no_database):
    response = send(client)

    assert response.status_code == 503
    assert "Nothing was sent" in text(response)
    assert not response.cookies


def test_without_a_database_the_list_says_so(client, no_database):
    response = client.get("/wanted/")

    assert response.status_code == 503
    assert "The list cannot be read just now." in text(response)
    assert "Traceback" not in response.content.decode()


def test_without_a_database_an_answer_is_given_all_the_same(client, no_database):
    assert client.post("/match/", {"text": PASTE}).status_code == 200


def test_a_database_that_goes_while_a_report_is_kept_keeps_nothing_of_it(client, database, monkeypatch):
    from django.db import OperationalError

    def fail(**_):
        raise OperationalError("gone")

    with monkeypatch.context() as patched:
        patched.setattr(WantedReport.objects, "get_or_create", fail)
        assert send(client).status_code == 503

    assert not WantedError.objects.exists()
