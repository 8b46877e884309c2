"""`manage.py match`"""

import gzip
import io
import json
import os
import subprocess
import sys
import tomllib
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command, load_command_class

from kb.server.program_version import VERSION, version
from tests.examples import every
from tests.test_settings import run

BOOM = "RuntimeError: boom happened in 'cellar'"


@pytest.fixture
def match(small_site, capsys, monkeypatch):
    def run(*args, stdin=b""):
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(stdin)))
        try:
            call_command("match", *map(str, args))
            status = 0
        except SystemExit as error:
            status = error.code
        return status, *capsys.readouterr()

    return run


@pytest.fixture
def log(tmp_path):
    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.mark.parametrize(
    ("text", "status"),
    [(BOOM, 0), ("it says boom happened in 'x' and on", 3), ("ValueError: new", 1)],
    ids=["exact", "likely", "none"],
)
def test_the_exit_status_is_the_verdict(match, text, status):
    assert match(stdin=text.encode())[0] == status


def test_of_several_files_the_weakest_counts(match, log):
    assert match(log("a", BOOM), log("b", "ValueError: new"))[0] == 1


def test_the_answer_is_readable(match, articles_dir):
    _, out, _ = match(stdin=BOOM.encode())

    assert out.startswith("RuntimeError: boom happened in 'cellar'\n\nKnown error\n")
    assert "- The root error's message fits" in out
    assert "Fix\n  The fix of boom." in out
    assert f"{articles_dir}/boom/article.md" in out  # there is no site to link to


def test_a_known_site_is_linked_to(match, settings):
    settings.BASE_URL = "https://tracefix.example"

    assert "  https://tracefix.example/articles/boom/\n" in match(stdin=BOOM.encode())[1]


def test_several_files_are_told_apart(match, log):
    first, second = log("a", BOOM), log("b", "ValueError: new")

    _, out, _ = match(first, second)

    told = (f"── {first}", "Known error", f"── {second}", "No article covers this error yet")
    assert sorted(told, key=out.index) == list(told)


def test_a_comment_for_an_issue_is_printed(match, settings):
    settings.BASE_URL = "https://tracefix.example"

    status, out, _ = match("--format", "github", stdin=BOOM.encode())

    assert status == 0
    assert out.startswith("<!-- tracefix exact boom -->\n\n```text\nRuntimeError: boom")


def test_a_comment_that_could_link_nowhere_is_refused(match):
    with pytest.raises(CommandError, match="set TRACEFIX_BASE_URL") as caught:
        match("--format", "github", stdin=BOOM.encode())

    assert caught.value.returncode == 2


def test_the_two_ways_to_ask_for_json_are_one(match):
    assert match("--json", stdin=BOOM.encode()) == match("--format", "json", stdin=BOOM.encode())


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("arguments", "environment", "is_terminal", "is_coloured"),
    [
        ([], {}, True, True),
        ([], {}, False, False),
        ([], {"TERM": "dumb"}, True, False),
        ([], {"NO_COLOR": "1"}, True, False),
        ([], {"NO_COLOR": ""}, True, True),
        ([], {"FORCE_COLOR": "1"}, False, True),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
        (["--no-color"], {"FORCE_COLOR": "1"}, True, False),
        (["--force-color"], {"NO_COLOR": "1"}, False, True),
        (["--json", "--force-color"], {}, True, False),
    ],
)
def test_colours_are_for_terminals_and_for_who_asks(
    match, monkeypatch, arguments, environment, is_terminal, is_coloured
):
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    out = Terminal() if is_terminal else io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)

    match(*arguments, stdin=BOOM.encode())

    assert ("\x1b[" in out.getvalue()) is is_coloured
    assert "boom happened" in out.getvalue()


def test_a_wrong_call_ends_with_status_2(small_site, capsys):
    with pytest.raises(SystemExit) as ended:
        load_command_class("kb", "match").run_from_argv(["manage.py", "match", "--format", "xml"])

    assert ended.value.code == 2
    assert "invalid choice: 'xml'" in capsys.readouterr().err


def test_json_is_one_line_for_each_file_in_the_shape_of_the_api(match, log, client):
    first, second = log("a", BOOM), log("b", "ValueError: new")

    _, out, _ = match("--json", first, second)

    answers = [json.loads(line) for line in out.splitlines()]
    assert [answer.pop("file") for answer in answers] == [str(first), str(second)]
    by_api = client.post("/api/v1/match", BOOM, content_type="text/plain").json()
    by_api["matches"][0]["url"] = answers[0]["matches"][0]["url"]
    assert answers[0] == by_api


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", bytes(range(256))], ids=["half", "binary"])
def test_any_file_is_answered(match, log, content):
    status, out, _ = match("--json", log("a", content))

    assert (status, json.loads(out)["verdict"]) == (1, "none")


def test_a_file_that_cannot_be_read_is_named_and_the_others_are_answered(match, log, tmp_path):
    status, out, said = match("--json", tmp_path / "nowhere.log", tmp_path, log("a", BOOM))

    assert status == 2
    assert f"{tmp_path / 'nowhere.log'} cannot be read: No such file or directory" in said
    assert f"{tmp_path} cannot be read: Is a directory" in said
    assert json.loads(out)["verdict"] == "exact"


def test_a_file_beyond_the_limit_is_named(match, log):
    status, out, said = match(log("big.log", b"x" * (10 * 1024 * 1024 + 1)))

    assert (status, out) == (2, "")
    assert "big.log is larger than 10 MB: tracefix triage reads logs of any size" in said


