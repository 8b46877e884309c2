"""Recorded runs are read as they were written."""

import datetime
from dataclasses import replace

import pytest

from tests.tracefix.articles.tools import write
from tracefix.articles.loading import load
from tracefix.articles.model import ArticleError, Run
from tracefix.articles.runs import output_line, read_run, write_run

RUN = "script: repro.py\npython: 3.11.7\nplatform: Linux x86_64\npackages: torch==2.13.0\ndate: 2026-01-31\nexit: 1\nreproduced: yes\n"


def test_a_recorded_run_is_read(root):
    (run,) = load(write(root, **{"runs__a_txt": RUN + "---\nboom\n---\nmore"})).runs

    assert (run.script, run.python, run.packages, run.exit_status) == ("repro.py", "3.11.7", {"torch": "2.13.0"}, 1)
    assert run.reproduced
    assert run.output == "boom\n---\nmore"


@pytest.mark.parametrize("text", ["", "boom", RUN, RUN.replace("exit: 1", "exit: one") + "---\n", "---\nboom"])
def test_a_file_that_is_no_recorded_run_is_refused(tmp_path, text):
    path = tmp_path / "run.txt"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(ArticleError, match="verify_repros --record"):
        read_run(path)


@pytest.fixture
def run(tmp_path):
    return Run(
        path=tmp_path / "runs" / "py3.11.7.txt",
        script="repro.py",
        python="3.11.7",
        platform="Linux x86_64",
        packages={"torch": "2.13.0", "numpy": "2.0"},
        date=datetime.date(2026, 1, 31),
        exit_status=1,
        reproduced=True,
        output="boom\n---\nhappened\n",
    )


def test_a_run_that_is_written_reads_the_same(run):
    write_run(run)

    assert read_run(run.path) == run
    assert run.path.read_text(encoding="utf-8") == (
        "script: repro.py\npython: 3.11.7\nplatform: Linux x86_64\npackages: torch==2.13.0 numpy==2.0\n"
        "date: 2026-01-31\nexit: 1\nreproduced: yes\n---\nboom\n---\nhappened\n"
    )
    assert [path.name for path in run.path.parent.iterdir()] == ["py3.11.7.txt"]


def test_a_run_without_packages_or_output_reads_the_same(run):
    silent = replace(run, packages={}, output="", exit_status=0, reproduced=False)

    write_run(silent)

    assert read_run(run.path) == silent


def test_a_run_that_differs_in_its_date_only_is_left_alone(run):
    write_run(run)

    write_run(replace(run, date=datetime.date(2027, 1, 1)))

    assert read_run(run.path) == run


@pytest.mark.parametrize(
    "change",
    [{"output": "bang\n"}, {"exit_status": 2}, {"reproduced": False}, {"packages": {"torch": "2.14.0"}}],
    ids=lambda change: next(iter(change)),
)
def test_a_run_that_differs_is_written_again(run, change):
    write_run(run)
    other = replace(run, date=datetime.date(2027, 1, 1), **change)

    write_run(other)

    assert read_run(run.path) == other


def test_the_output_begins_behind_the_head(run):
    write_run(run)

    assert run.path.read_text(encoding="utf-8").splitlines()[output_line(run) - 1] == "boom"
