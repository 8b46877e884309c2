"""A name that a table of the program has no entry for."""

import pytest

from tests.factories import make_article
from tracefix.explaining.explanation import explain
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose

CATALOGUE = Catalogue([make_article("boom", message="boom happened in '{place}'")])
OWN = "/home/u/soup/stir.py"


def detail(statement, error="KeyError: 'leek'", file=OWN, indent="    "):
    frame = f'{indent[2:]}File "{file}", line 12, in stir\n{indent}{statement}\n'
    return explain(diagnose(f"Traceback (most recent call last):\n{frame}{error}\n", CATALOGUE)).detail


@pytest.mark.parametrize(
    "statement",
    ["return POT_TYPES[name]", "x = soups.POT_TYPES[args.pot](x)", "f = pot_registry[type(x).__name__]"],
)
def test_the_table_and_its_file_are_named(statement):
    found = detail(statement)

    assert "at line 12 of `stir.py` has no entry `leek`" in found.finding
    assert found.steps[0].commands


def test_a_stack_without_indentation_is_read_all_the_same():
    assert "`POT_TYPES`" in detail("return POT_TYPES[name]", indent="").finding


def test_the_table_of_a_package_is_upgraded_with_it():
    found = detail("return POT_TYPES[name]", file="/env/lib/python3.11/site-packages/soup_kit/stir.py")

    assert "Upgrade soup-kit" in found.steps[0].do
    assert not any(step.commands for step in found.steps)


@pytest.mark.parametrize(
    "statement",
    [
        'return POT_TYPES["leek"]',
        "return pots[name]",
        "return MODEL_CONFIG[name]",
        "return POT_TYPES[LID_TYPES[name]]",
        "return POT_TYPES[a] or LID_TYPES[b]",
        "return weight_map[name]",
    ],
)
def test_what_is_no_table_of_the_program_stays_unsaid(statement):
    assert detail(statement) is None


def test_a_number_is_no_name_of_an_entry():
    assert detail("return POT_TYPES[name]", error="KeyError: 7") is None
