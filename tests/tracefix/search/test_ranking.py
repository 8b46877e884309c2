"""The rare terms of a query: an article without one is too far below the best to be found."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tracefix.search_tools import article, index_of
from tests.work import work
from tracefix.search.index import IndexQuery, TermStats
from tracefix.search.query import find


def asked(pairs=None, **terms):
    """A query of terms, each given as (value, frequency, heaviest)."""
    stats = {term: TermStats(1.0, frequency, heaviest) for term, (_, frequency, heaviest) in terms.items()}
    stats |= {pair: TermStats(1.0, 1, heaviest) for pair, (_, heaviest) in (pairs or {}).items()}
    return IndexQuery(
        values={term: value for term, (value, _, _) in terms.items()},
        pairs={pair: value for pair, (value, _) in (pairs or {}).items()},
        stats=stats,
        filters={},
        start=0,
        size=10,
    )


def test_a_common_word_beside_a_telling_one_is_not_rare():
    assert asked(dict_keys=(9.0, 2, 5.0), error=(0.5, 900, 2.0)).rare_terms() == {"dict_keys"}


def test_words_that_say_as_much_as_each_other_are_all_rare():
    assert asked(pickle=(3.0, 40, 5.0), worker=(3.0, 50, 5.0)).rare_terms() == {"pickle", "worker"}


def test_a_single_common_word_is_rare():
    assert asked(error=(0.1, 900, 2.0)).rare_terms() == {"error"}


def test_a_pair_that_may_lift_an_article_counts_for_the_common_words():
    one = asked(dict_keys=(9.0, 2, 5.0), error=(0.5, 900, 2.0))
    with_pair = asked({"error in": (40.0, 9.0)}, dict_keys=(9.0, 2, 5.0), error=(0.5, 900, 2.0))

    assert "error" not in one.rare_terms()
    assert "error" in with_pair.rare_terms()


def test_without_words_there_is_no_rare_one():
    assert asked().rare_terms() == set()


WORDS = st.sampled_from(["error"] * 6 + ["tensor"] * 4 + ["cuda", "pickle", "dict_keys", "nccl", "rank0", "显存"])
TEXTS = st.lists(st.lists(WORDS, min_size=1, max_size=12).map(" ".join), min_size=1, max_size=12)


@given(titles=TEXTS, query=st.lists(WORDS, min_size=1, max_size=6).map(" ".join))
@settings(deadline=None)
def test_what_is_found_is_what_would_be_found_if_all_words_were_rare(titles, query):
    index = index_of(*(article(f"a{number}", body=text) for number, text in enumerate(titles)))

    found = find(index, query)
    rank = index.rank

    class AllRare(IndexQuery):
        def rare_terms(self):
            return set(self.values)

    index.rank = lambda wanted: rank(
        AllRare(**{name: getattr(wanted, name) for name in IndexQuery.__dataclass_fields__})
    )
    assert find(index, query) == found


def test_a_common_word_beside_a_telling_one_costs_no_call_for_each_article():
    def cost(count):
        bodies = ["error dict_keys" if number % 4 == 0 else "error" for number in range(count)]
        index = index_of(*(article(f"a{number}", body=body) for number, body in enumerate(bodies)))
        wanted = IndexQuery({"error": 0.1, "dictkeys": 9.0}, {}, index.stats(["error", "dictkeys"]), {}, 0, 1)
        index.rank(wanted)
        return work(lambda: index._scores(wanted))

    assert cost(400) == cost(100)
