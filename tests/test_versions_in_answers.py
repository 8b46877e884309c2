"""Every face of an answer says which releases have the missing name: page, API, terminal; a comment for a tracker not."""

import json
import re

import pytest

from tests.factories import write_article_folder
from tracefix.answers.agents import match_words

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


GUESSED = "TypeError: TrainingArguments.__init__() got an unexpected keyword argument 'evaluation_strategy'\n"


@pytest.fixture
def faces(client, articles_dir):
    """What the page, the terminal and an agent read of an answer by an article about a kind of error."""
    for slug, message in (
        ("imports", "cannot import name '{name}'"),
        ("calls", "got an unexpected keyword argument '{name}'"),
    ):
        path = write_article_folder(articles_dir, slug, message=message) / "article.md"
        signature = f'  - message: "{message}"\n'
        path.write_text(path.read_text().replace(signature, f"{signature}    general: true\n    exception: any\n"))

    def read(paste):
        page = client.post("/match/", {"text": paste}).content.decode()
        text = ask(client, paste, format="text").content.decode()
        agents = match_words(ask(client, paste, full=1).json())
        return [re.sub(r"<[^>]*>|[`*]|\s+", " ", each) for each in (page, text, agents)]

    return read


def test_what_is_sure_stands_before_the_fix_for_a_kind_of_error(faces):
    for face in faces(PASTE):
        removed, kept = face.index("huggingface-hub 0.26.0 removed"), face.index("0.25.2 still has it")
        assert 0 < removed < kept < face.index("The fix of imports.")


def test_what_rests_on_a_class_name_alone_stands_after_it(faces):
    for face in faces(GUESSED):
        removed, kept = face.index("transformers 4.51.0 removed"), face.index("4.50.3 still has it")
        assert 0 < face.index("The fix of calls.") < removed < kept


def test_the_fix_of_a_known_error_stands_first(client):
    answer = ask(client, BY_A_KNOWN, full=1).json()
    words = match_words(answer)

    assert 0 < words.index(answer["matches"][0]["fix"]) < words.index(COMMAND)


def test_an_agent_reads_it_of_an_unknown_error(client):
    assert f"\n    {COMMAND}\n" in match_words(ask(client, PASTE, full=1).json())


def test_a_comment_has_the_articles_words_only(client):
    assert "huggingface-hub<" not in ask(client, BY_A_KNOWN, format="github").content.decode()


def test_what_the_paste_says_is_escaped(client):
    paste = PASTE.replace("/venv/lib/python3.10/site-packages/", "/home/<script>alert(1)</script>/")

    page = client.post("/match/", {"text": paste}).content.decode()

    assert "Python loaded" in page
    assert "<script>alert(1)" not in page
    assert json.dumps(ask(client, paste).json()["explanation"]["versions"])


def test_a_command_that_the_fix_has_is_not_said_again(articles_dir, client):
    path = articles_dir / "boom" / "article.md"
    head, fix, rest = path.read_text().partition("\nfix: ")
    same = "'Hold it back by `pip install \"huggingface_hub<0.26\"`.'"
    path.write_text(head + fix + same + "\n" + rest.partition("\n")[2])

    words = client.post("/match/", {"text": BY_A_KNOWN}).content.decode()

    assert "huggingface_hub&lt;0.26" in words
    assert "<code>python -m pip install &#x27;huggingface-hub" not in words
