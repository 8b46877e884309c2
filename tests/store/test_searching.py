"""The site with its search in PostgreSQL: what it says and finds while that is there, away, and back."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from kb import searching
from kb.library import get_library
from kb.searching import PostgresSearch
from tools.databases import use_database

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def quick(monkeypatch):
    """The keeper looks for the database without a rest."""
    monkeypatch.setattr(searching, "PAUSE_SECONDS", 0.02)


@pytest.fixture
def slow(monkeypatch):
    """The keeper does not look again within a test."""
    monkeypatch.setattr(searching, "PAUSE_SECONDS", 600.0)


@pytest.fixture
def searches_postgresql(settings, articles_dir, postgresql_url):
    """The site with its search in a PostgreSQL of this test's own."""
    settings.SEARCH = "postgresql"
    with use_database(postgresql_url):
        yield


@pytest.fixture
def lose(cluster, postgresql_url):
    """A function that takes the database away, and one that brings it back, empty."""
    name = postgresql_url.rpartition("/")[2]
    return (
        lambda: cluster.sql(f"DROP DATABASE {name} WITH (FORCE)"),
        lambda: cluster.sql(f"CREATE DATABASE {name} TEMPLATE migrated"),
    )


def found(client, query):
    """The articles that the site finds."""
    response = client.get("/api/v1/search", {"q": query})
    assert response.status_code == 200
    return [result["slug"] for result in response.json()["results"]]


def said_of_search(client):
    response = client.get("/readyz")
    assert response.status_code == 200
    return response.json()["search"]


def wait_for(condition):
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.02)


def test_whoosh_is_searched_where_nothing_else_is_said(client):
    assert said_of_search(client) == {"backend": "whoosh", "degraded": None}


def test_nothing_of_postgresql_is_loaded_where_it_is_not_searched(tmp_path):
    program = (
        "import sys, django; django.setup(); from kb.searching import open_search; open_search(())\n"
        "print([name for name in sys.modules if name.partition('.')[0] == 'psycopg' or 'postgres' in name])"
    )
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings", "TRACEFIX_VAR": str(tmp_path)}

    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True)

    assert done.stdout == "[]\n", done.stderr


def test_the_index_in_postgresql_is_searched(searches_postgresql, client, settings):
    assert found(client, "bagn") == found(client, "bang") == ["bang"]
    assert said_of_search(client) == {"backend": "postgresql", "degraded": None}
    assert not settings.INDEX_DIR.exists()


def test_a_database_lost_in_mid_flight_is_not_noticed_by_the_visitor(
    searches_postgresql, client, lose, slow, stderr_log
):
    assert found(client, "bang") == ["bang"]
    lose[0]()

    response = client.get("/search/?q=pipe+secretword")

    assert response.status_code == 200
    assert "fizz in the" in response.content.decode()
    assert said_of_search(client) == {"backend": "postgresql", "degraded": "unreachable"}
    assert stderr_log.getvalue().count("PostgreSQL is unreachable. The search goes on with the index below var.") == 1
    assert "Traceback" not in stderr_log.getvalue()
    assert "secretword" not in stderr_log.getvalue()


def test_a_database_that_is_away_at_start_stops_nothing(settings, client, slow):
    settings.SEARCH = "postgresql"
    with use_database("postgresql://nobody:secret@127.0.0.1:1/nothing"):
        assert found(client, "bang") == ["bang"]
        assert said_of_search(client) == {"backend": "postgresql", "degraded": "unreachable"}


def test_it_is_searched_again_when_it_is_back_even_empty(searches_postgresql, client, lose, quick, stderr_log):
    found(client, "bang")
    lose[0]()
    assert found(client, "bang") == ["bang"]
    lose[1]()

    wait_for(lambda: said_of_search(client)["degraded"] is None)

    assert found(client, "pipe") == ["fizz"]
    assert said_of_search(client) == {"backend": "postgresql", "degraded": None}
    assert "PostgreSQL is back" in stderr_log.getvalue()


