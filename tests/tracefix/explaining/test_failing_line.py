"""The value at fault, read from the line that failed."""

import pytest

from tests.factories import make_article
from tracefix.explaining.explanation import explain
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose

CATALOGUE = Catalogue([make_article("boom", message="boom happened in '{place}'")])
OWN = "/home/u/soup/stir.py"
PACKAGE = "/home/u/env/lib/python3.11/site-packages/soup_kit/stir.py"


def restated(statement, error, file=OWN, function="stir"):
    text = f'Traceback (most recent call last):\n  File "{file}", line 12, in {function}\n    {statement}\n{error}\n'
    return explain(diagnose(text, CATALOGUE)).restated


def finding(statement, error, **where):
    found = restated(statement, error, **where)
    return found.finding if found else ""


LIDS = "AttributeError: 'NoneType' object has no attribute 'lids'"
ITEM = "TypeError: 'NoneType' object is not subscriptable"


@pytest.mark.parametrize(
    ("statement", "error", "said"),
    [
        ("n = pot.lids", LIDS, "`pot` is `None`, and line 12 of `stir.py` asks it for `lids`"),
        ("n = self.pot.lids + 1", LIDS, "`self.pot` is `None`"),
        ('n = saved["pot"].lids', LIDS, '`saved["pot"]` is `None`'),
        ("n = find(a, (b, c)).lids", LIDS, "`find(a, (b, c))` is `None`"),
        ("return pot.lids.lids", LIDS, "`pot` or `pot.lids` is `None`"),
        ("n = pot[0]", ITEM, "`pot` is `None`, and line 12 of `stir.py` takes an item of it"),
        ("a, b = self.x[k], self.y[k]", ITEM, "`self.x` or `self.y` is `None`"),
        ("n = pot[i][j]", ITEM, "`pot` or `pot[i]` is `None`"),
    ],
)
def test_what_is_none_is_named(statement, error, said):
    assert said in finding(statement, error)


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("n = a.lids + b.lids + c.lids", LIDS),  # three: the line leaves it open
        ("n = pot.lids_of(soup)", LIDS),  # another name
        ("n = (a or b).lids", LIDS.replace("lids", "lid")),
        ("n = [1, 2]", ITEM),
    ],
)
def test_a_line_that_leaves_it_open_names_nothing(statement, error):
    assert "is `None`" not in finding(statement, error)


def test_an_attribute_of_an_object_of_a_library_may_be_gone_since_it_was_closed():
    of_object, of_file = restated("n = self.pot.lids", LIDS, PACKAGE), restated("n = pot.lids", LIDS, PACKAGE)
    closed = "the object was closed, has ended, or was never started"

    assert [closed in str(step.condition) for step in of_object.steps] == [False, True, False]
    assert "soup-kit was called without `pot`" in str(of_object.steps[0].do)
    assert not any(closed in str(step.condition) for step in of_file.steps)
    assert not any(closed in str(step.condition) for step in restated("n = self.pot.lids", LIDS).steps)


def test_what_a_library_sets_is_looked_for_in_its_own_file():
    for file, command in (
        (PACKAGE, f'grep -nw "pot" {PACKAGE} | grep "="'),
        (OWN, 'grep -rnw "pot" --include="*.py" . | grep "="'),
    ):
        assert restated("n = self.pot.lids", LIDS, file).steps[-1].commands == (command,)
    assert restated("n = self.pot.lids", LIDS, PACKAGE.replace("/u/", "/u; rm x/")).steps[-1].commands == ()


def test_a_line_that_is_not_quoted_names_nothing():
    text = f'Traceback (most recent call last):\n  File "{OWN}", line 12, in stir\n{LIDS}\n'

    assert explain(diagnose(text, CATALOGUE)).restated is None


def test_none_in_a_package_leads_to_the_release_that_made_it():
    own, packaged = (restated('n = saved["pot"].lids', LIDS, file=file) for file in (OWN, PACKAGE))

    assert "release of soup-kit" in packaged.steps[0].do
    assert not any("release" in step.do for step in own.steps)


def test_a_class_of_none_may_be_of_a_package_that_could_not_be_imported():
    said = "The class `Whisk` was looked up, and `None` stands where it should be found"
    assert said in finding("w = kit.Whisk()", "AttributeError: 'NoneType' object has no attribute 'Whisk'")
    assert said in explain(diagnose("'NoneType' object has no attribute 'Whisk'", CATALOGUE)).restated.finding
    for name in ("whisk", "T", "GRAMS", "_Whisk"):
        assert "The class" not in finding(f"kit.{name}", f"AttributeError: 'NoneType' object has no attribute '{name}'")


SPOON = "AttributeError: 'Stove' object has no attribute 'spoon'"


def test_an_attribute_of_self_was_never_set():
    found = restated("if self.spoon:", SPOON)

    assert found.finding.startswith("Nothing has set `self.spoon` of this `Stove` before line 12")
    assert found.steps[-1].commands == ('grep -rn "self.spoon *[:=]" --include="*.py" .',)


@pytest.mark.parametrize("statement", ["self.spoon(3)", "stove.spoon", "self.spoons", "self.pot.spoon", "x = 1"])
def test_a_method_or_another_object_s_attribute_is_another_matter(statement):
    assert "Nothing has set" not in finding(statement, SPOON)


