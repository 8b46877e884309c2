"""A message that refuses a value which it allows."""

import pytest

from tracefix.explaining.contradictions import restate_contradiction


@pytest.mark.parametrize(
    "message",
    [
        "stir_mode must be either 'slow' or 'fast', got 'fast'.",
        "Soup: `ladle` can only be one of ['tin', 'wood', 'iron'] and not `wood`.",
        'expected "tin" or "wood", but "tin"',
    ],
)
def test_a_value_that_is_allowed_and_refused_speaks_against_the_check(message):
    assert "one of the values that the message allows" in restate_contradiction(message).finding


@pytest.mark.parametrize(
    "message",
    [
        "stir_mode must be either 'slow' or 'fast', got 'faster'.",
        "stir_mode must be 'slow'",
        "expected 'tin' but got 'wood', not 'iron'",
        "the lid must be on, got 'on'",
    ],
)
def test_a_value_that_is_not_allowed_is_no_contradiction(message):
    assert restate_contradiction(message) is None
