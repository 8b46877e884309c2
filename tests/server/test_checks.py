"""What would fail at the first page is told at the start, in one line."""

import json
import logging
import socket
from types import SimpleNamespace

import psycopg
import pytest
from django.core.cache import caches
from django.core.checks import run_checks
from django.core.checks.registry import registry
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import ProgrammingError
from django.templatetags.static import static

from kb.server.checks import (
    check_database,
    check_hosts,
    check_key,
    check_listening,
    check_names,
    check_pages,
    check_proxies,
    check_redis,
    check_url,
    check_var,
    find_faults,
    find_risks,
    find_stale_files,
)
from kb.server.limits import Limits
from kb.store import database_state
from tests.examples import every

LIST = {"paths": {"kb/site.css": "kb/site.1.css"}, "version": "1.1", "hash": ""}


@pytest.fixture
def collected(settings, tmp_path):
    """A function that writes the list of the collected files; one of them is there."""
    settings.STATIC_ROOT = tmp_path / "collected"
    settings.STATICFILES_DIRS = [tmp_path / "static"]
    settings.STORAGES = {"staticfiles": {"BACKEND": "kb.server.static_files.StaticFiles"}}
    for path in ("collected/kb/site.1.css", "static/kb/site.css"):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text("")
    return lambda text: (settings.STATIC_ROOT / "staticfiles.json").write_text(text)


def test_a_sound_list_is_fine(collected):
    collected(json.dumps(LIST))

    assert find_stale_files() == []


def test_no_list_is_fine(collected):
    assert find_stale_files() == []


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"paths": []}', '{"paths": {"a": 1}}', "null", json.dumps(LIST)[:30]]
)
def test_a_damaged_list_is_told(collected, settings, text):
    collected(text)

    path = settings.STATIC_ROOT / "staticfiles.json"
    assert find_stale_files() == [f"{path} is damaged: run manage.py collectstatic --noinput --clear."]
    assert "kb.E002" in [message.id for message in run_checks()]


def test_files_that_are_gone_are_told(collected):
    collected(json.dumps({**LIST, "paths": {"kb/site.css": "kb/site.2.css"}}))

    assert "names files that are gone, such as kb/site.2.css" in find_stale_files()[0]


def add_a_file(settings):
    (settings.STATICFILES_DIRS[0] / "kb" / "new.css").write_text("p { margin: 0 }")


def test_a_list_without_a_file_of_the_program_is_told(collected, settings):
    collected(json.dumps(LIST))
    add_a_file(settings)

    told = "lacks kb/new.css: with the settings of this server, run manage.py collectstatic --noinput."
    assert find_stale_files()[0].endswith(told)
    assert find_faults() == []  # a worker that starts serves it as it is


def test_a_public_server_that_is_for_staff_by_mistake_is_told_that_alone(collected, settings):
    collected(json.dumps(LIST))
    add_a_file(settings)
    settings.ALLOWED_HOSTS, settings.BASE_URL = ["tracefix.example"], "https://tracefix.example"
    assert len(find_stale_files()) == 1

    settings.STAFF = True

    assert find_stale_files() == []
    assert find_faults()[0].startswith("TRACEFIX_STAFF is on for tracefix.example, ")


def test_a_file_that_the_list_lacks_is_served_by_its_plain_name(collected, settings):
    collected(json.dumps(LIST))
    add_a_file(settings)

    assert static("kb/new.css") == "/static/kb/new.css"
    assert static("kb/site.css") == "/static/kb/site.1.css"
    assert settings.WHITENOISE_USE_FINDERS  # which serves it from static/


@pytest.mark.parametrize("text", every(4, [json.dumps(LIST)[:30], "", "{", "[]", '{"paths": []}', "null"]))
def test_what_it_advises_repairs_a_damaged_list(collected, text):
    collected(text)

    call_command("collectstatic", "--noinput", "--clear", verbosity=0)

    assert find_stale_files() == []
    assert static("kb/site.css") != "/static/kb/site.css"


