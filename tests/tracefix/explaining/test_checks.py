"""The check that raised an error: an `assert`, the `if` above a `raise`, a folder that a written file misses."""

import pytest

from tests.factories import make_article
from tracefix.explaining.explanation import explain
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose

CATALOGUE = Catalogue([make_article("boom", message="boom happened in '{place}'")])


def restated(statement, error="AssertionError", file="/home/u/soup/stir.py"):
    text = f'Traceback (most recent call last):\n  File "{file}", line 12, in stir\n    {statement}\n{error}\n'
    return explain(diagnose(text, CATALOGUE)).restated


def test_sides_of_a_comparison_keep_their_own_brackets():
    (step, *_) = restated("assert (len(labels) == len(words))").steps

    assert step.do.startswith("Print `len(labels)` and `len(words)`:")
    assert not step.note
    assert restated("assert a.shape[0] == b.shape[0]").steps[0].note.startswith("Channels differ")


def test_what_must_not_be_empty_is_looked_for_in_the_file_that_the_message_names():
    found = restated("assert len(soups) > 0, text", "AssertionError: no soup in data\\pots/menu.csv")

    assert found.finding == "`soups` is empty at line 12 of `stir.py`"
    assert [step.do.partition(":")[0] for step in found.steps] == [
        "Look into `data\\pots/menu.csv`",
        "Find what fills `soups`",
    ]
    assert len(restated("assert len(soups) >= 1").steps) == 1
    assert "is empty" not in restated("assert len(soups) > 1").finding


CHECKS = {
    "a comparison": ("assert pot.size == 3", "line 12 of `stir.py` checks `pot.size == 3`, and that does not hold"),
    "with a message": ('assert pot.size == 3, "three, please"', "line 12 of `stir.py` checks `pot.size == 3`,"),
    "in brackets": ("assert(pot.size == 3)", "checks `pot.size == 3`,"),
    "two pairs of brackets": ("assert (a + b) == (c)", "checks `(a + b) == (c)`,"),
    "a comma in a call": ("assert close(a, b) == True", "checks `close(a, b) == True`,"),
    "a container": (
        "assert 'lid' in self.parts",
        "line 12 of `stir.py` wants `'lid'` in `self.parts`, and it is not there",
    ),
    "a folder that ends in a slash": ("assert path[-1] == '/'", "wants `path` to end in a slash"),
    "one release of a package": (
        "assert cv2.__version__ == '4.5.1'  # check",
        "wants opencv-python 4.5.1, and another",
    ),
    "the same by its method": ("assert args.data.endswith('/')", "wants `args.data` to end in a slash"),
    "another last sign": ("assert path[-1] == 'x'", "checks `path[-1] == 'x'`"),
    "never": ('assert False, "no such soup"', "no branch above line 12 of `stir.py` fitted what it was given"),
    "a least value": (
        "assert(torch.min(y.data) >= -1)",
        "`torch.min(y.data) >= -1` does not hold: the values are out of range, or NaN",
    ),
}


@pytest.mark.parametrize(("statement", "finding"), CHECKS.values(), ids=CHECKS)
def test_the_condition_of_an_assert_is_the_finding(statement, finding):
    assert finding.casefold() in restated(statement).finding.casefold()


STEPS = {
    "one of many": (
        "assert all(bowl[0] == deepest[0] for bowl in bowls)",
        "Print each `bowl` of `bowls` for which `bowl[0] == deepest[0]` is false",
    ),
    "one of a list": ("assert all([lid.fits(pot) for lid in self.lids])", "Print each `lid` of `self.lids` for which"),
    "two conditions": ("assert pot.size == 3 and lid == pot.lid", "Print each part of it"),
    "any of many": ("assert any(bowl == deepest for bowl in bowls)", "Print each part of it"),
    "a literal list": ("assert dish in ('soup', 'stew')", "Give `dish` one of these."),
    "a list by its name": ("assert dish in self.dishes", "Find what fills `self.dishes`"),
    "two names": ("assert pot.lid == other.lid", "Find where `pot.lid` gets its value"),
}


@pytest.mark.parametrize(("statement", "step"), STEPS.values(), ids=STEPS)
def test_a_condition_is_taken_apart_only_where_it_is_one_comparison(statement, step):
    assert restated(statement).steps[0].do.startswith(step)


