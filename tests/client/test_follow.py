"""`tracefix triage --follow`: events as they are written."""

from tracefix.follow import Followed

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