def test_a_sound_list_is_read(collected):
    collected(json.dumps(LIST))

    assert static("kb/site.css") == "/static/kb/site.1.css"


def test_a_folder_of_articles_that_is_gone_is_told(settings, tmp_path):
    settings.ARTICLES_DIR, settings.MORE_ARTICLES_DIRS = tmp_path, (tmp_path / "more", tmp_path / "articles.md")
    (tmp_path / "articles.md").write_text("")

    assert find_faults() == [
        f"TRACEFIX_ARTICLES names {tmp_path}/{name}, which is no folder: set it to the one that holds the articles. "
        "Write : between several."
        for name in ("more", "articles.md")
    ]


def test_a_whole_clone_is_no_folder_of_articles(settings, tmp_path):
    (tmp_path / "articles").mkdir()
    settings.ARTICLES_DIR, settings.MORE_ARTICLES_DIRS = tmp_path / "articles", (tmp_path,)
    assert find_faults() == []

    (tmp_path / "articles" / "published.txt").write_text("")

    assert find_faults() == [
        f"TRACEFIX_ARTICLES names {tmp_path}, which is a whole clone: set it to {tmp_path}/articles."
    ]


@pytest.mark.parametrize("between", [",", ";", " "])
def test_folders_without_a_colon_between_are_told_how_to_write_them(settings, tmp_path, between):
    settings.MORE_ARTICLES_DIRS = (tmp_path / f"a{between}b",)

    assert find_faults()[0].endswith(" Write : between several.")


def test_a_folder_of_cards_that_is_gone_or_a_whole_clone_is_told_and_ours_may_be_missing(settings, tmp_path):
    settings.BASE_DIR, settings.PROJECTS_DIR = tmp_path, tmp_path / "projects"
    assert find_faults() == []

    settings.BASE_DIR = tmp_path / "program"
    assert find_faults() == [
        f"TRACEFIX_PROJECTS names {tmp_path}/projects, which is no folder: set it to the one that holds the projects."
    ]

    (tmp_path / "articles").mkdir()
    (tmp_path / "articles" / "published.txt").write_text("")
    settings.PROJECTS_DIR = tmp_path
    assert find_faults() == [
        f"TRACEFIX_PROJECTS names {tmp_path}, which is a whole clone: set it to {tmp_path}/projects."
    ]


def test_folders_of_which_nothing_is_read_are_told_and_stop_nothing(settings, tmp_path):
    settings.ALLOWED_HOSTS = ["tracefix.example"]
    articles, projects = tmp_path / "errors", tmp_path / "cards"
    for path in (articles / "boom" / "article.md", projects / "torch" / "card.yaml"):
        path.parent.mkdir(parents=True)
        path.write_text("")
    settings.MORE_ARTICLES_DIRS, settings.PROJECTS_DIR = (articles,), projects
    assert find_risks() == []

    (articles / "boom" / "article.md").rename(articles / "boom.md")
    (projects / "torch" / "card.yaml").unlink()

    assert find_risks() == [
        f"TRACEFIX_ARTICLES names {articles}, which has no */article.md: nothing is read from it.",
        f"TRACEFIX_PROJECTS names {projects}, which has no */card.yaml: nothing is read from it.",
    ]
    assert find_faults() == []
    assert [message.id for message in run_checks()].count("kb.W005") == 2


def test_folders_of_articles_and_projects_in_each_others_place_are_told(settings, tmp_path):
    articles, projects = tmp_path / "errors", tmp_path / "cards"
    for path in (articles / "boom" / "article.md", projects / "torch" / "card.yaml"):
        path.parent.mkdir(parents=True)
        path.write_text("")
    settings.PROJECTS_DIR = articles
    assert find_faults() == [
        f"TRACEFIX_PROJECTS names {articles}, which holds articles: set it to the folder that holds the projects."
    ]
    assert check_pages() == []  # which would name every article

    settings.MORE_ARTICLES_DIRS, settings.PROJECTS_DIR = (projects,), projects
    assert find_faults() == [
        f"TRACEFIX_ARTICLES names {projects}, which holds projects: set it to the folder that holds the articles."
    ]


