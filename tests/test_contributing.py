"""What a contributor meets before the code: forms, hooks, the workflow and the words for agents."""

import json
import os
import subprocess

import pytest
import yaml

from kb.settings import BASE_DIR

FORMS = sorted((BASE_DIR / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
WORKFLOW = yaml.safe_load((BASE_DIR / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_says_what_not_to_paste_and_asks_again(path):
    form = yaml.safe_load(path.read_text(encoding="utf-8"))
    first, *others = form["body"]

    assert form.keys() == {"name", "description", "labels", "body"}
    assert "**Do not paste** passwords" in first["attributes"]["value"]
    assert others[-1]["attributes"]["options"][0] == {"label": "The report holds nothing private.", "required": True}
    ids = [part["id"] for part in others]
    assert len(ids) == len(set(ids)) > 2


def test_there_is_a_form_for_what_is_missing_and_for_what_is_wrong():
    assert [path.stem for path in FORMS] == ["request-an-article", "wrong-answer"]


def test_the_workflow_runs_all_but_the_repros_with_no_rights_of_its_own():
    (job,) = WORKFLOW["jobs"].values()

    assert [step["run"] for step in job["steps"] if "run" in step] == [".ci/run --without-verify"]
    assert WORKFLOW["permissions"] == {"contents": "read"}
    assert os.access(BASE_DIR / ".ci" / "run", os.X_OK)


def test_ci_leaves_out_the_repros_only_where_it_is_said():
    last = (BASE_DIR / ".ci" / "run").read_text(encoding="utf-8").splitlines()[-1]

    told = [
        subprocess.run(
            ["bash", "-c", f"make() {{ echo make $1; }}; {last}", "run", *words], capture_output=True, text=True
        ).stdout
        for words in ((), ("--without-verify",))
    ]

    assert told == ["make verify\n", ""]


@pytest.fixture
def lint(tmp_path):
    """`make lint` with programs that say no more than whether they fail."""

    def run(failing):
        for name in ("ruff", "mypy", "python"):
            (tmp_path / name).write_text(f'#!/bin/sh\ncase "$*" in {failing}) exit 3;; esac\n')
            (tmp_path / name).chmod(0o755)
        command = ["make", "--no-print-directory", "-o", ".venv/installed-dev", "lint", f"BIN={tmp_path}"]
        done = subprocess.run(command, cwd=BASE_DIR, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout.replace(f"{tmp_path}/", ""), done.stderr.replace(f"{tmp_path}/", "")

    return run


LINTS = [
    "ruff check",
    "ruff format --check",
    *(f"python manage.py lint_{name}" for name in ("cards", "articles", "notes")),
]
LINTS += ["mypy", "python .ci/audit.py"]


@pytest.mark.parametrize(
    ("failing", "told"),
    [
        ("check", ["make format mends what can be mended by itself", "  ruff check"]),
        ("*lint_articles", ["  python manage.py lint_articles"]),
        ("*lint_articles|*audit*", ["  python manage.py lint_articles", "  python .ci/audit.py"]),
    ],
)
def test_lint_goes_on_after_a_problem_and_says_at_the_end_what_failed(lint, failing, told):
    status, shown, errors = lint(failing)

    assert status == 2
    assert shown.splitlines() == LINTS
    assert [line for line in errors.splitlines() if line in told] == told
    assert errors.splitlines().count("Something is wrong, see above:") == 1


def test_lint_is_content_where_nothing_fails(lint):
    assert lint("nothing") == (0, "\n".join(LINTS) + "\n", "")


def test_each_hook_runs_a_program_that_is_here():
    hooks = yaml.safe_load((BASE_DIR / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"][0]["hooks"]

    assert {hook["entry"].split()[0] for hook in hooks} == {".venv/bin/ruff", ".venv/bin/python"}
    assert hooks[-1]["entry"] == ".venv/bin/python manage.py lint_articles"


def test_the_container_of_developers_makes_what_the_guide_makes():
    container = json.loads((BASE_DIR / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8"))

    assert container["postCreateCommand"] == "make .venv/installed-dev"


def test_what_agents_are_told_is_short():
    assert len((BASE_DIR / "AGENTS.md").read_text(encoding="utf-8").splitlines()) <= 20
