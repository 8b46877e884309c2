"""Run it here: the panel of a pair, the button that asks for it, and the worker that runs it."""

import html

import pytest
from django.test import Client

from kb.server import playground
from tests.pages.conftest import REPRO
from tracefix.articles.browser_record import BrowserRecord, write_browser_record
from tracefix.articles.loading import load

PANEL = "/articles/boom/playground/main/"


@pytest.fixture
def installed(settings, tmp_path):
    """A playground whose files are stand-ins."""
    settings.PLAYGROUND_DIR = tmp_path / "playground"
    settings.PLAYGROUND_DIR.mkdir()
    for name in playground.PARTS:
        (settings.PLAYGROUND_DIR / name).write_text('{"info": {"python": "3.14.2"}}')
    playground.version.cache_clear()
    yield playground.version()
    playground.version.cache_clear()


@pytest.fixture
def tried(boom):
    """The article boom, whose main pair was found to run in a browser."""
    scripts = [script for script in load(boom).scripts if "ray" not in script.name]
    results = {(script.name, script.hash): "yes" for script in scripts}
    write_browser_record(boom / "browser.txt", BrowserRecord("314.0.7", results))
    return boom


def test_a_pair_that_runs_in_a_browser_has_a_button_for_it(installed, tried):
    words = Client().get("/articles/boom/").content.decode()

    assert f'data-kind="run" data-playground="{PANEL}"' in words
    assert "Run it here" in words
    assert words.count("data-playground") == 1  # the other pair was not tried, and no run of it was recorded


def test_without_a_playground_its_recorded_run_is_played(tried):
    words = Client().get("/articles/boom/").content.decode()

    assert "Run it here" not in words
    assert "Play the recorded run" in words


def test_a_pair_that_does_not_run_in_a_browser_is_played(installed, boom_client):
    assert "Run it here" not in boom_client.get("/articles/boom/").content.decode()
    assert "RuntimeError: boom happened in &#x27;lab&#x27;" in boom_client.get(PANEL).content.decode()


def test_the_panel_holds_both_scripts_and_the_line_that_is_marked(installed, tried):
    words = Client().get(PANEL).content.decode()

    assert f'data-worker="/playground/{installed}/worker.js"' in words
    assert 'data-error-line="RuntimeError: boom happened in &#x27;lab&#x27;"' in words
    assert html.escape(REPRO) in words
    assert words.count("<textarea") == 2
    assert "This is Python 3.14.2 in your browser" in words


def test_the_panel_of_a_recorded_run_holds_no_editor(tried):
    words = Client().get(PANEL).content.decode()

    assert "<textarea" not in words
    assert "with Python 3.8.18, torch 2.7.1" in words


def test_the_panel_speaks_the_language_of_the_page(tried):
    assert "停止" in Client().get(f"/zh-hans{PANEL}").content.decode()


def test_search_engines_leave_the_panel_alone(tried):
    assert Client().get(PANEL)["X-Robots-Tag"] == "noindex"


@pytest.mark.parametrize(
    "path", ["/articles/boom/playground/ray/", "/articles/boom/playground/x/", "/articles/x/playground/main/"]
)
def test_there_is_no_panel_of_what_was_never_run_or_is_not_there(boom_client, path):
    assert boom_client.get(path).status_code == 404


def test_the_worker_may_load_its_own_files_and_nothing_else(installed, client):
    response = client.get(f"/playground/{installed}/worker.js")

    files = f"testserver/playground/{installed}/"
    assert response["Content-Security-Policy"] == (
        f"default-src 'none'; script-src {files} 'wasm-unsafe-eval'; connect-src {files}"
    )
    assert response["Content-Type"].startswith("text/javascript")
    assert "immutable" in response["Cache-Control"]


def test_no_page_may_compile_webassembly(installed, tried):
    for path in ("/articles/boom/", PANEL):
        assert "wasm" not in Client().get(path)["Content-Security-Policy"]


def test_its_files_are_served_below_its_version_for_ever(installed, client):
    response = client.get(f"/playground/{installed}/pyodide.asm.wasm")

    assert response["Content-Type"] == "application/wasm"
    assert "immutable" in response["Cache-Control"]


@pytest.mark.parametrize("version", ["0123456789ab", "x"])
def test_another_version_has_no_worker(installed, client, version):
    assert client.get(f"/playground/{version}/worker.js").status_code == 404


def test_without_a_playground_there_is_no_worker(client):
    playground.version.cache_clear()

    assert client.get("/playground/0123456789ab/worker.js").status_code == 404
