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


def test_each_hook_runs_a_program_that_is_here():
    hooks = yaml.safe_load((BASE_DIR / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"][0]["hooks"]

    assert {hook["entry"].split()[0] for hook in hooks} == {".venv/bin/ruff", ".venv/bin/python"}
    assert hooks[-1]["entry"] == ".venv/bin/python manage.py lint_articles"


def test_the_container_of_developers_makes_what_the_guide_makes():
    container = json.loads((BASE_DIR / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8"))

    assert container["postCreateCommand"] == "make .venv/installed-dev"


def test_what_agents_are_told_is_short():
    assert len((BASE_DIR / "AGENTS.md").read_text(encoding="utf-8").splitlines()) <= 20
