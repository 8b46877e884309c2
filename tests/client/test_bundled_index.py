"""The client's search index ranks as the site's does, and is the same on every machine."""

import sys
from itertools import accumulate

import pytest

from tests.tracefix.search_tools import KEYS, NCCL, RANK, article, index_of
from tracefix.bundle.bundled_index import BundledIndex, build_in_memory, make_files, telling_terms, term_numbers
from tracefix.search.index import terms_of
from tracefix.search.query import find

ZH = article("zh", title="无法序列化 dict_keys", tags=("cuda",), exceptions=("RuntimeError",))
ARTICLES = (RANK, KEYS, NCCL, ZH)


@pytest.mark.parametrize(
    "query", ["dict_keys", "pickle dict_keys", "无法序列化", "dict_kyes", "invalid rank process", "nothing of this", "", "0", "~"]
)  # fmt: skip
def test_it_finds_what_the_site_finds_with_the_same_scores(query):
    found, on_site = (find(index, query) for index in (build_in_memory(ARTICLES), index_of(*ARTICLES)))

    assert found == on_site


def test_a_term_has_the_same_articles_and_weights_as_on_the_site():
    ours, on_site = build_in_memory(ARTICLES), index_of(*ARTICLES)
    terms = sorted(terms_of(" ".join(each.title for each in ARTICLES)))

    assert len(terms) > 10
    assert [ours.posting(term) for term in terms] == [on_site.posting(term) for term in terms]


@pytest.mark.parametrize("term", ["", "!", "ncc", "nccl\nrank", "\U0010ffff"])
def test_a_term_that_no_article_has_is_not_found(term):
    assert build_in_memory(ARTICLES).posting(term) is None


def test_an_index_of_no_articles_finds_nothing():
    assert not find(build_in_memory(()), "rank").hits


def test_half_typed_names_are_completed():
    assert build_in_memory(ARTICLES).completions("dict") == index_of(*ARTICLES).completions("dict") != []


def test_what_an_article_is_about_is_what_its_texts_say():
    ours, on_site = build_in_memory(ARTICLES), index_of(*ARTICLES)

    assert [set(ours.telling_texts(number)) for number in range(4)] == [
        set(on_site.telling_texts(number)) for number in range(4)
    ]


def test_the_terms_that_all_texts_of_an_article_have_are_kept_once():
    numbers = term_numbers(make_files([ZH]))
    own, common, *texts = (list(accumulate(steps)) for steps in telling_terms(ZH, numbers))

    place = own.index(numbers["cuda"])
    assert place in common
    assert not any(place in places for places in texts)


def test_numbers_are_stored_alike_by_machines_that_put_the_high_byte_first(monkeypatch):
    files = make_files(ARTICLES)
    monkeypatch.setattr(sys, "byteorder", "big" if sys.byteorder == "little" else "little")
    swapped = make_files(ARTICLES)

    assert swapped["numbers"] != files["numbers"]
    posting = BundledIndex(ARTICLES, swapped, None, None).posting("nccl")
    assert posting.numbers.tolist() == [1]
    assert posting.weights == build_in_memory(ARTICLES).posting("nccl").weights
