"""A match says in words why it is believed."""

from tests.tracefix.matching.known import CATALOGUE, TRACEBACK
from tracefix.matching.diagnosis import diagnose


def test_the_answer_explains_itself():
    (match,) = diagnose(TRACEBACK, CATALOGUE).matches

    assert match.reasons == (
        "The root error's message fits “cannot pickle '{type}' object”.",
        "The exception class is TypeError.",
        "The stack passes through /site-packages/ray/cloudpickle/cloudpickle.py.",
    )


def test_a_wrapper_is_called_one():
    (match,) = diagnose("ChildFailedError: \n====\ntrain.py FAILED", CATALOGUE).matches

    assert match.reasons[0] == "A launcher's or framework's own message fits “ChildFailedError”."


def test_a_contradicting_class_is_named():
    (match,) = diagnose("ValueError: cannot pickle 'PyCapsule' object", CATALOGUE).matches

    assert "But the exception class is ValueError, not TypeError." in match.reasons


def test_a_pattern_is_explained_by_what_it_matched():
    (match,) = diagnose("OSError: Errno 98", CATALOGUE).matches

    assert match.reasons[0] == "The root error's message fits “Errno 98”."
