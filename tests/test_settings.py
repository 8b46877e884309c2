"""The settings are safe as they are, come from the environment, and hold for the pages that are served."""

import json
import os
import re
import runpy
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from kb.in_page import policy_sources
from tests.examples import every

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def settings_for(monkeypatch, tmp_path):
    """A function that reads kb/settings.py with an environment of its own. Raises SystemExit where that refuses."""

    def read(*names, **environment):
        for name in [name for name in os.environ if is_ours(name)]:
            monkeypatch.delenv(name)
        for name, value in {"TRACEFIX_VAR": str(tmp_path), **environment}.items():
            monkeypatch.setenv(name, value)
        values = runpy.run_path(str(ROOT / "kb" / "settings.py"))
        return json.loads(json.dumps({name: values.get(name) for name in names}, default=str))

    return read


def is_ours(name):
    return name.startswith(("TRACEFIX_", "REDIS_", "DATABASE_"))


def run(command, **environment):
    """What a program of the site says, in a process of its own with an environment of its own."""
    kept = {name: value for name, value in os.environ.items() if not is_ours(name)}
    kept["TRACEFIX_PROJECTS"] = os.environ["TRACEFIX_PROJECTS"]  # none: tests/settings.py
    environment = {**kept, "DJANGO_SETTINGS_MODULE": "kb.settings", **environment}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300)


def test_without_an_environment_they_are_safe(settings_for):
    values = settings_for("DEBUG", "ALLOWED_HOSTS", "BASE_URL", "SECRET_KEY", "DATABASES", "MAX_PASTE_BYTES")

    assert len(values.pop("SECRET_KEY")) >= 50
    assert values == {
        "DEBUG": False,
        "ALLOWED_HOSTS": ["localhost", "127.0.0.1", "[::1]"],
        "BASE_URL": "",
        "DATABASES": values["DATABASES"],
        "MAX_PASTE_BYTES": 10 * 1024 * 1024,
    }
    assert values["DATABASES"]["default"]["ENGINE"] == "django.db.backends.sqlite3"


def test_the_folder_of_a_server_for_oneself_may_have_any_name(settings_for, tmp_path):
    folder = tmp_path / "me@a.example #1?%41:é"

    found = settings_for("DATABASES", TRACEFIX_VAR=str(folder))["DATABASES"]["default"]

    assert found["NAME"] == str(folder / "state.sqlite3")


def test_the_secret_key_is_kept_where_the_site_writes(settings_for, tmp_path):
    first = settings_for("SECRET_KEY")

    assert settings_for("SECRET_KEY") == first
    assert (tmp_path / "secret_key").read_text() == first["SECRET_KEY"]


