"""The last bytes of a stream, and the counters of the kernel."""

import pytest

from tests.examples import every
from tracefix.cli.memory_events import oom_kills
from tracefix.cli.tail import MOST_BYTES, Tail, ends


def test_a_short_stream_is_kept_whole():
    tail = Tail(10)
    for chunk in (b"ab", b"", b"cd"):
        tail.add(chunk)

    assert tail.content() == b"abcd"


def test_of_a_long_one_the_last_lines_are_kept():
    tail = Tail(10)
    for number in range(1000):
        tail.add(b"%d\n" % number)

    assert tail.content() == b"998\n999\n"


def test_a_chunk_longer_than_all_is_cut():
    tail = Tail(4)
    tail.add(b"x" * 100 + b"\nab\n")

    assert tail.content() == b"ab\n"


@pytest.mark.parametrize("place", ["user/job", ""])  # the second as in a container, which sees the host's path
def test_kills_are_counted_where_the_cgroup_is(tmp_path, place):
    (tmp_path / "cgroup").write_text("0::/user/job\n")
    (tmp_path / "fs" / place).mkdir(parents=True)
    (tmp_path / "fs" / place / "memory.events").write_text("low 0\nmax 12\noom 3\noom_kill 2\n")

    assert oom_kills(tmp_path / "cgroup", tmp_path / "fs") == 2


@pytest.mark.parametrize("content", ["1:memory:/job\n", "", "0::/job\n"])
def test_without_version_2_nobody_counts(tmp_path, content):
    (tmp_path / "cgroup").write_text(content)

    assert oom_kills(tmp_path / "cgroup", tmp_path / "fs") is None


def test_a_file_that_says_something_else_counts_nothing(tmp_path):
    (tmp_path / "cgroup").write_text("0::/\n")
    (tmp_path / "memory.events").write_text("oom_kill many\n")

    assert oom_kills(tmp_path / "cgroup", tmp_path) is None


def test_what_is_short_is_kept_as_it_is():
    assert ends(["a\n", "", "b" * 200_000, "\nc"]) == "a\n" + "b" * 200_000 + "\nc"


@pytest.mark.parametrize("size", every(3, [1000, 10**9, 1]))
def test_of_a_long_text_both_ends_are_kept_from_line_to_line(size):
    text = "".join(f"line {number}\n" for number in range(500_000))
    pieces = [text[start : start + size] for start in range(0, len(text), size)] if size > 1 else text

    kept = ends(pieces)

    first, last = kept[: 100 * 1024], kept[100 * 1024 + 1 :]
    assert text.startswith(first)
    assert kept[100 * 1024] == "\n"
    assert text.endswith(f"\n{last}")
    assert MOST_BYTES - 20 < len(last) <= MOST_BYTES


def test_a_long_line_is_cut_at_its_end_and_never_begins_in_its_middle():
    assert ends(["x" * 20_000_000, "\nPython 3.11\n"]) == "x" * 100 * 1024 + "\nPython 3.11\n"
