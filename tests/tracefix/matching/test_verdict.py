"""Of several articles that fit, the surest and deepest comes first."""

from dataclasses import replace

from tests.factories import make_article
from tests.tracefix.matching.known import CATALOGUE, ERROR, MODULE, TRACEBACK, answer, article
from tracefix.articles.model import Proof
from tracefix.articles.signatures import Signature
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose


def test_a_specific_article_stands_above_its_kind():
    assert answer("ModuleNotFoundError: No module named 'torch._six'") == ("exact", ["six", "module"])


def test_a_cause_stands_above_a_wrapper_wherever_it_is_printed():
    assert answer(f"ChildFailedError: \n{ERROR}")[1] == ["capsule", "launcher"]


def test_of_two_roots_the_earlier_comes_first():
    assert answer(f"{ERROR}\nTypeError: cannot pickle 'dict_keys' object")[1] == ["capsule", "keys"]


def test_a_symptom_stands_below_its_cause():
    text = "RuntimeError: Watchdog caught collective operation timeout\nRuntimeError: Address already in use"

    assert answer(text)[1] == ["port", "hang"]


def test_a_cause_that_is_only_likely_makes_the_answer_likely():
    text = "RuntimeError: Watchdog caught collective operation timeout\nthe log said Address already in use before"

    assert answer(text) == ("likely", ["port", "hang"])


def test_frames_raise_the_score():
    with_frames, without = (diagnose(text, CATALOGUE).matches[0].score for text in (TRACEBACK, ERROR))

    assert without < with_frames <= 1


def test_a_stack_without_any_of_the_named_files_is_never_exact():
    elsewhere = TRACEBACK.replace("/ray/cloudpickle/", "/zmq/sugar/")

    assert answer(elsewhere) == ("likely", ["capsule"])
    assert "The stack does not pass through any file that usually belongs to this error." in [
        str(reason) for reason in diagnose(elsewhere, CATALOGUE).matches[0].reasons
    ]


def test_without_a_stack_nothing_speaks_against_the_named_files():
    assert answer(ERROR) == ("exact", ["capsule"])


def test_a_general_signature_is_shut_out_by_a_stack_without_its_files():
    padding = article("padding", Signature(message="Incorrect padding", general=True, frames=("*/fernet.py",)))
    stack = 'Traceback (most recent call last):\n  File "{}.py", line 1, in f\nbinascii.Error: Incorrect padding\n'

    def slugs(text):
        return [match.article.slug for match in diagnose(text, Catalogue([padding])).matches]

    assert slugs(stack.format("/x/site-packages/cryptography/fernet")) == ["padding"]
    assert slugs(stack.format("/usr/lib/python3.11/base64")) == []
    assert slugs(stack.format("/home/u/train")) == ["padding"]  # the frames below may have been lost
    assert slugs("binascii.Error: Incorrect padding\n") == ["padding"]


def verdict_of_mixed(text, narrow):
    """Of an article with a broad signature that can be exact, and one of a kind of error."""
    broad = Signature(message="Expected 2D array, got {n} array instead")
    return diagnose(text, Catalogue([article("mixed", broad, Signature(message=narrow, general=True))])).verdict


def test_a_narrower_signature_of_a_kind_decides_over_a_broader_one_that_can_be_exact():
    narrow = "Expected 2D array, got {n} array instead:\narray=[]."

    assert verdict_of_mixed("ValueError: Expected 2D array, got 1D array instead:\narray=[].", narrow) == "likely"
    assert verdict_of_mixed("ValueError: Expected 2D array, got 1D array instead:\narray=[1 2].", narrow) == "exact"


def test_a_longer_signature_of_a_kind_that_fits_other_words_of_the_error_does_not():
    text = "ValueError: Expected 2D array, got 1D array instead:\nReshape your data either using array.reshape(-1, 1)"

    assert verdict_of_mixed(text, "Reshape your data either using array.reshape(-1, 1)") == "exact"


def test_nor_does_one_in_another_error():
    text = (
        "ValueError: Expected 2D array, got 1D array instead\nValueError: Expected 2D array, got scalar array instead:"
    )

    assert verdict_of_mixed(text, "Expected 2D array, got scalar array instead:") == "exact"


def test_an_article_that_nobody_ran_is_at_most_likely():
    article = make_article(message="boom happened")
    report = "RuntimeError: boom happened"

    verdicts = [
        diagnose(report, Catalogue([replace(article, proof=proof)])).verdict.value
        for proof in (Proof.RUN, Proof.SIMULATED, Proof.SOURCED)
    ]

    assert verdicts == ["exact", "exact", "likely"]


def test_of_two_kinds_on_one_line_the_one_that_says_more_comes_first():
    catalogue = Catalogue(
        [
            make_article(
                slug="missing", signatures=(Signature(message="'{type}' object has no attribute", general=True),)
            ),
            make_article(
                slug="none", signatures=(Signature(message="NoneType' object has no attribute", general=True),)
            ),
        ]
    )

    for text in (
        "AttributeError: 'NoneType' object has no attribute 'x'",
        "it said NoneType object has no attribute x",
    ):
        assert [match.article.slug for match in diagnose(text, catalogue).matches] == ["none", "missing"]


def test_a_kind_of_another_class_whose_words_a_message_quotes_stands_below_the_kind_of_the_message():
    archive = article("zip", Signature(message="archive {name}", general=True))
    text = "InvalidArchiveError: Bad archive a.zip: No module named 'yolo_world.detectors'"

    diagnosis = diagnose(text, Catalogue([MODULE, archive]))

    assert [match.article.slug for match in diagnosis.matches] == ["zip", "module"]


def test_a_damaged_text_without_a_stack_is_too_little_for_a_note_that_names_files():
    signature = Signature(message="the pot is cracked", frames=("*/stove.py",))
    catalogue = Catalogue([make_article("note", signatures=(signature,), note_of="soup")])
    stack = 'Traceback (most recent call last):\n  File "/kitchen/stove.py", line 1, in f\n'

    def is_found(text):
        return bool(diagnose(text, catalogue).matches)

    assert is_found("ValueError: the pot is cracked")
    assert is_found(f"{stack}ValueError: the pot  is\tcracked")
    assert not is_found("ValueError: the pot  is\tcracked")
    assert not is_found("someone said that the pot  is\tcracked")
