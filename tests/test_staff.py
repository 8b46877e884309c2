"""The log-in of staff: on servers for staff alone, with cookies that stay there, and not to be tried without end."""

import sys

import pytest

from tests.test_settings import run

ASK = """
import django; django.setup()
from django.core.management import call_command
from django.contrib.auth.models import User
from django.test import Client
call_command("migrate", verbosity=0)
User.objects.create_superuser("jane", password="a-long-soup-spoon")

def log_in(password, **more):
    client = Client(enforce_csrf_checks=True, SERVER_NAME="localhost")
    client.get("/staff/login/", **more)
    token = client.cookies["csrftoken"].value
    sent = {"username": "jane", "password": password, "csrfmiddlewaretoken": token}
    headers = {"referer": "https://localhost/staff/login/"}
    return client, client.post("/staff/login/?next=/staff/", sent, headers=headers, **more)

client, response = log_in("a-long-soup-spoon", secure=True)
print(response.status_code, response["Location"])
for cookie in (response.cookies["sessionid"], client.cookies["csrftoken"]):
    print(cookie.key, bool(cookie["secure"]), cookie["samesite"])
print(client.post("/wanted/", {"signature": "{}"}, secure=True).status_code)
print([log_in("guess", secure=True, REMOTE_ADDR="203.0.113.9")[1].status_code for _ in range(4)])
for path in ("/", "/match/", "/wanted/", "/articles/"):
    print(path, Client(SERVER_NAME="localhost").get(path, secure=True).cookies.output())
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    asked = run(
        [sys.executable, "-c", ASK],
        TRACEFIX_VAR=str(tmp_path_factory.mktemp("var")),
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


def test_public_pages_set_no_cookie_there_either(told):
    assert told[5:] == ["/ ", "/match/ ", "/wanted/ ", "/articles/ "]


def test_a_public_server_has_no_log_in(client):
    assert client.get("/staff/").status_code == 404
    assert client.get("/staff/login/").status_code == 404
