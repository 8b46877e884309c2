"""`manage.py check SLUG`: one article, from its scripts to its pull request."""

import shutil
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from authoring.management.commands import check
from kb.compiled import Articles
from tests.factories import make_article
from tracefix.articles.loading import article_folders, load
from tracefix.articles.runs import read_run

EXAMPLE = settings.BASE_DIR / "articles" / "_example"


@pytest.fixture
def root(tmp_path, use_articles, monkeypatch, asked_once, settings):
    """The example as an article, without its runs; and no notes, of which all take seconds to read, for each test."""
    root = tmp_path / "articles"
    settings.PROJECTS_DIR = tmp_path / "projects"
    shutil.copytree(EXAMPLE, root / "example", ignore=shutil.ignore_patterns("runs"))
    shutil.copy(settings.BASE_DIR / "articles" / "tags.yaml", root)
    (root / "published.txt").write_text("example\n", encoding="utf-8")
    use_articles(root)
    monkeypatch.setattr(check.importlib.util, "find_spec", lambda name: None)  # the tests are of our own articles
    return root


def run(capsys, *arguments):
    status = 0
    try:
        call_command("check", "example", "--reports", "/nowhere", *arguments)
    except SystemExit as ended:
        status = ended.code
    return status, capsys.readouterr().out


def test_the_example_passes_every_stage(root, capsys):
    status, told = run(capsys)

    assert status == 0
    assert [line for line in told.splitlines() if line.startswith(("──", "$"))] == [
        "── 1 of 4: run and record",
        "$ .venv/bin/python manage.py verify_repros --record example",
        "$ .venv/bin/python manage.py verify_in_browser --record example",
        "── 2 of 4: signatures",
        "── 3 of 4: lint",
        "$ .venv/bin/python manage.py lint_articles example",
        "── 4 of 4: tests",
    ]
    assert "1 article, no problems" in told
    assert "Next: read the page once" in told
    assert sorted(run.script for run in load(root / "example").runs) == ["fixed.py", "repro.py"]


@pytest.mark.parametrize("test", check.TESTS)
def test_the_tests_that_it_runs_are_there(test):
    path, _, name = test.partition("[")[0].partition("::")

    assert f"def {name}(" in (settings.BASE_DIR / path).read_text(encoding="utf-8")


@pytest.mark.slow  # it collects tests in a process of its own
def test_they_run_for_every_article():
    slug = article_folders(settings.BASE_DIR / "articles")[1].name  # one that make test leaves out
    tests = [test.format(slug=slug) for test in check.TESTS]
    command = [sys.executable, *check.PYTEST, "--collect-only", "-v", *tests]

    collected = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True)

    assert collected.stdout.splitlines()[: len(tests)] == tests


@pytest.mark.parametrize(("told", "status"), [("1 passed", 0), ("1 passed, 2 deselected", 1)])
def test_a_test_that_did_not_run_is_a_failure(root, capsys, monkeypatch, told, status):
    run(capsys)
    monkeypatch.setattr(check.importlib.util, "find_spec", lambda name: True)
    monkeypatch.setattr(check.subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 0, told))

    assert run(capsys)[0] == status


def test_scripts_that_did_not_change_are_not_run_again(root, capsys):
    run(capsys)

    assert "the runs are of these scripts" in run(capsys)[1]
    assert "verify_repros --record example" in run(capsys, "--again")[1]


def test_a_draft_gets_its_signature_proposed_and_is_stopped_there(root, capsys):
    path = root / "example" / "article.md"
    text = path.read_text(encoding="utf-8")
    message = "zip() argument {number} is {relation} than argument"
    text = text.replace(message, "the message as it is {verb}").replace(
        "{relation: [shorter, longer]}", "{verb: [printed]}"
    )
    path.write_text(text.replace("{{number|2}}, ", ""), encoding="utf-8")

    run(capsys)  # where verify_repros shows it
    status, told = run(capsys)

    assert status == 1
    assert 'A draft of one, to be narrowed by you:\n- message: "zip() argument' in told
    assert told.endswith(
        "Next: put the signature into article.md in place of the template's, with {name} for the parts that vary, then "
        "again: make check ARTICLE=example\n"
    )


def test_a_script_that_fails_is_the_next_thing_to_mend(root, capsys):
    path = root / "example" / "fixed.py"
    path.write_text(path.read_text(encoding="utf-8") + "1 / 0\n", encoding="utf-8")

    status, told = run(capsys)

    assert status == 1
    assert "FAILED   example/fixed.py: exit 1" in told
    assert "Next: mend what is FAILED above, then again: make check ARTICLE=example" in told


def test_a_note_that_has_its_message_is_named(root, capsys, monkeypatch):
    (signature, *_) = load(root / "example").signatures
    note = make_article("cellar/cold", note_of="cellar", signatures=[signature], folder=root)
    monkeypatch.setattr(check, "sound_notes", lambda folder, before: Articles.of([note]))

    _, told = run(capsys)

    assert (
        "The note cellar/cold (/notes/cellar/cold/) has the message of this article: write `article: example` " in told
    )
    assert f"into {root}/notes.yaml" in told


def test_reports_of_other_errors_that_it_touches_are_shown(root, tmp_path, capsys):
    (tmp_path / "reports").mkdir()
    report = "ValueError: zip() argument 3 is longer than argument 1\n"
    (tmp_path / "reports" / "a.txt").write_text(report, encoding="utf-8")

    told = run(capsys, "--reports", str(tmp_path / "reports"))[1]

    assert "its signatures touch 1 report of other errors, 1 of them as exact" in told
    assert "exact  a.txt\n      ValueError: zip() argument 3 is longer than argument 1" in told


def test_what_its_placeholders_take_is_shown(root, capsys):
    told = run(capsys)[1]

    assert "{number} takes anything; the reports have 2" in told
    assert "{relation} takes anything" not in told  # its `where` says what it takes


def test_an_unknown_slug_is_refused_with_what_was_meant(root):
    with pytest.raises(CommandError, match="there is no article 'exampel': did you mean 'example'"):
        call_command("check", "exampel")


def test_an_article_that_cannot_be_read_is_told_with_its_line(root):
    path = root / "example" / "article.md"
    path.write_text(path.read_text(encoding="utf-8").replace("tags: [", "tags: [[["), encoding="utf-8")

    with pytest.raises(CommandError, match=r"article\.md:8: is not YAML: the list that is opened by"):
        call_command("check", "example")


def test_the_example_is_short_and_has_been_run():
    assert len((EXAMPLE / "article.md").read_text(encoding="utf-8").splitlines()) <= 45
    assert sorted(read_run(path).script for path in EXAMPLE.glob("runs/*.txt")) == ["fixed.py", "repro.py"]