TRUTHS = {
    "still equal": (
        "assert not torch.allclose(soup_before, soup)",
        "`soup_before` and `soup` are still equal: nothing was changed",
        "Look at the step before it",
    ),
    "still equal within a bound": (
        "assert not np.allclose(a, b, atol=1e-3), 'same'",
        "`a` and `b` are still equal",
        "Look at the step before it",
    ),
    "a path": (
        "assert osp.exists(self.pantry), 'No pantry: {}'.format(self.pantry)",
        "wants `self.pantry` to exist, and it does not",
        "Print `self.pantry` before this line",
    ),
    "a path object": ("assert pantry.is_dir()", "wants `pantry` to exist", "Print `pantry` before this line"),
    "a class": (
        "assert isinstance(size, (list, tuple))",
        "checks `isinstance(size, (list, tuple))`",
        "Print `type(size)` before this line: only `(list, tuple)` is taken",
    ),
    "a type among several": (
        "assert(type(size) in (list, tuple,)), size",
        "checks `type(size) in (list, tuple,)`",
        "Print `type(size)` before this line: only `(list, tuple,)` is taken",
    ),
    "a value": ("assert not self.config.get('lid')", "checks `not self.config.get('lid')`", "Print each value in it"),
    "equal, as it should be": (
        "assert torch.allclose(a, b)",
        "checks `torch.allclose(a, b)`",
        "Print each value in it",
    ),
    "no path, as it should be": (
        "assert not osp.exists(target)",
        "checks `not osp.exists(target)`",
        "Print each value in it",
    ),
}


@pytest.mark.parametrize(("statement", "finding", "step"), TRUTHS.values(), ids=TRUTHS)
def test_a_check_without_a_comparison_says_what_to_look_at(statement, finding, step):
    found = restated(statement)

    assert finding in found.finding
    assert found.steps[0].do.startswith(step)


def test_a_check_of_a_library_without_a_comparison_is_only_quoted():
    assert not restated("assert not self.lids", file="/venv/lib/python3.11/site-packages/soup/a.py").steps


def test_a_condition_that_goes_on_in_the_next_line_is_not_restated():
    assert restated("assert all(bowl[0] == deepest[0]") is None
    assert restated("assert pot.size(0) == cook(") is None


def test_the_check_of_a_stack_without_its_error_line_is_read_too():
    text = 'it fails:\nFile "/home/u/soup/stir.py", line 12, in stir\n    assert pot.shape[0] == 1, "Only one pot"\n'

    assert "checks `pot.shape[0] == 1`" in explain(diagnose(text, CATALOGUE)).restated.finding


def test_a_stack_without_its_error_line_and_without_a_check_is_not_explained():
    text = 'it failed:\nTraceback (most recent call last):\n  File "/home/u/soup/stir.py", line 12, in stir\n    stir(pot)\n'

    assert explain(diagnose(text, CATALOGUE)) is None


@pytest.mark.parametrize(
    ("statement", "commands"),
    [
        ('assert timm.__version__ == "0.3.2"  # version check', ('python -m pip install "timm==0.3.2"',)),
        ('assert torch.__version__ == "1.8.0"', ()),  # a build for the GPU would be exchanged
    ],
)
def test_a_release_that_a_program_wants_is_installed(statement, commands):
    (step,) = restated(statement).steps

    assert step.commands == commands


@pytest.mark.parametrize("statement", ["assert timm.__version__ == needed", 'assert timm.__version__ >= "0.3.2"'])
def test_another_comparison_of_a_release_installs_nothing(statement):
    assert not [step for step in restated(statement).steps if step.commands]


def test_shapes_are_compared_by_the_number_that_differs():
    (step,) = restated("assert logit.shape == truth.shape").steps

    assert step.do == "Print `logit.shape` and `truth.shape`: the number that differs names the setting to change."


def test_nan_is_named_where_a_least_value_was_checked():
    assert "NaN makes every comparison false" in restated("assert (y.min() >= -1)").steps[0].do


def test_assert_false_leads_to_the_branches_above_it_and_to_no_debugger():
    steps = restated("assert False").steps

    assert "Read the `if` and `elif` lines above line 12" in steps[0].do
    assert not [step for step in steps if "Print" in step.do or "pdb" in step.do]


def test_a_statement_that_is_no_assert_is_no_check():
    assert restated("asserted = stir(pot)") is None
    assert restated("stir(pot)", "ValueError: the soup is cold") is None


NOTEBOOK = (
    "ValueError                                Traceback (most recent call last)\n"
    "/home/u/soup/stir.py in stir(pot)\n"
    "    101     if config['spoons']:\n"
    "    102         if pot.lid in pot.parts:\n"
    "--> 103             raise ValueError('the lid is on')\n"
    "    104         stir(pot)\n\n"
    "ValueError: the lid is on\n"
)


