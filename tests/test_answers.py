"""tools.answers tells which reports are answered otherwise than before."""

import json

import pytest

from tests.factories import write_article_folder
from tools.answers import main, paste_of

REPORT = "\nTraceback (most recent call last):\n  File \"a.py\", line 1, in f\nRuntimeError: boom happened in 'attic'\n"


@pytest.fixture
def folders(tmp_path):
    """(reports, arguments): one report below a folder, and how to ask for it."""
    write_article_folder(tmp_path / "articles", "boom", message="boom happened in '{place}'")
    reports = tmp_path / "reports"
    (reports / "deep").mkdir(parents=True)
    (reports / "deep" / "a.txt").write_text("source: me\nnote: TypeError: x\n---\n" + REPORT)
    (reports / "notes.md").write_text("no report")
    return reports, [str(reports), "--articles", str(tmp_path / "articles")]


def test_an_answer_is_its_verdict_articles_evidence_lines_and_roots(folders, capsys):
    _, arguments = folders

    assert main(arguments) == 0

    assert json.loads(capsys.readouterr().out) == {
        "deep/a.txt": {"verdict": "exact", "articles": [["boom", "exact", 4, ""]], "roots": [["RuntimeError", 4]]}
    }


def test_another_case_is_another_answer(folders, tmp_path, capsys):
    _, arguments = folders
    main([*arguments, "--save", str(tmp_path / "before.json")])
    (article := tmp_path / "articles" / "boom" / "article.md").write_text(
        article.read_text().replace(
            "sources:", "cases: [{when: '{place} is attic', fix: Sweep., section: fix}]\nsources:"
        )
    )
    capsys.readouterr()

    assert main([*arguments, "--against", str(tmp_path / "before.json")]) == 1
    assert "['boom', 'exact', 4, 'fix']" in capsys.readouterr().out


def test_equal_answers_are_told_as_equal(folders, tmp_path, capsys):
    _, arguments = folders
    main([*arguments, "--save", str(tmp_path / "before.json")])

    assert main([*arguments, "--against", str(tmp_path / "before.json")]) == 0
    assert capsys.readouterr().out.endswith("0 of 1 differ\n")


@pytest.mark.parametrize("change", ["another answer", "a report less", "a report more"])
def test_what_is_answered_otherwise_is_named(folders, tmp_path, capsys, change):
    reports, arguments = folders
    (reports / "b.log").write_text("KeyError: 1")
    main([*arguments, "--save", str(tmp_path / "before.json")])
    match change:
        case "another answer":
            (reports / "b.log").write_text("\nKeyError: 1")
        case "a report less":
            (reports / "b.log").unlink()
        case "a report more":
            (reports / "b.log").rename(reports / "c.log")
    capsys.readouterr()

    assert main([*arguments, "--against", str(tmp_path / "before.json")]) == 1

    out = capsys.readouterr().out
    assert "b.log: " in out
    assert "deep/a.txt" not in out


def test_a_folder_without_reports_is_refused(folders, tmp_path):
    _, arguments = folders
    (tmp_path / "empty").mkdir()

    assert main([str(tmp_path / "empty"), *arguments[1:]]) == 2


@pytest.mark.parametrize(
    ("report", "paste"),
    [
        ("family: x\nroot_line: 1\n---\nTypeError: boom", "TypeError: boom"),
        ("TypeError: boom", "TypeError: boom"),
        ("a log\n---\nTypeError: boom", "a log\n---\nTypeError: boom"),
        ("two words: x\n---\nTypeError: boom", "two words: x\n---\nTypeError: boom"),
    ],
)
def test_only_a_header_of_labels_is_taken_away(report, paste):
    assert paste_of(report) == paste
