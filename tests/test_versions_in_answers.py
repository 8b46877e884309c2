"""Every face of an answer says which releases have the missing name: page, API, terminal; a comment for a tracker not."""

import json

import pytest

PASTE = (
    'Traceback (most recent call last):\n  File "/home/jane/run.py", line 3, in <module>\n'
    "    from huggingface_hub import cached_download\n"
    "ImportError: cannot import name 'cached_download' from 'huggingface_hub' "
    "(/venv/lib/python3.10/site-packages/huggingface_hub/__init__.py)\n"
)
BY_A_KNOWN = PASTE.replace("ImportError: cannot", "ImportError: boom happened in 'cellar': cannot")
COMMAND = "python -m pip install 'huggingface-hub<0.26.0'"


def ask(client, paste, **query):
    return client.post(
        f"/api/v1/match?{'&'.join(f'{k}={v}' for k, v in query.items())}", paste, content_type="text/plain"
    )


def test_an_unknown_error_has_it_in_its_explanation(client):
    answer = ask(client, PASTE).json()

    (versions,) = answer["explanation"]["versions"]
    assert answer["matches"] == []
    assert (versions["package"], versions["name"]) == ("huggingface-hub", "huggingface_hub.cached_download")
    assert (versions["has"], versions["last"], versions["first_without"]) == ("<0.26.0", "0.25.2", "0.26.0")
    assert versions["commands"] == [COMMAND]


def test_a_known_error_has_it_beside_its_fix(client):
    (match,) = ask(client, BY_A_KNOWN).json()["matches"]

    assert [versions["commands"] for versions in match["versions"]] == [[COMMAND]]


@pytest.mark.parametrize("paste", [PASTE, BY_A_KNOWN])
def test_the_terminal_has_the_command_on_a_line_of_its_own(client, paste):
    lines = ask(client, paste, format="text").content.decode().splitlines()

    assert "Which version" in lines
    assert f"    {COMMAND}" in lines


@pytest.mark.parametrize("paste", [PASTE, BY_A_KNOWN])
def test_the_page_has_the_sentence_and_the_command(client, paste):
    page = client.post("/match/", {"text": paste}).content.decode()

    assert "huggingface-hub 0.26.0" in page
    assert "huggingface-hub&lt;0.26.0" in page
    assert 'href="/versions/huggingface-hub/?name=huggingface_hub.cached_download"' in page


def test_a_comment_has_the_articles_words_only(client):
    assert "huggingface-hub<" not in ask(client, BY_A_KNOWN, format="github").content.decode()


def test_what_the_paste_says_is_escaped(client):
    paste = PASTE.replace("/venv/lib/python3.10/site-packages/", "/home/<script>alert(1)</script>/")

    page = client.post("/match/", {"text": paste}).content.decode()

    assert "Python loaded" in page
    assert "<script>alert(1)" not in page
    assert json.dumps(ask(client, paste).json()["explanation"]["versions"])
