"""diagnose() says which known error a paste shows, and is never sure without reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tracefix.matching.known import CAPSULE, CATALOGUE, ERROR, TRACEBACK, answer, article
from tracefix.articles.signatures import Signature
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.matching.verdict import Verdict

EXACT = {
    "a traceback": (TRACEBACK, "capsule"),
    "the error line alone": (ERROR, "capsule"),
    "with a module before the type": ("TypeError: cannot pickle 'builtins.PyCapsule' object", "capsule"),
    "every line behind a prefix": ("\n".join("[rank0]: " + line for line in TRACEBACK.split("\n")), "capsule"),
    "a message without its class": ("Cannot re-initialize CUDA in forked subprocess", "fork"),
    "a logger's line": ("Error processing request 17: Cannot re-initialize CUDA in forked subprocess", "fork"),
    "wrapped by the terminal": ("TypeError: cannot pickle 'PyCap\nsule' object", "capsule"),
    "wrapped between words": ("TypeError: cannot pickle\n'PyCapsule' object", "capsule"),
    "the cause of a chain": (
        TRACEBACK + "\n\nThe above exception was the direct cause of the following exception:\n\n"
        'Traceback (most recent call last):\n  File "a.py", line 1, in f\nTypeError: Could not serialize it',
        "capsule",
    ),
    "followed by a launcher's summary": (
        TRACEBACK + "\nChildFailedError: \n=====\ntrain.py FAILED",
        "capsule",
    ),
    "quoted by a wrapper": (
        "multiprocessing.pool.MaybeEncodingError: Error sending result: '<x>'. Reason: 'TypeError(\"cannot pickle 'PyCapsule' object\")'",
        "capsule",
    ),
    "with typographic quotes": ("TypeError: cannot pickle ‘PyCapsule’ object", "capsule"),
    "broken inside a box": ("│ TypeError: can │\n│ not pickle 'Py │\n│ Capsule' object │", "capsule"),
    "on windows": (
        '  File "C:\\a\\cloudpickle\\b.py", line 3, in f\r\n    x()\r\n' + ERROR + "\r\n\r\nC:\\>",
        "capsule",
    ),
}


@pytest.mark.parametrize(("text", "slug"), EXACT.values(), ids=EXACT)
def test_the_root_error_itself_is_exact(text, slug):
    verdict, slugs = answer(text)

    assert (verdict, slugs[0]) == ("exact", slug)


LIKELY = {
    "a sentence": ("My job says that it cannot pickle 'PyCapsule' object since today", "capsule"),
    "quoted source code": (
        'Traceback (most recent call last):\n  File "a.py", line 3, in f\n'
        '    raise RuntimeError("Cannot re-initialize CUDA in forked subprocess")\n',
        "fork",
    ),
    "a raise statement of several lines": (
        'raise RuntimeError(\n    "Cannot re-initialize CUDA in forked subprocess"\n)',
        "fork",
    ),
    "another class": ("ValueError: cannot pickle 'PyCapsule' object", "capsule"),
    "retyped in lower case": ("typeerror cannot pickle pycapsule object", "capsule"),
    "underscores and quotes eaten by Markdown": (
        "RuntimeError: Cannot re-initialize CUDA inforked sub process",
        "fork",
    ),
    "a later error of a chain": (
        'Traceback (most recent call last):\n  File "a.py", line 1, in f\nKeyError: 1\n\n'
        "During handling of the above exception, another exception occurred:\n\n" + TRACEBACK,
        "capsule",
    ),
    "a quotation in a sentence": ("I see “Cannot re-initialize CUDA in forked subprocess” at times", "fork"),
    "its first letter lost": ("annot re-initialize CUDA in forked subprocess", "fork"),
    "only a wrapper": ("ChildFailedError: \n====\ntrain.py FAILED", "launcher"),
    "only a kind": ("ModuleNotFoundError: No module named 'foo'", "module"),
}


@pytest.mark.parametrize(("text", "slug"), LIKELY.values(), ids=LIKELY)
def test_weaker_evidence_is_likely_at_most(text, slug):
    verdict, slugs = answer(text)

    assert (verdict, slugs[0]) == ("likely", slug)


NONE = {
    "nothing": "",
    "white space": " \n\t ",
    "prose": "It hangs.",
    "a neighbour of the type": "TypeError: cannot pickle 'dict_itemiterator' object",
    "a longer type": "TypeError: cannot pickle 'PyCapsuleProxy' object",
    "another object": "TypeError: cannot pickle 'generator' object",
    "another message": "RuntimeError: CUDA error: initialization error",
    "advice": "CUDA kernel errors might be asynchronously reported at some other API call",
    "another error that quotes it": (
        "RuntimeError: context has already been set\nSolved “Cannot re-initialize CUDA in forked subprocess” by spawn"
    ),
    "another error that quotes it on the same line": (
        "RuntimeError: context has already been set, not “Cannot re-initialize CUDA in forked subprocess” as before"
    ),
    "words far apart": "cannot pickle " + "x" * 500 + " PyCapsule object",
}


@pytest.mark.parametrize("text", NONE.values(), ids=NONE)
def test_what_is_not_known_is_answered_with_none(text):
    assert answer(text) == ("none", [])


def test_what_fits_a_pattern_is_found_where_nothing_else_looks_like_an_error():
    log = "INFO all is well\n" * 5000
    catalogue = Catalogue([article("bell", Signature(pattern=r"(?m)^(?:The )?bell\w* (?:rings|stops)$"))])

    diagnosis = diagnose(f"{log}The bells stops\n{log}The bell stops\n{log}", catalogue)

    assert [match.quote for match in diagnosis.matches] == ["The bells stops"]


def test_an_error_deep_in_a_long_log_is_found():
    log = "INFO all is well\n" * 5000

    assert answer(f"{log}{TRACEBACK}\n{log}") == ("exact", ["capsule"])


def test_a_known_text_in_a_line_that_looks_like_nothing_is_found_as_well():
    quiet = Catalogue([article("quiet", Signature(message="the bell rings twice"))])
    log = "INFO all is well\n" * 5000

    assert diagnose(f"{log}the bell rings twice\n{log}", quiet).matches


def test_versions_are_read_from_the_paste():
    assert diagnose('File "/usr/lib/python3.10/copy.py"', CATALOGUE).environment == {"python": "3.10"}


HOSTILE = {
    "one line of 10 MB": "a" * 10_000_000,
    "200,000 blank lines": "\n" * 200_000,
    "binary": "".join(map(chr, range(256))) * 100,
    "nul bytes": ERROR.replace(" ", "\x00"),
    "lone surrogates": "TypeError: \ud800 boom",
    "a message repeated": "cannot pickle '" * 20_000,
    "brackets": "[" * 100_000 + "(" * 100_000,
    "html": f"<script>alert(1)</script>{ERROR}",
    "a template": "{{ 7*7 }} {% include 'x' %}",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_paste_is_answered(text):
    assert diagnose(text, CATALOGUE).verdict in set(Verdict)


MUTATIONS = {
    "drop a line": lambda lines, at: lines[:at] + lines[at + 1 :],
    "wrap a line": lambda lines, at: [*lines[:at], lines[at][:30], lines[at][30:], *lines[at + 1 :]],
    "prefix every line": lambda lines, at: ["[rank1]: " + line for line in lines],
    "quote every line": lambda lines, at: ["> " + line for line in lines],
    "interleave another error": lambda lines, at: [*lines[:at], "[rank1]: KeyError: 'x'", *lines[at:]],
    "lose indentation": lambda lines, at: [line.lstrip() for line in lines],
}


@given(st.lists(st.sampled_from(sorted(MUTATIONS)), max_size=3), st.integers(0, 3))
def test_damage_never_turns_a_right_answer_into_a_wrong_exact(names, at):
    lines = TRACEBACK.split("\n")
    for name in names:
        lines = MUTATIONS[name](lines, min(at, len(lines) - 1))

    diagnosis = diagnose("\n".join(lines), CATALOGUE)

    assert diagnosis.verdict is not Verdict.EXACT or diagnosis.matches[0].article is CAPSULE


@given(st.text(max_size=300))
def test_no_text_makes_it_fail_and_every_span_lies_in_the_paste(text):
    for match in diagnose(text, CATALOGUE).matches:
        assert all(0 <= span.start < span.end <= len(text) for span in match.spans)


def test_an_empty_catalogue_knows_nothing():
    assert diagnose(TRACEBACK, Catalogue([])).verdict is Verdict.NONE


@pytest.mark.parametrize(
    ("text", "headline"),
    [
        ("Error occurred when executing KSampler: 0", "Error occurred when executing KSampler: 0"),
        ("Process finished with exit code -1073740791 (0xC0000409)", "Process finished with exit code -1073740791"),
        ("train.py: error: unrecognized arguments: --x", "train.py: error: unrecognized arguments: --x"),
        ("ERROR: No matching distribution found for soup", "No matching distribution found for soup"),
    ],
)
def test_a_number_alone_is_no_headline(text, headline):
    assert diagnose(f"epoch 1\n{text}\n", CATALOGUE).headline.startswith(headline)
