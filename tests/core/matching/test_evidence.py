"""Evidence says where a signature fits, and what its placeholders stand for."""

from kb.core.matching.diagnosis import diagnose
from tests.core.matching.known import CATALOGUE, ERROR, answer


def test_evidence_is_marked_in_the_text_as_it_was_pasted():
    text = f"\x1b[31mweb-1  | {ERROR}\x1b[0m and on"
    (match,) = diagnose(text, CATALOGUE).matches

    assert [text[span.start : span.end] for span in match.spans] == ["cannot pickle 'PyCapsule' object"]


def test_what_a_placeholder_stands_for_is_captured():
    (match,) = diagnose("ModuleNotFoundError: No module named 'foo.bar'", CATALOGUE).matches

    assert match.captures == {"module": "foo.bar"}


def test_a_pattern_is_found_as_well():
    assert answer("OSError: Errno 98") == ("exact", ["pattern"])
    assert answer("OSError: Errno 981") == ("none", [])
