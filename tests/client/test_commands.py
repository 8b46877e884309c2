"""match, search and explain at a terminal, and what they say of bad input."""

import gzip
import json
import sys

import pytest

KNOWN = "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\nModuleNotFoundError: No module named 'torch._six'\n"


def test_match_reads_standard_input_and_names_the_error(tracefix):
    done = tracefix("match", stdin=KNOWN)

    assert done.returncode == 0
    assert "ModuleNotFoundError: No module named 'torch._six'\n\nKnown error\n" in done.stdout
    assert "tracefix explain torch-six-missing" in done.stdout


def test_links_lead_to_the_site_that_is_named(call_tracefix):
    done = call_tracefix("match", stdin=KNOWN, TRACEFIX_BASE_URL="https://tracefix.example/")

    assert "https://tracefix.example/articles/torch-six-missing/" in done.stdout


def test_several_files_are_answered_and_the_weakest_verdict_decides(call_tracefix, tmp_path):
    (tmp_path / "known.txt").write_text(KNOWN)
    (tmp_path / "hello.txt").write_text("hello\n")
    done = call_tracefix("match", "--json", "known.txt", "hello.txt")

    assert [json.loads(line)["verdict"] for line in done.stdout.splitlines()] == ["exact", "none"]
    assert done.returncode == 1


def test_a_file_that_cannot_be_read_is_named_and_the_others_are_answered(call_tracefix, tmp_path):
    (tmp_path / "known.txt").write_text(KNOWN)
    done = call_tracefix("match", "no.txt", "known.txt")

    assert done.returncode == 2
    assert done.stderr == "no.txt cannot be read: No such file or directory\n"
    assert "Known error" in done.stdout


def test_the_formats_are_those_of_the_site(call_tracefix):
    site = {"TRACEFIX_BASE_URL": "https://tracefix.example"}

    assert call_tracefix("match", "--format", "annotation", stdin=KNOWN).stdout.startswith(
        "::error title=Known error::"
    )
    assert call_tracefix("match", "--format", "github", stdin=KNOWN, **site).stdout.startswith(
        "<!-- tracefix exact torch-six"
    )
    assert call_tracefix("match", "--format", "question", stdin=KNOWN).stdout == ""
    assert "## Known errors that fit" in call_tracefix("match", "--format", "prompt", stdin=KNOWN).stdout
    assert json.loads(call_tracefix("match", "--json", stdin=KNOWN).stdout)["verdict"] == "exact"


def test_a_comment_needs_the_address_of_a_site(call_tracefix):
    done = call_tracefix("match", "--format", "github", stdin=KNOWN)

    assert (done.returncode, done.stdout) == (2, "")
    assert "TRACEFIX_BASE_URL" in done.stderr


def test_the_exit_status_may_be_0_whatever_the_verdict(call_tracefix):
    assert call_tracefix("match", "--exit-zero", stdin="hello\n").returncode == 0
    assert call_tracefix("match", "--exit-zero", "no.txt").returncode == 2


def test_a_compressed_log_is_read(call_tracefix, tmp_path):
    (tmp_path / "known.gz").write_bytes(gzip.compress(KNOWN.encode()))
    (tmp_path / "damaged.gz").write_bytes(gzip.compress(KNOWN.encode() * 99)[:40])

    assert call_tracefix("match", "known.gz").returncode == 0
    assert call_tracefix("match", "damaged.gz").stderr.startswith(
        "damaged.gz cannot be read: it is compressed, and damaged or incomplete"
    )


def test_a_log_that_is_too_large_is_sent_to_triage(call_tracefix, tmp_path):
    (tmp_path / "large.log").write_text("step\n" * 2_100_000)

    assert (
        call_tracefix("match", "large.log").stderr
        == "large.log is larger than 10 MB: tracefix triage reads logs of any size\n"
    )


def test_nothing_is_no_log_and_what_is_binary_is_answered(call_tracefix, tmp_path):
    (tmp_path / "binary").write_bytes(bytes(range(256)) * 100)

    done = call_tracefix("match", stdin=" \n")
    assert (done.returncode, done.stderr) == (2, "standard input is empty\n")
    assert call_tracefix("match", "binary").returncode == 1