def test_a_lookup_fails_for_the_line_that_asked():
    text = (
        "Traceback (most recent call last):\n"
        f'  File "{OWN}", line 12, in stir\n    return self.spoon + 1\n'
        '  File "/env/lib/python3.11/site-packages/torch/nn/modules/module.py", line 9, in __getattr__\n'
        f"    raise AttributeError(\n{SPOON}\n"
    )
    assert "Nothing has set `self.spoon`" in explain(diagnose(text, CATALOGUE)).restated.finding


def test_a_plug_in_is_updated_together_with_its_host():
    steps = restated("if self.spoon:", SPOON, file="/home/u/webui/extensions/sd-soup/scripts/soup.py").steps

    assert any("Update `sd-soup` and the program" in step.do for step in steps)
    assert not any("Update" in step.do for step in restated("if self.spoon:", SPOON).steps)


def test_a_list_that_is_too_short_is_named_with_the_number_it_needs():
    error = "IndexError: list index out of range"
    assert finding("label = parts[1]", error) == "`parts` has fewer than 2 elements at line 12 of `stir.py`"
    for statement in ("label = parts[i]", "a = b[0] + c[1]", "x = parts[n][1]", "x = parts[-1]"):
        assert finding(statement, error) == ""


@pytest.mark.parametrize("statement", ["pot = pots[0]", "if big(pots[0]) and hot(pots[0]):"])
def test_a_list_without_a_first_element_is_empty(statement):
    found = restated(statement, "IndexError: list index out of range")

    assert found.finding == "`pots` is empty at line 12 of `stir.py`, and its first element is taken"
    assert "`if len(pots) == 0: continue`" in " ".join(step.do for step in found.steps)


def test_too_few_arguments_of_a_command_are_told():
    found = restated("path = sys.argv[2]", "IndexError: list index out of range")

    assert found.finding == "The command has fewer arguments than line 12 of `stir.py` reads"
    assert "2 of them" in found.steps[0].do


def test_a_frame_whose_beginning_was_cut_off_counts_too():
    text = f'soup/stir.py", line 12, in stir\n    return self.spoon.size\n           ^^^^^^^^^^\n{SPOON}\n'

    assert "Nothing has set `self.spoon`" in explain(diagnose(text, CATALOGUE)).restated.finding


def test_the_line_above_an_error_without_frames_counts_for_what_was_never_set():
    error = "AttributeError: 'Pot' object has no attribute '_lid'"
    above = explain(diagnose(f"  if soup != self._lid:\n     ^^^^^^^^^^^^^^^\n{error}", CATALOGUE)).restated
    alone = explain(diagnose(f"I set self._lid and self._lids.\n\n{error}", CATALOGUE)).restated

    assert above.finding == "Nothing has set `self._lid` of this `Pot` before the line that reads it"
    assert "self._lid = None" in above.steps[-1].do
    assert alone is None


def test_an_object_that_is_looked_up_by_name_is_named():
    assert "`lid` is `None`" in finding('setattr(lid, "lids", True)', LIDS)
    assert "is `None`" not in finding('setattr(lid, "spoons", True)', LIDS)


def test_a_value_that_is_asked_for_what_its_caller_took_is_passed_wrongly():
    def told(call, error="AttributeError: 'str' object has no attribute 'lid'"):
        text = (
            f'Traceback (most recent call last):\n  File "{OWN}", line 3, in cook\n    {call}\n'
            f'  File "{OWN}", line 12, in stir\n    if args.lid:\n{error}\n'
        )
        return explain(diagnose(text, CATALOGUE)).detail

    found = told("stir(pot, args.lid)")
    assert found.finding == "Line 3 of `stir.py` passes `args.lid`, and `stir` asks that for `lid` once more"
    assert found.steps[0].do == "Pass `args` there."
    assert told("stir(pot, args)") is None
    assert told("stir(args.lids)") is None
    assert told("stir(args.lid)", "AttributeError: 'Pot' object has no attribute 'lid'") is None


def test_none_that_a_caller_passed_is_called_as_the_caller_calls_it():
    def told(call, function="stir", file=PACKAGE):
        text = (
            f'Traceback (most recent call last):\n  File "{OWN}", line 3, in cook\n    {call}\n'
            f'  File "{file}", line 12, in {function}\n    n = pot.lids\n{LIDS}\n'
        )
        return explain(diagnose(text, CATALOGUE)).restated.finding

    assert told("x = kit.stir(self.pot)") == (
        "`self.pot` is `None`: line 3 of `stir.py` passes it, and `stir` asks it for `lids`"
    )
    assert "`pot` is `None`" in told("x = kit.stir(self.pot, spoon)")  # either may be the one
    assert "`pot` is `None`" in told("x = kit.cook(self.pot)")
    assert "`kit.best_pot()` is `None`" in told("x = stir(kit.best_pot())", file=OWN)
    assert "`pot` is `None`" in told("x = stir(kit.best_pan())", file=OWN)  # perhaps another one
    assert "`pot` is `None`" in told("x = stir(self.pot)", file=OWN)


@pytest.mark.parametrize(
    ("statement", "count"),
    [
        ("words = [line.split () [0] for line in lines]", "1"),
        ('label = line.strip().split(",")[1]', ""),  # the line is no plain name
        ('label = row.split("\\t")[2]', "3"),
        ("label = row.split()[-2]", "2"),
    ],
)
def test_a_line_with_too_few_fields_is_blank_or_has_another_sign(statement, count):
    found = restated(statement, "IndexError: list index out of range")

    assert (f"fewer than {count} fields" in (found.finding if found else "")) is bool(count)
