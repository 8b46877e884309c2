"""The log-in of staff: on servers for staff alone, with cookies that stay there, and not to be tried without end.

What they find there, too; tests/browser/test_staff.py does it in a browser.
"""

import sys
from itertools import islice

import pytest

from tests.test_settings import run

ASK = """
from django.conf import settings
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # the others take their time, as they must
import django; django.setup()
from django.core.management import call_command
from django.contrib.auth.models import User
from django.shortcuts import resolve_url
from django.test import Client
call_command("migrate", verbosity=0)
PASSWORD = "a-long-soup-spoon"
for name in ("jane", "anne", "lena", *(f"next{n}" for n in range(6))):
    User.objects.create_superuser(name, password=PASSWORD)

def log_in(password, name="jane", path="/staff/login/", **more):
    client = Client(enforce_csrf_checks=True, SERVER_NAME="localhost")
    client.get("/staff/login/", secure=True, **more)
    token = client.cookies["csrftoken"].value
    sent = {"username": name, "password": password, "csrfmiddlewaretoken": token}
    headers = {"referer": "https://localhost/staff/login/"}
    return client, client.post(path, sent, headers=headers, secure=True, **more)

def statuses(*tries):
    return [log_in("guess", name, REMOTE_ADDR=address)[1].status_code for name, address in tries]

client, response = log_in(PASSWORD, path="/staff/login/?next=/staff/", REMOTE_ADDR="203.0.113.1")
print(response.status_code, response["Location"])
for cookie in (response.cookies["sessionid"], client.cookies["csrftoken"]):
    print(cookie.key, bool(cookie["secure"]), cookie["samesite"])
print(client.post("/wanted/", {"sketch": "{}"}, secure=True).status_code)
print(statuses(*((f"user{n}", "203.0.113.9") for n in range(4))))
print(statuses(*((name, f"203.0.113.{n}") for n, name in enumerate(["anne", "Anne ", "\uff41nne", "anne"], 20))))
print(log_in(PASSWORD, "lena", REMOTE_ADDR="203.0.113.30")[1].status_code)
print(statuses(*((f"other{n}", "127.0.0.1") for n in range(4))))
for n, path in enumerate(
    ["/staff/kb/vote/", "", "//evil.example/", "https://evil.example/staff/", "/articles/", "/\\\\evil.example"]
):
    path = f"/staff/login/?next={path}" if path else "/staff/login/"
    print(path[13:], log_in(PASSWORD, f"next{n}", path, REMOTE_ADDR=f"203.0.113.{40 + n}")[1]["Location"])
print(client.get("/staff/login/?next=//evil.example/", secure=True)["Location"])
print(resolve_url(settings.LOGIN_REDIRECT_URL))
for path in ("/", "/match/", "/wanted/", "/articles/"):
    print(path, Client(SERVER_NAME="localhost").get(path, secure=True).cookies.output())

import datetime, html, re
from kb.models import Vote, WantedError
QUEUE = "/staff/kb/wantederror/"
client.enforce_csrf_checks = client.handler.enforce_csrf_checks = False

def said(response):
    page = html.unescape(client.get(response["Location"], secure=True).content.decode() if response.status_code == 302
                         else response.content.decode())
    return re.findall(r"marked as [^.]*|This server has no article “[^”]*”|was changed successfully", page)

for word in ("spoon", "plate", "ladle", "fork"):
    WantedError.objects.create(key=word, exception="SoupError", message=f"the {word} " + "turns and " * 30,
                               first_seen=datetime.date(2031, 5, 17))
def do(word, action, article=""):
    chosen = {"_selected_action": WantedError.objects.get(key=word).pk, "action": action, "article": article}
    print(said(client.post(QUEUE, chosen, secure=True)))
def save(status):
    error = WantedError.objects.get(key="fork")
    inline = {f"reports-{name}_FORMS": 0 for name in ("TOTAL", "INITIAL", "MIN_NUM", "MAX_NUM")}
    print(said(client.post(f"{QUEUE}{error.pk}/change/", {"status": status, "note": "ask", **inline}, secure=True)))
print(re.findall(r"SoupError: the spoon [^<]*", client.get(QUEUE, secure=True).content.decode()))
do("spoon", "mark_planned")
do("plate", "mark_covered", "nowhere")
do("plate", "mark_covered", "boom")
do("ladle", "mark_listed")
save("covered")
save("noise")
print(sorted(WantedError.objects.values_list("key", "status", "listed", "article", "note")))
client.post("/articles/boom/helped/", {"helped": "yes"}, secure=True)
print(" ".join(re.sub("<[^>]*>", " ", client.get("/staff/kb/vote/", secure=True).content.decode()).split())[-200:])
print([Client(SERVER_NAME="localhost").get(path, secure=True)["Location"] for path in ("/staff/", QUEUE, "/staff/kb/vote/")])
"""