LIMITS = {
    "match": "60/minute",
    "search": "600/minute",
    "vote": "30/hour",
    "wanted": "10/hour",
    "wanted_network": "60/day",
    "wanted_total": "5000/day",
    "model": "20/hour",
    "login": "10/minute",
}
KEY = "0123456789abcdef" * 4
FROM_THE_ENVIRONMENT = [
    ("TRACEFIX_DEBUG", "yes", "DEBUG", True),
    ("TRACEFIX_DEBUG", "0", "DEBUG", False),
    ("TRACEFIX_SECRET_KEY", KEY, "SECRET_KEY", KEY),
    ("TRACEFIX_ALLOWED_HOSTS", "a.example, b.example", "ALLOWED_HOSTS", ["a.example", "b.example"]),
    ("TRACEFIX_BASE_URL", "https://a.example/", "BASE_URL", "https://a.example"),
    ("TRACEFIX_EDIT_URL", "https://a.example/edit/", "EDIT_URL", "https://a.example/edit"),
    ("TRACEFIX_REPOSITORY", "https://a.example/repo/", "REPOSITORY", "https://a.example/repo"),
    ("TRACEFIX_CONTACT", "help@a.example", "CONTACT", "help@a.example"),
    ("TRACEFIX_ARTICLES", "/srv/errors:/srv/more", "MORE_ARTICLES_DIRS", ["/srv/errors", "/srv/more"]),
    ("TRACEFIX_PROJECTS", "/srv/projects", "PROJECTS_DIR", "/srv/projects"),
    ("TRACEFIX_BEHIND_TLS", "1", "SECURE_SSL_REDIRECT", True),
    ("TRACEFIX_LOG_FORMAT", "json", "LOG_FORMAT", "json"),
    ("TRACEFIX_ACCESS_LOG", "1", "ACCESS_LOG", True),
    ("TRACEFIX_LANG", "zh-hans", "PROGRAM_LANGUAGE", "zh-hans"),
    ("TRACEFIX_METRICS", "1", "METRICS", True),
    ("TRACEFIX_WATCH", "0", "WATCH_SECONDS", 0),
    ("TRACEFIX_PROXIES", "2", "TRUSTED_PROXIES", 2),
    ("TRACEFIX_MONITOR_NETWORKS", "192.0.2.0/24", "MONITOR_NETWORKS", ["192.0.2.0/24"]),
    ("TRACEFIX_LIMIT_MATCH", "5/second", "LIMITS", {**LIMITS, "match": "5/second"}),
    ("TRACEFIX_LIMIT_SEARCH", "off", "LIMITS", {**LIMITS, "search": "off"}),
    ("TRACEFIX_LIMIT_VOTE", "off", "LIMITS", {**LIMITS, "vote": "off"}),
    ("TRACEFIX_LIMIT_WANTED", "1/day", "LIMITS", {**LIMITS, "wanted": "1/day"}),
    ("TRACEFIX_LIMIT_WANTED_NETWORK", "1/day", "LIMITS", {**LIMITS, "wanted_network": "1/day"}),
    ("TRACEFIX_LIMIT_WANTED_TOTAL", "1/day", "LIMITS", {**LIMITS, "wanted_total": "1/day"}),
    ("TRACEFIX_WANTED_NETWORKS", "5", "WANTED_NETWORKS", 5),
    ("TRACEFIX_LIMIT_LOGIN", "3/hour", "LIMITS", {**LIMITS, "login": "3/hour"}),
    ("TRACEFIX_LIMIT_MODEL", "3/hour", "LIMITS", {**LIMITS, "model": "3/hour"}),
    ("TRACEFIX_STAFF", "1", "STAFF", True),
    ("TRACEFIX_CORS", "1", "CORS", True),
]


@pytest.mark.parametrize(
    ("variable", "value", "name", "wanted"),
    FROM_THE_ENVIRONMENT,
    ids=[f"{variable}={value}" for variable, value, _, _ in FROM_THE_ENVIRONMENT],
)
def test_the_environment_decides(settings_for, variable, value, name, wanted):
    assert settings_for(name, **{variable: value}) == {name: wanted}


@pytest.mark.parametrize(("value", "count"), [("1", 1), ("", 0)])
def test_pages_of_other_sites_read_the_api_where_it_is_said(settings_for, value, count):
    middleware = settings_for("MIDDLEWARE", TRACEFIX_CORS=value)["MIDDLEWARE"]

    assert middleware.count("kb.server.middleware.AnyOriginMiddleware") == count


def test_folders_of_articles_add_to_ours_unless_the_first_is_a_whole_library(settings_for, tmp_path):
    def folders(value):
        found = settings_for("ARTICLES_DIR", "MORE_ARTICLES_DIRS", TRACEFIX_ARTICLES=value)
        return [found["ARTICLES_DIR"], *found["MORE_ARTICLES_DIRS"]]

    library = tmp_path / "library"
    library.mkdir()
    (library / "published.txt").write_text("boom\n")

    assert folders("") == [str(ROOT / "articles")]
    assert folders("/srv/errors") == [str(ROOT / "articles"), "/srv/errors"]
    assert folders(f"{ROOT / 'articles'}:/srv/errors") == [str(ROOT / "articles"), "/srv/errors"]
    assert folders(f"{library}:/srv/errors") == [str(library), "/srv/errors"]


