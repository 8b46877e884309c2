"""Cleaning and parsing cost what a text is long; squashing drops and lowers, and can be traced back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import every
from tests.work import work
from tracefix.reading.cleaning import normalise, squash, squashed_places
from tracefix.reading.paste import Paste
from tracefix.reading.tracebacks import parse

ERROR = "TypeError: cannot pickle 'PyCapsule' object"
FRAME = '  File "/home/user/train.py", line 12, in main'

GROWING = {
    "prefixed lines": "[rank0]: 2024-01-01 10:00:00 ERROR boom\n",
    "tracebacks": f"Traceback (most recent call last):\n{FRAME}\n{ERROR}\n",
    "native frames": "frame #1: f() + 0x1 (0x2 in libc10.so)\n",
    "colours": "\x1b[31mred\x1b[0m ",
    "quotes": "> > ",
    "entities": "&quot;",
    "html": "</div><div>TypeError: boom",
    "json lines": '{"m": "Traceback (most recent call last):\\n  File \\"x\\"\\nTypeError: boom"}\n',
    "json in one line": '(most recent call last):\\n  File \\"x\\"\\n',
    "boxes": "│ x │\n",
    "blank lines": "\n",
}


@pytest.mark.parametrize("piece", every(3, GROWING))
def test_the_work_grows_no_faster_than_the_text(piece):
    once, twice = (
        work(lambda count=count: parse(normalise(Paste(piece * count, piece * count)))) for count in (200, 400)
    )

    assert twice <= 2.2 * once + 500


@given(st.text(alphabet=st.characters(codec="ascii"), max_size=120))
def test_squashing_drops_and_lowers_only(text):
    squashed = squash(text)

    assert squashed == squash(squashed)
    assert len(squashed) <= len(text)


@given(st.text(alphabet=" aB'_\n", max_size=60), st.data())
def test_a_squashed_stretch_is_found_again(text, data):
    squashed = squash(text)
    start = data.draw(st.integers(0, len(squashed)))
    end = data.draw(st.integers(start, len(squashed)))

    places = squashed_places(text)

    assert len(places) == len(squashed)
    if start < end:
        assert squash(text[places[start] : places[end - 1] + 1]) == squashed[start:end]
