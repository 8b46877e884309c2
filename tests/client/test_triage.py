"""`tracefix triage`, as people have it."""

import json

import pytest

STACK = "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\n    x\nKeyError: 'lr'\n"


def lay(folder):
    for rank in range(4):
        place = folder / "run_x" / "attempt_0" / str(rank)
        place.mkdir(parents=True)
        gone = "RuntimeError: [a/pair.cc:553] Connection closed by peer [10.0.0.1]:1\n"
        (place / "stderr.log").write_text(STACK if rank == 3 else gone)


def test_it_names_the_rank_that_failed_first_and_the_known_error(call_tracefix, tmp_path):
    lay(tmp_path / "log")
    found = call_tracefix("triage", "log")

    assert found.stdout.startswith("Rank 3 failed first.\n  log/run_x/attempt_0/3/stderr.log:4: KeyError: 'lr'\n")
    assert "Ranks that ended because of it: 0-2." in found.stdout
    assert "tracefix explain" in found.stdout
    assert (found.returncode, found.stderr) == (0, "")


def test_json_has_the_answer_of_match_in_it(call_tracefix, tmp_path):
    lay(tmp_path / "log")
    answer = json.loads(call_tracefix("triage", "--json", "log").stdout)

    assert (answer["cause"]["rank"], answer["cause"]["kind"]) == (3, "exception")
    assert answer["diagnosis"]["errors"][0]["type"] == "KeyError"
    assert [event["rank"] for event in answer["victims"]] == [0, 1, 2]


@pytest.mark.slow
def test_standard_input_is_a_log(tracefix):
    found = tracefix("triage", "--json", "-", stdin="step 1\nSegmentation fault (core dumped)\n")

    assert json.loads(found.stdout)["cause"]["line"] == 2


def test_the_diagnosis_of_standard_input_sees_the_stack(call_tracefix):
    found = call_tracefix("triage", "--json", "-", stdin="step 1\n" * 1000 + STACK)

    assert json.loads(found.stdout)["diagnosis"]["errors"][0]["frames"][0]["file"] == "a.py"


def test_its_exit_status_says_what_it_found(call_tracefix, tmp_path):
    (tmp_path / "good.log").write_text("step 1\nall is well\n")

    assert call_tracefix("triage", "good.log").returncode == 1
    gone = call_tracefix("triage", "gone.log")
    assert (gone.returncode, gone.stdout) == (2, "")
    assert "gone.log" in gone.stderr


@pytest.mark.slow
def test_a_match_does_not_load_it(python):
    loaded = python("-c", "import sys, tracefix; tracefix.match('Killed'); print(sorted(sys.modules))").stdout

    assert "triage" not in loaded


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_pipe_that_is_not_there_is_named(call_tracefix, options):
    found = call_tracefix("triage", *options, "/dev/fd/99")

    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr == "tracefix: /dev/fd/99: it cannot be read: No such file or directory\n"


def test_one_beside_a_log_is_left_out(call_tracefix, tmp_path):
    (tmp_path / "bad.log").write_text(STACK)
    found = call_tracefix("triage", "bad.log", "/dev/fd/99")

    assert "Not read: /dev/fd/99: it cannot be read: No such file or directory." in found.stdout
    assert found.returncode == 0