BAD = {
    "TRACEFIX_DEBUG": ("yess", "1, true, yes or on"),
    "TRACEFIX_ALLOWED_HOSTS": ("https://a.example", "host names alone"),
    "TRACEFIX_BASE_URL": ("a.example", "an address with https://"),
    "TRACEFIX_EDIT_URL": ("javascript:alert(1)", "an address with https://"),
    "TRACEFIX_REPOSITORY": ("owner/repo", "an address with https://"),
    "TRACEFIX_CONTACT": ("help at a.example", "an e-mail address"),
    "TRACEFIX_BEHIND_TLS": ("o", "1, true, yes or on"),
    "TRACEFIX_LANG": ("fr", "en or zh-hans"),
    "TRACEFIX_LOG_FORMAT": ("xml", "text or json"),
    "TRACEFIX_ACCESS_LOG": ("2", "1, true, yes or on"),
    "TRACEFIX_METRICS": ("enabled", "1, true, yes or on"),
    "TRACEFIX_WATCH": ("5s", "a whole number"),
    "TRACEFIX_PROXIES": ("99", "a whole number from 0 to 9"),
    "TRACEFIX_MONITOR_NETWORKS": ("private", "networks, such as"),
    "TRACEFIX_LIMIT_MATCH": ("60/minit", "a number, 1 or more, per second, minute, hour or day"),
    "TRACEFIX_LIMIT_SEARCH": ("60", "a number, 1 or more, per second"),
    "TRACEFIX_LIMIT_VOTE": ("0/day", "a number, 1 or more, per second"),
    "TRACEFIX_LIMIT_WANTED": ("none", "a number, 1 or more, per second"),
    "TRACEFIX_LIMIT_WANTED_NETWORK": ("-1/day", "a number, 1 or more, per second"),
    "TRACEFIX_LIMIT_WANTED_TOTAL": ("1/week", "a number, 1 or more, per second"),
    "TRACEFIX_LIMIT_LOGIN": ("1.5/hour", "a number, 1 or more, per second"),
    "TRACEFIX_LIMIT_MODEL": ("20", "a number, 1 or more, per second"),
    "TRACEFIX_WANTED_NETWORKS": ("-1", "a whole number"),
    "TRACEFIX_STAFF": ("staff", "1, true, yes or on"),
    "TRACEFIX_CORS": ("*", "1, true, yes or on"),
}


def test_a_value_that_cannot_be_read_is_named_with_what_may_stand_there(settings_for):
    with pytest.raises(SystemExit) as refusal:
        settings_for(**{variable: value for variable, (value, _) in BAD.items()})

    told = dict(line.split(" ", 1) for line in str(refusal.value).splitlines())
    assert set(told) == set(BAD)
    for variable, (value, allowed) in BAD.items():
        named = "cannot be used" if "address" in allowed and "mail" not in allowed else f"is {value!r}"
        assert told[variable].startswith(f"{named}: write {allowed}"), variable


def test_a_model_has_an_address_a_name_and_a_key_from_a_file(settings_for, tmp_path):
    file = tmp_path / "key"
    file.write_text("sk-local\n")
    model = {"TRACEFIX_MODEL_URL": "http://127.0.0.1:8080/v1/", "TRACEFIX_MODEL": "qwen3"}
    names = ("MODEL_URL", "MODEL", "MODEL_KEY")

    assert settings_for(*names) == {"MODEL_URL": "", "MODEL": "", "MODEL_KEY": ""}
    assert settings_for(*names, **model, TRACEFIX_MODEL_KEY_FILE=str(file)) == {
        "MODEL_URL": "http://127.0.0.1:8080/v1",
        "MODEL": "qwen3",
        "MODEL_KEY": "sk-local",
    }


