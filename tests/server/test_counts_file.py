"""Counts are written to a file that prometheus_client reads; a disk that takes nothing costs none of them."""

import errno
import os

import pytest
from prometheus_client.mmap_dict import MmapedDict

from kb.server import counts_file
from kb.server.counts_file import CountsFile


@pytest.fixture
def path(tmp_path):
    return tmp_path / "counter_1.db"


@pytest.fixture
def full_disk(monkeypatch):
    """Takes so many bytes more: call it with their number, or None for any number."""
    pwrite, left = os.pwrite, None

    def limited(descriptor, data, place):
        nonlocal left
        more = max(0, place + len(data) - os.fstat(descriptor).st_size)  # what is there already takes no more room
        if left is None or more == 0:
            return pwrite(descriptor, data, place)
        if not left:
            raise OSError(errno.ENOSPC, "No space left on device")
        taken = min(left, more)
        left -= taken
        return pwrite(descriptor, data[: len(data) - more + taken], place)

    def room(size):
        nonlocal left
        left = size

    monkeypatch.setattr(counts_file.os, "pwrite", limited)
    return room


def read(path):
    """By the library's own reader, as /metrics does."""
    return {key: value for key, value, *_ in MmapedDict.read_all_values_from_file(str(path))}


KEYS = [f'["a", "{"x" * length}é"]' for length in range(9)]  # every padding that there is


def test_what_is_written_is_read_by_the_library(path):
    counts = CountsFile(str(path))

    for number, key in enumerate(KEYS):
        assert counts.read_value(key) == (0.0, 0.0)
        counts.write_value(key, number, 0.0)
        counts.write_value(key, number + 0.5, 1.0)

    assert counts.read_value(KEYS[3]) == (3.5, 1.0)
    assert read(path) == {key: number + 0.5 for number, key in enumerate(KEYS)}


def test_the_file_is_what_the_library_itself_writes(path, tmp_path):
    ours, theirs = CountsFile(str(path)), MmapedDict(str(tmp_path / "theirs"))

    for counts in (ours, theirs):
        for key in KEYS:
            counts.write_value(key, 2.0, 0.0)
        counts.close()

    written = path.read_bytes()
    assert (tmp_path / "theirs").read_bytes()[: len(written)] == written


def test_it_has_no_holes(path):
    counts = CountsFile(str(path))
    for number in range(5_000):
        counts.write_value(f"key {number}", 1.0, 0.0)

    status = path.stat()

    assert len(read(path)) == 5_000
    assert status.st_blocks * 512 >= status.st_size


@pytest.mark.parametrize("room", [0, 1, 7, 20, 31])  # a record takes 32
def test_on_a_full_disk_it_counts_on_and_writes_all_once_there_is_room(path, full_disk, stderr_log, room):
    counts = CountsFile(str(path))
    counts.write_value("first", 1.0, 0.0)
    full_disk(room)

    counts.write_value("first", 2.0, 0.0)
    counts.write_value("second", 1.0, 0.0)
    counts.write_value("second", 2.0, 0.0)

    assert counts.read_value("second") == (2.0, 0.0)
    assert read(path)["first"] == 2.0
    assert not list(path.parent.glob("*.part"))
    assert stderr_log.getvalue().count("Metrics cannot be written") == 1
    full_disk(None)
    counts.write_value("first", 3.0, 0.0)
    assert read(path) == {"first": 3.0, "second": 2.0}


def test_on_a_disk_that_was_full_from_the_start_there_is_no_file_to_stumble_over(path, full_disk):
    full_disk(0)
    counts = CountsFile(str(path))

    counts.write_value("first", 1.0, 0.0)

    assert list(path.parent.iterdir()) == []
    full_disk(None)
    counts.write_value("first", 2.0, 0.0)
    assert read(path) == {"first": 2.0}
