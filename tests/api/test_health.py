"""/healthz and /readyz, for whoever watches the server."""

import pytest

from kb.library import get_library
from kb.server import health
from kb.server.program_version import VERSION, commit


def test_a_living_process_says_so(client):
    assert client.get("/healthz").json() == {"alive": True}


def test_a_ready_process_names_what_it_serves(client):
    response = client.get("/readyz")

    assert response.status_code == 200
    assert response.json() == {
        "ready": True,
        "library": "ok",
        "index": "ok",
        "pages": "ok",
        "version": VERSION,
        "commit": commit(),
        "articles": 3,
        "content": get_library().content_hash,
        "database": "unknown",
        "change_seen": None,
        "broken": None,
    }


def fail(*args, **options):
    raise OSError("no disk")


def test_a_process_without_articles_is_not_ready(client, monkeypatch):
    monkeypatch.setattr(health, "get_library", fail)

    response = client.get("/readyz")

    assert (response.status_code, response.json()["ready"], response.json()["library"]) == (503, False, "failed")
    assert client.get("/healthz").status_code == 200


def test_a_process_whose_index_fails_is_not_ready(client, monkeypatch):
    monkeypatch.setattr(get_library(), "search", fail)

    response = client.get("/readyz")

    assert (response.status_code, response.json()["ready"], response.json()["index"]) == (503, False, "failed")


def test_a_process_that_can_draw_no_page_is_not_ready(client, monkeypatch, stderr_log):
    assert client.get("/readyz").json()["pages"] == "ok"  # and the home page is in the cache
    monkeypatch.setattr("kb.site_context.get_library", fail)  # of what every page says

    response = client.get("/readyz")

    assert (response.status_code, response.json()["ready"], response.json()["pages"]) == (503, False, "failed")
    assert response.json()["index"] == "ok"
    assert "A page cannot be drawn" in stderr_log.getvalue()


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_the_answer_is_never_kept_by_a_cache(client, path):
    assert "no-store" in client.get(path)["Cache-Control"]