def test_while_it_is_away_no_request_asks_for_it(searches_postgresql, client, lose, slow, monkeypatch):
    found(client, "bang")
    lose[0]()
    found(client, "bang")
    index = get_library().searched._index
    monkeypatch.setattr(index, "known", None)

    assert found(client, "pipe") == ["fizz"]


@pytest.fixture
def nothing_to_search(searches_postgresql, client, lose, slow, monkeypatch):
    """The database is away, and the index in its place takes its time."""
    found(client, "bang")
    done = threading.Event()
    monkeypatch.setattr(searching, "PATIENCE_SECONDS", 0.01)
    monkeypatch.setattr(searching, "open_index", lambda articles, root: done.wait(60))
    lose[0]()
    yield
    done.set()


def test_while_the_index_in_its_place_is_built_a_search_is_asked_to_come_back(nothing_to_search, client):
    page = client.get("/search/?q=bang")
    answer = client.get("/api/v1/search?q=bang")
    suggestions = client.get("/api/v1/suggest?q=ban")

    assert (page.status_code, answer.status_code, suggestions.status_code) == (503, 503, 503)
    assert page["Retry-After"] == answer["Retry-After"] == "10"
    assert "The search cannot answer just now" in page.content.decode()
    assert answer.json()["error"]["code"] == "unavailable"
    assert "Traceback" not in page.content.decode()


def test_and_all_else_works(nothing_to_search, client):
    client.get("/search/?q=bang")

    assert client.get("/articles/").status_code == 200
    assert client.get("/articles/?tag=cuda").status_code == 200
    assert client.get("/articles/boom/").status_code == 200
    assert client.get("/articles/bomb/").status_code == 404
    assert client.post("/match/", {"text": "boom happened in 'cellar'"}).status_code == 200
    assert client.post("/api/v1/match", "what else", content_type="text/plain").json()["verdict"] == "none"
    assert said_of_search(client) == {"backend": "postgresql", "degraded": "unreachable"}
    with pytest.raises(CommandError, match="cannot answer just now"):
        call_command("search", "bang")


def test_a_query_that_takes_too_long_is_refused_for_itself_alone(searches_postgresql, client, slow, monkeypatch):
    index = get_library().searched._index
    with monkeypatch.context() as patch:
        patch.setattr("kb.core.search.postgres._PATIENCE", 0.1)
        patch.setattr(index, "rank", lambda asked: index._ask("SELECT pg_sleep(60)", None))

        response = client.get("/search/?q=bang")

    assert response.status_code == 503
    assert said_of_search(client) == {"backend": "postgresql", "degraded": None}
    assert client.get("/search/?q=bang").status_code == 200


def test_a_library_that_is_replaced_takes_its_keeper_with_it(searches_postgresql, quick):
    articles = get_library().articles
    before = set(threading.enumerate())
    searched = searching.open_search(articles)
    (keeper,) = set(threading.enumerate()) - before
    assert (keeper.name, type(searched)) == ("search-keeper", PostgresSearch)

    del searched

    wait_for(lambda: not keeper.is_alive())


def test_build_index_builds_it_in_postgresql(searches_postgresql, client, settings, monkeypatch, capsys):
    call_command("build_index")

    assert "3 articles indexed in PostgreSQL" in capsys.readouterr().out
    monkeypatch.setattr("kb.core.search.postgres_build._build", None)
    assert found(Client(), "bang") == ["bang"]
    assert not settings.INDEX_DIR.exists()


def test_build_index_says_what_is_wrong_without_the_password(settings, articles_dir):
    settings.SEARCH = "postgresql"
    with (
        use_database("postgresql://nobody:secret@127.0.0.1:1/nothing"),
        pytest.raises(CommandError, match=r"^PostgreSQL is unreachable\.$"),
    ):
        call_command("build_index")
