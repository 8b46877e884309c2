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
HANDLING = "\n\nDuring handling of the above exception, another exception occurred:\n\n"
WRAPPER = "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: train.py FAILED\n"


def drawn(text, *articles):
    """What is answered to a paste: pairs of headline and slug, or None."""
    diagnosis = diagnose(text, Catalogue(articles or (BOOM, CLANG, LAUNCHER)))
    answers = choose_answers(diagnosis).answers
    return [(answer.headline, answer.match and answer.match.article.slug) for answer in answers]


ALL = {
    "RuntimeError: boom happened": "boom",
    "RuntimeError: clang went the pot": "clang",
    "RuntimeError: soup": None,
    "SoupError: it is cold": None,
    "Somebody wrote that boom happened in the cellar last week.": "boom",
    "": None,
}
BOOMED, CLANGED, UNKNOWN, COLD, TOLD, NOTHING = ALL
ANSWERED = {
    "a known error": (f"{STACK}{BOOMED}", [BOOMED]),
    "an unknown error": (f"{STACK}{UNKNOWN}", [UNKNOWN]),
    "a text without an error": ("hello", [NOTHING]),
    "two known errors": (f"{STACK}{BOOMED}\n{STACK}{CLANGED}\n", [BOOMED, CLANGED]),
    "a known error below an unknown one": (f"{STACK}{COLD}\n{STACK}{BOOMED}\n", [BOOMED, COLD]),
    "… that has no stack": (f"{COLD}\n{STACK}{BOOMED}\n", [BOOMED]),
    "the launcher of an unknown error": (f"{STACK}{COLD}\n{WRAPPER}", [COLD]),
    "what was raised while an unknown error was handled": (f"{STACK}{COLD}{HANDLING}{STACK}{BOOMED}\n", [BOOMED]),
    "… where the cause is known": (f"{STACK}{CLANGED}{HANDLING}{STACK}{BOOMED}\n", [CLANGED]),
    "… by a launcher": (f"{STACK}{COLD}{HANDLING}{STACK}{WRAPPER}", [COLD]),
    "a sentence that fits above an unknown error": (f"{TOLD}\n{STACK}{COLD}\n", [COLD, TOLD]),
    "… that has no stack either": (f"{TOLD}\n{COLD}\n", [TOLD, COLD]),
}


@pytest.mark.parametrize(("text", "headlines"), ANSWERED.values(), ids=ANSWERED)
def test_errors_are_answered_in_their_order(text, headlines):
    assert drawn(text) == [(headline, ALL[headline]) for headline in headlines]


@pytest.mark.parametrize(("above", "leads"), [("", True), ("I tried it.\n", False)])
def test_the_title_of_an_issue_is_the_error_of_a_traceback_that_was_cut(above, leads):
    cut = "Error              Traceback (most recent call last)\nCell In[5], line 8\n----> 8 stir()\n\nFile /x/soup/pot.py:51, in stir()\n"
    (_, first), *_ = drawn(f"{above}# boom happened on the stove\n\nit fails\n{cut}")
    assert (first == "boom") is leads


def test_a_known_error_is_answered_before_the_kind_of_its_cause():
    kind = make_article("kind", signatures=(Signature(message="it is cold", general=True),))
    other = make_article("other", signatures=(Signature(message="boom happened", general=True),))
    text = f"{STACK}{COLD}{HANDLING}{STACK}{BOOMED}\n"

    assert drawn(text, kind, BOOM)[0] == (BOOMED, "boom")
    assert drawn(text, kind, other)[0] == (COLD, "kind")


def test_a_note_on_an_error_in_passing_leaves_the_exception_the_article_on_its_kind():
    note = make_article("note", message="boom happened", note_of="soup")
    kind = make_article("kind", signatures=(Signature(message="it is cold", general=True),))
    text = f"Somebody wrote that boom happened in the cellar.\n{STACK}SoupError: it is cold\n"

    assert [slug for _, slug in drawn(text, note, kind)] == ["kind", "note"]


