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


def test_a_method_that_does_not_know_the_last_argument():
    found = detail(
        "pot.fill(soup, salt, lid)", "TypeError: Kettle.fill() takes from 2 to 3 positional arguments but 4 were given"
    )

    assert found.finding == "Line 4 of `pot.py` also passes `lid`, which `Kettle.fill` does not take"
    assert found.steps[0].do == "Add `lid` with a default to that class's `fill`, as the other classes have it."
    assert found.steps[0].commands == ('grep -rn "def fill" --include="*.py" .',)


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("pot.fill(soup, salt)", "TypeError: Kettle.fill() takes 2 positional arguments but 4 were given"),
        ("pot.stir(soup, lid)", "TypeError: Kettle.fill() takes 2 positional arguments but 3 were given"),
        ("pot.fill(soup, lid=1)", "TypeError: Kettle.fill() takes 2 positional arguments but 3 were given"),
        ("fill(soup, lid)", "TypeError: fill() takes 1 positional argument but 2 were given"),
    ],
)
def test_a_call_whose_arguments_cannot_be_counted_proves_nothing(statement, error):
    assert detail(statement, error) is None
