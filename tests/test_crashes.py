"""A crash is told by the thread that crashed: the reports are what Python printed for programs that read address 0."""

import pytest

from tests.published_articles import published_catalogue
from tests.settings import ARTICLES_DIR
from tracefix.articles.filling import fill
from tracefix.matching.diagnosis import diagnose

PASTES = ARTICLES_DIR / "native-crash" / "pastes"
TOP = "Fatal Python error: Segmentation fault\n\n"
WAITS = (
    'Thread 0x00007f7701 (most recent call first):\n  File "/usr/lib/python3.12/threading.py", line 359 in wait\n'
    '  File "/usr/lib/python3.12/queue.py", line 180 in get\n'
    '  File "/v/lib/python3.12/site-packages/torch/utils/data/_utils/pin_memory.py", line 30 in _pin_memory_loop\n\n'
)
CRASHES = (
    '{} (most recent call first):\n{}  File "/v/lib/python3.12/site-packages/fuse/core.py", line 22 in burn\n'
    '  File "/home/jane/train.py", line 9 in <module>\n\n'
)
CURRENT, OF_ONE = "Current thread 0x00007f7702", "Stack"


def answer(text):
    match = diagnose(text, published_catalogue()).matches[0]
    return match.article.slug, dict(match.values).get("crashed_in", ""), fill(match.fix, match.values)


@pytest.mark.parametrize("name", ["faulthandler-threads.txt", "faulthandler-tqdm.txt", "ctypes-string.txt"])
def test_threads_that_wait_are_not_where_it_crashed(name):
    slug, crashed_in, fix = answer((PASTES / name).read_text())

    assert (slug, crashed_in) == ("native-crash", "string_at")
    assert fix.startswith("A call through `ctypes` crashed")


@pytest.mark.parametrize(
    "dump",
    [
        CRASHES.format(CURRENT, ""),
        CRASHES.format(CURRENT, "") + WAITS,
        WAITS + CRASHES.format(CURRENT, ""),
        WAITS + "Thread 0x00007f7703 (most recent call first):\n  <no Python frame>\n\n" + CRASHES.format(CURRENT, ""),
        "Python runtime state: initialized\n" + WAITS * 60 + CRASHES.format(CURRENT, "  Garbage-collecting\n"),
        "<Cannot show all threads while the GIL is disabled>\n" + CRASHES.format(OF_ONE, ""),
    ],
    ids=["alone", "first", "last", "behind a thread of C", "behind sixty", "without the GIL"],
)
@pytest.mark.parametrize("top", [TOP, "Windows fatal exception: access violation\n\n"])
def test_the_current_thread_crashed_wherever_its_stack_stands(top, dump):
    slug, crashed_in, fix = answer(top + dump)

    assert (slug, crashed_in) == ("native-crash", "burn")
    assert "line 22 of `/v/lib/python3.12/site-packages/fuse/core.py`" in fix


def test_where_no_thread_is_called_the_current_one_no_function_is_blamed():
    slug, crashed_in, fix = answer(TOP + WAITS + WAITS)

    assert (slug, crashed_in) == ("native-crash", "")
    assert "`wait`" not in fix


def test_the_stack_of_another_crash_is_not_borrowed():
    assert answer(TOP + WAITS + "worker 3 is next\n" + TOP.replace("Segmentation fault", "Stack overflow"))[1] == ""
