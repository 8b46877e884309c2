"""What releases ask of each other, as it is kept and found again."""

import pytest

from tracefix.versions.requirements import (
    Requirement,
    find_requirement,
    format_requirements,
    in_order,
    parse_requirements,
)

KEPT = [
    Requirement("numpy", "1.0", "1.9", ">=1.20"),
    Requirement("numpy", "1.5", "1.9", ">=1.26", 'python_version >= "3.12"'),
    Requirement("tiny-lib", "1.0", "1.2.1", ">=0.19,<0.20"),
    Requirement("tiny-lib", "1.4", "1.9", ">=0.20,<0.21"),
]


@pytest.fixture
def ask(tmp_path):
    (tmp_path / "requires").mkdir()
    (tmp_path / "requires" / "big-lib.tsv").write_text(format_requirements("big-lib", KEPT), encoding="utf-8")

    def find(version, called, caller="big-lib", python=""):
        found = find_requirement(caller, version, called, python, tmp_path)
        return found and in_order(found)

    return find


def test_what_is_written_is_read_again():
    assert list(parse_requirements(format_requirements("big-lib", KEPT))) == KEPT


@pytest.mark.parametrize("version", ["1.0", "1.1", "1.2", "1.2.1", "1.2.1+cu118", "1.0.0"])
def test_each_release_of_a_run_asks_for_the_same(ask, version):
    assert ask(version, "tiny-lib") == ">=0.19,<0.20"


@pytest.mark.parametrize("version", ["0.9", "1.0rc1", "1.3", "1.2.2", "1.10", "main", ""])
def test_of_a_release_that_nobody_read_nothing_is_told(ask, version):
    assert ask(version, "tiny-lib") is None


@pytest.mark.parametrize(("caller", "called"), [("big-lib", "other"), ("other", "tiny-lib"), ("x" * 400, "tiny-lib")])
def test_of_packages_that_no_file_names_nothing_is_told(ask, caller, called):
    assert ask("1.0", called, caller) is None


def test_names_are_found_however_they_are_written(ask):
    assert ask("1.0", "Tiny_Lib", "BIG.lib") == ">=0.19,<0.20"


@pytest.mark.parametrize(
    ("python", "wanted"), [("", ">=1.20"), ("3.11", ">=1.20"), ("3.12", ">=1.20,>=1.26"), ("3.13.1", ">=1.20,>=1.26")]
)
def test_what_it_asks_for_on_some_pythons_counts_for_those(ask, python, wanted):
    assert ask("1.6", "numpy", python=python) == wanted
