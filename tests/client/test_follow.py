"""`tracefix triage --follow`: events as they are written."""

import signal
import subprocess
from functools import partial

import pytest

from tracefix.cli.follow import Followed
from tracefix.cli.triage import triage

STACK = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    x\nKeyError: 1\n'


def texts(events):
    return [(event.rank, event.line, event.text) for event in events]


def test_what_is_added_is_read_once(tmp_path):
    log = tmp_path / "rank0.log"
    log.write_text("step 1\n" + STACK[:50])
    followed = Followed([str(tmp_path)])

    assert texts(followed.look()) == []
    log.write_text("step 1\n" + STACK)
    assert texts(followed.look()) == [(0, 5, "KeyError: 1")]
    assert texts(followed.look()) == []


def test_a_new_file_is_read(tmp_path):
    followed = Followed([str(tmp_path)])
    followed.look()
    (tmp_path / "rank1.log").write_text("MemoryError\n")

    assert texts(followed.look()) == [(1, 1, "MemoryError")]


def test_a_file_that_was_cut_is_read_from_its_beginning(tmp_path):
    log = tmp_path / "rank0.log"
    log.write_text("step 1\n" * 100)
    followed = Followed([str(tmp_path)])
    followed.look()
    log.write_text("MemoryError\n")

    assert texts(followed.look()) == [(0, 1, "MemoryError")]


def test_a_path_that_does_not_exist_yet_is_waited_for(tmp_path):
    followed = Followed([str(tmp_path / "later" / "rank2.log")])

    assert followed.look() == []
    (tmp_path / "later").mkdir()
    (tmp_path / "later" / "rank2.log").write_text("MemoryError\n")
    assert texts(followed.look()) == [(2, 1, "MemoryError")]


def test_a_file_that_goes_away_may_come_again(tmp_path):
    log = tmp_path / "rank0.log"
    log.write_text("step 1\n")
    followed = Followed([str(log)])
    followed.look()
    log.unlink()
    assert followed.look() == []
    log.write_text("MemoryError\n")

    assert texts(followed.look()) == [(0, 1, "MemoryError")]


def test_a_file_that_is_renamed_when_it_is_full_is_not_read_again(tmp_path):
    log = tmp_path / "rank0.log"
    log.write_text("MemoryError\n")
    followed = Followed([str(tmp_path)])
    assert len(followed.look()) == 1

    log.rename(tmp_path / "rank0.log.1")
    log.write_text("step 1\nstep 2\nstep 3\nOSError: [Errno 28] No space left on device\n")

    assert texts(followed.look()) == [(0, 4, "OSError: [Errno 28] No space left on device")]


def test_several_files_are_followed_at_once(tmp_path):
    logs = [tmp_path / f"rank{rank}.log" for rank in range(3)]
    for log in logs:
        log.write_text("step 1\n")
    followed = Followed([str(log) for log in logs])
    followed.look()
    for log in logs[1:]:
        with log.open("a") as file:
            file.write("MemoryError\n")

    assert texts(followed.look()) == [(1, 2, "MemoryError"), (2, 2, "MemoryError")]


@pytest.mark.slow
def test_control_c_ends_it_with_what_is_known_so_far(start_tracefix, tmp_path):
    log = tmp_path / "rank0.log"
    log.write_text("Segmentation fault (core dumped)\n")
    as_in_a_terminal = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # it is ignored behind `&`
    started = start_tracefix("triage", "--follow", str(log), stderr=subprocess.PIPE, preexec_fn=as_in_a_terminal)
    assert started.stdout.readline() == f"rank 0: signal: {log}:1: Segmentation fault (core dumped)\n"
    with log.open("a") as file:
        file.write("MemoryError\n")
    assert started.stdout.readline() == f"rank 0: limit: {log}:2: MemoryError\n"
    started.send_signal(signal.SIGINT)
    out, err = started.communicate(timeout=60)

    assert started.returncode == 0
    assert out.startswith("Rank 0 reached a limit first.\n")
    assert err == "\n"


def test_its_exit_status_is_that_of_the_answer(monkeypatch, tmp_path, capsys):
    def interrupt(seconds):
        raise KeyboardInterrupt

    monkeypatch.setattr("tracefix.cli.follow.time.sleep", interrupt)
    (tmp_path / "good.log").write_text("step 1\n")

    assert triage([str(tmp_path)], as_json=False, follows=True) == 1
    assert triage([str(tmp_path / "gone")], as_json=False, follows=True) == 2
    assert "gone" in capsys.readouterr().err
