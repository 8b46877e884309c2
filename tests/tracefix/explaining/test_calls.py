"""A call that passes what its callee says is missing."""

import pytest

from tests.factories import make_article
from tracefix.explaining.explanation import explain
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose

CATALOGUE = Catalogue([make_article("boom", message="boom happened in '{place}'")])


def detail(statement, error):
    text = f'Traceback (most recent call last):\n  File "/home/u/pot.py", line 4, in stir\n    {statement}\n{error}\n'
    return explain(diagnose(text, CATALOGUE)).detail


def test_a_subclass_has_other_arguments():
    found = detail(
        "a = self.stir_once(soup, lid, salt)",
        "TypeError: Stew.stir_once() missing 1 required positional argument: 'salt'",
    )

    assert found.finding == (
        "A subclass has its own `stir_once`, with more arguments than the call at line 4 of `pot.py` passes"
    )
    assert found.steps[0].commands == ('grep -rn "def stir_once" --include="*.py" .',)


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("self.stir(soup)", "TypeError: stir() missing 1 required positional argument: 'salt'"),  # it is not passed
        ("self.boil(salt)", "TypeError: stir() missing 1 required positional argument: 'salt'"),
        ("stir(soup, salt)", "TypeError: stir() missing 1 required positional argument: 'salt'"),
        ("self.stir(soup, salt)", "ValueError: stir() missing 1 required positional argument: 'salt'"),
    ],
)
def test_other_calls_prove_nothing(statement, error):
    assert detail(statement, error) is None
