"""Standing advice is no evidence, and blanking it moves none."""

from tests.tracefix.matching.known import CATALOGUE, ERROR, article
from tracefix.articles.signatures import Signature
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.matching.verdict import Verdict


def test_standing_advice_is_no_evidence():
    asserts = Catalogue([article("assert", Signature(message="device-side assert"))])
    advice = "Compile with `TORCH_USE_CUDA_DSA` to enable device-side assertions."

    assert diagnose(f"RuntimeError: CUDA error: out of memory\n{advice}", asserts).verdict is Verdict.NONE
    assert (
        diagnose(f"RuntimeError: CUDA error: device-side assert triggered\n{advice}", asserts).verdict is Verdict.EXACT
    )


def test_blanked_advice_moves_no_evidence():
    text = f"For debugging consider passing CUDA_LAUNCH_BLOCKING=1\n{ERROR}"
    (match,) = diagnose(text, CATALOGUE).matches

    assert [text[span.start : span.end] for span in match.spans] == ["cannot pickle 'PyCapsule' object"]