@pytest.mark.parametrize(
    ("variables", "told"),
    [
        ({}, []),
        ({"GRANIAN_HOST": "127.0.0.1", "GRANIAN_WORKERS": "2"}, []),
        ({"GRANIAN_WORKERS": "two"}, ["GRANIAN_WORKERS is 'two': write a whole number from 1 to 256, such as 1."]),
        ({"GRANIAN_PORT": "80000"}, ["GRANIAN_PORT is '80000': write a whole number from 1 to 65535, such as 8000."]),
        (
            {"GRANIAN_HOST": "localhost"},
            ["GRANIAN_HOST is 'localhost': write an IP address of this machine, such as 127.0.0.1, 0.0.0.0 or ::1."],
        ),
        (
            {"GRANIAN_HOST": "192.0.2.254"},
            ["GRANIAN_HOST is '192.0.2.254': write an IP address of this machine, such as 127.0.0.1."],
        ),
    ],
)
def test_where_a_server_would_listen_is_tried_before_it_is_deployed(monkeypatch, variables, told):
    for name in ("GRANIAN_HOST", "GRANIAN_PORT", "GRANIAN_WORKERS"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)

    found = check_listening()

    assert [(message.id, message.msg) for message in found] == [("kb.E008", one) for one in told]


def test_the_port_of_a_server_that_runs_is_no_fault_of_its_settings(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as listening:
        monkeypatch.setenv("GRANIAN_PORT", str(listening.getsockname()[1]))

        assert check_listening() == []


def test_a_redis_that_cannot_count_is_told_before_a_server_is_deployed(settings, monkeypatch):
    assert check_redis() == []

    limits = Limits()
    monkeypatch.setattr(limits, "find_redis_trouble", lambda: "nobody listens on redis.example:6379")
    monkeypatch.setattr("kb.server.limits.get_limits", lambda: limits)

    (error,) = check_redis()
    assert error.id == "kb.E006"
    assert error.msg == "REDIS_URL names a Redis that cannot count: nobody listens on redis.example:6379."


def test_a_folder_that_cannot_be_written_is_told_in_one_line(settings, tmp_path):
    settings.VAR_DIR = tmp_path / "new" / "var"
    assert check_var() == []
    assert settings.VAR_DIR.is_dir()

    (tmp_path / "file").write_text("")
    settings.VAR_DIR = tmp_path / "file" / "var"

    (error,) = check_var()
    assert error.id == "kb.E007"
    assert error.msg.startswith(
        f"TRACEFIX_VAR is '{tmp_path}/file/var': nothing can be written there (Not a directory)."
    )
    assert error.msg in find_risks()


def test_what_the_check_of_a_deployment_tells_is_not_logged_besides(monkeypatch, stderr_log):
    def look():
        logging.getLogger("kb.store.database_state").warning("twice")
        raise database_state.StateError

    def find_redis_trouble():
        logging.getLogger("kb.server.shared_counters").warning("twice")
        return "trouble"

    monkeypatch.setattr(database_state, "look", look)
    monkeypatch.setattr("kb.server.limits.get_limits", lambda: SimpleNamespace(find_redis_trouble=find_redis_trouble))
    monkeypatch.setattr("kb.server.health.draw_page", lambda path, **_: find_redis_trouble())

    assert len([*check_database(), *check_redis(), *check_pages()]) == 2
    assert "twice" not in stderr_log.getvalue()

    with pytest.raises(database_state.StateError):
        look()
    find_redis_trouble()
    assert stderr_log.getvalue().count("twice") == 2  # a server logs them


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("DATABSE_URL", "DATABASE_URL"),
        ("REDIS_URI", "REDIS_URL"),
        ("GRANIAN_WORKER", "GRANIAN_WORKERS"),
        ("database_url", "DATABASE_URL"),
        ("TRACEFX_PROXIES", "TRACEFIX_PROXIES"),
        ("TRACE_FIX_PROXIES", "TRACEFIX_PROXIES"),
        ("TRACE_FIX", ""),
        ("DATABASE_USER", ""),
        ("PATH", ""),
    ],
)
def test_a_misspelt_setting_is_told(monkeypatch, name, meant):
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv(name, "postgresql://me:hunter2@host/db")

    told = [message for message in check_names() if message.msg.startswith(name)]

    assert [message.msg for message in told] == ([f"{name} is no setting: did you mean {meant}?"] if meant else [])
    assert all(message.is_serious() and message.msg in find_risks() for message in told)


