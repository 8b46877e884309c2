"""What a paste names reaches the commands of an answer quoted, or not at all: on the page, as text, in the terminal."""

import html
import io
import re
from itertools import product
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client

from tests.examples import every

EXAMPLE = """python -c "import os; print(os.path.abspath('PATH_TO_FILE'))\""""
HOSTILE = ["data/$(touch pwned)/x.pkl", "data/`touch pwned`.pkl", "-rf", "a;touch pwned", 'x"; touch pwned; "']


@pytest.fixture(autouse=True)
def published(use_articles):
    use_articles(settings.BASE_DIR / "articles")


def report(path):
    return f"Traceback (most recent call last):\nFileNotFoundError: [Errno 2] No such file or directory: '{path}'\n"


def codes_of(paste):
    """The code of the answer, as its copy buttons take it."""
    words = Client().post("/match/", {"text": paste}).content.decode()
    return [html.unescape(re.sub(r"<[^>]+>", "", code)) for code in re.findall(r"(?s)<code\b.*?</code>", words)]


def page(path):
    return [code for code in codes_of(report(path)) if "[Errno" not in code]  # the paste, and the sketch of its error


def api(paste, form="text"):
    response = Client().post(f"/api/v1/match?{form and f'format={form}'}", paste, content_type="text/plain")
    assert response.status_code == 200
    return response.content.decode()


def text(path):
    return api(report(path))


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


GUESSES = ("torhc", "trnasformers", "ladle_v2_ext", "google.colab", "lab", "haystack", "sklaern")
MISSING = (
    "Traceback (most recent call last):\nModuleNotFoundError: No module named '{}'\n",
    "Traceback (most recent call last):\nimportlib.metadata.PackageNotFoundError: No package metadata was found for {}\n",
    "Traceback (most recent call last):\nImportError: Missing optional dependency '{}'.  Use pip or conda to install it.\n",
    "ERROR: Could not find a version that satisfies the requirement {0} (from versions: none)\n"
    "ERROR: No matching distribution found for {0}\n",
    "Traceback (most recent call last):\nImportError: cannot import name 'fuse' from '{}' (unknown location)\n",
    "    ModuleNotFoundError: No module named '{}'\n    [end of output]\nERROR: Failed building wheel for fuse\n",
)


@pytest.mark.slow
@pytest.mark.parametrize(("guess", "missing"), every(5, product(GUESSES, MISSING)))  # each is in one of them
def test_a_package_that_is_only_guessed_is_in_no_command(missing, guess):
    paste = missing.format(guess)
    installs = re.compile(rf"install (?:-\S+ )*{re.escape(guess).replace('_', '[_-]')}\b")

    assert not [code for code in codes_of(paste) if installs.search(code)]
    for form in ("", "text", "github", "annotation", "question"):
        assert not installs.search(joined(api(paste, form)))


@pytest.mark.parametrize(
    ("module", "package"), [("einops", "einops"), ("sklearn", "scikit-learn"), ("axolotl", "axolotl")]
)
def test_a_package_that_is_known_is_in_a_command_to_copy(module, package):
    assert f"python -m pip install {package}" in codes_of(MISSING[0].format(module))


def test_a_misspelt_module_is_told_the_name_that_it_means():
    assert "Did you mean `torch`?" in joined(api(MISSING[0].format("torhc")))
    assert "python -m pip install scikit-learn" in joined(api(MISSING[0].format("sklaern")))
    assert "No package that we know has `ladle_v2_ext`." in joined(api(MISSING[0].format("ladle_v2_ext")))
    assert "exists only in notebooks of Google Colab" in joined(api(MISSING[0].format("google.colab")))