@pytest.mark.parametrize(
    ("url", "wanted"),
    [
        ("http://127.0.0.1:8080/v1/chat/completions/", "http://127.0.0.1:8080/v1"),
        ("http://127.0.0.1:8080/v1/chat", "http://127.0.0.1:8080/v1/chat"),
        ("http://127.0.0.1:8080/chat/completions/v1", "http://127.0.0.1:8080/chat/completions/v1"),
    ],
)
def test_the_address_of_a_model_may_be_that_of_its_requests(settings_for, url, wanted):
    found = settings_for("MODEL_URL", TRACEFIX_MODEL_URL=url, TRACEFIX_MODEL="qwen3")

    assert found == {"MODEL_URL": wanted}


@pytest.mark.parametrize("url", ["https://https://a.example", "https://me@a.example"])
def test_a_public_address_is_one_host_without_a_user(settings_for, url):
    with pytest.raises(SystemExit, match="write https:// once and the host behind it, without a user"):
        settings_for(TRACEFIX_BASE_URL=url)


def test_a_public_address_has_no_path(settings_for):
    with pytest.raises(SystemExit) as refusal:
        settings_for(TRACEFIX_BASE_URL="https://a.example/errors")

    assert str(refusal.value) == "TRACEFIX_BASE_URL has a path: write https:// and the host alone, where the site is."
    assert settings_for("BASE_URL", TRACEFIX_BASE_URL="https://a.example:8443/")["BASE_URL"] == "https://a.example:8443"


def test_a_public_address_without_tls_is_refused_behind_a_proxy_that_ends_it(settings_for):
    with pytest.raises(SystemExit) as refusal:
        settings_for(TRACEFIX_BASE_URL="http://a.example", TRACEFIX_BEHIND_TLS="1")

    assert str(refusal.value) == (
        "TRACEFIX_BASE_URL has http://, and TRACEFIX_BEHIND_TLS is on: write it with https://."
    )
    for url, tls in (("http://a.example", ""), ("https://a.example", "1"), ("", "1")):
        assert settings_for("BASE_URL", TRACEFIX_BASE_URL=url, TRACEFIX_BEHIND_TLS=tls) == {"BASE_URL": url}


@pytest.mark.parametrize(
    ("model", "problem"),
    [
        ({"TRACEFIX_MODEL": "qwen3"}, "TRACEFIX_MODEL_URL and TRACEFIX_MODEL belong together"),
        (
            {"TRACEFIX_MODEL_URL": "127.0.0.1/v1", "TRACEFIX_MODEL": "qwen3"},
            "TRACEFIX_MODEL_URL cannot be used: write",
        ),
        ({"TRACEFIX_MODEL_URL": "http://127.0.0.1/v1"}, "TRACEFIX_MODEL_URL and TRACEFIX_MODEL belong together"),
        ({"TRACEFIX_MODEL_KEY": "a\nb"}, "TRACEFIX_MODEL_KEY cannot be used"),
    ],
)
def test_half_a_model_is_refused(settings_for, model, problem):
    with pytest.raises(SystemExit) as refusal:
        settings_for(**model)

    assert str(refusal.value).startswith(problem)


def test_a_name_that_is_no_setting_is_refused_with_the_one_that_may_be_meant(settings_for):
    with pytest.raises(SystemExit) as refusal:
        settings_for(TRACEFIX_PROXY="1", TRACEFIX_DATABASE_URL="x", TRACEFIX_COLOUR="red")

    assert str(refusal.value).splitlines() == [
        "TRACEFIX_COLOUR is no setting: docs/settings.md lists the settings.",
        "TRACEFIX_DATABASE_URL is no setting: did you mean DATABASE_URL?",
        "TRACEFIX_PROXY is no setting: did you mean TRACEFIX_PROXIES?",
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    "program",
    [
        "import kb.wsgi",
        "import runpy, sys; sys.argv[1:] = ['check', '--deploy']; runpy.run_path('manage.py', run_name='__main__')",
    ],
)
def test_server_and_check_end_with_the_reason_alone(tmp_path, program):
    started = run([sys.executable, "-c", program], TRACEFIX_VAR=str(tmp_path), TRACEFIX_PROXIES="one")

    assert started.returncode == 1
    assert started.stderr == "TRACEFIX_PROXIES is 'one': write a whole number from 0 to 9, such as 0.\n"


