"""`manage.py verify_repros`"""

from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from authoring.management.commands import verify_repros
from authoring.repros import installing
from tests.factories import edit_boom, write_article_folder
from tracefix.articles.loading import load
from tracefix.repros import environments
from tracefix.repros.environments import PreparationError
from tracefix.repros.running import Outcome

HEADER = '# /// script\n# requires-python = "{}"\n# dependencies = []\n# ///\n'
FAILS = "raise RuntimeError('boom ' + 'happened')\n"
PASSES = "print('fine')\n"


def text(body, python=">=3.8"):
    return HEADER.format(python) + body


@pytest.fixture
def verify(tmp_path, use_articles, capsys, asked_once):
    root = tmp_path / "articles"
    use_articles(root)

    def run(*args, repro=None, fixed=None):
        if not root.exists():
            write_article_folder(root, repro_py=repro or text(FAILS), fixed_py=fixed or text(PASSES))
        status = 0
        try:
            call_command("verify_repros", *args)
        except SystemExit as error:
            status = error.code
        return status, capsys.readouterr().out.splitlines()

    run.root = root
    return run


def repros(verify):
    """The recorded runs of the repro."""
    return [run for run in load(verify.root / "boom").runs if not run.is_fix]


def test_a_repro_that_fails_and_a_fix_that_passes(verify):
    assert verify() == (0, ["PASSED   boom/repro.py", "PASSED   boom/fixed.py", "2 passed, 0 failed, 0 skipped"])


