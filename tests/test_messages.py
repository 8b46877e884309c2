"""The catalogues of locale/ hold every message of the site, each is translated, and what is compiled fits."""

import ast
import re
import shutil
import subprocess
import sys

import pytest
from babel.messages.mofile import read_mo
from django.core.management import call_command

from authoring.lint.chinese_words import find_untranslated
from tests.catalogues import read_po
from tests.settings import BASE_DIR
from tools.required_programs import require

CATALOGUES = sorted(BASE_DIR.glob("locale/*/LC_MESSAGES/django.po"))
_SLOT = re.compile(r"%\((\w+)\)s|%s|\{(\w*)\}|</?[a-z]+[^>]*>")  # what is filled in, and the elements around words


@pytest.fixture(params=CATALOGUES, ids=lambda path: path.parents[1].name)
def path(request):
    return request.param


@pytest.fixture
def catalogue(path):
    return read_po(path)


def forms(words):
    """The forms of a plural, or the one form of what has none."""
    return (words,) if isinstance(words, str) else tuple(words)


def strings(catalogue):
    return {(message.context, forms(message.id)): forms(message.string) for message in catalogue if message.id}


@pytest.mark.slow
def test_every_message_has_its_place_and_none_is_left_over(settings, tmp_path, monkeypatch, capsys):
    """`make messages` gathers them."""
    require(shutil.which("xgettext"), "xgettext", "gettext", "the test of the messages")
    for name in ("tracefix", "kb", "templates", "locale"):
        shutil.copytree(BASE_DIR / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    monkeypatch.chdir(tmp_path)

    call_command("makemessages", verbosity=0)

    assert "warning" not in "".join(capsys.readouterr())
    for path in CATALOGUES:
        assert strings(read_po(tmp_path / path.relative_to(BASE_DIR))) == strings(read_po(path))


def test_every_message_is_translated(catalogue):
    assert [message.id for message in catalogue if message.id and not all(forms(message.string))] == []
    assert [message.id for message in catalogue if message.id and message.fuzzy] == []
    assert not catalogue.obsolete


def test_a_translation_fills_in_what_the_message_fills_in(catalogue):
    for message in catalogue:
        for string in forms(message.string) if message.id else ():
            assert slots(string) == set().union(*map(slots, forms(message.id))), message.id


def test_no_english_is_left_in_a_translation(catalogue):
    left = [
        (string, slip)
        for message in catalogue
        for string in (forms(message.string) if message.id else ())
        for slip in find_untranslated(_SLOT.sub("`", string))
    ]

    assert left == []


def slots(text):
    return {found[0] for found in _SLOT.finditer(text)}


def test_the_compiled_catalogue_is_what_the_catalogue_says(path, catalogue):
    """`make messages` compiles it."""
    with path.with_suffix(".mo").open("rb") as file:
        assert strings(read_mo(file)) == strings(catalogue)


@pytest.mark.slow
def test_no_message_stands_in_an_f_string_where_it_is_not_gathered():
    """xgettext reads no code within an f-string, so a message there is found only if it stands elsewhere, too."""
    ids = {forms(message.id)[0] for message in read_po(CATALOGUES[0]) if message.id}
    lost = [
        (str(path), call.args[0].value)
        for folder in ("tracefix", "kb")
        for path in (BASE_DIR / folder).rglob("*.py")
        for string in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in {"gettext", "sentence", "Phrase"}
        if isinstance(call.args[0], ast.Constant) and call.args[0].value not in ids
    ]

    assert lost == []


@pytest.mark.parametrize("name", ["Phrase", "sentence", "gettext", "gettext_lazy", "gettext_noop"])
def test_values_are_no_part_of_a_message_or_ruff_tells(name):
    """Its translation is looked up as the message is written in the code."""
    code = f'{name}("Line {{line}}", line="1")\n{name}(f"Line {{line}}")\n'
    command = [sys.executable, "-m", "ruff", "check", "--output-format", "concise", "--stdin-filename", "a.py", "-"]
    done = subprocess.run(command, input=code, cwd=BASE_DIR, capture_output=True, text=True)

    assert [line.split(":")[1] for line in done.stdout.splitlines() if "INT001" in line] == ["2"]
