"""Lint of signatures: each fits what was printed, and not too much."""

import json

import pytest

from authoring.lint.signatures import check_taking
from tests.authoring.lint.tools import MESSAGE, complaints, edit, write_article
from tracefix.articles.loading import load
from tracefix.matching.catalogue import Catalogue


def test_a_signature_that_fits_nothing_of_its_own_is_told_with_its_line(folder):
    edit(folder / "article.md", "sources:", '  - message: "the attic is on fire"\nsources:')

    assert complaints(folder) == [
        "boom/article.md:11: the signature “the attic is on fire” fits none of the runs, the pastes and the title: "
        "add a paste, or remove it; `seen: <address>` is for a wording that cannot be produced"
    ]


@pytest.mark.parametrize(
    "message", ["Boom Happened in '{place}'", 'boom happened in "{place}"'], ids=["case", "quotes"]
)
def test_a_wording_that_only_nearly_fits_has_no_report_of_its_own(folder, message):
    edit(folder / "article.md", "sources:", f"  - message: {json.dumps(message)}\nsources:")

    (told,) = complaints(folder)

    assert "fits none of the runs, the pastes and the title" in told


def test_a_wording_that_cannot_be_produced_says_where_it_was_seen(folder):
    signature = '  - {message: "the attic is on fire", seen: "https://example.org/2"}\n'
    edit(folder / "article.md", "sources:", f"{signature}sources:")

    assert complaints(folder) == []


def test_advice_need_not_fit(folder):
    edit(folder / "article.md", "sources:", '  - {message: "please report this fire", role: advice}\nsources:')

    assert complaints(folder) == []


@pytest.mark.parametrize(
    ("pattern", "is_told"),
    [
        ("the attic burns$", True),
        ("^the attic burns", True),
        ("(?m)the attic burns$", False),
        (r"\$5 of [^$] burn", False),
    ],
)
def test_a_pattern_that_means_the_end_of_a_line_says_so(folder, pattern, is_told):
    edit(folder / "article.md", "sources:", f"  - {{pattern: '{pattern}', seen: 'https://example.org/2'}}\nsources:")

    found = [line for line in complaints(folder) if "the ends of the whole paste: begin it with (?m)" in line]

    assert bool(found) is is_told


def test_a_signature_that_fits_an_ordinary_log_is_too_broad(folder):
    ordinary = "epoch 1\n  12:00 boom happened in 'the test of booms'\nepoch 2\n"

    assert complaints(folder, ordinary=ordinary) == [
        "boom/article.md:10: the signature “boom happened in '{place}'” fits an ordinary log, “12:00 boom happened in "
        "'the test of booms'”: say more of the message"
    ]


def test_a_signature_that_takes_anothers_report_is_too_broad(folder, root):
    greedy = write_article(root, "bang", "bang went the fuse", report="RuntimeError: bang went the fuse\n")
    edit(greedy / "article.md", "sources:", "  - message: \"happened in '{place}'\"\nsources:")

    found = complaints(folder, greedy)

    assert (
        "bang/article.md:11: the signature “happened in '{place}'” is exact for boom/runs/py3.11.7.txt: say more of the "
        "message, or narrow it by `where`"
    ) in found


def test_a_signature_that_takes_many_reports_is_told_once_where_one_article_is_checked(folder, root):
    (folder / "pastes" / "again.txt").write_text("RuntimeError: boom happened in 'cellar'\n", encoding="utf-8")
    greedy = write_article(root, "bang", "bang went the fuse", report="RuntimeError: bang went the fuse\n")
    edit(greedy / "article.md", "sources:", "  - message: \"happened in '{place}'\"\nsources:")
    article, other = load(greedy), load(folder)

    (problem,) = check_taking(article, Catalogue([article, other]))

    assert problem.message.endswith("or narrow it by `where`. So it is for 2 more")
    assert list(check_taking(other, Catalogue([article, other]))) == []


@pytest.mark.parametrize("text", ["ValueError: no fuse here\n", "all is well\n", ""])
def test_a_look_alike_that_has_no_word_of_the_error_is_told(folder, text):
    (folder / "not" / "other.txt").write_text(text, encoding="utf-8")

    assert complaints(folder) == [
        "boom/not/other.txt:1: does not look like this error: of the words of the signatures, the title and the symptoms "
        "it has none, or only those of many errors. Take a report that a reader could confuse with it"
    ]


@pytest.mark.parametrize("word", ["Boom", "dawn", "bang"], ids=["of the signature", "of the title", "of a symptom"])
def test_a_look_alike_has_a_word_of_the_error(folder, word):
    edit(folder / "article.md", "in 'attic'\"", "in 'attic' at dawn\"")
    edit(folder / "article.md", "created:", "symptoms: [it goes bang]\ncreated:")
    (folder / "not" / "other.txt").write_text(f"ValueError: {word}, but another one\n", encoding="utf-8")

    assert complaints(folder) == []


def test_a_look_alike_of_a_kind_of_error_may_be_anything(folder):
    edit(folder / "article.md", f'message: "{MESSAGE}"', f'message: "{MESSAGE}"\n    general: true')
    (folder / "not" / "other.txt").write_text("all is well\n", encoding="utf-8")

    assert complaints(folder) == []


def test_a_where_that_refuses_every_value_is_told_as_the_reason(folder):
    edit(
        folder / "article.md",
        "sources:",
        '  - message: "boom happened in \'{place}\'"\n    where: {place: ["[a-z]ttic"]}\nsources:',
    )

    (told,) = [each for each in complaints(folder) if "`where`" in each]
    assert "fits, but `where` allows none of the values" in told