def test_a_misspelt_setting_stops_a_deployment_and_no_other_command():
    assert check_names in registry.get_checks(include_deployment_checks=True)
    assert check_names not in registry.get_checks()


@pytest.mark.parametrize(
    ("name", "value", "is_told"),
    [
        ("DATABASE_URL", "sqlite:////tmp/a", False),
        ("DATABASE_URL_FILE", "/tmp/a", False),
        ("DATABASE_URL", "", True),  # is not set
    ],
)
def test_a_variable_like_a_setting_that_is_set_is_no_mistake(monkeypatch, name, value, is_told):
    monkeypatch.setenv(name, value)
    monkeypatch.setenv("DATABASE_URL2", "sqlite:////tmp/b")

    assert is_told == any("DATABASE_URL2" in message.msg for message in check_names())


@pytest.mark.parametrize(
    ("base", "staff", "told"),
    [
        ("https://tracefix.example", False, []),
        ("https://tracefix.example", True, ["kb.E010"]),
        ("", False, []),
        ("", True, []),
        ("https://[::1]:8000", False, []),
        ("https://other.example", False, ["kb.E011"]),
        ("https://other.example", True, []),  # their server has other hosts than the site
    ],
)
def test_hosts_of_a_public_server_have_that_of_the_public_address_and_those_for_staff_have_not(
    settings, base, staff, told
):
    settings.ALLOWED_HOSTS, settings.BASE_URL, settings.STAFF = ["tracefix.example", "[::1]"], base, staff

    found = check_hosts()

    assert [message.id for message in found] == told
    assert {message.msg for message in found} <= {*find_risks()}


def test_a_site_whose_own_host_is_refused_does_not_start(settings):
    settings.ALLOWED_HOSTS, settings.BASE_URL, settings.STAFF = ["tracefix.exmaple"], "https://tracefix.example", False

    assert find_faults() == [
        "TRACEFIX_ALLOWED_HOSTS lacks tracefix.example, the host of TRACEFIX_BASE_URL: every visitor would get 400. "
        "Write the same host in both."
    ]

    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1"]
    assert find_faults()[0].endswith(" Write the same host in both, or TRACEFIX_STAFF=1 for staff.")


@pytest.mark.parametrize(
    ("base", "is_behind", "proxies", "told"),
    [
        ("https://tracefix.example", True, 1, []),
        ("https://tracefix.example", True, 0, ["kb.W001"]),
        ("https://tracefix.example", False, 0, ["kb.W007"]),
        ("http://tracefix.example", False, 0, []),
        ("", False, 0, []),
    ],
)
def test_what_a_proxy_that_ends_tls_needs_is_told(settings, base, is_behind, proxies, told):
    settings.BASE_URL, settings.TRUSTED_PROXIES = base, proxies
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if is_behind else None

    assert [message.id for message in check_proxies()] == told


def test_what_answers_to_this_machine_alone_is_not_told_of_tls(settings):  # kb.E011 says what is wrong there
    settings.BASE_URL, settings.ALLOWED_HOSTS = "https://tracefix.example", ["localhost"]

    assert check_proxies() == []


