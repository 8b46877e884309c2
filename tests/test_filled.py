"""What a paste names reaches the commands of an answer quoted, or not at all: on the page, as text, in the terminal."""

import html
import io
import re
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client

EXAMPLE = """python -c "import os; print(os.path.abspath('PATH_TO_FILE'))\""""
HOSTILE = ["data/$(touch pwned)/x.pkl", "data/`touch pwned`.pkl", "-rf", "a;touch pwned", 'x"; touch pwned; "']


@pytest.fixture(autouse=True)
def published(use_articles):
    use_articles(settings.BASE_DIR / "articles")


def report(path):
    return f"Traceback (most recent call last):\nFileNotFoundError: [Errno 2] No such file or directory: '{path}'\n"


def page(path):
    """The code of the answer, as its copy buttons take it."""
    words = Client().post("/match/", {"text": report(path)}).content.decode()
    codes = [html.unescape(re.sub(r"<[^>]+>", "", code)) for code in re.findall(r"(?s)<code\b.*?</code>", words)]
    return [code for code in codes if "[Errno" not in code]  # the paste itself, and the sketch of its error


def text(path):
    return Client().post("/api/v1/match?format=text", report(path), content_type="text/plain").content.decode()


def terminal(path, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(report(path).encode())))
    with pytest.raises(SystemExit):
        call_command("match")
    return capsys.readouterr().out


def joined(words):
    """A text for the terminal is wrapped."""
    return " ".join(words.split())


@pytest.mark.parametrize("path", HOSTILE)
def test_a_hostile_name_is_in_no_command(path, monkeypatch, capsys):
    codes = page(path)

    assert EXAMPLE in codes
    assert [code for code in codes if "pwned" in code or "-rf" in code] == []
    for answer in (text(path), terminal(path, monkeypatch, capsys)):
        assert EXAMPLE in joined(answer)


@pytest.mark.parametrize(
    ("path", "shown"),
    [("logs/a-1.pkl", "logs/a-1.pkl"), (r"D:\\new\\train.pkl", r"D:\\\\new\\\\train.pkl")],
)
def test_an_ordinary_name_is_quoted_for_its_place(path, shown, monkeypatch, capsys):
    command = EXAMPLE.replace("PATH_TO_FILE", shown)

    assert command in page(path)
    for answer in (text(path), terminal(path, monkeypatch, capsys)):
        assert command in joined(answer)
