"""The log-in of staff: on servers for staff alone, with cookies that stay there, and not to be tried without end."""

import sys

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


def test_staff_log_in(told):
    assert told[0] == "302 /staff/"


def test_behind_tls_their_cookies_are_sent_over_tls_alone_and_from_there_alone(told):
    assert told[1:3] == ["sessionid True Strict", "csrftoken True Strict"]


def test_a_report_needs_no_token_there_either(told):
    assert told[3] == "400"  # read, and refused for what it says


def test_passwords_cannot_be_guessed_without_end(told):
    assert told[4] == "[200, 200, 200, 429]"


def test_nor_those_of_one_account_from_many_addresses_however_its_name_is_typed(told):
    assert told[5] == "[200, 200, 200, 429]"


def test_another_account_from_another_address_is_not_kept_waiting(told):
    assert told[6] == "302"


def test_nor_from_this_machine_itself(told):
    assert told[7] == "[200, 200, 200, 429]"


def test_the_log_in_leads_to_pages_of_staff_and_nowhere_else(told):
    assert told[8:14] == [
        "?next=/staff/kb/vote/ /staff/kb/vote/",
        " /staff/",
        "?next=//evil.example/ /staff/",
        "?next=https://evil.example/staff/ /staff/",
        "?next=/articles/ /staff/",
        "?next=/\\evil.example /staff/",
    ]


def test_nor_does_it_for_who_is_logged_in(told):
    assert told[14] == "/staff/"


def test_what_django_sends_to_after_a_log_in_is_there(told):
    assert told[15] == "/staff/"


def test_public_pages_set_no_cookie_there_either(told):
    assert told[16:] == ["/ ", "/match/ ", "/wanted/ ", "/articles/ "]


def test_a_public_server_has_no_log_in(client):
    assert client.get("/staff/").status_code == 404
    assert client.get("/staff/login/").status_code == 404
