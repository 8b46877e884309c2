"""The reader's own line with what took a missing name's place (tracefix/answers/own_line.py)."""

import pytest

from tracefix.answers.own_line import renamed
from tracefix.explaining.model import OwnFrame
from tracefix.versions.answers import NameVersions

ANTIALIAS = NameVersions("pillow", "PIL.Image.ANTIALIAS", "attribute", replacement="PIL.Image.LANCZOS")
BOOL = NameVersions("numpy", "numpy.bool", "class", replacement="bool")
STRATEGY = NameVersions("t", "t.Arguments.__init__(evaluation_strategy)", "argument", replacement="eval_strategy")
LINES = NameVersions("pandas", "pandas.read_csv(error_bad_lines)", "argument", replacement="on_bad_lines")
TYPES = NameVersions("numpy", "numpy.find_common_type", "function", replacement="numpy.promote_types")
MATH = NameVersions("numpy", "numpy.cast", "function", replacement="numpy.asarray(arr, dtype=dtype)")
ASYNC = NameVersions("Python", "asyncio.coroutine", "function", replacement="async def")
ABC = NameVersions("Python", "collections.Mapping", "class", replacement="collections.abc.Mapping")


def change(line, versions, **more):
    own = OwnFrame("/home/me/run.py", 3, "<module>", 2, line, **more)
    return renamed(own, [versions])


@pytest.mark.parametrize(
    ("line", "versions", "expected"),
    [
        ("im.resize((64, 64), Image.ANTIALIAS)", ANTIALIAS, "im.resize((64, 64), Image.LANCZOS)"),
        ("mask = np.zeros(5, dtype=np.bool)", BOOL, "mask = np.zeros(5, dtype=bool)"),
        ("mask = numpy.bool(x)", BOOL, "mask = bool(x)"),
        ("a = Arguments(evaluation_strategy='epoch')", STRATEGY, "a = Arguments(eval_strategy='epoch')"),
    ],
)
def test_the_new_name_takes_the_place_of_the_old_one(line, versions, expected):
    assert change(line, versions) == expected


@pytest.mark.parametrize(
    ("line", "versions"),
    [
        ("im.resize((64, 64), ANTIALIAS)", ANTIALIAS),  # the import has to change, too
        ("Image.ANTIALIAS if Image.ANTIALIAS else 0", ANTIALIAS),
        ("Image.ANTIALIAS.name", ANTIALIAS),
        ("x = np.bool_", BOOL),
        ("x = self.np.bool", BOOL),
        ("a = Arguments(**{'evaluation_strategy': 'epoch'})", STRATEGY),
        ("a = Arguments(evaluation_strategy=evaluation_strategy)", STRATEGY),
        ("pd.read_csv(path, error_bad_lines=False)", LINES),  # another name, and another value
        ("np.find_common_type([a], [b])", TYPES),  # is called otherwise
        ("x = np.cast", MATH),
        ("@asyncio.coroutine", ASYNC),
        ("x = collections.Mapping", ABC),  # a module that may not be imported
        ("", BOOL),
        ("np.bool" + " " * 400, BOOL),
    ],
)
def test_a_line_stays_where_it_is_not_plain_what_to_write(line, versions):
    assert change(line, versions) == ""


def test_a_project_s_line_or_one_that_the_paste_lacks_stays():
    assert change("x = np.bool", BOOL, project="ComfyUI") == ""
    assert renamed(None, [BOOL]) == ""


def test_what_may_be_another_package_s_name_is_changed_where_the_paste_shows_that_package():
    unsure = {"is_guess": True, "replacement": "bool"}

    assert change("x = np.bool", NameVersions("numpy", "numpy.bool", "class", **unsure)) == ""
    assert change("x = np.bool", NameVersions("numpy", "numpy.bool", "class", installed="1.26", **unsure)) == "x = bool"
