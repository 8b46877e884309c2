"""Which answers a paste gets, in which order (tracefix/answers/choice.py)."""

import pytest

from tests.factories import make_article
from tracefix.answers.choice import choose_answers
from tracefix.articles.signatures import Role, Signature
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose

BOOM = make_article(exceptions=("RuntimeError",))
CLANG = make_article("clang", message="clang went the pot")
LAUNCHER = make_article(
    "launcher",
    message="train.py FAILED",
    signatures=(Signature(message="train.py FAILED", role=Role.WRAPPER, general=True),),
)
STACK = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n'
WRAPPER = "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: train.py FAILED\n"


@pytest.fixture
def drawn():
    """What is answered to a paste: pairs of headline and slug, or None."""

    def draw(text, *articles):
        diagnosis = diagnose(text, Catalogue(articles or (BOOM, CLANG, LAUNCHER)))
        answers = choose_answers(diagnosis).answers
        return [(answer.headline, answer.match and answer.match.article.slug) for answer in answers]

    return draw


def test_a_known_error_has_one_answer(drawn):
    assert drawn(f"{STACK}RuntimeError: boom happened") == [("RuntimeError: boom happened", "boom")]


def test_an_unknown_error_has_one_answer_without_an_article(drawn):
    assert drawn(f"{STACK}RuntimeError: soup") == [("RuntimeError: soup", None)]


def test_a_text_without_an_error_has_one_empty_answer(drawn):
    assert drawn("hello") == [("", None)]


def test_two_known_errors_have_two_answers(drawn):
    text = f"{STACK}RuntimeError: boom happened\n{STACK}RuntimeError: clang went the pot\n"

    assert drawn(text) == [("RuntimeError: boom happened", "boom"), ("RuntimeError: clang went the pot", "clang")]


def test_what_a_logger_writes_before_the_second_error_is_no_part_of_its_headline(drawn):
    watchdog = "Watchdog caught collective operation timeout: WorkNCCL(SeqNum=12) ran for 600 ms"
    waited = make_article("waited", message="Watchdog caught collective operation timeout: ")
    text = f"{STACK}RuntimeError: boom happened\n[E1129 10:10:02.123456 ProcessGroupNCCL.cpp:616] [Rank 0] {watchdog}\n"

    assert drawn(text, BOOM, waited) == [("RuntimeError: boom happened", "boom"), (watchdog, "waited")]


def test_a_symptom_of_the_other_error_has_no_answer_of_its_own(drawn):
    symptom = make_article("clang", message="clang went the pot", symptom_of=("boom",))
    text = f"{STACK}RuntimeError: boom happened\n{STACK}RuntimeError: clang went the pot\n"

    assert drawn(text, BOOM, symptom) == [("RuntimeError: boom happened", "boom")]


def test_a_known_error_comes_before_an_unknown_one(drawn):
    text = f"{STACK}SoupError: it is cold\n{STACK}RuntimeError: boom happened\n"

    assert drawn(text) == [("RuntimeError: boom happened", "boom"), ("SoupError: it is cold", None)]


def test_an_unknown_error_without_a_stack_is_not_told_beside_a_known_one(drawn):
    assert drawn(f"SoupError: it is cold\n{STACK}RuntimeError: boom happened\n") == [
        ("RuntimeError: boom happened", "boom")
    ]


def test_a_launcher_that_is_known_does_not_come_before_the_error_itself(drawn):
    assert drawn(f"{STACK}SoupError: it is cold\n{WRAPPER}") == [("SoupError: it is cold", None)]


def test_a_launcher_alone_is_answered(drawn):
    ((headline, slug),) = drawn(WRAPPER)

    assert slug == "launcher"
    assert headline.endswith("ChildFailedError: train.py FAILED")


def test_a_sentence_that_fits_stands_below_an_error_that_is_not_known(drawn):
    text = f"Somebody wrote that boom happened in the cellar last week.\n{STACK}SoupError: it is cold\n"

    assert drawn(text) == [
        ("SoupError: it is cold", None),
        ("Somebody wrote that boom happened in the cellar last week.", "boom"),
    ]


def test_one_without_a_stack_is_answered_below_it(drawn):
    text = "Somebody wrote that boom happened in the cellar last week.\nSoupError: it is cold\n"

    assert drawn(text) == [
        ("Somebody wrote that boom happened in the cellar last week.", "boom"),
        ("SoupError: it is cold", None),
    ]


def test_a_line_that_is_an_error_and_fits_by_its_words_alone_has_one_answer(drawn):
    ((headline, slug),) = drawn("SoupError: the cook says that boom happened")

    assert slug == "boom"
    assert "boom happened" in headline


def test_ranks_that_tell_the_same_error_are_one(drawn):
    ranks = "".join(
        f"[rank{rank}]: {line}\n" for rank in range(4) for line in f"{STACK}RuntimeError: boom happened".split("\n")
    )

    assert drawn(ranks) == [("RuntimeError: boom happened", "boom")]


def test_lines_that_a_launcher_draws_are_left_out_of_the_headline(drawn):
    block = f"{WRAPPER.partition('train.py')[0]}\n{'=' * 60}\ntrain.py FAILED\n{'-' * 60}\nFailures:\n"
    ((headline, _),) = drawn(block)

    assert "train.py FAILED" in headline
    assert "===" not in headline
    assert "---" not in headline


def test_no_headline_obeys_a_terminal(drawn):
    text = f"{STACK}RuntimeError: boom happened\n{STACK}SoupError: it is \u202ecold\n"

    assert all(headline.isprintable() for headline, _ in drawn(text))
