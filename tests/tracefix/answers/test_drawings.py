"""The pictures of answers (tracefix/answers/drawings.py)."""

import pytest

from tracefix.answers.drawings import draw_memory, draw_ranks, draw_releases
from tracefix.triage.events import Event, EventKind, EventRole
from tracefix.versions.answers import answer_message
from tracefix.versions.clues import Clues

MODERN = {
    "size": "1.96 GiB",
    "total": "23.64 GiB",
    "free": "412.81 MiB",
    "used": "23.23 GiB",
    "allocated": "18.74 GiB",
    "reserved": "4.02 GiB",
}


def shares(values):
    picture = draw_memory(values)
    return [(share.kind, share.size) for share in picture.shares] if picture else None


def test_the_card_is_shared_among_tensors_what_is_held_and_the_rest():
    picture = draw_memory(MODERN)

    assert shares(MODERN) == [("tensors", "18.74 GiB"), ("held", "4.02 GiB"), ("cuda", "481 MiB"), ("free", "413 MiB")]
    assert (picture.total, picture.wanted, picture.is_too_big) == ("23.64 GiB", "1.96 GiB", False)
    assert (picture.wanted_x, picture.wanted_width) == ("79.3%", "8.3%")  # below what no tensor uses
    ends = [float(share.x[:-1]) + float(share.width[:-1]) for share in picture.shares]
    assert ends == sorted(ends)
    assert ends[-1] == pytest.approx(100, abs=0.3)


def test_other_processes_have_a_share():
    values = MODERN | {"used": "1.94 GiB", "allocated": "1.69 GiB", "reserved": "2.00 MiB"}

    assert ("others", "21.30 GiB") in shares(values)


def test_up_to_torch_2_0_the_reserved_memory_holds_the_tensors():
    values = {"size": "2 GiB", "total": "7.93 GiB", "allocated": "5.00 GiB", "free": "300 MiB", "held": "6.20 GiB"}

    assert shares(values) == [("tensors", "5.00 GiB"), ("held", "1.20 GiB"), ("free", "300 MiB")]


def test_an_allocation_larger_than_the_card_is_as_wide_as_the_card():
    picture = draw_memory(MODERN | {"size": "64.00 GiB"})

    assert picture.is_too_big
    assert (picture.wanted_x, picture.wanted_width) == ("0.0%", "100.0%")


@pytest.mark.parametrize(
    "wrong",
    [
        {"total": ""},
        {"total": "0 bytes"},
        {"total": "12"},
        {"allocated": "much"},
        {"allocated": "30.00 GiB"},
        {"reserved": "-1 GiB"},
        {"free": "23.00 GiB", "used": ""},
    ],
)
def test_numbers_that_are_missing_or_do_not_agree_are_not_drawn(wrong):
    assert draw_memory(MODERN | wrong) is None


def test_without_the_size_nothing_is_wanted():
    assert draw_memory(MODERN | {"size": ""}).wanted == ""


# ── ranks ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def event(rank, time):
    return Event(EventKind.EXCEPTION, EventRole.CAUSE, "it failed", rank=rank, time=time)


def test_ranks_stand_on_one_axis_that_begins_with_the_first_event():
    first, second, third = event(2, 10.0), event(0, 40.0), event(1, 70.0)

    picture = draw_ranks([first, second, event(0, 50.0), third], first)

    assert [(lane.rank, lane.x, lane.is_first) for lane in picture.lanes] == [
        (0, "46.0%", False),
        (1, "92.0%", False),
        (2, "0.0%", True),
    ]
    assert picture.left_out == 0
    assert picture.lanes[0].time.endswith("00:00:40")


def test_the_cause_decides_when_its_rank_failed():
    noise, cause = event(0, 5.0), event(0, 20.0)

    assert draw_ranks([noise, cause, event(1, 25.0)], cause).lanes[0].time.endswith("00:00:20")


def test_of_many_ranks_the_first_are_drawn_and_the_one_that_failed_first_always():
    events = [event(rank, 100.0 + rank) for rank in range(64)]

    picture = draw_ranks(events, events[40])

    assert [lane.rank for lane in picture.lanes] == [*range(15), 40]
    assert picture.left_out == 48


@pytest.mark.parametrize(
    "events",
    [
        [],
        [event(0, 1.0)],
        [event(0, 1.0), event(0, 9.0)],
        [event(0, 3.0), event(1, 3.0)],
        [event(0, None), event(1, 2.0)],
    ],
)
def test_without_the_times_of_two_ranks_there_is_no_picture(events):
    assert draw_ranks(events, None) is None


def test_without_the_time_of_the_first_to_fail_there_is_no_picture():
    waiting = [event(0, 20.0), event(1, 25.0)]

    assert draw_ranks(waiting, None) is not None
    assert draw_ranks([*waiting, event(2, None)], event(2, None)) is None


def releases(message, text=""):
    [found] = answer_message(message, Clues(text=f"{message}\n{text}"))
    return draw_releases(found)


GONE = "TrainingArguments.__init__() got an unexpected keyword argument 'evaluation_strategy'"


def test_the_bar_of_releases_shows_where_the_installed_one_stands():
    picture = releases(GONE, "transformers==4.57.1")

    has = [(bar.stretch.first, bar.stretch.last) for bar in picture.bars if bar.stretch.has]
    assert has == [("3.2.0", "4.50.3")]
    behind = picture.bars[-1]
    assert picture.installed == "4.57.1"
    assert float(behind.x[:-1]) < float(picture.x[:-1]) < float(behind.x[:-1]) + float(behind.width[:-1])


@pytest.mark.parametrize("text", ["", "transformers==99.0", "transformers==not-a-version"])
def test_without_a_release_that_is_known_none_is_marked(text):
    picture = releases(GONE, text)

    assert picture is None or (picture.installed, picture.x) == ("", "")