def test_a_terminal_gets_no_control_characters_of_a_paste(call_tracefix):
    assert "\x1b" not in call_tracefix("match", stdin="RuntimeError: \x1b]0;boo\x07 \x1b[2Jx\n").stdout


def test_search_finds_and_corrects(call_tracefix):
    done = call_tracefix("search", "gpu out of memry")

    assert done.returncode == 0
    assert "tracefix explain cuda-oom" in done.stdout
    assert "Did you mean: gpu out of memory" in done.stdout


def test_search_with_json_answers_each_query(call_tracefix):
    first, second = call_tracefix("search", "--json", "gpu out", "of memory").stdout.splitlines()

    assert [json.loads(line)["query"] for line in (first, second)] == ["gpu out", "of memory"]


def test_a_line_has_the_number_that_it_has_in_the_file(call_tracefix, tmp_path):
    steps = "".join(f"\x1b[32mstep {number}\x1b[0m\r step {number} done\r\n" for number in range(9_000))
    (tmp_path / "long.log").write_bytes(f"{steps}{KNOWN}\nafter\n".encode())

    assert "Line 9003 of what you sent" in call_tracefix("match", "long.log").stdout


def test_versions_tells_which_releases_have_a_name(call_tracefix):
    done = call_tracefix("versions", "huggingface_hub.cached_download")

    assert done.stdout.startswith("huggingface_hub.cached_download (function of huggingface-hub)\n  + ")
    assert done.returncode == 0
    assert call_tracefix("versions", "huggingface_hub.nothing_like_it").returncode == 1
    assert call_tracefix("versions", "nothing").stderr.startswith(
        "tracefix: No release that was read has a public name"
    )


def test_versions_answers_a_name_that_no_history_has_as_match_does(call_tracefix):
    done = call_tracefix("versions", "DataFrame.ix")

    assert "Use `loc / iloc` instead." in done.stdout
    assert (done.returncode, done.stderr) == (0, "")


def test_explain_prints_the_article(call_tracefix):
    done = call_tracefix("explain", "torch-six-missing")

    assert done.returncode == 0
    assert done.stdout.startswith("# ModuleNotFoundError: No module named 'torch._six'\n\nCause: ")
    assert "\n## Why it happens\n" in done.stdout
    assert "{{" not in done.stdout
    assert "From: Tracefix, last changed 20" in done.stdout


def test_explain_proposes_a_slug(call_tracefix):
    done = call_tracefix("explain", "torch-six-mising")

    assert done.returncode == 2
    assert done.stderr == "tracefix: there is no article 'torch-six-mising'. Did you mean torch-six-missing?\n"


def test_explain_prints_one_section_by_its_name(call_tracefix):
    done = call_tracefix("explain", "torch-six-missing", "why")

    assert done.stdout.startswith("## Why it happens\n")
    assert done.stdout.count("\n## ") == 0
    missing = call_tracefix("explain", "torch-six-missing", "nonsense")
    assert missing.returncode == 2
    assert missing.stderr.startswith(
        "tracefix: there is no section 'nonsense'. There are: What you see; Why it happens;"
    )


def test_without_a_command_it_says_what_there_is(call_tracefix):
    done = call_tracefix()

    assert done.returncode == 2
    assert "usage: tracefix" in done.stderr


@pytest.mark.slow
def test_importing_it_answers_too(python):
    program = "import tracefix; print(tracefix.match('Killed')['matches'][0]['slug'])"

    assert python("-c", program).stdout == "process-killed-host-oom\n"


@pytest.mark.slow
def test_a_corrupt_file_is_named_with_its_repair(unpacked, tmp_path, tracefix):
    import shutil

    copy = tmp_path / "copy"
    shutil.copytree(unpacked, copy)
    data = copy / "tracefix" / "articles.dat"
    data.write_bytes(data.read_bytes()[:-1000])

    done = tracefix("match", stdin=KNOWN, PYTHONPATH=str(copy))
    assert done.returncode == 2
    assert done.stderr == (
        f"tracefix: {data} is damaged (its checksum differs): repair it with: "
        "python -m pip install --force-reinstall --no-deps tracefix\n"
    )

    ran = tracefix("run", "--", sys.executable, "-c", "import torch._six_of_it", PYTHONPATH=str(copy))
    assert ran.returncode == 1
    assert ran.stderr.endswith("tracefix: " + done.stderr.removeprefix("tracefix: "))