WRONG = {
    "a repro that passes": (
        {"repro": text(PASSES)},
        "FAILED   boom/repro.py: exit 0, matched nothing; its last line: fine; no run has its error yet, so make it fail first",
    ),
    "a repro that fails otherwise": (
        {"repro": text("1 / 0\n")},
        "FAILED   boom/repro.py: exit 1, matched nothing; its last line: ZeroDivisionError: division by zero",
    ),
    "a repro that only mentions its error": (
        {"repro": text("raise SystemExit('they say boom happened here')\n")},
        "FAILED   boom/repro.py: exit 1, matched boom as likely, where exact is expected (A sentence or log line holds “boom happened”; the error itself is not in the paste.); its last line: they say boom happened here",
    ),
    "a fix that fails": (
        {"fixed": text("1 / 0\n")},
        "FAILED   boom/fixed.py: exit 1; its last line: ZeroDivisionError: division by zero",
    ),
    "a fix that still shows the error": (
        {"fixed": text("print('RuntimeError: boom happened')\n")},
        "FAILED   boom/fixed.py: exit 0, matched boom; its last line: RuntimeError: boom happened",
    ),
    "a fix that prints a traceback of another error": (
        {"fixed": text("import traceback\ntry:\n    1 / 0\nexcept Exception:\n    traceback.print_exc()\n")},
        "FAILED   boom/fixed.py: exit 0, but it prints a traceback; its last line: ZeroDivisionError: division by zero: a fix shows no error",
    ),
    "a script without a header": (
        {"repro": FAILS},
        "FAILED   boom/repro.py: has no `# /// script` header: begin the script with one (PEP 723)",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(("scripts", "line"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_named(verify, scripts, line):
    status, lines = verify(**scripts)

    assert status == 1
    assert line in lines
    assert lines[-1] == "1 passed, 1 failed, 0 skipped"


@pytest.mark.parametrize(
    ("raised", "of_signature", "doubts"),
    [
        ("KeyError", "exception: RuntimeError", "But the exception class is KeyError, not RuntimeError."),
        (
            "RuntimeError",
            'frames: ["*/torch/fuse.py"]',
            "The stack does not pass through any file that usually belongs to this error. `frames` has */torch/fuse.py.",
        ),
    ],
)
def test_what_a_repro_lacks_of_an_exact_match_is_named(verify, raised, of_signature, doubts):
    repro = text(f"raise {raised}('boom ' + 'happened')\n")
    write_article_folder(verify.root, repro_py=repro, fixed_py=text(PASSES))
    edit_boom(verify.root, '- message: "boom happened"\n', f'- message: "boom happened"\n    {of_signature}\n')

    _, lines = verify()

    start = "FAILED   boom/repro.py: exit 1, matched boom as likely, where exact is expected ("
    assert lines[0].startswith(start)
    assert f"{doubts})" in lines[0]


@pytest.mark.slow
def test_a_script_that_does_not_end_is_named(verify):
    _, lines = verify("--timeout", "1", repro=text("import time\ntime.sleep(60)\n"))

    assert "FAILED   boom/repro.py: did not end within 1 s; it printed nothing" in lines


def test_what_cannot_run_here_is_named_with_the_last_recorded_run_of_each_script(verify):
    verify("--record")
    edit_boom(verify.root, "created:", "requires: [cuda]\ncreated:")

    status, lines = verify()

    assert status == 0
    assert lines[0].startswith(
        "SKIPPED  boom/repro.py: not run here: needs an NVIDIA GPU with CUDA; repro.py was last recorded 20"
    )
    assert lines[0].endswith(": reproduced")
    assert lines[1].startswith("SKIPPED  boom/fixed.py: not run here: needs an NVIDIA GPU")
    assert "; fixed.py was last recorded 20" in lines[1]
    assert lines[1].endswith(": works")
    assert lines[-1] == "0 passed, 0 failed, 2 skipped"


def test_a_script_for_another_python_is_skipped_by_name(verify):
    _, lines = verify(repro=text(FAILS, python="<3.8"))

    assert lines[0].startswith("SKIPPED  boom/repro.py: not run here: needs Python <3.8, this is 3.")
    assert lines[0].endswith("; repro.py was never recorded")


def test_a_run_is_recorded(verify):
    verify("--record")

    fix, run = load(verify.root / "boom").runs
    assert (run.script, run.exit_status, run.reproduced) == ("repro.py", 1, True)
    assert run.output.endswith("RuntimeError: boom happened\n")
    assert (fix.script, fix.exit_status, fix.reproduced, fix.output) == ("fixed.py", 0, False, "fine\n")


def test_fixes_alone_can_be_recorded(verify):
    status, lines = verify("--fixes", "--record")

    assert status == 0
    assert lines[0].startswith(f"PASSED   boom/fixed.py: recorded in {verify.root}/boom/runs/fixed-py3.")
    assert [run.script for run in load(verify.root / "boom").runs] == ["fixed.py"]


def test_a_fix_that_fails_is_never_recorded(verify):
    verify("--fixes", "--record", fixed=text("print('RuntimeError: boom happened')\n"))

    assert not load(verify.root / "boom").runs


def test_nothing_is_recorded_unasked(verify):
    verify()

    assert not (verify.root / "boom" / "runs").exists()


def record_elsewhere(verify):
    """Record the error, as if in another environment, and let the repro pass in this one."""
    verify("--record")
    (run,) = repros(verify)
    run.path.rename(run.path.with_name("py2.7.18.txt"))
    (verify.root / "boom" / "repro.py").write_text(text(PASSES), encoding="utf-8")


def test_an_error_that_no_longer_occurs_is_recorded_as_such(verify):
    record_elsewhere(verify)

    _, lines = verify("--record")

    assert lines[0].endswith("as no longer occurring")
    assert [run.reproduced for run in repros(verify)] == [True, False]


def test_an_error_recorded_as_no_longer_occurring_may_stay_away(verify):
    record_elsewhere(verify)
    verify("--record")

    status, lines = verify()

    assert status == 0
    assert "PASSED   boom/repro.py: no longer occurs, as py3." in lines[0]


def test_a_repro_that_does_not_fail_is_failed_where_no_run_has_its_error(verify):
    status, lines = verify("--record", repro=text(PASSES))

    assert status == 1
    assert lines[0].endswith("no run has its error yet, so make it fail first")
    assert not (verify.root / "boom" / "runs").exists()


def as_draft(verify, **scripts):
    """Put the template's signature into the article, as new_article does."""
    verify(**scripts)
    edit_boom(verify.root, '- message: "boom happened"', '- message: "the message as it is {verb}"')


def test_a_draft_is_recorded_before_its_signature_stands_and_one_is_proposed(verify):
    as_draft(verify)

    status, lines = verify("--record")

    assert status == 0
    assert lines[0].startswith(f"PASSED   boom/repro.py: recorded in {verify.root}/boom/runs/py3.")
    assert lines[0].endswith("; no signature fits it yet")
    assert lines[1:4] == [
        "  A draft of its signature:",
        '    - message: "boom happened"',
        "      exception: RuntimeError",
    ]
    assert [run.reproduced for run in repros(verify)] == [True]


def test_the_draft_of_an_error_that_another_article_knows_is_not_recorded(verify):
    as_draft(verify)
    write_article_folder(verify.root, "bang", message="boom happened")

    status, lines = verify("boom", "--record")

    assert status == 1
    assert lines[0].startswith("FAILED   boom/repro.py: exit 1, matched bang as exact")


def test_another_wording_of_an_article_is_proposed_and_not_recorded(verify):
    _, lines = verify("--record", repro=text("1 / 0\n"))

    assert lines[1:4] == [
        "  A draft of its signature:",
        '    - message: "division by zero"',
        "      exception: ZeroDivisionError",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("flags", [(), ("--record",)])
def test_a_repro_that_stops_failing_never_passes_unseen(verify, flags):
    verify("--record")
    (verify.root / "boom" / "repro.py").write_text(text(PASSES), encoding="utf-8")

    status, lines = verify(*flags)

    assert status == 1
    assert "FAILED   boom/repro.py: no longer fails, though py3." in lines[0]
    assert [run.reproduced for run in repros(verify)] == [True]


def test_a_failure_of_another_kind_is_never_recorded(verify):
    verify("--record", repro=text("1 / 0\n"))

    assert not load(verify.root / "boom").runs


def test_single_articles_and_pairs_can_be_chosen(verify):
    assert verify("boom", "--only", "main")[1][-1] == "2 passed, 0 failed, 0 skipped"


def test_an_unknown_pair_is_refused_with_the_known_ones(verify):
    with pytest.raises(CommandError, match="boom has no pair 'ray': choose from main"):
        verify("boom", "--only", "ray")


def test_an_unknown_article_is_refused(verify):
    with pytest.raises(CommandError, match=r"there is no article 'nope': correct it \(looked in "):
        verify("nope")


def test_an_unknown_python_is_refused(verify):
    with pytest.raises(CommandError, match=r"there is no Python '9\.9' here"):
        verify("--python", "9.9")


def test_a_command_of_a_python_that_is_not_installed_is_refused_in_a_line(verify, tmp_path, monkeypatch):
    """As the shims of a version manager are."""
    shim = tmp_path / "python9.9"
    shim.write_text("#!/bin/sh\nexit 127\n", encoding="utf-8")
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")

    with pytest.raises(CommandError, match=r"there is no Python '9\.9' here: install it"):
        verify("--python", "9.9")


def test_a_broken_neighbour_does_not_stop_it(verify):
    verify()
    write_article_folder(verify.root, "bang", extra="nonsense: 1\n")

    assert verify("boom")[0] == 0
    with pytest.raises(CommandError, match="unknown key 'nonsense'"):
        verify()


def test_what_cannot_be_prepared_is_told_of_each_script(verify, monkeypatch):
    def prepare(dependencies, **options):
        raise PreparationError("no network")

    monkeypatch.setattr(installing, "prepare", prepare)

    assert verify() == (
        1,
        ["FAILED   boom/repro.py: no network", "FAILED   boom/fixed.py: no network", "0 passed, 2 failed, 0 skipped"],
    )


def test_scripts_that_want_the_same_share_an_environment(verify, monkeypatch):
    verify()
    for slug, wanted in (("dong", '"a==1", "b==1"'), ("fizz", '"b==1", "a==1"'), ("gong", '"b==1"')):
        needs = text(FAILS).replace("[]", f"[{wanted}]")
        write_article_folder(verify.root, slug, message=f"{slug} happened", repro_py=needs, fixed_py=needs)
    asked = []

    def prepare(dependencies, **options):
        asked.append(dependencies)
        return environments.probe(options["python"])

    monkeypatch.setattr(installing, "prepare", prepare)
    monkeypatch.setattr(verify_repros, "run", lambda script, environment, **options: Outcome(0, ""))
    verify()

    assert sorted(asked) == [(), ("a==1", "b==1"), ("b==1",)]


def test_what_is_installed_is_told_beside_the_results(verify, monkeypatch):
    def prepare(dependencies, *, tell, **options):
        tell("installing torch")
        return environments.probe(options["python"])

    monkeypatch.setattr(installing, "prepare", prepare)

    assert "… installing torch" in verify()[1]


def test_a_package_that_a_script_leaves_open_is_named_with_its_version_now(verify, monkeypatch):
    def prepare(dependencies, **options):
        return replace(environments.probe(options["python"]), packages={"rich": "14.0"})

    monkeypatch.setattr(installing, "prepare", prepare)
    header = text(FAILS).replace("dependencies = []", 'dependencies = ["rich", "attrs", "numpy==2.0"]')
    status, told = verify(repro=header)

    assert status == 0
    assert told[:3] == [
        "WARNING  boom/repro.py: 'rich' is not pinned: write rich==14.0 if that is the one",
        "WARNING  boom/repro.py: 'attrs' is not pinned: name its version",
        "PASSED   boom/repro.py",
    ]


def test_as_many_articles_as_are_asked_for_run_at_a_time(verify, tmp_path):
    meeting = "import pathlib, sys, time\nmine, other = map(pathlib.Path, {!r})\nmine.touch()\n"
    meeting += (
        "until = time.monotonic() + 30\nwhile not other.exists() and time.monotonic() < until:\n    time.sleep(0.01)\n"
    )
    meeting += "if other.exists():\n    raise RuntimeError({!r})\n"
    here, there = str(tmp_path / "here"), str(tmp_path / "there")
    for slug, message, places in (("boom", "boom happened", (here, there)), ("bang", "bang it went", (there, here))):
        scripts = {"repro_py": text(meeting.format(places, message)), "fixed_py": text(PASSES)}
        write_article_folder(verify.root, slug, message=message, **scripts)

    status, told = verify("--jobs", "2")

    assert status == 0
    assert sorted(told[:-1]) == [
        f"PASSED   {slug}/{name}.py" for slug in ("bang", "boom") for name in ("fixed", "repro")
    ]
    assert told[-1] == "4 passed, 0 failed, 0 skipped"
