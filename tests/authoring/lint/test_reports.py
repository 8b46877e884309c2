"""Lint of runs and pastes: they lead to their article, and to no other."""

import pytest

from tests.authoring.lint.tools import REPORT, complaints, edit, write_article, write_run


def test_a_repro_without_a_recorded_run_is_told_the_command(folder):
    (folder / "runs" / "py3.11.7.txt").unlink()
    (folder / "pastes" / "two.txt").write_text(REPORT, encoding="utf-8")

    assert complaints(folder) == [
        "boom/repro.py:1: has no recorded run with its error: `manage.py verify_repros --record boom`, or say in "
        "`requires` what it needs"
    ]


def test_a_repro_that_needs_a_gpu_may_lack_a_run(folder):
    (folder / "runs" / "py3.11.7.txt").unlink()
    (folder / "pastes" / "two.txt").write_text(REPORT, encoding="utf-8")
    edit(folder / "article.md", "created:", "requires: [cuda]\ncreated:")

    assert complaints(folder) == []


def test_a_run_of_a_script_that_is_gone_is_told(folder):
    write_run(folder, REPORT, script="repro_ray.py", name="ray")

    assert complaints(folder) == [
        "boom/runs/ray.txt:1: is a run of repro_ray.py, which is not here: remove it, or name its script"
    ]


def test_the_same_paste_again_is_none(folder):
    (folder / "runs" / "py3.11.7.txt").unlink()
    (folder / "pastes" / "two.txt").write_text(
        (folder / "pastes" / "log.txt").read_text(encoding="utf-8"), encoding="utf-8"
    )

    found = "\n".join(complaints(folder))
    assert "boom/pastes/two.txt:1: has the same text as log.txt: keep one of them" in found
    assert "only 1 text leads here (0 of runs/ with the error, 1 of pastes/)" in found


def test_one_report_is_too_few(folder):
    (folder / "pastes" / "log.txt").unlink()

    assert complaints(folder) == [
        "boom/article.md:1: only 1 text leads here (1 of runs/ with the error, 0 of pastes/): add runs or pastes/*.txt of other shapes, at least 2"
    ]


@pytest.mark.parametrize("path", ["/root/a.py", "/work/x/a.py", "/opt/conda/a.py", "/tmp/tmp1x/a.py", "/root"])
def test_a_path_of_the_machine_is_refused(folder, path):
    write_run(folder, REPORT.replace("a.py", path))

    assert complaints(folder) == [
        f"boom/runs/py3.11.7.txt:11: holds {path}, a path of the machine it was made on: write /home/user/… instead"
    ]


def test_paths_of_the_machine_are_one_line_of_lint_for_each_file(folder):
    (folder / "not" / "log.txt").write_text("boom\nin /root/a.py\nin /root/b.py\nin /tmp/c.py\n", encoding="utf-8")

    assert complaints(folder) == [
        "boom/not/log.txt:2: holds /root/a.py, a path of the machine it was made on (and 2 more of its lines hold one): "
        "write /home/user/… instead"
    ]


@pytest.mark.parametrize("path", ["/home/user/tmp/a.py", "/workspace/a.py", "/home/user/work/a.py", "~/opt/a.py"])
def test_a_path_as_readers_have_it_passes(folder, path):
    write_run(folder, REPORT.replace("a.py", path))

    assert complaints(folder) == []


def test_what_reports_choose_is_told_once_they_lead_here(folder):
    edit(folder / "article.md", "sources:", "cases: [{when: 'paste has *fire*', fix: Call somebody.}]\nsources:")

    assert "no run and no paste gets this case" in complaints(folder)[0]

    (folder / "pastes" / "odd.txt").write_text("RuntimeError: something else\n", encoding="utf-8")
    assert complaints(folder) == ["boom/pastes/odd.txt:1: matches nothing: add a signature for its wording"]


def test_a_report_that_matches_nothing_is_told(folder):
    (folder / "pastes" / "odd.txt").write_text("RuntimeError: something else\n", encoding="utf-8")

    assert complaints(folder) == ["boom/pastes/odd.txt:1: matches nothing: add a signature for its wording"]


def test_an_article_that_can_be_exact_without_a_look_alike_is_told(folder):
    (folder / "not" / "whimper.txt").unlink()

    assert complaints(folder) == [
        "boom/article.md:1: can be an exact match, and no report shows where it must not be: run an error that looks like "
        "this one, or vary the message, and put the report into not/ as a .txt file"
    ]


