"""What the site says is said in every language of locale/, whole and fresh; and nothing marked is overlooked."""

import re

import pytest
from babel.messages.mofile import read_mo

from kb import messages

CATALOGUES = list(messages.catalogues())
_SLOT = re.compile(r"%\((\w+)\)s|%s|\{(\w*)\}|</?[a-z]+[^>]*>")  # what is filled in, and the elements around words


@pytest.fixture(params=CATALOGUES, ids=lambda path: path.parents[1].name)
def path(request):
    return request.param


@pytest.fixture
def catalogue(path):
    return messages.read(path)


@pytest.fixture(scope="module")
def gathered():
    return messages.gather()


def keys(catalogue):
    return {(message.context, message.id) for message in catalogue if message.id}


def strings(catalogue):
    return {(message.context, plain(message.id)): plain(message.string) for message in catalogue if message.id}


def plain(words):
    """The forms of a plural as a tuple, however a file is read."""
    return words if isinstance(words, str) else tuple(words)


def test_there_is_chinese():
    assert "zh_Hans" in [path.parents[1].name for path in CATALOGUES]


def test_every_message_has_its_place_and_none_is_left_over(catalogue, gathered):
    """`manage.py update_messages` gathers them."""
    assert keys(catalogue) == keys(gathered)
    assert not catalogue.obsolete


def test_every_message_is_translated(catalogue):
    assert [message.id for message in catalogue if message.id and not messages.is_translated(message)] == []
    assert [message.id for message in catalogue if message.id and message.fuzzy] == []


def test_a_translation_fills_in_what_the_message_fills_in(catalogue):
    for message in catalogue:
        originals = message.id if isinstance(message.id, tuple) else (message.id,)
        for string in message.string if isinstance(message.string, tuple) else (message.string,):
            wanted = {slot for original in originals if original for slot in slots(original)}
            assert not message.id or slots(string) == wanted, message.id


def slots(text):
    return {found[0] for found in _SLOT.finditer(text)}


def test_the_compiled_catalogue_is_what_the_catalogue_says(path, catalogue):
    """`manage.py update_messages` compiles it."""
    with path.with_suffix(".mo").open("rb") as file:
        assert strings(read_mo(file)) == strings(catalogue)


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("kb/a.py", 'x = gettext("Boom {place}")', "Boom {place}"),
        ("kb/core/b.py", 'HINTS = {"a": Phrase("Boom " "bang", x="y")}', "Boom bang"),
        ("kb/c.py", 'ngettext("{n} boom", "{n} booms", n)', ("{n} boom", "{n} booms")),
        ("templates/d.html", "<p>\n  {% if x %}{% translate 'Boom' %}{% endif %}</p>", "Boom"),
        (
            "templates/kb/e.html",
            "  {% blocktranslate %}Boom in {{ place }}{% endblocktranslate %}",
            "Boom in %(place)s",
        ),
        ("templates/f.html", '{{ date|date:_("j F Y") }}', "j F Y"),
        (
            "templates/g.html",
            "{% blocktranslate count n=n %}{{ n }} boom{% plural %}{{ n }} booms{% endblocktranslate %}",
            ("%(n)s boom", "%(n)s booms"),
        ),
    ],
)
def test_a_marked_message_is_found_in_code_and_in_templates(settings, tmp_path, name, text, found):
    settings.BASE_DIR = tmp_path
    (tmp_path / name).parent.mkdir(parents=True)
    (tmp_path / name).write_text(text)

    assert keys(messages.gather()) == {(None, found)}


def test_what_holds_no_message_is_passed_over(settings, tmp_path):
    settings.BASE_DIR = tmp_path
    (tmp_path / "kb").mkdir()
    (tmp_path / "kb" / "a.py").write_text("gettext(words)\nPhrase(template, shown=shown)\n")

    assert not keys(messages.gather())
