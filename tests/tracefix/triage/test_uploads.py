"""Logs that were sent: what of them is read, and what is left out, by name."""

import gzip
import os

import pytest

from tracefix.triage.uploads import Upload, sources_of


def read(*uploads, most=1 << 20):
    sources, left = sources_of([Upload(*upload) for upload in uploads], most)
    return {source.name: source.data for source in sources}, {each.name: str(each.why) for each in left}


def test_a_log_is_read_as_it_is():
    assert read(("a.log", b"step 1\n")) == ({"a.log": b"step 1\n"}, {})


def test_a_compressed_one_is_unpacked():
    assert read(("a.log.gz", gzip.compress(b"step 1\n"))) == ({"a.log.gz": b"step 1\n"}, {})


def test_of_a_truncated_one_the_beginning_is_read_and_it_is_named():
    packed = gzip.compress(b"step 1\n" + os.urandom(50_000).hex().encode())
    found, left = read(("a.log.gz", packed[: len(packed) // 2]))

    assert found["a.log.gz"].startswith(b"step 1\n")
    assert "damaged or incomplete" in left["a.log.gz"]


def test_one_that_would_fill_the_memory_is_read_up_to_the_limit():
    found, left = read(("a.gz", gzip.compress(bytes(50 << 20))), ("b.gz", gzip.compress(b"x")), most=1000)

    assert len(found["a.gz"]) == 1000
    assert "too large when unpacked" in left["a.gz"]
    assert "b.gz" in left


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "it is empty"),
        (gzip.compress(b"", mtime=0), "it is empty"),
        (b"\x7fELF\x02\x01", "it is no text"),
        (b"PK\x03\x04zip", "it is no text"),
        (bytes(range(256)) * 100, "it is no text"),
        (gzip.compress(gzip.compress(b"x", mtime=0), mtime=0), "it is no text"),
    ],
)
def test_what_is_no_log_is_named_and_left_out(data, why):
    assert read(("odd", data)) == ({}, {"odd": why})


@pytest.mark.parametrize("data", [b"\0" * 500 + b"MemoryError\n", "größe\n".encode("latin-1"), b"\x1b[31mred\x1b[0m\n"])
def test_holes_other_encodings_and_colours_are_text(data):
    assert read(("a.log", data)) == ({"a.log": data}, {})


def test_utf_16_is_read():
    assert read(("a.log", "ValueError: größe\n".encode("utf-16")))[0] == {"a.log": "ValueError: größe\n".encode()}


def test_names_are_told_apart_short_and_printable():
    found, _ = read(("a", b"1"), ("a", b"2"), ("b\n\x1b[31m", b"3"), ("x" * 999, b"4"), ("", b"5"))

    assert list(found) == ["a", "a (2)", "b??[31m", "x" * 300, "?"]