def test_a_kind_of_error_needs_no_look_alike(folder):
    (folder / "not" / "whimper.txt").unlink()
    edit(folder / "article.md", "sources:", "    general: true\nsources:")

    assert complaints(folder) == []


def test_a_look_alike_that_is_an_exact_match_is_told(folder):
    (folder / "not" / "cellar.txt").write_text(REPORT.replace("attic", "cellar"), encoding="utf-8")

    assert complaints(folder) == [
        "boom/not/cellar.txt:1: is an exact match of this article by “RuntimeError: boom happened in 'cellar'”: say "
        "more of the message in the signature, narrow it by `where` or `where_not`, or make it `general`"
    ]


def test_a_look_alike_may_be_likely_or_nothing(folder):
    (folder / "not" / "said.txt").write_text("They say that boom happened in 'cellar' here.\n", encoding="utf-8")
    (folder / "not" / "other.txt").write_text("RuntimeError: no boom\n", encoding="utf-8")

    assert complaints(folder) == []


def test_a_value_that_the_signature_rules_out_makes_a_look_alike(folder):
    (folder / "not" / "cellar.txt").write_text(REPORT.replace("attic", "cellar"), encoding="utf-8")
    edit(folder / "article.md", "sources:", "    where_not: {place: [cellar]}\nsources:")

    assert complaints(folder) == []


def test_a_path_of_the_machine_is_refused_in_a_look_alike_too(folder):
    (folder / "not" / "other.txt").write_text("RuntimeError: no boom in /root/a.py\n", encoding="utf-8")

    (complaint,) = complaints(folder)
    assert complaint.startswith("boom/not/other.txt:1: holds /root/a.py, a path of the machine")


def test_a_run_without_the_error_must_not_match(folder):
    write_run(folder, REPORT, reproduced="no", name="py3.13.0")

    assert complaints(folder) == [
        "boom/runs/py3.13.0.txt:10: is recorded as not reproduced, but its output is an exact match: record it again"
    ]


def test_a_run_without_the_error_may_print_what_it_likes(folder):
    write_run(folder, "lit\n", reproduced="no", name="py3.13.0")

    assert complaints(folder) == []


def test_a_report_that_another_article_takes_is_told(folder, root):
    greedy = write_article(
        root, "bang", "happened in '{place}' by \\\"night\\\"", report="RuntimeError: happened in 'x' by \"night\"\n"
    )
    (folder / "pastes" / "night.txt").write_text("RuntimeError: happened in 'attic' by \"night\"\n", encoding="utf-8")

    found = complaints(folder, greedy)

    assert "boom/pastes/night.txt:1: puts 'bang' first, not this article: narrow that one, or say more here" in found


def test_a_run_of_a_fix_may_print_what_it_likes(folder):
    write_run(folder, "lit\n", script="fixed.py", reproduced="no", exit=0, name="fixed-py3.11.7")

    assert complaints(folder) == []


def test_a_run_of_a_fix_must_match_nothing(folder):
    """Not even as likely."""
    output = "lit, though it said: boom happened in 'attic'\n"
    write_run(folder, output, script="fixed.py", reproduced="no", exit=0, name="fixed-py3.11.7")

    assert complaints(folder) == [
        "boom/runs/fixed-py3.11.7.txt:10: is a run of a fix, but its output matches 'boom': record it again"
    ]


@pytest.mark.parametrize("result", [{"exit": 1, "reproduced": "no"}, {"exit": 0, "reproduced": "yes"}])
def test_a_run_of_a_fix_that_failed_is_told(folder, result):
    write_run(folder, "lit\n", script="fixed.py", name="fixed-py3.11.7", **result)

    assert (
        "boom/runs/fixed-py3.11.7.txt:1: is a run of a fix that failed: record it again, or mend the fix"
        in complaints(folder)
    )


def test_an_article_with_runs_is_not_sourced(folder):
    edit(folder / "article.md", "created:", "proof: sourced\ncreated:")

    assert complaints(folder) == [
        "boom/article.md:1: says `proof: sourced` but has runs with its error: remove that line"
    ]


def test_an_article_that_was_run_with_a_stand_in_is_simulated(folder):
    (folder / "standin").mkdir()
    (folder / "standin" / "gpu.c").write_text("int gpu;\n", encoding="utf-8")
    write_run(folder, REPORT, platform="Linux x86_64, no GPU: gpu.c stands in for one")
    assert complaints(folder) == ["boom/article.md:1: was run with a stand-in: say `proof: simulated`"]

    edit(folder / "article.md", "created:", "proof: simulated\ncreated:")
    assert complaints(folder) == []
