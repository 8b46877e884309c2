"""No paste or exception costs more than its length: pastes are made hostile from the published signatures, so that no
new article changes it.

Costs are counted, not timed (tests/work.py).
"""

import re
from functools import cache, partial
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import every
from tests.published_articles import published_articles, published_catalogue
from tests.settings import BASE_DIR
from tests.work import CHARACTERS, work
from tracefix.bundle import article_bundle
from tracefix.cli.drawing import lines_of
from tracefix.cli.failures import text_of
from tracefix.matching.diagnosis import diagnose

MOST_FOR_TWICE = 2.6  # times what half of it costs
MOST_BESIDE_ORDINARY = 40  # times an ordinary paste of its size
SIZE = 6_000  # characters

CATALOGUE = published_catalogue()
SIGNATURES = [signature for article in published_articles() for signature in article.signatures if signature.message]
ORDINARY = (BASE_DIR / "tests/data/ordinary.log").read_text(encoding="utf-8")
PLACEHOLDER = re.compile(r"\{[a-z][a-z0-9_]*\}")


def filled(message, value):
    return PLACEHOLDER.sub(value, message)


def spaced(text):
    """Fits only once white space is set aside."""
    return text.replace(" ", "  ")


def in_pieces(message):
    """Every word of it, but never on one line."""
    return PLACEHOLDER.sub("\n", message)


def backwards(message):
    return " ".join(reversed(PLACEHOLDER.split(message)))


SHAPES = {
    "as it is": lambda message: filled(message, "zz"),
    "damaged": lambda message: spaced(filled(message, "zz")),
    "long values": lambda message: filled(message, "z" * 150),
    "damaged long values": lambda message: spaced(filled(message, " z" * 90)),
    "as errors": lambda message: f"ValueError: {filled(message, 'zz')}",
    "in pieces": in_pieces,
    "damaged pieces": lambda message: spaced(in_pieces(message)),
    "backwards": backwards,
}
FILLERS = (
    "Error x\n",
    "\rError",
    "a.py:1 in f\n",
    '[rank{}]:   File "a.py", line 1, in f\n',
    'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    x\nTypeError: y\n',
    "x failed: TypeError: y ",
    "E   \n",
    "│ ❱ 37 │\n",
    '{{"a": "Traceback (most recent call last):\\n  File \\"x.py\\", line 1"}}\n',
)


def repeated(filler, size):
    count = size // len(filler)
    return "".join(filler.format(number) for number in range(count))


def cost(text):
    return work(lambda: diagnose(text, CATALOGUE))


