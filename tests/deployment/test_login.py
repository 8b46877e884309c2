"""A site, or its staff, behind a log-in proxy: nginx as the examples set it up, with a stub in the place of oauth2-proxy."""

import pytest
from django.conf import settings

from tests.local_server import stand_in
from tools.nginx import HOST, find_nginx, nginx
from tools.required_programs import require

EXAMPLES = settings.BASE_DIR / "examples" / "nginx"
GOOD, STAFF = {"Cookie": "_oauth2_proxy=good"}, {"Cookie": "_oauth2_proxy=staff"}


def log_in(request):
    """What oauth2-proxy answers."""
    if not request.path.startswith("/oauth2/auth"):
        return 200
    cookie = request.headers.get("Cookie", "")
    is_in = "=staff" in cookie or ("=good" in cookie and "allowed_groups" not in request.path)
    return 202 if is_in else 401


@pytest.fixture(scope="module")
def proxied():
    """A proxy with both examples, and what the site, the server for staff and the log-in were asked."""
    program = require(find_nginx(), "nginx", "nginx-light", "the tests with it")
    with stand_in(lambda _: 200) as site, stand_in(lambda _: 200) as staff, stand_in(log_in) as login:
        text = (EXAMPLES / "login.conf").read_text(encoding="utf-8")
        snippets = {"login.conf": text.replace(":4180", f":{login.port}")}
        staffs = (EXAMPLES / "staff.conf").read_text(encoding="utf-8")
        staffs = staffs.replace(":4180", f":{login.port}").replace(":8009", f":{staff.port}")
        with nginx(
            program,
            [site.port],
            {"server {\n    listen 443 ssl;": f"{staffs}\nserver {{\n    listen 443 ssl;"},
            snippets,
        ) as proxy:
            yield proxy, site.seen, staff.seen, login.seen


def ask(proxy, path, body=None, host=HOST, headers=None):
    connection = proxy.connect()
    try:
        connection.request("POST" if body else "GET", path, body, {"Host": host, **(headers or {})})
        answer = connection.getresponse()
        answer.read()
        return answer.status, answer.headers.get("Location", "")
    finally:
        connection.close()


def test_who_is_not_logged_in_is_sent_to_the_log_in_and_the_site_is_not_asked(proxied):
    proxy, site, _, _ = proxied
    before = len(site)

    status, place = ask(proxy, "/search/?q=a")

    assert status == 302
    assert place.endswith(f"/oauth2/sign_in?rd=https://{HOST}/search/?q=a")
    assert ask(proxy, "/match/", b"text=secret")[0] == 302
    assert ask(proxy, "/static/kb/site.css")[0] == 302
    assert len(site) == before


def test_a_program_that_is_not_logged_in_gets_401(proxied):
    assert ask(proxied[0], "/api/v1/match", b"secret") == (401, "")


def test_who_is_logged_in_reads_and_pastes(proxied):
    proxy, site, _, _ = proxied

    assert ask(proxy, "/articles/", headers=GOOD)[0] == 200
    assert ask(proxy, "/match/", b"text=a", headers=GOOD)[0] == 200
    assert site[-1][3] == b"text=a"
    assert site[-1][2]["X-Forwarded-For"] == "127.0.0.1"


def test_the_log_in_sees_neither_paste_nor_query(proxied):
    proxy, _, _, login = proxied

    ask(proxy, "/api/v1/match?format=secret", b"secret", headers=GOOD)

    (request,) = [each for each in login[-1:] if each[1].startswith("/oauth2/auth")]
    assert request[0] == "GET"
    assert "secret" not in str(request)


def test_the_pages_of_the_log_in_are_open_and_its_question_is_not(proxied):
    assert ask(proxied[0], "/oauth2/sign_in")[0] == 200
    assert ask(proxied[0], "/oauth2/auth", headers=GOOD)[0] == 404


def test_metrics_stay_closed(proxied):
    assert ask(proxied[0], "/metrics", headers=GOOD)[0] in {302, 404}


@pytest.mark.parametrize(("headers", "status"), [({}, 302), (GOOD, 302), (STAFF, 200)])
def test_only_the_group_reaches_the_server_for_staff(proxied, headers, status):
    proxy, _, staff, _ = proxied
    before = len(staff)

    assert ask(proxy, "/staff/", host="staff.tracefix.example", headers=headers)[0] == status
    assert len(staff) - before == (status == 200)
