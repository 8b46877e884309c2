"""The order of suggestions (tracefix/search/suggesting.py)."""

import pytest

from tests.factories import make_article
from tracefix.search.suggesting import read_names, suggest

TITLES = {
    "cuda-oom": "torch.OutOfMemoryError: CUDA out of memory",
    "file-not-found": "FileNotFoundError: out of cuda files",
    "ray-oom-killed": "OutOfMemoryError: worker(s) were killed",
    "nccl-system-error": "NCCL error: unhandled system error, timed out",
    "nccl-timeout": "Watchdog caught collective operation timeout",
}
NAMES = read_names(make_article(slug=slug, title=title) for slug, title in TITLES.items())


def first(typed, common=()):
    return suggest(typed, ["file-not-found"], NAMES, common)[0]


@pytest.mark.parametrize(
    ("typed", "slug"),
    [
        ("oom", "cuda-oom"),
        ("nccl ti", "nccl-timeout"),
        ("cuda ou", "cuda-oom"),
        ("CUDA out", "cuda-oom"),
        ("killed", "ray-oom-killed"),
        ("watchdog", "nccl-timeout"),
    ],
)
def test_an_article_that_bears_the_typed_words_in_a_row_comes_first(typed, slug):
    assert first(typed) == slug


def test_an_article_that_begins_with_the_typed_words_comes_before_one_that_has_them():
    assert first("file", ("cuda-oom",)) == "file-not-found"
    assert suggest("outofmemory", (), NAMES, ("cuda-oom",))[0] == "ray-oom-killed"  # the other begins with `torch`


def test_of_two_that_fit_alike_the_more_common_comes_first():
    assert suggest("nccl", (), NAMES, ("nccl-timeout",))[0] == "nccl-timeout"
    assert suggest("nccl", (), NAMES, ("nccl-system-error",))[0] == "nccl-system-error"


@pytest.mark.parametrize("typed", ["", "zzz", "::"])
def test_what_no_article_bears_is_what_the_search_found(typed):
    assert suggest(typed, ["nccl-timeout", "cuda-oom"], NAMES, ()) == ["nccl-timeout", "cuda-oom"]


def test_what_the_search_found_stands_behind_and_once():
    assert suggest("nccl t", ["cuda-oom", "nccl-timeout"], NAMES, ()) == [
        "nccl-timeout",
        "nccl-system-error",
        "cuda-oom",
    ]
