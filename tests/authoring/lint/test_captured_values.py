"""Lint tells the article that names one release, and whose signature takes any."""

import pytest

from authoring.lint.captured_values import check, find_free_values
from tests.factories import make_article
from tracefix.articles.signatures import Signature

MESSAGE = "lamp is gone since {release}"
SAYS = "Release 3.0.0, of May, has no lamp."


@pytest.fixture
def told(tmp_path):
    def lint(*releases, **fields):
        for number, release in enumerate(releases):
            (tmp_path / f"{number}.txt").write_text(f"RuntimeError: lamp is gone since {release}\n", encoding="utf-8")
        pastes = tuple(sorted(tmp_path.glob("*.txt")))
        fields = {"summary": SAYS, "signatures": (Signature(MESSAGE),), "pastes": pastes} | fields
        article = make_article(message=MESSAGE, **fields)
        return [problem.message for problem in check(article)], find_free_values(article)

    return lint


@pytest.mark.parametrize("words", [{"summary": SAYS}, {"summary": "Gone.", "finding": "lamp is gone in 3.0.0"}])
def test_a_release_that_stands_in_headline_or_summary_is_told(told, words):
    (message,), values = told("3.0.0", "3.0.0", **words)

    assert message == (
        "finding or summary says 3.0.0, and {release} of the signature takes any release: write {{release}} there, "
        "or give the signature a `where`, if the cause is of that release alone"
    )
    assert values == {"release": ["3.0.0"]}


@pytest.mark.parametrize(
    "fields",
    [
        {"summary": "Release {{release}} has no lamp."},
        {"summary": "Release 13.0.0 has no lamp."},
        {"signatures": (Signature(MESSAGE, where={"release": ("3.0.0",)}),)},
    ],
)
def test_what_is_true_of_every_value_is_not_told(told, fields):
    assert told("3.0.0", "3.0.0", **fields)[0] == []


def test_reports_of_several_releases_are_not_told(told):
    assert told("3.0.0", "4.1") == ([], {"release": ["3.0.0", "4.1"]})


@pytest.mark.parametrize("value", ["May", "3", "127.0.0.1"])
def test_a_value_that_is_no_release_is_not_told(told, value):
    assert told(value, summary=f"Gone since {value}")[0] == []
