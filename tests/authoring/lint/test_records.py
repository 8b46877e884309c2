"""Lint of records: a run is of the script as it is, and one has the versions that the header names."""

from tests.authoring.lint.tools import FIXED, REPORT, complaints, edit, record_again, write_run
from tracefix.articles.browser_record import BrowserRecord, write_browser_record
from tracefix.articles.loading import load


def test_a_script_that_was_edited_since_its_run_is_told(folder):
    (folder / "fixed.py").write_text(FIXED, encoding="utf-8")
    write_run(folder, "lit\n", script="fixed.py", reproduced="no", exit=0, name="fixed-py3.11.7")
    (folder / "fixed.py").write_text(FIXED.replace("length=9", "length=8"), encoding="utf-8")

    assert complaints(folder) == [
        "boom/runs/fixed-py3.11.7.txt:1: fixed.py was edited since this run of it: record it again, "
        "`manage.py verify_repros --record boom`, with the --python of this run, or remove it"
    ]


def test_a_run_that_does_not_say_which_script_it_ran_is_told(folder):
    path = folder / "runs" / "py3.11.7.txt"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(line for line in lines if not line.startswith("hash: ")), encoding="utf-8")

    (complaint,) = complaints(folder)
    assert complaint.startswith("boom/runs/py3.11.7.txt:1: does not say which repro.py it ran: record it again")


def test_another_header_leaves_the_runs_as_they_are(folder):
    """It says where to run; whether a run has such versions is asked apart."""
    for name in ("repro.py", "fixed.py"):
        path = folder / name
        path.write_text(path.read_text("utf-8").replace(">=3.8", ">=3.9"), encoding="utf-8")

    assert complaints(folder) == []


def test_runs_of_other_versions_than_the_header_names_are_not_enough(folder):
    for name in ("repro.py", "fixed.py"):
        edit(folder / name, "dependencies = []", 'dependencies = ["fuse==2.0"]')
        record_again(folder / name)

    assert complaints(folder) == [
        "boom/repro.py:1: has runs, but none that shows its error with what its header asks for (Python >=3.8, "
        "fuse==2.0): `manage.py verify_repros --record boom`, or correct the header"
    ]


def test_one_run_of_these_versions_is_enough(folder):
    for name in ("repro.py", "fixed.py"):
        edit(folder / name, "dependencies = []", 'dependencies = ["fuse==2.0"]')
    write_run(folder, REPORT, name="py3.11.7-fuse2.0")
    edit(folder / "runs" / "py3.11.7-fuse2.0.txt", "packages: ", "packages: fuse==2.0")

    assert complaints(folder) == []


def test_a_script_that_was_edited_since_it_was_tried_in_a_browser_is_told(folder):
    scripts = load(folder).scripts
    results = {(script.name, script.hash): "yes" for script in scripts}
    write_browser_record(folder / "browser.txt", BrowserRecord("314.0.7", results))
    assert complaints(folder) == []

    edit(folder / "fixed.py", "length=9", "length=8")
    assert complaints(folder) == [
        "boom/browser.txt:1: does not know fixed.py as it is now: `make playground`, then "
        "`manage.py verify_in_browser --record boom`"
    ]