def test_a_broken_article_is_told_as_lint_tells_it(match, articles_dir):
    path = articles_dir / "boom" / "article.md"
    path.write_text(path.read_text().replace("fix:", "fixes:"))

    with pytest.raises(CommandError, match="unknown key 'fixes'") as caught:
        match(stdin=BOOM.encode())

    assert caught.value.returncode == 2
    assert str(caught.value).startswith(f"{path}:")


def test_standard_input_may_be_named_among_files(match, log):
    _, out, _ = match("--json", log("a", "ValueError: new"), "-", stdin=BOOM.encode())

    assert [json.loads(line)["verdict"] for line in out.splitlines()] == ["none", "exact"]


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("code", [b"\x1b]0;title\x07", b"\x9b2J", b"\xc2\x9b2J", b"\x1b[2J"])
def test_control_codes_of_a_paste_do_not_reach_the_terminal(match, form, code):
    _, out, _ = match("--format", form, stdin=BOOM.encode() + code + b"ValueError: " + code + b" new")

    assert not {"\x1b", "\x07", "\x9b"} & set(out)


@pytest.mark.parametrize("content", [b"", b"\n\n", gzip.compress(b"")], ids=["empty", "blank", "empty, compressed"])
def test_an_empty_file_is_a_problem(match, log, content):
    path = log("a", content)

    assert match("--json", path) == (2, "", f"{path} is empty\n")


def test_empty_input_is_a_problem(match):
    assert match() == (2, "", "standard input is empty\n")


@pytest.mark.parametrize("name", ["err.log.gz", "err.log"])
def test_a_compressed_file_is_read(match, log, name):
    assert match(log(name, gzip.compress(BOOM.encode())))[0] == 0


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (gzip.compress(BOOM.encode())[:-9], "is compressed, and damaged"),
        (b"\x1f\x8bnothing", "is compressed, and damaged"),
        (gzip.compress(b"x" * (10 * 1024 * 1024 + 1)), "is larger than 10 MB"),
    ],
    ids=["cut", "damaged", "a bomb"],
)
def test_a_compressed_file_that_cannot_be_read_is_named(match, log, content, problem):
    status, out, said = match(log("err.gz", content))

    assert (status, out) == (2, "")
    assert problem in said


def test_with_exit_zero_the_verdict_is_no_failure(match, log):
    unknown = log("a", "ValueError: new")

    assert match("--exit-zero", unknown)[0] == 0
    assert match("--exit-zero", unknown, log("b", ""))[0] == 2


@pytest.mark.parametrize(
    ("contents", "status"),
    [
        ((BOOM, "boom happened in 'x' and on"), 3),
        (("it says boom happened in 'x' and on", "ValueError: new"), 1),
        ((BOOM, ""), 2),
    ],
)
def test_of_several_files_the_worst_counts(match, log, contents, status):
    assert match(*(log(str(number), text) for number, text in enumerate(contents)))[0] == status


def test_an_annotation_is_printed(match):
    assert match("--format", "annotation", stdin=BOOM.encode())[1].startswith(
        "::error title=Known error::RuntimeError: boom"
    )


def test_what_a_report_lacks_is_asked_for(match):
    cut = b'Traceback (most recent call last):\n  File "/app/train.py", line 7, in f\n'

    assert match("--format", "question", stdin=cut)[1].startswith("<!-- tracefix question cut -->\n")
    assert match("--format", "question", stdin=BOOM.encode())[1] == ""


def test_the_full_answer_has_every_field(match):
    short, full = (json.loads(match("--json", *more, stdin=BOOM.encode())[1]) for more in ((), ("--full",)))

    assert "weak" not in short["matches"][0]
    assert full["matches"][0]["weak"] is False


@pytest.mark.slow
def test_a_closed_pipe_is_no_traceback(articles_dir, tmp_path):
    (tmp_path / "a").write_text("\n".join(f"ValueError: number {n}" for n in range(100)))
    command = [sys.executable, "manage.py", "match", "--json", "--full", *[str(tmp_path / "a")] * 200]
    environ = {**os.environ, "TRACEFIX_ARTICLES": str(articles_dir), "TRACEFIX_VAR": str(tmp_path / "var")}
    (tmp_path / "var").mkdir()

    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=settings.BASE_DIR, env=environ
    ) as process:
        process.stdout.close()
        said = process.stderr.read().decode()

    assert said == ""
    assert process.returncode == 141


@pytest.mark.parametrize("arguments", every(3, [["--version"], ["version"], ["match", "--version"]]))
def test_the_version_is_ours(arguments):
    done = run([sys.executable, "manage.py", *arguments])

    assert done.stdout == f"{version()}\n"


def test_the_version_is_that_of_the_project():
    assert tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]["version"] == VERSION


@pytest.mark.parametrize(
    ("arguments", "locale"), [(["--lang", "zh-hans"], "en_US.UTF-8"), ([], "zh_CN.UTF-8")], ids=["--lang", "LANG"]
)
def test_the_answer_is_in_the_language_of_the_reader(match, monkeypatch, arguments, locale):
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("LANG", locale)

    assert "已知错误" in match(*arguments, stdin=BOOM.encode())[1]
    assert "Known error" in match("--lang", "en", stdin=BOOM.encode())[1]
