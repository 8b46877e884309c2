"""Compressed logs: unpacked in one pass, gone back to from places passed before, and no more than 1,000 members."""

import gzip
import io
import random
from itertools import islice

import pytest

from tests.examples import every
from tracefix.triage import gzipped
from tracefix.triage.gzipped import ResumePoint, ResumePoints, TooManyMembersError, unpack
from tracefix.triage.scanning import scan
from tracefix.triage.sources import BytesSource

numbers = random.Random(1)
LOG = b"".join(b"step %d loss %d\n" % (step, numbers.randrange(10**9)) for step in range(150_000))  # 3.6 MB
HALF = len(LOG) // 2
PACKED = gzip.compress(LOG, 1)  # level 1: every worker imports this module, and the best compression takes seconds
KINDS = {
    "as one": PACKED,
    "of many members": b"".join(gzip.compress(LOG[at : at + 50_000], 1) for at in range(0, len(LOG), 50_000)),
    "padded": gzip.compress(LOG[:HALF], 1) + bytes(100_000) + gzip.compress(LOG[HALF:], 1) + bytes(50_000),
    "that unpacks to a thousand times its size": gzip.compress(bytes(3 << 20)),
    "cut off": PACKED[:500_000],
    "damaged": PACKED[:500_000] + b"zz" + PACKED[500_002:],
    "tiny": gzip.compress(b"abc"),
}


class Counted(io.BytesIO):
    """A file that counts what is read of it."""

    taken = 0

    def read(self, *size):
        piece = super().read(*size)
        self.taken += len(piece)
        return piece


def unpacked(file, places):
    """What a file holds, up to its last readable byte."""
    found = []
    try:
        for block in places.blocks(file, b""):
            found.append(block)
    except (EOFError, gzipped.zlib.error):
        pass
    return b"".join(found)


@pytest.mark.parametrize("kind", every(3, list(KINDS)))
def test_a_window_is_what_stands_there_wherever_one_was_before(kind):
    places, file = ResumePoints(), io.BytesIO(KINDS[kind])
    data = unpacked(file, places)

    for _ in range(100):
        start = numbers.randrange(len(data) + 2_000)
        assert places.window(file, start, start + 70_000) == data[start : start + 70_000]
    assert ResumePoints().window(file, 0, 70_000) == data[:70_000]


def test_windows_in_their_order_take_one_pass():
    places, file = ResumePoints(), Counted(KINDS["as one"])
    unpacked(file, places)
    assert file.taken == len(KINDS["as one"])

    for start in range(0, len(LOG), len(LOG) // 200):
        places.window(file, start, start + 10_000)

    assert file.taken < 6 * len(KINDS["as one"])  # 200 windows of what is unpacked in pieces of 16 KB


def test_windows_in_any_order_begin_at_a_place_near_them():
    places, file = ResumePoints(), Counted(KINDS["as one"])
    unpacked(file, places)
    file.taken = 0

    for start in range(len(LOG) - 1, 0, -len(LOG) // 200):
        places.window(file, start, start + 1)

    assert file.taken < 200 * len(KINDS["as one"]) / 4


def test_few_places_are_kept_however_long_a_log_is(monkeypatch):
    monkeypatch.setattr(gzipped, "_BLOCK", 1_000)
    places = ResumePoints()
    unpacked(io.BytesIO(KINDS["as one"]), places)

    assert gzipped._MOST_PLACES // 2 <= len(places._kept) <= gzipped._MOST_PLACES


def members(number, content=b""):
    return b"".join(gzip.compress(content + b"%d" % each) for each in range(number))


def test_a_thousand_members_are_read_and_not_one_more():
    assert b"".join(unpack(io.BytesIO(members(1_000)), ResumePoint())).endswith(b"998999")

    blocks = unpack(io.BytesIO(members(1_001)), ResumePoint())
    assert list(islice(blocks, 1_000))[-1] == b"999"
    with pytest.raises(TooManyMembersError):
        next(blocks)


def test_of_more_the_beginning_is_read_and_it_is_said():
    found = scan(BytesSource("a.gz", gzip.compress(b"ValueError: first\n") + members(1_001)))

    assert [event.text for event in found.events] == ["ValueError: first"]
    assert found.problem == "it was compressed in more than 1,000 pieces: only its beginning is read"