def test_the_ifs_around_a_raise_are_its_reason():
    found = explain(diagnose(NOTEBOOK, CATALOGUE)).restated

    assert found.finding == (
        "The code raises this itself, at line 103 of `stir.py`, when `config['spoons'] and pot.lid in pot.parts`"
    )


def test_a_raise_without_a_message_leads_to_the_branches_above_it():
    assert "says no reason" in restated("raise FileExistsError", "FileExistsError").finding
    assert restated("raise FileExistsError('x')", "FileExistsError: x") is None


def test_a_package_that_raises_without_a_message_is_not_to_be_read():
    assert restated("raise ValueError", "ValueError", "/venv/lib/python3.11/site-packages/soup/a.py") is None


def test_a_folder_that_is_missing_while_writing_is_made():
    found = restated(
        "with open(args.out, 'wb') as f:", "FileNotFoundError: [Errno 2] No such file or directory: 'bowls/day/a.pkl'"
    )

    assert found.finding == "The code writes `bowls/day/a.pkl`, and the folder `bowls/day` does not exist"
    assert found.steps[0].commands == ("mkdir -p bowls/day",)


@pytest.mark.parametrize(
    ("statement", "path"),
    [
        ("with open(args.out) as f:", "bowls/a.pkl"),
        ("with open(p, 'rb') as f:", "bowls/a.pkl"),
        ("open(p, 'w')", "a.pkl"),
    ],
)
def test_a_file_that_is_read_or_has_no_folder_needs_none_made(statement, path):
    assert restated(statement, f"FileNotFoundError: [Errno 2] No such file or directory: '{path}'") is None


def test_a_folder_that_a_shell_would_obey_stands_in_no_command():
    found = restated("open(p, 'w')", "FileNotFoundError: [Errno 2] No such file or directory: '$(id)/a.pkl'")

    assert found.steps[0].commands == ()


def test_an_error_raised_from_another_one_leads_up_to_that():
    found = restated('raise OSError("no soup") from e', "OSError: no soup")

    assert found.finding == "Line 12 of `stir.py` only repeats an error: the reason is the one before it"
    assert "Scroll up" in found.steps[0].do


def test_an_error_raised_from_none_or_with_its_reason_in_the_paste_does_not():
    assert restated('raise OSError("no soup") from None', "OSError: no soup") is None
    above = "KeyError: 'soup'\n\nThe above exception was the direct cause of the following exception:\n\n"
    text = f'{above}Traceback (most recent call last):\n  File "/s.py", line 1, in f\n    raise OSError(1) from e\nOSError: 1\n'

    found = explain(diagnose(text, CATALOGUE))

    assert found.root.text == "KeyError: 'soup'"


# ── a paste that begins below the first exception of a chain ────────────────────────────────────────────────────

HANDLING = "During handling of the above exception, another exception occurred:"
CAUSED = "The above exception was the direct cause of the following exception:"
STACK = 'Traceback (most recent call last):\n  File "/home/u/soup/soup/stir.py", line 12, in stir\n    {}\n{}\n'
FAILED = STACK.format("raise Exception('no pot')", "Exception: no pot")


@pytest.mark.parametrize("link", [HANDLING, CAUSED])
@pytest.mark.parametrize("above", ["", "Map (num_proc=1): 0%|  | 0/25\n"])
def test_the_first_exception_of_a_chain_is_asked_for_where_it_is_missing(link, above):
    explanation = explain(diagnose(f"{above}{link}\n\n{FAILED}", CATALOGUE))

    assert explanation.restated.finding == "The cause is the first exception, above this part, which was not pasted"
    assert not explanation.next  # no advice to update


def test_a_run_in_one_process_is_named_where_the_paste_shows_workers():
    text = f"{CAUSED}\n\n{STACK.format('rows.map(stir, num_proc=4)', 'Exception: no pot')}"

    assert "num_proc=1" in explain(diagnose(text, CATALOGUE)).restated.steps[1].do


def test_a_whole_chain_is_not_asked_for_again():
    text = f"{STACK.format('heat()', 'KeyError: 1')}\n{HANDLING}\n\n{FAILED}"
    restated = explain(diagnose(text, CATALOGUE)).restated

    assert restated is None or "not pasted" not in restated.finding


def test_an_exception_that_tells_enough_by_itself_is_answered():
    text = f"{HANDLING}\n\n{STACK.format('x = rows.pop()', 'IndexError: pop from empty list')}"

    assert "is empty" in explain(diagnose(text, CATALOGUE)).restated.finding