def test_what_a_value_of_the_exception_proves_is_no_advice_on_the_error_that_it_caused():
    note = make_article("note", message="the pot is cracked", note_of="soup", fix="Buy another.")
    handled = "\nDuring handling of the above exception, another exception occurred:\n\n"
    text = f"{STACK}AssertionError: no such pot: None\n{handled}{STACK}RuntimeError: the pot is cracked\n"

    answers = choose_answers(diagnose(text, Catalogue([note]))).answers
    found = {answer.match and answer.match.article.slug: str(answer.finding) for answer in answers}
    assert "`None`" in found[None]
    assert "`None`" not in found["note"]


def test_what_a_logger_writes_before_the_second_error_is_no_part_of_its_headline():
    watchdog = "Watchdog caught collective operation timeout: WorkNCCL(SeqNum=12) ran for 600 ms"
    waited = make_article("waited", message="Watchdog caught collective operation timeout: ")
    text = f"{STACK}RuntimeError: boom happened\n[E1129 10:10:02.123456 ProcessGroupNCCL.cpp:616] [Rank 0] {watchdog}\n"

    assert drawn(text, BOOM, waited) == [("RuntimeError: boom happened", "boom"), (watchdog, "waited")]


def test_a_symptom_of_the_other_error_has_no_answer_of_its_own():
    symptom = make_article("clang", message="clang went the pot", symptom_of=("boom",))
    text = f"{STACK}RuntimeError: boom happened\n{STACK}RuntimeError: clang went the pot\n"

    assert drawn(text, BOOM, symptom) == [("RuntimeError: boom happened", "boom")]


def test_a_launcher_alone_is_answered():
    ((headline, slug),) = drawn(WRAPPER)

    assert slug == "launcher"
    assert headline.endswith("ChildFailedError: train.py FAILED")


def test_a_line_that_is_an_error_and_fits_by_its_words_alone_has_one_answer():
    ((headline, slug),) = drawn("SoupError: the cook says that boom happened")

    assert slug == "boom"
    assert "boom happened" in headline


def test_ranks_that_tell_the_same_error_are_one():
    ranks = "".join(
        f"[rank{rank}]: {line}\n" for rank in range(4) for line in f"{STACK}RuntimeError: boom happened".split("\n")
    )

    assert drawn(ranks) == [("RuntimeError: boom happened", "boom")]


def test_lines_that_a_launcher_draws_are_left_out_of_the_headline():
    block = f"{WRAPPER.partition('train.py')[0]}\n{'=' * 60}\ntrain.py FAILED\n{'-' * 60}\nFailures:\n"
    ((headline, _),) = drawn(block)

    assert "train.py FAILED" in headline
    assert "===" not in headline
    assert "---" not in headline


def test_no_headline_obeys_a_terminal():
    text = f"{STACK}RuntimeError: boom happened\n{STACK}SoupError: it is \u202ecold\n"

    assert all(headline.isprintable() for headline, _ in drawn(text))


LACK = "transformers 4.47.0 no longer has `shard_checkpoint`"
NO_NAME = (
    "cannot import name 'shard_checkpoint' from 'transformers.modeling_utils' (/x/site-packages/transformers/a.py)"
)
NO_NAMES = {"message": "cannot import name", "exceptions": ("ImportError",), "finding": "No such name"}


@pytest.mark.parametrize(("general", "finding"), [(True, LACK), (False, "No such name")])
def test_the_release_that_lacks_a_name_says_more_than_a_general_article(general, finding):
    article = make_article(**NO_NAMES, signatures=(Signature(message="cannot import name", general=general),))
    answer = choose_answers(diagnose(f"{STACK}ImportError: {NO_NAME}\n", Catalogue([article]))).first

    assert answer.finding == finding
    assert answer.remedy(personal=False).finding == "No such name"  # the other one names what the paste does
