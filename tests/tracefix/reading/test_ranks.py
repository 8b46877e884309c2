"""Lines that several ranks printed are told apart."""

import pytest

from tracefix.reading.cleaning import clean
from tracefix.reading.tracebacks import parse


def read(text):
    return parse(clean(text))


def test_ranks_are_told_apart():
    text = "[rank0]: ValueError: a\n[rank3]: TypeError: b\nKeyError: c"

    assert [error.rank for error in read(text).errors] == [0, 3, None]


def test_interleaved_ranks_keep_their_own_stacks():
    text = """\
[rank0]: Traceback (most recent call last):
[rank1]: Traceback (most recent call last):
[rank0]:   File "zero.py", line 1, in f
[rank1]:   File "one.py", line 2, in g
[rank1]:     raise Empty
[rank0]:     run()
[rank1]: queue.Empty
[rank0]: ValueError: zero
[rank0]: During handling of the above exception, another exception occurred:
[rank1]: KeyError: 'one'
[rank0]: TypeError: more
"""
    errors = read(text).errors

    assert [(error.type, error.rank, error.is_root) for error in errors] == [
        ("queue.Empty", 1, True),
        ("ValueError", 0, True),
        ("KeyError", 1, True),
        ("TypeError", 0, False),
    ]
    assert [frame.file for frame in errors[0].frames] == ["one.py"]
    assert [frame.file for frame in errors[1].frames] == ["zero.py"]


PREFIXES = ["[rank3]: ", "[default3]:", "[rank: 3] ", "[1,3]<stderr>:", "[1,mpirank:3,algo-1]<stderr>:"]


@pytest.mark.parametrize("prefix", PREFIXES)
def test_a_rank_is_read_from_the_prefix_of(prefix):
    assert [error.rank for error in read(f"{prefix}TypeError: boom").errors] == [3]


def test_a_rank_far_in_front_in_an_endless_line_is_not_looked_up():
    near, far = ("[rank3]: " + "x " * length + "TypeError: b" for length in (400, 40_000))

    assert [read(text).errors[0].rank for text in (near, far)] == [3, None]
