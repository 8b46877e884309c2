"""The examples for CI: what they may do, and what their scripts do, run by bash against the site.

`gh` is a stand-in that hands out an issue and its comments, and keeps what is posted; curl, jq and the site are real.
"""

import json
import os
import re
import shutil
import subprocess
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
import yaml
from django.conf import settings
from markdown import Markdown

from tests.examples import every
from tests.local_server import Quiet, serving, serving_site
from tools.required_programs import require

PATH = settings.BASE_DIR / "examples" / "github-actions" / "known-errors.yml"
TEXT = PATH.read_text(encoding="utf-8")
WORKFLOW = yaml.safe_load(TEXT)
(JOB,) = WORKFLOW["jobs"].values()
(STEP,) = JOB["steps"]
ERROR = "RuntimeError: boom happened in 'cellar'"
GH = """\
#!/usr/bin/env bash
echo "$*" >> calls
case "$*" in
  "issue view 7 --json title,body --jq "*) cat issue ;;
  "issue view 7 --json comments --jq "*) jq "$7" comments ;;
  "issue view 7 --json labels --jq "*) jq --raw-output "$7" labels ;;
  "issue view 7 --json title,body,comments --jq "*) jq --raw-output --rawfile issue issue '. + {title: $issue, body: ""} | '"$7" comments ;;
  "api repos/owner/repo/issues/comments/9 --jq .body") cat comment ;;
  "issue comment 7 --body-file "*) cp "$5" posted ;;
  *) exit 9 ;;
esac
"""


# ── what it may do ──────────────────────────────────────────────────────────────────────────────────────────────


def test_it_may_write_to_issues_and_nothing_else():
    assert WORKFLOW["permissions"] == {}
    assert JOB["permissions"] == {"issues": "write"}


def test_it_runs_on_issues_and_their_comments_only():
    events = {"issues": {"types": ["opened", "edited", "labeled"]}, "issue_comment": {"types": ["created"]}}
    assert WORKFLOW[True] == events  # `on` is a yes in YAML 1.1
    assert JOB["if"] == (
        "${{ !github.event.issue.pull_request && github.event.sender.type != 'Bot' && "
        "(github.event.action != 'labeled' || github.event.label.name == 'ask-for-the-error') }}"
    )
    assert STEP["env"]["LABEL"] == "ask-for-the-error"


def test_nothing_is_written_into_the_script():
    assert "${{" not in STEP["run"]
    assert set(re.findall(r"\$\{\{ *(.+?) *\}\}", TEXT)) == {
        "github.token", "github.repository", "github.event.issue.number", "github.event.comment.id",
        "vars.TRACEFIX_URL", JOB["if"].removeprefix("${{ ").removesuffix(" }}"),
    }  # fmt: skip


def test_it_brings_no_code_of_others():
    assert "uses" not in STEP


def test_two_edits_are_answered_one_after_the_other():
    assert WORKFLOW["concurrency"]["group"] == "known-errors-${{ github.event.issue.number }}"


# ── what it does ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def site(small_site, settings):
    settings.BASE_URL = "https://tracefix.example"
    with serving_site() as address:
        yield address


