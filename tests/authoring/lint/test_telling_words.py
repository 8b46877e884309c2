"""A signature that can be exact says enough to be no part of an ordinary sentence."""

import pytest

from authoring.lint.telling_words import EverydayWords, everyday_words, looks_alike, telling_words
from tests.authoring.lint.tools import complaints, edit
from tests.factories import make_article
from tracefix.articles.signatures import Signature

WORDS = {
    "an identifier is one word": (Signature(message="state_dict"), {"state_dict"}),
    "so is a dotted name": (Signature(message="torch.load failed"), {"torch.load", "failed"}),
    "stop words do not count": (Signature(message="it is not the same as {x}"), {"same"}),
    "the value that says least counts": (
        Signature(message="no {what}", where={"what": ("fuse box left", "*fuse")}),
        {"fuse"},
    ),
    "a placeholder says nothing": (Signature(message="cannot burn '{fuse}'"), {"burn"}),
    "of a pattern, the way that says least": (
        Signature(pattern=r"boom (?:happened|went off) again"),
        {"boom", "happened", "again"},
    ),
    "what may be left out says nothing": (Signature(pattern=r"(?:boom )?happened \d+"), {"happened"}),
}


@pytest.mark.parametrize(("signature", "words"), WORDS.values(), ids=WORDS)
def test_the_words_of_a_signature(signature, words):
    assert telling_words(signature, frozenset()) == words


def test_words_that_are_everywhere_say_nothing():
    assert telling_words(Signature(message="file error of fuse"), frozenset({"file", "error"})) == {"fuse"}


def test_few_articles_cannot_tell_what_is_common():
    assert everyday_words([make_article()] * 9) == EverydayWords()


@pytest.mark.parametrize(
    ("report", "is_like"),
    [
        ("OSError: cannot open fuse", True),
        ("OSError: cannot open fuses", True),
        ("OSError: cannot open box.fuse_light", True),
        ("ValueError: cannot open door", False),
        ('  File "/home/user/fuse.py", line 1\nValueError: cannot open door', False),
    ],
)
def test_a_look_alike_shares_a_word_or_a_part_of_one_that_few_errors_have(report, is_like):
    article = make_article(message="ValueError: cannot light fuse")
    everyday = EverydayWords(frequent=frozenset({"cannot", "open"}))

    assert looks_alike(report, article, everyday) is is_like


def test_the_example_in_a_title_or_a_symptom_is_no_word_of_the_error():
    article = make_article(
        title="OSError: cannot light 'attic'",
        signatures=(Signature(message="cannot light '{place}'"),),
        symptoms=("cannot light 'cellar'", "dark at night"),
    )

    assert not looks_alike("KeyError: nobody in the attic, nobody in the cellar", article, EverydayWords())
    assert looks_alike("KeyError: who can light the stove", article, EverydayWords())
    assert looks_alike("KeyError: a night in the attic", article, EverydayWords())


def test_an_article_of_everyday_words_alone_takes_any_look_alike():
    article = make_article("open", message="ValueError: cannot open")

    assert looks_alike("all is well", article, EverydayWords(frequent=frozenset({"cannot", "open"})))


def test_a_signature_of_one_word_that_can_be_exact_is_told(folder):
    edit(folder / "article.md", "sources:", '  - {message: "state_dict", seen: "https://example.org/2"}\nsources:')

    (complaint,) = complaints(folder)
    assert complaint == (
        "boom/article.md:11: the signature “state_dict” fixes only “state_dict” beside words that are everywhere, and "
        "can be exact: say more of the message (at least 2 such words), narrow it by `where`, or make it `general: true`"
    )


@pytest.mark.parametrize("more", ["general: true", "role: wrapper"])
def test_what_is_never_exact_may_be_short(folder, more):
    signature = f'  - {{message: "state_dict", seen: "https://example.org/2", {more}}}\n'
    edit(folder / "article.md", "sources:", f"{signature}sources:")

    assert complaints(folder) == []
