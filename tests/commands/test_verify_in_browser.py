"""`manage.py verify_in_browser`, with a stand-in for the browser; tests/browser/test_playground.py has a real one."""

from contextlib import contextmanager

import pytest
from django.core.management import call_command

from authoring.management.commands import verify_in_browser
from tests.factories import write_article_folder
from tracefix.articles.browser_record import read_browser_record
from tracefix.articles.loading import load
from tracefix.repros.running import Outcome

HEADER = '# /// script\n# requires-python = "{}"\n# dependencies = [{}]\n# ///\n'
RUN = """\
script: repro.py
python: 3.11.7
platform: Linux x86_64
packages: 
date: 2026-01-30
exit: 1
reproduced: yes
---
ImportError: cannot import name 'fuse' from 'box' (/usr/lib/python3.11/box/__init__.py)
"""
SAME = "ImportError: cannot import name 'fuse' from 'box' (/lib/python314.zip/box/__init__.pyc)\n"
ANYWHERE = HEADER.format(">=3.8", "")
FAILED = Outcome(1, SAME)
PASSED = Outcome(0, "fine\n")


@pytest.fixture
def verify(tmp_path, use_articles, monkeypatch, capsys):
    """Runs the command on an article whose scripts end in a browser as it is said; gives status and lines."""
    root = tmp_path / "articles"
    use_articles(root)
    ran = []

    class Browser:
        def run(self, script, *, timeout_s):
            verify_in_browser.playground.wheels_for(script)  # as the real one, it raises LookupError
            ran.append(script.name)
            return outcomes[script.name]

    @contextmanager
    def open_browser(path):
        yield Browser()

    monkeypatch.setattr(verify_in_browser, "open_browser", open_browser)
    monkeypatch.setattr(verify_in_browser, "chromium", lambda: "/usr/bin/chromium")
    monkeypatch.setattr(verify_in_browser.playground, "version", lambda: "0123456789ab")
    monkeypatch.setattr(verify_in_browser.playground, "python_version", lambda: "3.14.2")
    outcomes = {}

    def run(*args, repro=FAILED, fixed=PASSED, header=ANYWHERE, extra=""):
        outcomes.update({"repro.py": repro, "fixed.py": fixed})
        if not root.exists():
            folder = write_article_folder(root, extra=extra, repro_py=f"{header}import box\n", fixed_py=f"{header}1\n")
            (folder / "runs").mkdir()
            (folder / "runs" / "py3.11.7.txt").write_text(RUN, encoding="utf-8")
        ran.clear()
        status = 0
        try:
            call_command("verify_in_browser", *args)
        except SystemExit as error:
            status = error.code
        return status, capsys.readouterr().out.splitlines()

    run.root, run.ran = root, ran
    return run


def recorded(verify):
    return load(verify.root / "boom").in_browser


def test_a_pair_that_shows_its_recorded_error_line_and_its_fix(verify):
    assert verify("--record") == (0, ["boom/repro.py: yes", "boom/fixed.py: yes"])
    assert recorded(verify) == {"repro.py": "yes", "fixed.py": "yes"}
    assert read_browser_record(verify.root / "boom" / "browser.txt").pyodide[:3].isdigit()


WHY_NOT = {
    "another error": ({"repro": Outcome(1, "OSError: [Errno 138] no processes\n")}, "prints OSError: [Errno 138] no processes"),
    "no error": ({"repro": PASSED}, "does not fail"),
    "the error line, and then success": ({"repro": Outcome(0, SAME)}, "does not fail"),
    "no end": ({"repro": Outcome(None, SAME)}, "does not end within 20 s"),
    "another Python": ({"header": HEADER.format(">=3.8,<3.14", "")}, "needs Python <3.14,>=3.8"),
    "a package": ({"header": HEADER.format(">=3.8", '"torch==2.13.0"')}, "needs torch==2.13.0"),
    "a GPU": ({"extra": "requires: [cuda]\n"}, "needs an NVIDIA GPU with CUDA"),
}  # fmt: skip


@pytest.mark.parametrize(("given", "why"), WHY_NOT.values(), ids=WHY_NOT)
def test_a_repro_that_does_not_is_recorded_with_the_reason_and_its_fix_is_not_tried(verify, given, why):
    assert verify("--record", **given) == (0, [f"boom/repro.py: {why}", "boom/fixed.py: not tried, as its repro"])
    assert recorded(verify)["repro.py"] == why


def test_a_fix_that_fails_is_recorded_with_what_it_prints(verify):
    verify("--record", fixed=Outcome(1, "KeyError: 'x'\n"))

    assert recorded(verify) == {"repro.py": "yes", "fixed.py": "prints KeyError: 'x'"}


def test_without_record_a_pair_runs_again_that_ran_before(verify):
    verify("--record")

    assert verify() == (0, ["boom/repro.py: yes", "boom/fixed.py: yes"])
    assert verify.ran == ["repro.py", "fixed.py"]


def test_without_record_a_pair_whose_fix_never_ran_is_left_alone(verify):
    verify("--record", fixed=Outcome(1, "KeyError: 'x'\n"))

    assert verify() == (0, [])
    assert verify.ran == []


def test_a_script_that_no_longer_does_fails_the_command_and_the_record_stays(verify):
    verify("--record")

    assert verify(fixed=Outcome(1, "KeyError: 'x'\n")) == (
        1,
        [
            "boom/repro.py: yes",
            "boom/fixed.py: prints KeyError: 'x'",
            "no longer shown in a browser as recorded: boom",
        ],
    )
    assert recorded(verify)["fixed.py"] == "yes"


@pytest.mark.parametrize(
    ("lacking", "says"), [("version", "make playground"), ("chromium", "Chromium")], ids=["playground", "Chromium"]
)
def test_without_a_playground_or_a_browser_it_says_so(verify, monkeypatch, lacking, says):
    place = verify_in_browser if lacking == "chromium" else verify_in_browser.playground
    monkeypatch.setattr(place, lacking, lambda: "")
    status, (told,) = verify("--record")

    assert status == 0
    assert says in told
    assert verify.ran == []