@pytest.fixture
def answer(tmp_path):
    """Runs the script on an issue; gives the comment that it posted, if any, and what it printed."""
    require(shutil.which("jq"), "jq", "jq", "the tests of the workflow")
    folder = tmp_path / "runner"
    (folder / "bin").mkdir(parents=True)
    gh = folder / "bin" / "gh"
    gh.write_text(GH)
    gh.chmod(0o755)

    def answer(issue, site, comments=(), comment=None, labels=()):
        (folder / "labels").write_text(json.dumps({"labels": [{"name": name} for name in labels]}))
        (folder / "issue").write_text(issue)
        (folder / "comment").write_text(comment or "")
        (folder / "comments").write_text(json.dumps({"comments": list(comments)}))
        environment = {
            "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "HOME": str(folder), "NO_PROXY": "127.0.0.1",
            "TRACEFIX": site, "GH_TOKEN": "x", "GH_REPO": "owner/repo", "ISSUE": "7",
            "COMMENT": "9" if comment is not None else "", "LABEL": STEP["env"]["LABEL"],
        }  # fmt: skip
        done = subprocess.run(
            ["bash", "-c", STEP["run"]], cwd=folder, env=environment, capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, done.stderr
        posted = folder / "posted"
        return posted.read_text() if posted.exists() else "", done.stdout

    answer.folder = folder
    return answer


def test_a_known_error_is_answered_with_its_article(answer, site):
    comment, _ = answer(f"Training fails\n\nIt says:\n```\n{ERROR}\n```\nPlease help, @octocat", site)

    assert comment.startswith("<!-- tracefix exact boom -->\n")
    assert "https://tracefix.example/articles/boom/" in comment
    assert ERROR in comment
    assert "octocat" not in comment


@pytest.mark.parametrize(
    "issue",
    [
        "Training fails\n\nValueError: new",
        "A wish\n\nPlease add dark mode.",
        "x\n\nit says boom happened in 'x' and on",
    ],
    ids=["unknown", "no error", "likely"],
)
def test_what_is_not_certain_is_left_alone(answer, site, issue):
    comment, said = answer(issue, site)

    assert (comment, said.strip()) == ("", "No known error.")


def said(body, by="octocat", *, own=False):
    """A comment as `gh` tells it; `own` is of the account that asks."""
    return {"author": {"login": by}, "body": body, "viewerDidAuthor": own}


def test_an_issue_is_answered_once(answer, site):
    comment, printed = answer(
        ERROR, site, [said("Me too"), said("<!-- tracefix exact boom -->\nx", "github-actions", own=True)]
    )

    assert (comment, printed.strip()) == ("", "There is a comment already.")


@pytest.mark.parametrize(
    "comment",
    [
        said("<!-- tracefix exact boom -->\nIgnore this."),
        said("<!-- tracefix exact boom -->", "github-actions-bot"),
        said("<!-- another workflow -->", "github-actions", own=True),
        said("See:\n<!-- tracefix exact boom -->", "github-actions", own=True),
    ],
    ids=["a stranger", "by a name like its own", "another workflow", "a quotation"],
)
def test_what_others_write_does_not_silence_it(answer, site, comment):
    posted, _ = answer(ERROR, site, [comment])

    assert posted.startswith("<!-- tracefix exact boom -->\n")


@pytest.mark.parametrize(
    "attack",
    ["$(touch owned)", "`touch owned`", "'; touch owned; '", '"; touch owned; "', "\n\ntouch owned\n", "@/etc/passwd"],
)
def test_the_text_of_an_issue_is_never_run(answer, site, attack):
    comment, _ = answer(f"{attack}\n\n{ERROR}\n{attack}", site)

    assert comment.startswith("<!-- tracefix exact boom -->\n")
    assert not (answer.folder / "owned").exists()
    assert "root:" not in comment


def test_a_comment_is_answered_too_and_the_address_may_end_with_a_slash(answer, site):
    comment, _ = answer("It does not work\n\nno details", f"{site}/", comment=f"Here it is:\n```\n{ERROR}\n```")

    assert comment.startswith("<!-- tracefix exact boom -->\n")


def test_the_comment_says_who_wrote_it_and_where_to_say_that_it_is_wrong(answer, site):
    comment, _ = answer(ERROR, site)

    assert "A program wrote this: [Tracefix](https://tracefix.example/). It is wrong? Please say so" in comment
    assert "[the article's page](https://tracefix.example/articles/boom/)" in comment


def test_a_secret_in_the_matched_line_is_not_repeated(answer, site):
    comment, _ = answer("RuntimeError: boom happened in 'hf_abcdefghijklmnopqrstuvwxyzabcdef'", site)

    assert comment.startswith("<!-- tracefix exact boom -->\n")
    assert "hf_abc" not in comment


# ── asking for what is missing ──────────────────────────────────────────────────────────────────────────────────

ASK = ["bug", "ask-for-the-error"]
CUT = 'It dies:\n```\nTraceback (most recent call last):\n  File "/app/{file}", line 7, in <module>\n    main()\n```\n'
LAUNCHER = "torch.distributed.elastic.multiprocessing.errors.ChildFailedError:"
OURS = {"exact": "<!-- tracefix exact boom -->\nx", "question": "<!-- tracefix question cut -->\nx"}


def test_a_report_without_its_error_is_asked_for_it_where_a_label_says_so(answer, site):
    comment, printed = answer(CUT.format(file="train.py"), site, labels=ASK)

    assert comment.startswith("<!-- tracefix question cut -->\n\n**Which line comes next?** Your paste stops before ")
    assert "at line 7 of train.py. Please add what your terminal shows below it" in comment
    assert "because a label on this issue asks for it" in comment
    assert printed.strip() == "No known error."


@pytest.mark.parametrize("labels", every(2, [[], ["bug"], ["ask-for-the-error-later"], ["Xask-for-the-error"]]))
def test_nothing_is_asked_without_the_label(answer, site, labels):
    assert answer(CUT.format(file="train.py"), site, labels=labels)[0] == ""


@pytest.mark.parametrize("issue", ["ValueError: new", "A wish\n\nPlease add dark mode.", f"{LAUNCHER}\n\n{ERROR}"])
def test_nothing_is_asked_where_the_error_is_there_or_nobody_pasted_one(answer, site, issue):
    assert "question" not in answer(issue, site, labels=ASK)[0]


def test_the_missing_line_may_be_in_a_comment(answer, site):
    comment, printed = answer(CUT.format(file="train.py"), site, [said("```\nValueError: new\n```")], labels=ASK)

    assert (comment, printed.splitlines()) == ("", ["No known error.", "Nothing to ask."])


@pytest.mark.parametrize("earlier", list(OURS.values()), ids=list(OURS))
def test_an_issue_is_asked_once_and_never_after_its_answer(answer, site, earlier):
    comment, printed = answer(CUT.format(file="train.py"), site, [said(earlier, own=True)], labels=ASK)

    assert (comment, printed.splitlines()[-1]) == ("", "There is a comment already.")


def test_what_was_asked_for_is_answered(answer, site):
    asked = [said(OURS["question"], own=True)]
    comment, _ = answer(CUT.format(file="train.py"), site, asked, comment=ERROR, labels=ASK)

    assert comment.startswith("<!-- tracefix exact boom -->\n")


@pytest.mark.parametrize(
    "file", every(3, ["@octocat.py", "<img>.py", "#12.py", "www.evil.py", "[x].py", "`@octocat`.py"])
)
def test_a_file_name_in_a_report_calls_nobody_and_links_nowhere(answer, site, file):
    comment, _ = answer(CUT.format(file=file), site, labels=ASK)
    shown = Markdown(extensions=["fenced_code"]).convert(comment)

    assert f"{file}." in comment
    assert "<img" not in shown
    assert "<a " not in shown
    assert "octocat" not in re.sub("<code>.*?</code>", "", shown)
    assert "www." not in re.sub("<code>.*?</code>", "", shown)
    assert "#12" not in re.sub("<code>.*?</code>", "", shown)


class Elsewhere(BaseHTTPRequestHandler):
    """Answers as sites do that are not ours: a redirect, or a page of their own with status 200."""

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        if self.path.startswith("/moved"):
            self.send_response(301)
            self.send_header("Location", "https://tracefix.example/")
        else:
            self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<!-- a parking page -->\n")

    log_message = Quiet.log_message


@pytest.mark.parametrize(("path", "status"), [("/moved", "301"), ("/parked", "200")])
def test_a_redirect_or_a_page_of_others_is_no_answer(answer, path, status):
    with serving(HTTPServer(("127.0.0.1", 0), Elsewhere)) as address:
        comment, said = answer(ERROR, address + path)

    assert comment == ""
    assert said.startswith(f"::warning::Tracefix did not answer (status {status})")


def test_without_an_address_it_says_what_to_set(answer):
    comment, said = answer(ERROR, "")

    assert (comment, said.strip()) == ("", "::warning::Set the variable TRACEFIX_URL to the address of your Tracefix.")


def test_a_site_that_does_not_answer_fails_nothing_and_says_nothing(answer):
    comment, said = answer(ERROR, "http://127.0.0.1:9")

    assert comment == ""
    assert said.startswith("::warning::Tracefix did not answer (status 000)")


# ── jobs that explain their own failure ─────────────────────────────────────────────────────────────────────────

SUMMARY = settings.BASE_DIR / "examples" / "github-actions" / "explain-failure.yml"
GITLAB = settings.BASE_DIR / "examples" / "gitlab" / "explain-failure.yml"
KNOWN, UNKNOWN = ERROR, "ValueError: new"


def run_recipe(script, folder, log, **environment):
    (folder / "run.log").write_text(f"starting\n{log}\n")
    everything = {"PATH": os.environ["PATH"], "HOME": str(folder), "NO_PROXY": "127.0.0.1", **environment}
    done = subprocess.run(
        ["bash", "-ec", script], cwd=folder, env=everything, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(("log", "verdict"), [(KNOWN, "exact"), (UNKNOWN, "none")])
def test_a_job_on_github_explains_its_failure(tmp_path, site, log, verdict):
    step = yaml.safe_load(SUMMARY.read_text())["jobs"]["train"]["steps"][1]
    summary = tmp_path / "summary"

    out = run_recipe(step["run"], tmp_path, log, TRACEFIX=f"{site}/", GITHUB_STEP_SUMMARY=str(summary))

    assert summary.read_text().startswith(f"## Why it failed: {verdict}\n\n<!-- tracefix {verdict}")
    assert out.startswith("::error title=Known error::" if verdict == "exact" else "::notice title=No article")
    assert out.count("\n") == 1


def test_a_job_on_github_says_that_nobody_answered(tmp_path):
    step = yaml.safe_load(SUMMARY.read_text())["jobs"]["train"]["steps"][1]
    summary = tmp_path / "summary"

    out = run_recipe(step["run"], tmp_path, KNOWN, TRACEFIX="http://127.0.0.1:9", GITHUB_STEP_SUMMARY=str(summary))

    assert out.strip() == "::notice::Tracefix did not answer. Check TRACEFIX_URL."
    assert not summary.exists()


@pytest.mark.parametrize("status", ["failed", "success"])
def test_a_job_on_gitlab_explains_its_failure(tmp_path, site, status):
    (script,) = yaml.safe_load(GITLAB.read_text())["train"]["after_script"]

    out = run_recipe(script, tmp_path, KNOWN, TRACEFIX_URL=f"{site}/", CI_JOB_STATUS=status)

    assert ("Known error" in out) is (status == "failed")


def test_a_job_on_gitlab_says_that_nobody_answered(tmp_path):
    (script,) = yaml.safe_load(GITLAB.read_text())["train"]["after_script"]

    out = run_recipe(script, tmp_path, KNOWN, TRACEFIX_URL="http://127.0.0.1:9", CI_JOB_STATUS="failed")

    assert out.strip() == "Tracefix did not answer. Check TRACEFIX_URL."
