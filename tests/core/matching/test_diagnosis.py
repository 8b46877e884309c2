"""diagnose() says which known error a paste shows, and is never sure without reason."""

import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.specifiers import SpecifierSet

from kb.core.articles.model import Affected, Article
from kb.core.articles.signatures import Role, Signature
from kb.core.matching.catalogue import Catalogue
from kb.core.matching.diagnosis import diagnose
from kb.core.matching.verdict import Verdict

DAY = datetime.date(2026, 1, 1)


def article(slug, *signatures, **fields):
    values = {"title": slug, "summary": "", "fix": "", "projects": (), "exceptions": (), "tags": (), "sources": ()}
    values |= {"created": DAY, "updated": DAY, "body": "", "body_line": 1, "folder": Path(slug)}
    return Article(slug=slug, signatures=signatures, **(values | fields))


CAPSULE = article(
    "capsule",
    Signature(
        message="cannot pickle '{type}' object",
        where={"type": ("PyCapsule", "*.PyCapsule")},
        exceptions=("TypeError",),
        frames=("*/cloudpickle/*",),
    ),
)
KEYS = article("keys", Signature(message="cannot pickle '{type}' object", where={"type": ("dict_keys", "dict_items")}))
FORK = article(
    "fork", Signature(message="Cannot re-initialize CUDA in forked subprocess", exceptions=("RuntimeError",))
)
LAUNCHER = article("launcher", Signature(message="ChildFailedError", role=Role.WRAPPER))
MODULE = article(
    "module", Signature(message="No module named '{module}'", general=True, exceptions=("ModuleNotFoundError",))
)
SIX = article("six", Signature(message="No module named 'torch._six'"))
ADVICE = article("advice", Signature(message="CUDA kernel errors might be asynchronously reported", role=Role.ADVICE))
PORT = article("port", Signature(message="Address already in use"))
HANG = article("hang", Signature(message="Watchdog caught collective operation timeout"), symptom_of=("port",))
PATTERN = article("pattern", Signature(pattern=r"(?i)errno:? 98\b"))
CATALOGUE = Catalogue([CAPSULE, KEYS, FORK, LAUNCHER, MODULE, SIX, ADVICE, PORT, HANG, PATTERN])

ERROR = "TypeError: cannot pickle 'PyCapsule' object"
TRACEBACK = (
    'Traceback (most recent call last):\n  File "/site-packages/ray/cloudpickle/cloudpickle.py", line 3, in dump\n'
    f"    return super().dump(obj)\n{ERROR}"
)


def answer(text):
    """(verdict, slugs in order)"""
    diagnosis = diagnose(text, CATALOGUE)
    return diagnosis.verdict.value, [match.article.slug for match in diagnosis.matches]


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
    "on windows": ('  File "C:\\a\\b.py", line 3, in f\r\n    x()\r\n' + ERROR + "\r\n\r\nC:\\>", "capsule"),
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


def test_a_specific_article_stands_above_its_kind():
    assert answer("ModuleNotFoundError: No module named 'torch._six'") == ("exact", ["six", "module"])


def test_a_cause_stands_above_a_wrapper_wherever_it_is_printed():
    assert answer(f"ChildFailedError: \n{ERROR}")[1] == ["capsule", "launcher"]


def test_of_two_roots_the_earlier_comes_first():
    assert answer(f"{ERROR}\nTypeError: cannot pickle 'dict_keys' object")[1] == ["capsule", "keys"]


def test_a_symptom_stands_below_its_cause():
    text = "RuntimeError: Watchdog caught collective operation timeout\nRuntimeError: Address already in use"

    assert answer(text)[1] == ["port", "hang"]


def test_an_error_deep_in_a_long_log_is_found():
    log = "INFO all is well\n" * 5000

    assert answer(f"{log}{TRACEBACK}\n{log}") == ("exact", ["capsule"])


def test_a_known_text_in_a_line_that_looks_like_nothing_is_found_as_well():
    quiet = Catalogue([article("quiet", Signature(message="the bell rings twice"))])
    log = "INFO all is well\n" * 5000

    assert diagnose(f"{log}the bell rings twice\n{log}", quiet).matches


def test_a_cause_that_is_only_likely_makes_the_answer_likely():
    text = "RuntimeError: Watchdog caught collective operation timeout\nthe log said Address already in use before"

    assert answer(text) == ("likely", ["port", "hang"])


def test_a_pattern_is_found_as_well():
    assert answer("OSError: Errno 98") == ("exact", ["pattern"])
    assert answer("OSError: Errno 981") == ("none", [])


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


def test_frames_raise_the_score():
    with_frames, without = (diagnose(text, CATALOGUE).matches[0].score for text in (TRACEBACK, ERROR))

    assert without < with_frames <= 1


def test_evidence_is_marked_in_the_text_as_it_was_pasted():
    text = f"\x1b[31mweb-1  | {ERROR}\x1b[0m and on"
    (match,) = diagnose(text, CATALOGUE).matches

    assert [text[span.start : span.end] for span in match.spans] == ["cannot pickle 'PyCapsule' object"]


def test_what_a_placeholder_stands_for_is_captured():
    (match,) = diagnose("ModuleNotFoundError: No module named 'foo.bar'", CATALOGUE).matches

    assert match.captures == {"module": "foo.bar"}


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


def test_a_near_miss_says_what_was_missing():
    misses = diagnose("TypeError: cannot pickle 'generator' object", CATALOGUE).misses

    assert [(miss.article.slug, miss.missing) for miss in misses] == [
        ("capsule", "“cannot pickle '{type}' object” fits, but {type} is “generator”, not PyCapsule or *.PyCapsule."),
        ("keys", "“cannot pickle '{type}' object” fits, but {type} is “generator”, not dict_keys or dict_items."),
    ]


def test_a_match_is_no_near_miss():
    assert "capsule" not in [miss.article.slug for miss in diagnose(ERROR, CATALOGUE).misses]


def test_a_pattern_is_explained_by_what_it_matched():
    (match,) = diagnose("OSError: Errno 98", CATALOGUE).matches

    assert match.reasons[0] == "The root error's message fits “Errno 98”."


def hints(text, catalogue=CATALOGUE):
    return [hint.code for hint in diagnose(text, catalogue).hints]


def test_a_cut_paste_is_told_so():
    assert hints('Traceback (most recent call last):\n  File "a.py", line 3, in f\n    run()') == ["cut"]


def test_a_cut_paste_whose_title_names_the_error_is_not():
    assert hints(f'{ERROR}\nTraceback (most recent call last):\n  File "a.py", line 3, in f\n    run()') == []


def test_a_wrapper_alone_is_told_so():
    assert hints("ChildFailedError: \n====\ntrain.py FAILED") == ["wrapper-only"]


def test_a_wrapper_with_its_cause_is_not():
    assert hints(f"{ERROR}\nChildFailedError: \n====") == []


def test_a_text_without_an_error_is_told_so():
    assert hints("loss 0.3\nloss 0.2") == ["no-error"]


def test_an_unknown_error_brings_no_hint():
    assert hints("ValueError: something new") == []


def test_a_version_that_has_the_fix_is_named():
    old = article("old", Signature(message="boom"), affects=(Affected("torch", SpecifierSet("<2.5")),))
    catalogue = Catalogue([old])

    assert hints("torch==2.7.1\nRuntimeError: boom", catalogue) == ["fixed-version"]
    assert hints("torch==2.4.0\nRuntimeError: boom", catalogue) == []
    assert hints("RuntimeError: boom", catalogue) == []


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
