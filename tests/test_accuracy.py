"""benchmarks.accuracy tells how often a contestant is right."""

import json

import pytest

from benchmarks import accuracy
from benchmarks.accuracy import ContestantAnswer, audit, expressions, labelled_reports, matcher, own_reports, score
from tests.factories import write_article_folder
from tracefix.articles.loading import load_sound

KNOWN = "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\nRuntimeError: boom happened in 'attic'\n"


@pytest.fixture
def articles(tmp_path):
    write_article_folder(tmp_path / "articles", "boom", message="boom happened in '{place}'")
    write_article_folder(tmp_path / "articles", "bang", message="bang went the fuse")
    return load_sound(tmp_path / "articles")[0]


@pytest.fixture
def reports(tmp_path):
    """A function that writes labelled reports and reads them."""

    def write(**texts):
        folder = tmp_path / "reports"
        folder.mkdir()
        for name, text in texts.items():
            (folder / f"{name}.txt").write_text(text)
        return labelled_reports(folder, ["boom", "bang"])

    return write


def test_a_label_says_what_a_report_is(reports):
    (report,) = reports(a=f"family: boom\nalso: bang\nexpect: cut\nroot_line: 3, 0\n---\n{KNOWN}")

    assert (report.name, report.text, report.family) == ("a.txt", KNOWN, "boom")
    assert report.families == {"boom", "bang"}
    assert report.is_cut
    assert report.root_lines == (3, 0)


def test_until_a_family_has_an_article_its_kind_is_a_fair_answer(reports):
    (report,) = reports(a="family: mmcv-ext-missing\n---\nx")

    assert report.families == {"mmcv-ext-missing", "module-not-found"}


def test_the_matcher_and_the_expressions_answer_the_same_reports(articles, reports):
    found = reports(
        a=f"family: boom\nroot_line: 3\n---\n{KNOWN}", b="family: other\nroot_line: 0\n---\nwhat is boom?\n"
    )
    slugs = ["boom", "bang"]

    for contestant in (matcher(articles), expressions(articles)):
        assert score(found, contestant, slugs) == {
            "right": 50, "covered_right": 100, "wrong": 0, "false_exact": 0, "honest_none": 100, "root": 100,
        }  # fmt: skip


def test_a_wrong_answer_that_is_sure_is_counted_apart(reports):
    found = reports(a="family: boom\nroot_line: 3\n---\nx", b="family: other\n---\nx")

    assert score(found, lambda text: ContestantAnswer("bang", is_exact=True, root_line=9), ["boom", "bang"]) == {
        "right": 0, "covered_right": 0, "wrong": 100, "false_exact": 100, "honest_none": 0, "root": 0,
    }  # fmt: skip


def test_no_root_where_one_stands_is_a_miss_and_where_none_stands_it_is_right(reports):
    found = reports(a="family: boom\nroot_line: 1\n---\nx", b="family: boom\nroot_line: 0\n---\nx")

    assert score(found, lambda text: ContestantAnswer(), ["boom"])["root"] == 50


def test_our_own_reports_are_recorded_failures_and_pastes(articles, tmp_path):
    (tmp_path / "articles" / "boom" / "pastes").mkdir(exist_ok=True)
    (tmp_path / "articles" / "boom" / "pastes" / "log.txt").write_text(KNOWN)

    found = own_reports(load_sound(tmp_path / "articles")[0])

    assert ("boom/log.txt", KNOWN, "boom") in [(report.name, report.text, report.family) for report in found]


def test_an_audit_shows_the_line_that_decided(articles, reports):
    found = reports(a=f"family: boom\n---\n{KNOWN}", b=f"family: bang\n---\n{KNOWN}", c="family: other\n---\nx")

    lines = "\n".join(audit(found, matcher(articles), 10))

    assert "right  exact  boom  a.txt\n    RuntimeError: boom happened in 'attic'" in lines
    assert "WRONG  exact  boom  b.txt" in lines
    assert "c.txt" not in lines


def test_the_command_writes_the_figures_with_date_and_commit(reports, tmp_path, capsys):
    reports(a="family: other\n---\nnothing is wrong")
    written = tmp_path / "figures.json"

    assert accuracy.main([str(tmp_path / "reports"), "--json", str(written)]) == 0

    result = json.loads(written.read_text())
    assert result["reports"] == 1
    assert result["figures"]["matcher"]["honest_none"] == 100
    assert result["date"]
    assert "commit" in result
    assert "| matcher | 0 |" in capsys.readouterr().out


@pytest.mark.thorough
def test_a_folder_without_reports_is_told(tmp_path, capsys):
    assert accuracy.main([str(tmp_path)]) == 1

    assert str(tmp_path) in capsys.readouterr().err