def test_where_logs_are_json_the_reason_is_too_but_for_whoever_reads_it_at_a_terminal(settings_for, monkeypatch):
    with pytest.raises(SystemExit) as refusal:
        settings_for(TRACEFIX_LOG_FORMAT="json", TRACEFIX_WATCH="often")

    line = json.loads(str(refusal.value))
    assert line["level"] == "CRITICAL"
    assert line["message"].startswith("TRACEFIX_WATCH is 'often': write ")

    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with pytest.raises(SystemExit, match=r"^TRACEFIX_WATCH is 'often': write "):
        settings_for(TRACEFIX_LOG_FORMAT="json", TRACEFIX_WATCH="often")


def test_secrets_are_read_from_files(settings_for, tmp_path):
    (tmp_path / "key").write_text(f"{KEY}\n")
    (tmp_path / "url").write_text("postgresql://me:p%40ss@host/db\n")

    values = settings_for(
        "SECRET_KEY",
        "DATABASES",
        TRACEFIX_SECRET_KEY_FILE=str(tmp_path / "key"),
        DATABASE_URL_FILE=str(tmp_path / "url"),
    )

    assert values["SECRET_KEY"] == KEY
    assert values["DATABASES"]["default"]["PASSWORD"] == "p@ss"


@pytest.mark.parametrize("url", ["nonsense", "mysql://me:hunter2@host/db", "postgresql://me:hunter2@host:x/db"])
def test_a_database_url_that_cannot_be_used_is_refused_without_its_password(settings_for, url):
    with pytest.raises(SystemExit, match=r"^DATABASE_URL cannot be used: it.+ looks like postgresql://") as refusal:
        settings_for(DATABASE_URL=url)

    assert "hunter2" not in str(refusal.value)


def test_the_database_is_the_one_of_the_environment(settings_for):
    found = settings_for("DATABASES", DATABASE_URL="postgresql://me:p%40ss@host/db?sslmode=require")["DATABASES"][
        "default"
    ]

    assert (found["ENGINE"], found["HOST"], found["PASSWORD"]) == ("django.db.backends.postgresql", "host", "p@ss")
    assert found["OPTIONS"]["sslmode"] == "require"
    assert found["OPTIONS"]["connect_timeout"] == 2


@pytest.mark.parametrize("key", ["short", "0123456789abcdef", "a" * 64])
def test_a_secret_key_that_can_be_guessed_is_refused_and_not_quoted(settings_for, key):
    with pytest.raises(SystemExit, match=r"^TRACEFIX_SECRET_KEY cannot be used: it can be guessed") as refusal:
        settings_for(TRACEFIX_SECRET_KEY=key)

    assert key not in str(refusal.value)


@pytest.mark.parametrize("hosts", ["tracefix.example", "localhost,10.0.0.1", "*"])
def test_debug_is_refused_where_others_than_this_machine_ask(settings_for, hosts):
    with pytest.raises(SystemExit, match=r"^TRACEFIX_DEBUG is on"):
        settings_for(TRACEFIX_DEBUG="1", TRACEFIX_ALLOWED_HOSTS=hosts)

    assert settings_for("DEBUG", TRACEFIX_DEBUG="1", TRACEFIX_ALLOWED_HOSTS="localhost") == {"DEBUG": True}


