"""The grid of tested versions."""

import datetime
from pathlib import Path

from tracefix.articles.model import Pair, Run, Script
from tracefix.articles.tested_versions import environment_rows, newest_run

PAIR = Pair("", Script("repro.py", Path("repro.py"), ""), Script("fixed.py", Path("fixed.py"), ""))


def run(script, python="3.11.7", *, reproduced=None, day=1, **packages):
    shows = script == "repro.py" if reproduced is None else reproduced
    date = datetime.date(2026, 1, day)
    return Run(Path(f"{script}-{python}"), script, python, "Linux", packages, date, int(shows), shows, "")


def test_an_error_and_a_fix_in_one_environment_are_one_row():
    (row,) = environment_rows(PAIR, [run("repro.py", torch="2.13"), run("fixed.py", torch="2.13", day=9)])

    assert (row.error.script, row.fix.script, row.date.day) == ("repro.py", "fixed.py", 9)
    assert row.changed_packages == {}


def test_the_newest_python_comes_first():
    rows = environment_rows(PAIR, [run("repro.py", "3.9.1"), run("repro.py", "3.13.0"), run("fixed.py", "2.7.18")])

    assert [row.python for row in rows] == ["3.13.0", "3.9.1", "2.7.18"]
    assert [row.error is None for row in rows] == [False, False, True]
    assert [row.fix is None for row in rows] == [True, True, False]


def test_a_fix_that_changes_a_package_stands_beside_its_error():
    (row,) = environment_rows(
        PAIR, [run("repro.py", numpy="2.2.6", torch="1"), run("fixed.py", numpy="1.26.4", torch="1")]
    )

    assert row.packages == {"numpy": "2.2.6", "torch": "1"}
    assert row.changed_packages == {"numpy": "1.26.4"}


def test_a_fix_in_the_same_environment_is_taken_first():
    rows = environment_rows(
        PAIR,
        [
            run("repro.py", torch="1"),
            run("repro.py", torch="2"),
            run("fixed.py", torch="2"),
            run("fixed.py", torch="3"),
        ],
    )

    assert [(row.packages["torch"], dict(row.changed_packages)) for row in rows] == [("2", {}), ("1", {"torch": "3"})]


def test_where_the_error_does_not_occur_another_environment_fixes_nothing():
    rows = environment_rows(PAIR, [run("repro.py", torch="3", reproduced=False), run("fixed.py", torch="2")])

    assert [(row.error is None, row.fix is None) for row in rows] == [(False, True), (True, False)]


def test_runs_of_another_pair_are_left_out():
    assert environment_rows(PAIR, [run("repro_ray.py"), run("fixed_ray.py")]) == []


def test_of_one_python_the_newest_packages_come_first():
    rows = environment_rows(PAIR, [run("repro.py", torch=version) for version in ("2.9.1", "2.13.0", "odd", "2.10.0")])

    assert [row.packages["torch"] for row in rows] == ["2.13.0", "2.10.0", "2.9.1", "odd"]


def test_the_newest_run_is_that_with_the_newest_packages_whenever_it_was():
    runs = [run("repro.py", torch="2.9.1", day=9), run("repro.py", torch="2.13.0"), run("fixed.py", torch="2.14.0")]

    assert newest_run(PAIR, runs).packages == {"torch": "2.13.0"}
    assert newest_run(PAIR, [run("repro.py", "3.9.1", day=9), run("repro.py", "3.11.7")]).python == "3.11.7"
    assert newest_run(PAIR, [run("fixed.py")]) is None