@pytest.mark.parametrize(
    ("hosts", "is_behind", "proxies", "told"),
    [
        (["localhost", "127.0.0.1"], False, 0, []),
        (["localhost", "127.0.0.1"], False, 1, ["kb.W009"]),
        (["localhost", "127.0.0.1"], True, 0, ["kb.W009"]),
        (["localhost", "127.0.0.1"], True, 1, ["kb.W009"]),
        (["localhost", "staff.example"], False, 0, ["kb.W007"]),
        (["localhost", "staff.example"], True, 1, []),
    ],
)
def test_a_server_for_staff_on_this_machine_alone_has_neither_tls_nor_a_proxy(
    settings, hosts, is_behind, proxies, told
):
    settings.BASE_URL, settings.STAFF, settings.ALLOWED_HOSTS = "https://tracefix.example", True, hosts
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if is_behind else None
    settings.TRUSTED_PROXIES = proxies

    assert [message.id for message in check_proxies()] == told


@pytest.mark.parametrize(("has_key", "told"), [(True, []), (False, ["kb.W003"])])
@pytest.mark.parametrize("is_site", [True, False])
def test_a_key_that_a_server_made_itself_is_told_and_that_of_a_site_at_its_start(settings, has_key, told, is_site):
    settings.HAS_KEY, settings.IS_SITE, settings.HAS_DATABASE = has_key, is_site, True

    assert [message.id for message in check_key()] == told
    assert any("TRACEFIX_SECRET_KEY" in risk for risk in find_risks()) == (is_site and not has_key)


@pytest.mark.parametrize(
    ("is_site", "has_url", "told"),
    [(True, False, ["kb.E012"]), (True, True, []), (False, False, []), (False, True, [])],
)
def test_votes_of_a_site_in_a_file_of_one_server_are_told(settings, is_site, has_url, told):
    settings.IS_SITE, settings.HAS_DATABASE = is_site, has_url

    found = check_url()

    assert [message.id for message in found] == told
    assert {message.msg for message in found} <= {*find_risks()}
    assert all(message.msg.startswith("DATABASE_URL is not set: name the database of all ") for message in found)


def test_a_site_without_a_database_is_told_once_and_proposed_no_file(settings, monkeypatch):
    def look():
        raise database_state.StateError("not migrated: set DATABASE_URL")

    monkeypatch.setattr(database_state, "look", look)
    monkeypatch.setattr(database_state, "_condition", "not migrated: set DATABASE_URL")
    settings.IS_SITE, settings.HAS_DATABASE = True, False

    assert check_database() == []
    (error,) = check_url()
    assert error.is_serious()
    assert str(settings.VAR_DIR) not in error.msg

    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("DATABSE_URL", "postgresql://me:hunter2@host/db")
    assert check_url() == []  # kb.E009 says it


def test_what_tells_which_database_is_asked_before_it_is_migrated():
    ids = {check: check.tags for check in registry.get_checks(include_deployment_checks=True)}

    assert all("security" in ids[check] for check in (check_url, check_names))  # deploy.sh names this tag
    assert "security" not in ids[check_pages]


def test_a_server_for_staff_that_answers_every_host_is_public(settings):
    settings.ALLOWED_HOSTS, settings.BASE_URL, settings.STAFF = ["*"], "https://tracefix.example", True

    (error,) = check_hosts()

    assert error.msg.startswith("TRACEFIX_STAFF is on for tracefix.example, the host of TRACEFIX_BASE_URL: ")


@pytest.mark.parametrize(
    ("condition", "wording", "told"),
    [
        (
            "unreachable",
            "FATAL: password authentication failed",
            ["kb.E004: The database is unreachable: wrong password for the user "],
        ),
        (
            "unreachable",
            "something\n\tthat nobody knows",  # in the words of the driver
            ["kb.E004: The database is unreachable: something that nobody knows. If DATABASE_URL is wrong: "],
        ),
        (
            "not migrated: run the command migrate",
            "",
            ["kb.I001: The database is not migrated: run the command migrate."],
        ),
        ("ok", "", []),
    ],
)
def test_the_database_is_tried_before_a_server_is_deployed(monkeypatch, condition, wording, told):
    def look():
        if condition != "ok":
            raise database_state.StateError(condition) from psycopg.OperationalError(wording)

    monkeypatch.setattr(database_state, "look", look)
    monkeypatch.setattr(database_state, "_condition", condition)
    monkeypatch.setattr(database_state, "_cause", "")

    found = [f"{message.id}: {message.msg}" for message in check_database()]

    assert len(found) == len(told)
    assert all(map(str.startswith, found, told))
    assert all(len(line.splitlines()) == 1 for line in found)