def test_a_var_that_cannot_be_read_is_refused(settings_for, tmp_path):
    (tmp_path / "file").write_text("")

    with pytest.raises(
        SystemExit, match=r"^TRACEFIX_VAR is '.+/file': the folder cannot be read \(Not a directory\): name a folder\.$"
    ):
        settings_for(TRACEFIX_VAR=str(tmp_path / "file"))


def test_every_variable_is_tried_here():
    read = set(re.findall(r"TRACEFIX_[A-Z_]+", (ROOT / "kb" / "settings.py").read_text(encoding="utf-8")))

    tried = {variable for variable, *_ in FROM_THE_ENVIRONMENT}
    model = {"TRACEFIX_MODEL_URL", "TRACEFIX_MODEL", "TRACEFIX_MODEL_KEY", "TRACEFIX_MODEL_KEY_FILE"}  # tried above
    assert read == tried | model | {"TRACEFIX_VAR", "TRACEFIX_SECRET_KEY_FILE"}
    # of which any text may be right
    assert tried - set(BAD) == {"TRACEFIX_SECRET_KEY", "TRACEFIX_ARTICLES", "TRACEFIX_PROJECTS"}


ANSWERS = {
    "a page": ("get", "/", 200),
    "an article": ("get", "/articles/boom/", 200),
    "an address that moved": ("get", "/articles/plop/", 301),
    "no page": ("get", "/nowhere", 404),
    "another method": ("post", "/articles/", 405),
    "a static file": ("get", "/static/kb/site.css", 200),
    "the API": ("get", "/api/v1/articles", 200),
    "an error of the API": ("get", "/api/v1/nothing", 404),
    "an empty paste": ("post", "/api/v1/match", 400),
    "the API's documentation": ("get", "/api/v1/docs", 200),
    "a feed": ("get", "/feed.xml", 200),
    "health": ("get", "/healthz", 200),
}


def assert_protected(response):
    headers = response.headers
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["script-src"] == f"'self' {policy_sources('.js')}"  # what stands in pages, by its hash
    assert policy["style-src"] == f"'self' {policy_sources('.css')}"
    assert policy["form-action"] == "'self'"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert "http" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]
    assert not response.cookies


@pytest.mark.parametrize(("method", "path", "status"), ANSWERS.values(), ids=ANSWERS)
def test_every_answer_carries_the_headers_that_protect_it(client, method, path, status):
    response = getattr(client, method)(path)

    assert response.status_code == status
    assert_protected(response)


def test_what_is_refused_or_broken_carries_them_too(small_site, monkeypatch):
    client = Client(raise_request_exception=False)
    assert_protected(client.get("/", headers={"host": "evil.example"}))

    monkeypatch.setattr("kb.pages.home.get_library", lambda: 1 / 0)
    broken = client.get("/")

    assert broken.status_code == 500
    assert_protected(broken)


def test_behind_tls_a_browser_is_told_to_stay_there(client, settings):
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SECURE_HSTS_SECONDS = 3600
    client = Client()  # middleware reads the settings when it is made

    response = client.get("/static/kb/site.css", headers={"x-forwarded-proto": "https"})

    assert response["Strict-Transport-Security"] == "max-age=3600"


def test_a_picture_may_be_shown_elsewhere(client):
    page = client.get("/articles/boom/").content.decode()
    address = re.search(r'property="og:image" content="http://testserver([^"]+)"', page)[1]

    assert client.get(address)["Cross-Origin-Resource-Policy"] == "cross-origin"


@pytest.mark.parametrize(
    ("environment", "is_silent"),
    [
        ({}, True),
        ({"TRACEFIX_ALLOWED_HOSTS": "a.example", "TRACEFIX_BASE_URL": "https://a.example"}, True),  # kb.W007 says it
        ({"TRACEFIX_ALLOWED_HOSTS": "a.example"}, False),
    ],
)
def test_django_tells_of_tls_where_nothing_of_ours_does(settings_for, environment, is_silent):
    of_tls = {f"security.{name}" for name in ("W004", "W008", "W012", "W016")}

    silenced = {*settings_for("SILENCED_SYSTEM_CHECKS", **environment)["SILENCED_SYSTEM_CHECKS"]}

    assert silenced & of_tls == (of_tls if is_silent else set())


