"""Releases that somebody tells of beside an error."""

import pytest

from tracefix.explaining.told_releases import find_told_release
from tracefix.reading.cleaning import normalise, shorten

SHOWN = {"jax": "0.2.16", "python": "3.8"}


def told(text, environment=SHOWN):
    return find_told_release(normalise(shorten(text)), environment)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("However requirements.txt says jax 0.2.12.", "0.2.12"),
        ("the requirements.txt pins `jax==0.2.12`", "0.2.12"),
        ("This does not happen if I install `0.2.15`, only now.", "0.2.15"),
        ("It works fine with jax 0.2.12 on my machine.", "0.2.12"),
        ("The error goes away with\njax                  0.2.12", "0.2.12"),
        ("it worked after downgrading to jax 0.2.12", "0.2.12"),
    ],
)
def test_a_release_that_is_told_of_is_named(text, wanted):
    found = told(text)

    assert f"jax {wanted}" in found.finding
    assert found.steps[0].commands == (f'python -m pip install "jax=={wanted}"',)


@pytest.mark.parametrize(
    "text",
    [
        "It does not work with jax 0.2.12 either.",
        "Does it work with jax 0.2.12?",
        "It should work with jax 0.2.12.",
        "It works with jax 0.2.16.",  # the one that is installed
        "It works with numpy 1.19.5.",  # of which the paste shows no other
        "It works with python 3.7.",
        "It works with soup 0.2.12.",
        "It works on 192.168.0.1 and nowhere else.",
        "requirements.txt says numpy 1.19.5",
        "",
    ],
)
def test_other_sentences_tell_nothing(text):
    assert told(text) is None


def test_a_bare_number_needs_one_package_of_the_same_series():
    text = "It works with 0.2.12."

    assert told(text, {"jax": "0.2.16", "jaxlib": "0.2.16"}) is None
    assert told(text, {"jax": "0.3.5"}) is None
    assert told(text, {}) is None


def test_what_is_built_for_a_machine_gets_no_command():
    found = told("It works with torch 2.1.0.", {"torch": "2.2.0"})

    assert not found.steps[0].commands
