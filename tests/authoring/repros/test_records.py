"""A run is recorded in its article's folder, and found there again."""

import datetime
from dataclasses import replace

import pytest

from authoring.repros import records
from tests.factories import write_article_folder
from tests.tracefix.repros.tools import HEADER
from tracefix.articles.loading import load
from tracefix.articles.model import Script
from tracefix.articles.runs import read_run
from tracefix.repros.running import Outcome

DAY = datetime.date(2026, 1, 31)


@pytest.fixture
def article(tmp_path):
    text = HEADER.format("[]") + "raise SystemExit('boom happened')\n"
    return load(write_article_folder(tmp_path / "articles", repro_py=text, fixed_py=HEADER.format("[]")))


def record(article, environment, output="boom happened\n", **fields):
    outcome = Outcome(1, output)
    values = {"reproduced": True, "date": DAY} | fields
    return records.record(article, article.pairs[0].repro, environment, outcome, **values)


def test_a_recorded_run_can_be_read_again(article, environment):
    run = read_run(record(article, environment, "boom\n---\nhappened"))

    assert (run.script, run.python, run.exit_status, run.reproduced) == ("repro.py", environment.version, 1, True)
    assert run.output == "boom\n---\nhappened"
    assert run.path.name == f"py{environment.version}.txt"


def test_the_file_is_named_for_the_pair_the_python_and_the_packages(article, environment):
    header = HEADER.format('["torch", "numpy>=2", "absent"]')
    script = Script("repro_ray.py", article.folder / "repro_ray.py", header)
    installed = replace(environment, version="3.11.7", packages={"numpy": "2.1", "torch": "2.13.0+cpu", "pip": "24"})

    path = records.record(article, script, installed, Outcome(1, "boom\n"), reproduced=True, date=DAY)

    assert path == article.folder / "runs" / "ray-py3.11.7-torch2.13.0-cpu-numpy2.1.txt"
    assert read_run(path).packages == {"torch": "2.13.0+cpu", "numpy": "2.1"}


@pytest.mark.parametrize(("script", "start"), [("fixed.py", "fixed-py3"), ("fixed_ray.py", "fixed_ray-py3")])
def test_the_run_of_a_fix_has_a_file_of_its_own(article, environment, script, start):
    fixed = replace(article.pairs[0].fixed, name=script, path=article.folder / script)

    path = records.record(article, fixed, environment, Outcome(0, "fine\n"), reproduced=False, date=DAY)

    assert path.name.startswith(start)
    assert read_run(path).is_fix
    assert not read_run(record(article, environment)).is_fix


def test_the_record_of_an_environment_is_found_again(article, environment):
    repro = article.pairs[0].repro
    path = record(article, environment)
    article = load(article.folder)

    assert records.find_record(article, repro, environment).path == path
    assert records.find_record(article, repro, replace(environment, version="3.8.0")) is None


def test_a_run_that_did_not_end_is_never_recorded(article, environment):
    with pytest.raises(ValueError, match="did not end"):
        records.record(article, article.pairs[0].repro, environment, Outcome(None, "boom\n"), reproduced=True, date=DAY)

    assert not (article.folder / "runs").exists()


def test_the_newest_run_is_the_last(article, environment):
    record(article, environment)

    assert records.last_run(load(article.folder), article.pairs[0].repro).date == DAY
    assert records.last_run(article, article.pairs[0].fixed) is None
