"""What of the paths of a job is read, and what is left out."""

import gzip
import os
import socket
from pathlib import Path

import pytest

from tests.tracefix.triage.logs import job_in, told
from tracefix.triage.sources import BytesSource, find_sources

FAILED = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    x\nValueError: no such shape\n'


def names(*paths):
    sources, left = find_sources(map(str, paths))
    return [Path(source.name).name for source in sources], [Path(each.name).name for each in left]


def test_a_folder_is_read_with_all_below(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "x.log").write_text("x")
    (tmp_path / "y.out").write_text("y")

    assert sorted(names(tmp_path)[0]) == ["x.log", "y.out"]


def test_what_is_no_log_is_passed_over_silently(tmp_path):
    (tmp_path / "model.pt").write_text("x")
    (tmp_path / "odd").write_bytes(b"\x7fELF...")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "a.txt").write_text("x")

    assert names(tmp_path) == ([], [])


def test_what_was_named_is_read_whatever_its_ending(tmp_path):
    (tmp_path / "log.bin").write_text("x")

    assert names(tmp_path / "log.bin") == (["log.bin"], [])


def test_a_pattern_is_expanded(tmp_path):
    for name in ("a.log", "b.log", "c.txt"):
        (tmp_path / name).write_text("x")

    assert names(tmp_path / "*.log") == (["a.log", "b.log"], [])


def test_pipes_sockets_and_links_in_a_circle_are_named_and_left_out(tmp_path):
    os.mkfifo(tmp_path / "a.fifo")
    (tmp_path / "circle").symlink_to(tmp_path)
    (tmp_path / "x.log").write_text("x")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(os.path.relpath(tmp_path / "a.sock"))

    read, left = names(tmp_path)

    assert read == ["x.log"]
    assert sorted(left) == ["a.fifo", "a.sock", "circle"]


def test_what_does_not_exist_is_named(tmp_path):
    assert names(tmp_path / "gone.log") == ([], ["gone.log"])


def test_a_folder_without_logs_has_no_cause(tmp_path):
    job = job_in(tmp_path)

    assert (job.failure.cause, job.files) == (None, 0)


def test_an_empty_file_has_no_cause(tmp_path):
    (tmp_path / "empty.log").write_bytes(b"")

    assert job_in(tmp_path).failure.cause is None


def test_a_compressed_log_is_unpacked(tmp_path):
    (tmp_path / "x.log.gz").write_bytes(gzip.compress(FAILED.encode()))

    job = job_in(tmp_path)

    assert told(job.failure.cause) == ("exception", None)
    assert "ValueError: no such shape" in job.window


def test_of_a_truncated_one_the_beginning_is_read_and_it_is_named(tmp_path):
    packed = gzip.compress((FAILED + os.urandom(100_000).hex()).encode())
    (tmp_path / "x.log.gz").write_bytes(packed[: len(packed) // 2])

    job = job_in(tmp_path)

    assert [Path(each.name).name for each in job.left_out] == ["x.log.gz"]
    assert "incomplete" in job.left_out[0].why
    assert told(job.failure.cause) == ("exception", None)


def test_a_name_that_is_no_utf_8_is_read_and_told_in_ascii(tmp_path):
    with open(os.fsencode(tmp_path) + b"/\xff.log", "wb") as file:  # noqa: PTH123 - its name is bytes
        file.write(FAILED.encode())

    job = job_in(tmp_path)

    assert job.failure.cause.file == f"{tmp_path}/\\udcff.log"
    assert "ValueError: no such shape" in job.window


@pytest.mark.parametrize("data", [b"abcdef", gzip.compress(b"abcdef", mtime=0)], ids=["plain", "gzip"])
def test_bytes_in_memory_are_a_log_too(data):
    source = BytesSource("x", data)

    assert b"".join(source.blocks()) == b"abcdef"
    assert source.window(2, 4) == b"cd"