@pytest.fixture(scope="module")
def told(shared_articles, tmp_path_factory):
    asked = run(
        [sys.executable, "-c", ASK],
        TRACEFIX_VAR=str(tmp_path_factory.mktemp("staff")),
        TRACEFIX_ARTICLES=str(shared_articles),
        TRACEFIX_STAFF="1",
        TRACEFIX_BEHIND_TLS="1",
        TRACEFIX_LIMIT_LOGIN="3/hour",
    )
    assert asked.returncode == 0, asked.stderr
    return asked.stdout.splitlines()


LOGGED_IN = {
    "staff log in": ["302 /staff/"],
    "behind TLS their cookies are sent over TLS alone and from there alone": [
        "sessionid True Strict",
        "csrftoken True Strict",
    ],
    "a report needs no token there either": ["400"],  # read, and refused for what it says
    "passwords cannot be guessed without end": ["[200, 200, 200, 429]"],
    "nor those of one account from many addresses, however its name is typed": ["[200, 200, 200, 429]"],
    "another account from another address is not kept waiting": ["302"],
    "guesses from this machine itself end, too": ["[200, 200, 200, 429]"],
    "the log-in leads to pages of staff and nowhere else": [
        "?next=/staff/kb/vote/ /staff/kb/vote/",
        " /staff/",
        "?next=//evil.example/ /staff/",
        "?next=https://evil.example/staff/ /staff/",
        "?next=/articles/ /staff/",
        "?next=/\\evil.example /staff/",
    ],
    "nor does it for who is logged in": ["/staff/"],
    "what Django sends to after a log-in is there": ["/staff/"],
    "public pages set no cookie there either": ["/ ", "/match/ ", "/wanted/ ", "/articles/ "],
}


def test_of_the_log_in_and_its_limits(told):
    lines = iter(told)

    assert {name: list(islice(lines, len(said))) for name, said in LOGGED_IN.items()} == LOGGED_IN


def test_they_see_the_queue_with_long_errors_cut(told):
    assert told[20].count("SoupError: the spoon turns and") == 2
    assert told[20].count("turns an…") == 2


def test_they_mark_what_is_done_about_an_error(told):
    assert told[21:25] == [
        "['marked as planned']",
        "['This server has no article “nowhere”']",
        "['marked as covered by an article']",
        "['marked as listed']",
    ]
    assert told[25:27] == ["['This server has no article “”']", "['was changed successfully']"]
    assert told[27] == str([
        ("fork", "noise", False, "", "ask"),
        ("ladle", "open", True, "", ""),
        ("plate", "covered", False, "boom", ""),
        ("spoon", "planned", False, "", ""),
    ])  # fmt: skip


def test_they_see_the_counts_of_votes(told):
    assert "boom the whole article 1 0" in told[28]


def test_who_is_not_logged_in_is_sent_to_the_log_in(told):
    assert told[29].count("/staff/login/?next=/staff/") == 3


def test_a_public_server_has_no_log_in(client):
    assert client.get("/staff/").status_code == 404
    assert client.get("/staff/login/").status_code == 404