@pytest.mark.slow
def test_a_server_without_a_database_says_so_in_the_check_of_a_deployment(monkeypatch):
    def look():
        raise database_state.StateError("unreachable")

    monkeypatch.setattr(database_state, "look", look)
    monkeypatch.setattr(database_state, "_condition", database_state.UNREACHABLE)

    with pytest.raises(SystemCheckError, match=r"kb\.E004"):
        call_command("check", "--deploy")
    call_command("check")  # pages need no database


@pytest.mark.parametrize(("is_site", "told"), [(True, "kb.E013"), (False, "kb.I001")])
def test_a_site_is_not_deployed_with_a_database_that_is_not_migrated(monkeypatch, settings, is_site, told):
    def look():
        with database_state.reach_database():
            raise ProgrammingError

    monkeypatch.setattr(database_state, "look", look)
    settings.IS_SITE, settings.HAS_DATABASE = is_site, True

    (message,) = check_database()
    database_state.forget()

    assert (message.id, message.is_serious()) == (told, is_site)
    assert message.msg.startswith("The database is not migrated: run the command migrate. It is SQLite ")
    assert message.msg.endswith(": if that is a wrong one, correct DATABASE_URL instead.")


def test_a_server_that_answers_every_host_says_so(settings):
    settings.ALLOWED_HOSTS = ["tracefix.example"]
    assert find_risks() == []

    settings.ALLOWED_HOSTS = ["*"]
    assert find_risks()[0].startswith("TRACEFIX_ALLOWED_HOSTS is *")
    assert "kb.W002" in [message.id for message in run_checks(tags=["security"], include_deployment_checks=True)]


@pytest.mark.parametrize(
    ("name", "path"),
    [("home", "/"), ("article", "/articles/bang/"), ("match", "/match/"), ("search", "/search/")],
)
def test_a_release_that_cannot_draw_a_page_is_told_before_it_is_served(
    monkeypatch, settings, small_site, tmp_path, name, path
):
    assert check_pages() == []

    break_template(monkeypatch, settings, tmp_path, name)

    (error,) = check_pages()
    assert error.id == "kb.E005"
    assert error.msg.startswith(f"The page {path} cannot be drawn: TemplateSyntaxError: ")


def test_an_article_that_a_release_leaves_out_is_told_before_it_is_served(settings, small_site, tmp_path):
    broken = tmp_path / "errors" / "broken" / "article.md"
    broken.parent.mkdir(parents=True)
    broken.write_text("---\ntitle: [\n---\n")
    settings.MORE_ARTICLES_DIRS = (tmp_path / "errors",)

    (warning,) = check_pages()

    assert warning.id == "kb.W006"
    assert warning.msg.startswith(f"A broken article is not served: {broken}:")

    settings.MORE_ARTICLES_DIRS = (tmp_path / "nowhere",)
    assert check_pages() == []  # kb.E003 tells it


def test_a_server_that_cannot_draw_its_home_page_is_not_ready(client, monkeypatch, settings, tmp_path):
    assert client.get("/readyz").json()["pages"] == "ok"

    break_template(monkeypatch, settings, tmp_path, "home")

    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["pages"] == "failed"


def break_template(monkeypatch, settings, folder, name):
    (folder / "kb").mkdir()
    (folder / "kb" / f"{name}.html").write_text("{% broken %}")
    monkeypatch.setitem(settings.TEMPLATES[0], "DIRS", [folder, *settings.TEMPLATES[0]["DIRS"]])
    settings.TEMPLATES = [*settings.TEMPLATES]
    for cache in caches.all():
        cache.clear()
