"""`manage.py verify_latest`, with releases of a tiny package that lie in a folder."""

import json
import shutil

import pytest
from django.core.management import CommandError, call_command

from authoring.repros import installing
from tests.commands.wheels import use_wheels, write_wheel
from tests.factories import write_article_folder
from tracefix.articles.loading import load

HEADER = '# /// script\n# requires-python = "{}"\n# dependencies = ["{}"]\n# ///\n'
BODY = "import fuse\nfuse.light()\n"
BURNS = "def light():\n    raise RuntimeError('boom happened')\n"
FINE = "def light():\n    print('fine')\n"
OTHER = "def light():\n    raise KeyError('match')\n"


@pytest.fixture
def latest(tmp_path, use_articles, capsys, monkeypatch, asked_once, settings):
    root = tmp_path / "articles"
    settings.VAR_DIR = tmp_path / "var"
    wheels = tmp_path / "wheels"
    use_wheels(monkeypatch, wheels)

    def run(
        *args, newest, fix="print('put out')\n", wanted="fuse==1.0", fix_wants="fuse==1.0", python=">=3.8", **article
    ):
        for version, source in {"1.0": BURNS, "1.1": newest}.items():
            write_wheel(wheels, "fuse", version, source=source)
        for folder in (root, tmp_path / "uv-cache"):  # of a run before: no index has the same release with other files
            shutil.rmtree(folder, ignore_errors=True)
        repro, fixed = HEADER.format(python, wanted) + BODY, HEADER.format(python, fix_wants) + fix
        write_article_folder(root, repro_py=repro, fixed_py=fixed, **article)
        use_articles(root)
        status = 0
        try:
            call_command("verify_latest", *args)
        except SystemExit as error:
            status = error.code
        pairs = json.loads((tmp_path / "var" / "latest.json").read_text(encoding="utf-8"))["pairs"]
        return status, [(pair["now"], pair["packages"]) for pair in pairs], capsys.readouterr().out.splitlines()

    run.root = root
    return run


@pytest.mark.slow
def test_what_is_still_true_is_recorded_with_the_newest_release(latest, tmp_path):
    status, pairs, lines = latest("--record", newest=BURNS)

    assert (status, pairs) == (0, [("still true", {"fuse": "1.1"})])
    assert lines[0] == "still true: boom/main"
    # a fix that never ran with what its header asks for gets no record before that
    assert [(run.script, run.packages) for run in load(latest.root / "boom").runs] == [("repro.py", {"fuse": "1.1"})]
    assert "# Still true? 20" in (tmp_path / "var" / "latest.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_nothing_is_recorded_unless_it_is_wanted(latest):
    latest(newest=BURNS)

    assert not load(latest.root / "boom").runs


@pytest.mark.slow
def test_a_repro_that_fails_otherwise_needs_somebody(latest):
    status, pairs, lines = latest(newest=OTHER)

    assert (status, pairs[0][0]) == (1, "the repro fails otherwise")
    assert "KeyError" in lines[0]


@pytest.mark.slow
def test_a_release_that_the_article_says_is_free_of_the_error_needs_nobody(latest):
    affects = 'affects:\n  - {package: fuse, versions: "<1.1"}\n'
    status, pairs, lines = latest("--record", newest=OTHER, extra=affects)

    assert (status, pairs) == (0, [("gone, as the article says", {"fuse": "1.1"})])
    assert lines[0].startswith("gone, as the article says: boom/main")
    assert [(run.exit_status, run.reproduced) for run in load(latest.root / "boom").runs] == [(1, False)]


@pytest.mark.slow
def test_a_fix_that_fails_needs_somebody(latest):
    status, pairs, _ = latest(newest=BURNS, fix=BODY)

    assert (status, pairs[0][0]) == (1, "the fix fails")


@pytest.mark.slow
def test_a_fix_that_is_another_release_is_left_as_it_is(latest):
    _, pairs, _ = latest(newest=FINE, fix=BODY, fix_wants="fuse==1.1")

    assert pairs == [("still true", {"fuse": "1.0"})]


@pytest.mark.slow
def test_what_cannot_be_installed_or_run_is_told(latest):
    status, pairs, lines = latest(newest=BURNS, wanted="no-such-fuse", fix_wants="no-such-fuse")

    assert (status, pairs[0][0]) == (0, "not installed")
    assert "no-such-fuse" in lines[0]


def test_a_script_for_another_python_is_not_run(latest):
    _, pairs, lines = latest(newest=BURNS, python="<3.8")

    assert pairs[0][0] == "not run here"
    assert lines[0].startswith("not run here: boom/main: needs Python <3.8, this is 3.")


@pytest.mark.slow
def test_the_same_packages_in_another_order_are_one_environment(latest, tmp_path, monkeypatch):
    asked = []
    prepare = installing.prepare
    monkeypatch.setattr(installing, "prepare", lambda wanted, **how: asked.append(wanted) or prepare(wanted, **how))
    write_wheel(tmp_path / "wheels", "spark", "1.0", source="")

    _, pairs, _ = latest(newest=BURNS, wanted='spark", "fuse==1.0', fix_wants='fuse==1.0", "spark')

    assert asked == [("fuse", "spark")]
    assert pairs == [("still true", {"fuse": "1.1", "spark": "1.0"})]


@pytest.mark.slow
def test_an_interrupted_run_is_gone_on_with(latest):
    latest(newest=BURNS)
    _, pairs, lines = latest("--resume", newest=OTHER)  # which nobody looks at again

    assert lines[0].startswith("1 of 1 pairs are known from ")
    assert pairs == [("still true", {"fuse": "1.1"})]


@pytest.mark.slow
def test_what_was_edited_since_is_run_again(latest):
    latest(newest=BURNS)
    _, pairs, lines = latest("--resume", newest=FINE, fix="print('put out at last')\n")

    assert lines[0].startswith("0 of 1 pairs are known from ")
    assert pairs[0][0] == "the repro fails otherwise"


def test_a_report_that_is_none_is_refused(latest, tmp_path):
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "latest.json").write_text('{"pairs": [{}]}', encoding="utf-8")

    with pytest.raises(CommandError, match="is no report to go on with"):
        latest("--resume", newest=BURNS)