@cache
def cost_of_ordinary(size):
    """The cost of so many characters of an ordinary log."""
    return cost((ORDINARY * (size // len(ORDINARY) + 1))[:size])


def assert_cheap(once, twice):
    diagnose(once, CATALOGUE)  # what is compiled or read at the first paste that needs it is nobody's cost
    counted = cost(twice)

    assert counted <= MOST_FOR_TWICE * cost(once)
    assert counted <= MOST_BESIDE_ORDINARY * cost_of_ordinary(len(twice) // 1000 * 1000)


@pytest.mark.parametrize("filler", every(3, list(FILLERS)))
def test_a_paste_that_says_one_thing_again_and_again_costs_what_it_is_long(filler, all_cases):
    size = SIZE * (3 if all_cases else 1)

    assert_cheap(repeated(filler, size), repeated(filler, 2 * size))


@pytest.mark.slow
@settings(max_examples=settings.default.max_examples // 5, derandomize=True)
@given(
    shape=st.sampled_from(sorted(SHAPES)),
    chosen=st.lists(st.sampled_from(SIGNATURES), min_size=1, max_size=40),  # more at once are tested below
    filler=st.sampled_from(FILLERS),
    glue=st.sampled_from(("\n", " ")),
)
def test_a_paste_made_from_the_published_signatures_costs_what_it_is_long(shape, chosen, filler, glue):
    words = glue.join(SHAPES[shape](signature.message) for signature in chosen)

    once = repeated(filler, SIZE) + words
    twice = repeated(filler, 2 * SIZE) + glue.join((words, words))

    assert_cheap(once, twice)


@pytest.mark.slow
@pytest.mark.parametrize("shape", every(3, sorted(SHAPES)))
def test_many_signatures_at_once_cost_what_they_are_long(shape, all_cases):
    """Where slow tests run, all of them in each shape; else some of them in some shapes."""
    step, at = (1, 0) if all_cases else (len(SHAPES), sorted(SHAPES).index(shape))
    words = "\n".join(SHAPES[shape](signature.message) for signature in SIGNATURES[at::step])

    assert_cheap(repeated(FILLERS[0], SIZE) + words, repeated(FILLERS[0], 2 * SIZE) + words + words)


def chained(size):
    """Five exceptions, each the cause of the next."""
    error = None
    for _ in range(5):
        following = RuntimeError("x\n" * (size // 10))
        following.__cause__ = error
        error = following
    return error


def noted(size):
    error = RuntimeError("x")
    error.add_note("y\n" * (size // 2))
    return error


EXCEPTIONS = {
    "a line": lambda size: RuntimeError("x" * size),
    "lines": lambda size: RuntimeError("CUDA: not it\n" * (size // 13)),
    "errors": lambda size: RuntimeError("TypeError: y\n" * (size // 13)),
    "a syntax error": lambda size: SyntaxError("no", ("a.py", 1, size // 2, "x " * (size // 2))),
    "a chain": chained,
    "notes": noted,
    "a group": lambda size: ExceptionGroup("g", [RuntimeError("x\n" * (size // 2))]),
    "a group of many": lambda size: ExceptionGroup("g", [RuntimeError("x" * 100) for _ in range(size // 100)]),
    "no text": lambda size: ValueError(("x", 1) * (size // 8)),
}


@pytest.mark.parametrize("size", every(2, [40_000, 1_000_000]))
@pytest.mark.parametrize("kind", every(3, list(EXCEPTIONS)))
def test_an_exception_of_a_running_program_costs_what_its_text_is_long(monkeypatch, kind, size):
    bundle = SimpleNamespace(
        packages=frozenset({"torch"}),
        match=partial(diagnose, catalogue=CATALOGUE),
        in_language=lambda language: {article.slug: article for article in CATALOGUE.articles},
    )
    monkeypatch.setattr(article_bundle, "open_bundle", lambda: bundle)

    def cost(size):
        error = EXCEPTIONS[kind](size)
        return work(lambda: lines_of(bundle, text_of(error)))

    once, twice = cost(size), cost(2 * size)
    assert twice <= MOST_FOR_TWICE * once
    assert once <= MOST_BESIDE_ORDINARY * cost_of_ordinary(size)
    assert twice <= MOST_BESIDE_ORDINARY * cost_of_ordinary(2 * size)


def test_a_long_log_without_a_sign_of_an_error_is_gone_through_four_times():
    once, twice = (
        "".join(f"INFO step {number}, all is well\n" for number in range(count)) for count in (5_000, 10_000)
    )

    passes = (cost(twice) - cost(once)) * CHARACTERS / (len(twice) - len(once))

    # made bytes and searched for signs of errors; made bytes and squashed, to be searched for signatures
    assert passes < 4.1


def test_what_is_too_much_to_be_compared_is_said():
    words = "\n".join(filled(signature.message, "zz") for signature in SIGNATURES)

    hints = diagnose(words, CATALOGUE).hints

    assert [hint.code for hint in hints if "patterns were not compared" in hint.text] == ["unread"]


def test_what_is_too_many_errors_to_be_read_is_said_with_the_line():
    hints = diagnose("TypeError: y\n" * 300, CATALOGUE).hints

    assert [hint.code for hint in hints if "line 201" in hint.text] == ["unread"]


@pytest.mark.slow
def test_a_log_whose_middle_is_left_out_is_told_so():
    hints = diagnose("step 1: an Error of no name\n" + "x = 1 Error\n" * 100_000, CATALOGUE).hints

    assert [hint.code for hint in hints if "not the middle" in hint.text] == ["unread"]


@pytest.mark.parametrize("text", [ORDINARY, "TypeError: y\n" * 150, "step 1\n" * 200_000])
def test_a_paste_that_was_read_whole_is_not_told_that_it_was_not(text):
    assert "unread" not in [hint.code for hint in diagnose(text, CATALOGUE).hints]
