import pytest

from tracefix.search.spelling import Lexicon, closest

NAMES = Lexicon({"workers": 1, "worker": 1, "workez": 5, "ProcessGroup": 3, "processing": 4, "sm_90": 2, "sm_80": 9})


def test_the_closest_name_comes_first_and_then_the_commoner():
    assert [near.name for near in NAMES.similar("worke")] == ["workez", "worker", "workers"]


def test_swapped_neighbours_are_one_mistake():
    assert NAMES.similar("wroker")[0][::2] == (1, "worker")


def test_what_is_too_far_is_not_near():
    assert NAMES.similar("wonders") == []


def test_a_misspelt_first_letter_and_another_digit_make_another_name():
    assert NAMES.similar("porker") == []
    assert [near.name for near in NAMES.similar("sm_9o")] == []


def test_names_that_go_on_come_after_the_misspelt_ones():
    (near,) = NAMES.similar("processgr")

    assert (near.name, near.is_longer) == ("ProcessGroup", True)


def test_a_half_typed_name_is_completed_the_commonest_first():
    assert NAMES.completions("proc") == ["processing", "ProcessGroup"]
    assert NAMES.completions("PROCESSG") == ["ProcessGroup"]
    assert NAMES.completions("proc", most=1) == ["processing"]


def test_what_no_name_begins_with_is_not_completed():
    assert NAMES.completions("zzz") == NAMES.completions("") == NAMES.completions("显存") == []


@pytest.mark.parametrize("typed", ["cuda-om", "cuda-oomm", "cuda_oom", "cdua-oom"])
def test_the_closest_name_comes_first(typed):
    assert closest(typed, ["cuda-fork-reinit", "torch-no-cuda", "cuda-oom", "cuda-room"])[0] == "cuda-oom"


def test_a_name_that_differs_in_more_than_a_third_is_not_close():
    assert closest("cuda-oom", ["numpy2-abi", "cuda-fork-reinit"]) == []
    assert closest("ab", ["cd"]) == []
