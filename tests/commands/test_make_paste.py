"""`manage.py make_paste`: other shapes of a report, made by running the script that way."""

import pytest
from django.core.management import CommandError, call_command

from authoring.repros.shapes import SHAPES, wrap
from tests.factories import write_article_folder

HEADER = '# /// script\n# requires-python = ">=3.8"\n# dependencies = []\n# ///\n'
FAILS = "raise RuntimeError('boom ' + 'happened')\n"


@pytest.fixture
def make(tmp_path, use_articles, capsys, asked_once):
    root = tmp_path / "articles"
    use_articles(root)

    def run(*args, repro=FAILS):
        if not root.exists():
            write_article_folder(root, repro_py=HEADER + repro, fixed_py=HEADER)
        call_command("make_paste", "boom", *args)
        return capsys.readouterr().out

    run.pastes = root / "boom" / "pastes"
    return run


SAYS = {
    "logger": ("ERROR train: the run failed\nTraceback (most recent call last):\n", "RuntimeError: boom happened\n"),
    "one-line": ('{"timestamp": "20', 'RuntimeError: boom happened\\n"}\n'),
    "wrapped": ("Traceback (most recent call last):\n", "RuntimeError: boom happened\n"),
}


@pytest.mark.parametrize("shape", SAYS)
def test_a_shape_is_written_and_leads_to_the_article(make, shape):
    told = make("--as", shape)

    text = (make.pastes / f"{shape}.txt").read_text(encoding="utf-8")
    assert told == f"{make.pastes / shape}.txt: exact for boom. Read it before you commit it\n"
    assert SAYS[shape][0] in text
    assert text.endswith(SAYS[shape][1])


def test_a_narrow_terminal_breaks_lines_in_the_middle_of_words():
    assert wrap(f"{'x' * 100}\ny\n") == f"{'x' * 80}\n{'x' * 20}\ny\n"


def test_a_notebook_and_a_launcher_bring_the_packages_they_take():
    assert SHAPES["notebook"].packages == ("ipython",)
    assert "torch" in SHAPES["torchrun"].packages


def test_a_script_that_does_not_fail_writes_nothing(make):
    with pytest.raises(
        CommandError, match=r"repro\.py did not fail as logger; its last line: fine\. Nothing was written"
    ):
        make("--as", "logger", repro="print('fine')\n")

    assert not make.pastes.exists()


def test_a_report_that_leads_elsewhere_is_not_written(make):
    with pytest.raises(CommandError, match="the report matches nothing; its last line: ZeroDivisionError"):
        make("--as", "wrapped", repro="1 / 0\n")

    assert not make.pastes.exists()


def test_an_unknown_pair_is_refused_with_the_known_ones(make):
    with pytest.raises(CommandError, match="boom has no pair 'ray': choose from main"):
        make("--as", "logger", "--only", "ray")


# ── a report that is there already ──────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def log(tmp_path):
    return tmp_path / "err.log"


def test_a_report_is_scrubbed_and_kept(make, log):
    log.write_text('on acme-gpu-17\n  File "/root/jane/a.py", line 1\nRuntimeError: boom happened\n', encoding="utf-8")

    assert make("--from", str(log)) == f"{make.pastes}/err.txt: exact for boom. Read it before you commit it\n"
    assert (make.pastes / "err.txt").read_text(encoding="utf-8") == (
        'on host\n  File "/home/user/jane/a.py", line 1\nRuntimeError: boom happened\n'
    )


def test_a_report_that_is_only_likely_is_told_with_the_reasons(make, log):
    log.write_text("INFO: we saw that boom happened, and went on\n", encoding="utf-8")

    assert make("--from", str(log)).splitlines() == [
        f"{make.pastes}/err.txt: likely for boom. Read it before you commit it",
        "  likely: Only a warning or another notice holds “boom happened”; it may have nothing to do with the error.",
    ]


def test_a_report_of_another_error_is_no_paste_and_may_be_a_look_alike(make, log):
    log.write_text("RuntimeError: no boom, it went out with a whimper\n", encoding="utf-8")

    with pytest.raises(CommandError, match=r"the report matches nothing\. Nothing was written"):
        make("--from", str(log))
    told = make("--from", str(log), "--not")

    assert told == f"{make.pastes.parent}/not/err.txt: no signature fits it. Read it before you commit it\n"
    assert not make.pastes.exists()


def test_the_verdict_on_a_look_alike_names_the_article_that_it_is_of(make, log):
    write_article_folder(make.pastes.parent.parent, "bang", message="it went bang")
    write_article_folder(make.pastes.parent.parent, repro_py=HEADER + FAILS, fixed_py=HEADER)
    log.write_text("RuntimeError: it went bang\nno boom\n", encoding="utf-8")

    assert "/not/err.txt: exact for bang. Read" in make("--from", str(log), "--not")


def test_the_path_is_shown_from_where_one_is(make, log, tmp_path, monkeypatch):
    log.write_text("RuntimeError: boom happened\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    assert make("--from", "err.log").startswith("articles/boom/pastes/err.txt: ")


@pytest.mark.parametrize("name", ["colab", "colab.txt", "../colab", "colab-17.4"])
def test_a_report_gets_a_name_of_its_own(make, log, name):
    log.write_text("RuntimeError: boom happened\n", encoding="utf-8")

    kept = name.removeprefix("../").removesuffix(".txt")
    assert make("--from", str(log), "--name", name).startswith(f"{make.pastes}/{kept}.txt: ")


def test_a_report_of_the_error_is_no_look_alike(make, log):
    log.write_text("RuntimeError: boom happened\n", encoding="utf-8")

    with pytest.raises(CommandError, match="is an exact match of this article: narrow it first"):
        make("--from", str(log), "--not")

    assert not (make.pastes.parent / "not").exists()


def test_what_nobody_would_take_for_the_error_is_no_look_alike(make, log):
    log.write_text("KeyError: 'whimper'\n", encoding="utf-8")

    with pytest.raises(CommandError, match="has none of the words by which this error is known"):
        make("--from", str(log), "--not")

    assert not (make.pastes.parent / "not").exists()


def test_a_run_is_no_look_alike(make):
    with pytest.raises(CommandError, match="--not goes with --from"):
        make("--as", "logger", "--not")


def test_a_run_has_the_name_of_its_shape(make):
    with pytest.raises(CommandError, match="--name goes with --from"):
        make("--as", "logger", "--name", "colab")
