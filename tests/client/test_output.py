"""What the commands print, where standard output is full, closed or not in UTF-8, and what a terminal gets of names."""

import shutil
import sys

import pytest

from tests.examples import every, some
from tests.factories import write_article_folder

PY = sys.executable
KNOWN = "ModuleNotFoundError: No module named 'torch._six'\n"
CODES = "\x1b[31mred\x9b2J\u202e"
COMMANDS = {
    "match": ("match", "known.log"),
    "match as JSON": ("match", "--json", "known.log"),
    "triage": ("triage", "known.log"),
    "triage as JSON": ("triage", "--json", "known.log"),
    "explain": ("explain", "cuda-oom"),
    "search": ("search", "gpu", "out", "of", "memory"),
    "search as JSON": ("search", "--json", "gpu out of memory"),
    "prove": ("prove", "--yes", "--python", PY, "pickle-generator"),
    "prove, which asks": ("prove", "--python", PY, "pickle-generator"),
    "help": ("--help",),
    "version": ("--version",),
}
ONE = {name: (words,) for name, words in COMMANDS.items()}
every_command = pytest.mark.parametrize("words", some(ONE, {"match"}))


@pytest.fixture
def shell(led, tmp_path):
    """A function that runs a command with its streams led where a shell leads them."""
    (tmp_path / "known.log").write_text(KNOWN)
    return lambda words, streams, **environ: led(streams, *words, **environ)


@pytest.mark.slow
@every_command
def test_a_full_output_is_told_in_one_line(shell, words):
    done = shell(words, ">/dev/full")

    assert done.stderr == "tracefix: standard output cannot be written: No space left on device\n"
    assert done.returncode == 2


@pytest.mark.slow
@every_command
def test_where_nothing_can_be_told_there_is_the_status(shell, words):
    assert shell(words, ">/dev/full 2>&1").returncode == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    some({name: ONE[name] for name in COMMANDS if name not in ("help", "version")}, {"triage as JSON"}),
)
def test_a_closed_output_is_told_in_one_line(shell, words):
    done = shell(words, ">&-")

    assert done.stderr == "tracefix: standard output is closed\n"
    assert done.returncode == 2


@pytest.mark.slow
def test_a_full_or_closed_standard_error_changes_no_status(shell):
    assert shell(("explain", "no-such-article"), "2>/dev/full").returncode == 2
    assert shell(("match", "no.log", "known.log"), "2>&-").returncode == 2


def test_a_reader_that_has_enough_is_no_error(shell, tmp_path):
    done = shell(COMMANDS["explain"], "| exec 1>&-; wait")

    assert done.stderr == ""


@pytest.mark.slow
@every_command
def test_an_ascii_output_stops_no_answer(shell, words):
    done = shell(words, "", PYTHONIOENCODING="ascii", LANG="C")

    assert "Traceback" not in done.stderr
    assert done.stdout == shell(words, "").stdout
    assert done.stdout


def test_an_article_is_printed_in_utf_8(shell):
    assert "…" in shell(COMMANDS["explain"], "", PYTHONIOENCODING="ascii").stdout


@pytest.mark.slow
def test_a_closed_standard_input_is_told(shell):
    matched, judged, proved = (
        shell(words, "<&-") for words in (("match",), ("triage", "-"), ("prove", "--python", PY, "pickle-generator"))
    )

    assert (matched.returncode, matched.stderr) == (2, "standard input cannot be read: it is closed\n")
    assert (judged.returncode, judged.stderr) == (2, "tracefix: -: it cannot be read: Bad file descriptor\n")
    assert (proved.returncode, proved.stderr) == (2, "tracefix: nobody can be asked here: add --yes\n")


@pytest.mark.parametrize(
    "words",
    every(
        4,
        [
            (("match", f"no{CODES}.log"),),
            (("triage", f"no{CODES}.log"),),
            (("explain", f"no{CODES}"),),
            (("prove", f"no{CODES}"),),
            (("prove", "--yes", "--python", f"no{CODES}", "pickle-generator"),),
            (("run", f"no{CODES}"),),
            (("match", f"--no{CODES}"),),
            ((f"no{CODES}",),),
        ],
    ),
)
def test_a_name_reaches_the_terminal_without_codes(call_tracefix, words):
    done = call_tracefix(*words)

    assert done.returncode in (2, 127)
    assert "red" in done.stderr
    assert not set(done.stderr) & set(CODES) - set(f"[31mred2J{words}")


@pytest.mark.slow
def test_an_article_of_ones_own_reaches_the_terminal_without_codes(call_tracefix, tmp_path):
    folder = write_article_folder(tmp_path / "acme", "acme-quota", message="quota is used up")
    path = folder / "article.md"
    text = (
        path.read_text()
        .replace('title: "quota', 'title: "\\e[31m\\x9b2Jquota')
        .replace("summary: ", 'summary: "\\e[2J')
    )
    path.write_text(text.replace("The cause of acme-quota.", 'The cause of acme-quota."').replace("##", "\x1b[1m##", 1))
    own = {"TRACEFIX_ARTICLES": str(tmp_path / "acme")}
    said = [
        call_tracefix("match", stdin="RuntimeError: quota is used up\n", **own),
        call_tracefix("explain", "acme-quota", **own),
        call_tracefix("search", "quota", **own),
    ]

    for done in said:
        assert done.stderr == ""
        assert "quota is used up" in done.stdout
        assert not {"\x1b", "\x9b"} & set(done.stdout)


def test_an_article_keeps_its_lines_and_indents(call_tracefix, tmp_path):
    folder = write_article_folder(tmp_path / "acme", "acme-quota", message="quota is used up")
    path = folder / "article.md"
    path.write_text(path.read_text() + "\n```text\nall:\n\techo  two\u3000words\n```\n")

    done = call_tracefix("explain", "acme-quota", TRACEFIX_ARTICLES=str(tmp_path / "acme"))

    assert "```text\nall:\n\techo  two\u3000words\n```\n" in done.stdout


def test_a_folder_whose_name_has_codes_is_named_without_them(call_tracefix, tmp_path):
    shutil.copytree(write_article_folder(tmp_path / "acme", "a-b").parent, tmp_path / f"x{CODES}")
    (tmp_path / f"x{CODES}" / "a-b" / "article.md").write_text("broken")
    done = call_tracefix("match", stdin=KNOWN, TRACEFIX_ARTICLES=str(tmp_path / f"x{CODES}"))

    assert "article.md" in done.stderr
    assert not {"\x1b", "\x9b", "\u202e"} & set(done.stderr)