def test_a_site_without_a_database_of_its_servers_is_known(settings_for, tmp_path):
    (tmp_path / "url").write_text("postgresql://me@host/db")
    names = ("IS_SITE", "HAS_DATABASE")

    assert settings_for(*names) == {"IS_SITE": False, "HAS_DATABASE": False}
    assert settings_for(*names, TRACEFIX_BASE_URL="http://a.example")["IS_SITE"]
    assert settings_for(*names, TRACEFIX_BEHIND_TLS="1")["IS_SITE"]
    for name, value in {"DATABASE_URL": "sqlite:////tmp/a", "DATABASE_URL_FILE": str(tmp_path / "url")}.items():
        assert settings_for(*names, **{name: value})["HAS_DATABASE"]


@pytest.mark.slow
@pytest.mark.parametrize("staff", every(3, ["1", "", "here"]))
def test_django_finds_nothing_wrong_with_the_documented_settings_of_a_server(tmp_path, staff):
    (block,) = re.findall(r"```\n(.+?)```", (ROOT / "docs" / "production.md").read_text(encoding="utf-8"), re.S)
    block = block.replace("/etc/tracefix", str(tmp_path))
    subprocess.run(["bash", "-c", block], env={**os.environ, "NAME": "tracefix.example", "PASSWORD": "p"}, check=True)
    written = (tmp_path / "tracefix.env").read_text().splitlines()
    environment = dict(line.split("=", 1) for line in written)
    assert environment.pop("DATABASE_URL") == "postgresql://tracefix:p@127.0.0.1:5432/tracefix"
    del environment["REDIS_URL"]  # its package is not here
    articles = {"TRACEFIX_ARTICLES": str(ROOT / "articles"), "TRACEFIX_PROJECTS": str(ROOT / "projects")}
    environment |= {"TRACEFIX_VAR": str(tmp_path), **articles}
    environment["DATABASE_URL"] = f"sqlite:///{tmp_path}/votes.sqlite3"  # there is no PostgreSQL
    if staff == "here":  # what the page writes into staff.env
        environment |= {"TRACEFIX_STAFF": "1", "TRACEFIX_ALLOWED_HOSTS": "localhost,127.0.0.1"}
        environment |= {"TRACEFIX_BEHIND_TLS": "", "TRACEFIX_PROXIES": "0", "TRACEFIX_METRICS": ""}
    elif staff:  # behind a log-in: examples/nginx/staff.conf
        environment |= {"TRACEFIX_STAFF": staff, "TRACEFIX_ALLOWED_HOSTS": "staff.tracefix.example"}
    assert run([sys.executable, "manage.py", "migrate"], **environment).returncode == 0

    checked = run([sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"], **environment)

    assert environment["TRACEFIX_BEHIND_TLS"] == ("" if staff == "here" else "1")
    assert checked.returncode == 0, checked.stderr
    assert "no issues" in checked.stdout


READ = ["/", "/articles/", "/articles/boom/", "/search/?q=boom", "/match/", "/api/v1/docs"]


@pytest.mark.parametrize("path", [*READ, "/articles/boom/helped/?helped=yes"])
def test_no_page_sets_a_cookie(client, path):
    assert not client.get(path).cookies


def test_a_host_that_is_not_ours_is_refused(client):
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400


# ── static files ────────────────────────────────────────────────────────────────────────────────────────────────

ASK = """
import django; django.setup()
from django.test import Client
import re
client = Client(SERVER_NAME="localhost")
for address in sorted(set(re.findall(r'(?:src|href)="(/static/[^"]+)"', client.get("/").content.decode()))):
    response = client.get(address)
    print(response.status_code, address, response.get("Cache-Control"))
"""


@pytest.mark.slow
def test_collected_files_are_served_under_names_that_change_with_them(articles_dir, tmp_path):
    places = {"TRACEFIX_VAR": str(tmp_path), "TRACEFIX_ARTICLES": str(articles_dir)}
    collect = [
        sys.executable,
        "manage.py",
        "collectstatic",
        "--noinput",
        "--ignore",
        "ninja",
    ]  # large, and not asked for
    collected = run(collect, **places)
    assert collected.returncode == 0, collected.stderr

    asked = run([sys.executable, "-c", ASK], **places)

    lines = [line.split(" ", 2) for line in asked.stdout.splitlines()]
    assert len(lines) >= 3, asked.stderr
    for status, address, cache in lines:
        assert (status, "immutable" in cache) == ("200", True), address
        assert re.search(r"\.[0-9a-f]{12}\.\w+$", address)


def test_before_they_are_collected_they_are_served_from_where_they_are(client):
    addresses = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', client.get("/").content.decode()))

    assert len(addresses) >= 3
    assert {client.get(address).status_code for address in addresses} == {200}


# ── start ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_a_server_without_one_sound_article_stops_with_what_lint_says(articles_dir, tmp_path):
    for slug in ("boom", "bang", "fizz"):
        path = articles_dir / slug / "article.md"
        path.write_text(path.read_text().replace("fix:", "fixes:"))

    started = run(
        [sys.executable, "-c", "import kb.wsgi"], TRACEFIX_ARTICLES=str(articles_dir), TRACEFIX_VAR=str(tmp_path)
    )

    assert started.returncode == 1
    assert f"{path}:5: unknown key 'fixes'" in started.stderr
    assert "Traceback" not in started.stderr


@pytest.mark.slow
def test_a_folder_that_is_not_there_stops_the_server_with_what_to_do(tmp_path):
    started = run(
        [sys.executable, "-c", "import kb.wsgi"], TRACEFIX_ARTICLES=str(tmp_path / "no"), TRACEFIX_VAR=str(tmp_path)
    )

    assert started.returncode == 1
    assert f"TRACEFIX_ARTICLES names {tmp_path / 'no'}, which is no folder: set it to " in started.stderr
    assert "Traceback" not in started.stderr


@pytest.mark.slow
def test_a_server_starts_without_drawing_what_nobody_has_asked_for(articles_dir, tmp_path):
    program = "import kb.wsgi; from kb.library import get_library; print(sorted({slug for slug, _ in get_library()._rendered}))"

    started = run([sys.executable, "-c", program], TRACEFIX_ARTICLES=str(articles_dir), TRACEFIX_VAR=str(tmp_path))

    assert started.stdout.strip() == "[]", started.stderr


WORKER = """
import os, signal
signal.signal(signal.SIGTERM, lambda *_: None)  # as a worker has it of its master
masters = signal.getsignal(signal.SIGTERM)
from kb.server import reloading
start = reloading.start
reloading.start = lambda: {load}
import kb.wsgi
print(signal.getsignal(signal.SIGTERM) is masters)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("load", "ended"),
    [("os.kill(os.getpid(), signal.SIGTERM)", (-signal.SIGTERM, "")), ("start()", (0, "True\n"))],
    ids=["while it loads", "later its own signals count"],
)
def test_a_worker_that_is_stopped_while_it_loads_ends(articles_dir, tmp_path, load, ended):
    program = WORKER.format(load=load)

    done = run([sys.executable, "-c", program], TRACEFIX_ARTICLES=str(articles_dir), TRACEFIX_VAR=str(tmp_path))

    assert (done.returncode, done.stdout) == ended, done.stderr


def test_tests_see_nothing_of_a_developers_own_settings(settings):
    assert settings.VAR_DIR != ROOT / "var"
    assert settings.STATIC_ROOT.is_relative_to(os.environ["TRACEFIX_VAR"])
