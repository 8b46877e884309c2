import datetime
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.published_articles import published_articles
from tests.tracefix.search_tools import KEYS, NCCL, RANK, article, index_of, slugs
from tracefix.articles.model import Run, Translation
from tracefix.articles.signatures import Signature
from tracefix.matching.verdict import Match, Verdict
from tracefix.search.query import find
from tracefix.search.whoosh_index import open_index

# ── ranking ─────────────────────────────────────────────────────────────────────────────────────────────────────


# A query, and two articles, of which it finds the second first
ORDERED = {
    "the exact identifier stands above its parts": (
        "save_disk_path",
        article("parts", title="save to disk: path save disk", body="save disk path " * 20),
        article("whole", body="It reads save_disk_path first."),
    ),
    "an identifier counts more than a word": (
        "fuses weights_only",
        article("word", title="Set fuses."),
        article("name", title="Set weights_only."),
    ),
    "a Chinese word counts no more than an English one": (
        "共享内存 cellar fuses",
        article("chinese", title="共享内存不足"),
        article("english", title="Mount cellar fuses."),
    ),
    "an error line counts more than prose": (
        "bus error",
        article("prose", body="A bus error in worker processes is another matter. " * 5),
        article("error", signatures=(Signature(message="bus error in worker"),)),
    ),
    "the very form of a word counts more than its stem": (
        "transformers",
        article("functions", title="transforms failed"),
        article("library", title="transformers failed"),
    ),
    "words that stand together count more": (
        "address already in use",
        article("apart", title="in address use already here"),
        article("together", title="address already in use here"),
    ),
    "a negation tells articles apart": (
        "group has not been initialized",
        article("positive", title="group has been initialized"),
        article("negative", title="group has not been initialized"),
    ),
}


@pytest.mark.parametrize(("query", "lower", "higher"), ORDERED.values(), ids=ORDERED)
def test_which_of_two_articles_stands_first(query, lower, higher):
    assert slugs(query, lower, higher)[0] == higher.slug


FOUND = {
    "a part of an identifier": (
        "ProcessGroup",
        article("a", title="cannot pickle 'torch._C._c10d.ProcessGroup' object"),
    ),
    "a name without its seams": ("processgroup", article("a", title="ProcessGroup")),
    "a word beside others that nothing has": ("nccl flibbertigibbet zzz", article("a", title="nccl")),
    "Chinese": (
        "显存不足怎么办",
        article("a", translations={"zh-hans": Translation("zh-hans", "t", "显存不足", "f", "b")}),
    ),
}


@pytest.mark.parametrize(("query", "found"), FOUND.values(), ids=FOUND)
def test_an_article_is_found_by(query, found):
    assert slugs(query, found, article("b", title="process the group"), *map(article, "cdef")) == ["a"]


def test_an_article_with_all_words_stands_above_one_with_some():
    everything = article("everything", title="the watchdog saw a timeout of nccl")
    some = article("some", title="nccl nccl nccl")

    assert slugs("nccl timeout", some, everything, article("other"), article("another"))[0] == "everything"


def printed(text, *, fails=True):
    """A recorded run that printed this."""
    return Run(Path("a.txt"), "repro.py", "3.11", "Linux", {}, datetime.date(2026, 1, 1), int(fails), fails, text)


def test_a_run_that_no_longer_fails_says_nothing_about_the_error():
    assert slugs("frobnicate", article("a", runs=(printed("frobnicate\n", fails=False),))) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"title": "frobnicate"},
        {"summary": "frobnicate"},
        {"fix": "frobnicate"},
        {"body": "frobnicate"},
        {"aliases": ("old-frobnicate",)},
        {"symptoms": ("frobnicate",)},
        {"projects": ("Frobnicate",)},
        {"tags": ("frobnicate",)},
        {"exceptions": ("lib.frobnicate",)},
        {"signatures": (Signature(message="boom in '{room}'", where={"room": ("frobnicate", "attic")}),)},
        {"signatures": (Signature(pattern=r"(?i)frobnicate\.so\.\d+: cannot open"),)},
        {"runs": (printed("x\n\nKeyError: 'frobnicate'\n"),)},
        {"translations": {"zh-hans": Translation("zh-hans", "t", "s", "f", "frobnicate")}},
        {"translations": {"zh-hans": Translation("zh-hans", "t", "s", "f", "b", ("frobnicate",))}},
    ],
    ids=lambda fields: next(iter(fields)),
)
def test_every_field_is_searched(fields):
    assert slugs("frobnicate", article("a", **fields), article("b")) == ["a"]


def test_the_first_five_errors_are_found_among_the_published_articles(published_index):
    index = open_index(published_articles(), published_index)

    assert find(index, "TypeError: cannot pickle 'dict_keys' object").hits[0].slug == "pickle-dict-keys"
    assert find(index, "Cannot re-initialize CUDA in forked subprocess").hits[0].slug == "cuda-fork-reinit"
    assert find(index, "torch._C._distributed_c10d.ProcessGroup").hits[0].slug == "deepcopy-processgroup"
    assert find(index, "can't pickle PyCapsule objects").hits[0].slug == "pickle-pycapsule"
    assert find(index, "Invalid destination rank").hits[0].slug == "send-to-self-rank"


# ── forgiving ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("typed", "meant", "slug"),
    [
        ("dict_key objet", "dict_keys object", "keys"),
        ("ProccessGroupNCCL timeout", "ProcessGroupNCCL timeout", "nccl"),
        ("invaild destination rank", "Invalid destination rank", "rank"),
        ("x.ProcesGroupNCCL: timeout", "x.ProcessGroupNCCL: timeout", "nccl"),
        ("报错 curent process", "报错 current process", "rank"),
    ],
)
def test_a_misspelt_query_finds_the_article_and_is_corrected(typed, meant, slug):
    results = find(index_of(KEYS, NCCL, RANK), typed)

    assert results.suggestion == meant
    assert slug in [hit.slug for hit in results.hits]


KNOWN_WORDS = ["pickle dict_keys", "pickled objects", "PICKLE", "无法 pickle", "", "timeout"]
LIKE_NOTHING = ["zebra crossing", "12345", "0x7f3a", "key"]
A_NUMBER, SELDOM = article("a", title="torch110 failed"), article("b", body="It seldom fails.")


@pytest.mark.parametrize("query", [*KNOWN_WORDS, *LIKE_NOTHING, "torch111", "seldon"])  # prose in one article alone
def test_a_query_of_known_words_or_like_nothing_is_not_corrected(query):
    assert find(index_of(KEYS, NCCL, RANK, A_NUMBER, SELDOM), query).suggestion is None


def test_a_longer_name_is_found_by_its_beginning_and_not_proposed():
    results = find(index_of(KEYS, NCCL), "processgr")

    assert [hit.slug for hit in results.hits] == ["nccl"]
    assert results.suggestion is None


STRANGE = [
    "AND", "OR NOT", '"', "'", "(((", "title:", "*", "?", "~", "^2", "[a TO b]", "a AND (b OR", "+-&|!", "\\",
    '"unclosed phrase', "terms:x", "{{x}}", "<script>", "%", "_", "a^-1", "/regex/", "'x'~2", "\x00", "\ud800", "𝕏",
    "\u202e", "é" * 300,
]  # fmt: skip


@pytest.mark.parametrize("query", STRANGE)
def test_no_query_is_a_syntax_error(query):
    assert find(index_of(KEYS), query).query == query


@pytest.mark.parametrize("query", ['"', "...", "()", "？", "-- --"])
def test_a_query_without_a_word_finds_nothing(query):
    results = find(index_of(KEYS), query)

    assert (results.total, results.hits, results.suggestion) == (0, (), None)
    assert results.facets == {"project": {}, "exception": {}, "tag": {}}


@pytest.mark.parametrize("query", ["", "  ", "\n"])
def test_an_empty_query_finds_every_article_in_order(query):
    assert slugs(query, RANK, KEYS, NCCL) == ["keys", "nccl", "rank"]


@settings(max_examples=2 * settings.default.max_examples)
@given(st.text(max_size=60))
def test_any_query_is_answered(query):
    results = find(FEW, query)

    assert results.total >= len(results.hits)


FEW = index_of(KEYS, NCCL, RANK)


def test_of_a_long_query_the_words_that_say_most_are_searched():
    common = " ".join(f"common{letter}{other}" for letter in "abcdefghij" for other in "klmnopqrst")
    index = index_of(
        *(article(f"a{number}", body=common) for number in range(5)), article("rare", body=f"{common} dict_keys")
    )
    asked = []
    rank = index.rank
    index.rank = lambda query: asked.append(query) or rank(query)

    found = find(index, f"{common} dict_keys {common}")

    assert found.hits[0].slug == "rare"
    assert len(asked[0].values) == 64
    assert "dictkeys" in asked[0].values
    assert len(asked[0].pairs) <= 64


def test_a_long_query_is_answered():
    assert find(FEW, "cannot pickle 'dict_keys' object\n" * 100_000).hits[0].slug == "keys"


def test_a_long_line_without_a_space_is_answered():
    assert find(FEW, "a" * 1_000_000).total == 0


def test_nothing_of_a_query_stays_in_the_index():
    index = index_of(KEYS)

    find(index, "pickle secret_token_123")

    assert index._postings
    assert not [term for term in index._postings if "secret" in term or "123" in term]


# ── results ─────────────────────────────────────────────────────────────────────────────────────────────────────


HIGHLIGHTED = {
    "the words of the query": (
        "can't pickle the dict_keys",
        "A dict_keys view cannot be pickled, the view is live.",
        "A <mark>dict_keys</mark> view <mark>cannot</mark> be <mark>pickled</mark>, the view is live.",
    ),
    "whole words": (
        "dict",
        "A dictionary, a dict and dict_keys.",
        "A dictionary, a <mark>dict</mark> and <mark>dict_keys</mark>.",
    ),
    "markup as text": (
        "script pickle alert",
        "<script>alert('x')</script> & pickle <b>",
        "&lt;<mark>script</mark>&gt;<mark>alert</mark>(&#x27;x&#x27;)&lt;/<mark>script</mark>&gt; &amp; <mark>pickle</mark> &lt;b&gt;",
    ),
    "code as code": (
        "list",
        "Call `list(x < 1)` on boom.",
        "Call <code><mark>list</mark>(x &lt; 1)</code> on boom.",
    ),
}


@pytest.mark.parametrize(("query", "summary", "highlight"), HIGHLIGHTED.values(), ids=HIGHLIGHTED)
@pytest.mark.parametrize("language", ["en", "zh-hans"])  # which no translation is in
def test_a_summary_is_highlighted(query, summary, highlight, language):
    (hit,) = find(index_of(article("a", summary=summary)), query, language=language).hits

    assert hit.highlight == highlight


def test_a_highlight_is_in_the_language_of_the_reader():
    chinese = Translation("zh-hans", "t", "多进程时无法序列化", "f", "b")
    index = index_of(article("a", summary="Cannot pickle.", translations={"zh-hans": chinese}))

    assert find(index, "序列化", language="zh-hans").hits[0].highlight == "多进程时无法<mark>序列化</mark>"
    assert find(index, "序列化", language="en").hits[0].highlight == "Cannot pickle."


def test_the_error_line_that_says_most_of_the_query_is_shown():
    known = article("a", title="boom", runs=(printed("ValueError: <the> fuse of the cellar\n"), printed("KeyError: 1")))

    (hit,) = find(index_of(known, article("b")), "fuse cellar").hits

    assert hit.line == "ValueError: &lt;the&gt; <mark>fuse</mark> of the <mark>cellar</mark>"


def test_no_error_line_is_shown_where_the_title_says_as_much():
    known = article("a", title="ValueError: the fuse of the cellar", runs=(printed("ValueError: the fuse\n"),))

    assert [hit.line for hit in find(index_of(known), "fuse cellar").hits] == [""]


def fitting(known, reason="it says so"):
    return Match(known, Verdict.LIKELY, 0.5, (reason,), (), {})


def test_what_the_matcher_says_comes_first_with_its_reason():
    best, known = article("a", title="boom boom boom"), article("b", body="boom")

    results = find(index_of(best, known), "boom", matches=[fitting(known)])

    assert [(hit.slug, hit.reason) for hit in results.hits] == [("b", "it says so"), ("a", "")]
    assert results.hits[0].score > results.hits[1].score
    assert [match.article.slug for match in results.matches] == ["b"]


def test_what_the_matcher_says_is_found_without_a_common_word_but_not_against_a_filter():
    known = article("b", tags=("cuda",))
    index = index_of(article("a", title="boom"), known)

    assert [hit.slug for hit in find(index, "boom", matches=[fitting(known)]).hits] == ["b", "a"]
    assert find(index, "boom", tag="launcher", matches=[fitting(known)]).hits == ()


@pytest.mark.parametrize(
    "line",
    [
        "[rank3]: TypeError: cannot pickle 'dict_keys' object",
        "2026-01-31 10:00:00,123 worker-0 | TypeError: cannot pickle 'dict_keys' object",
        "\x1b[31mTypeError\x1b[0m: cannot pickle 'dict_keys' object",
        "TypeError: cannot pickle 'dict_keys' object at 0x7f3a1c0d5e80",
    ],
)
def test_what_was_copied_around_a_message_does_not_change_what_is_found(line):
    index = index_of(KEYS, NCCL, RANK, article("log", title="worker-0 10:00:00 0x7f3a1c0d5e80 31mTypeError"))

    assert find(index, line).hits[0].slug == "keys"


def test_an_unfinished_word_may_go_on():
    index = index_of(KEYS, NCCL, RANK)

    assert [hit.slug for hit in find(index, "cannot dict_k", is_unfinished=True).hits] == ["keys"]
    assert [hit.slug for hit in find(index, "ProcessGr", is_unfinished=True).hits] == ["nccl"]
    assert find(index, "dict_kex", is_unfinished=True).suggestion is None


def test_a_word_that_is_known_goes_on_all_the_same_and_the_known_one_counts_more():
    index = index_of(article("a", title="work"), article("b", title="worker"), article("c", title="other"))

    assert [hit.slug for hit in find(index, "work", is_unfinished=True).hits] == ["a", "b"]


@pytest.mark.parametrize("query", ["", " ", "显", "显存", "::", "_"])
def test_any_unfinished_query_is_answered(query):
    find(FEW, query, is_unfinished=True)


def test_results_are_paged():
    index = index_of(*(article(f"a{number:02}", title="pickle") for number in range(45)))

    pages = [find(index, "pickle", page=page, size=20) for page in (1, 2, 3, 4)]

    assert [len(page.hits) for page in pages] == [20, 20, 5, 0]
    assert {page.total for page in pages} == {45}
    assert len({hit.slug for page in pages for hit in page.hits}) == 45


def test_a_page_before_the_first_is_the_first():
    assert find(FEW, "", page=-3).hits == find(FEW, "").hits


FACETED = index_of(
    article("a", title="pickle", projects=("Ray", "xDiT"), exceptions=("TypeError",), tags=("serving",)),
    article("b", title="pickle", projects=("Ray",), exceptions=("TypeError",), tags=("cuda",)),
    article("c", title="pickle", projects=("vLLM",), exceptions=("RuntimeError",), tags=("serving",)),
    article("d", title="nothing", projects=("Ray",), tags=("serving",)),
)


def test_facets_count_the_whole_result_set():
    assert find(FACETED, "pickle", size=1).facets == {
        "project": {"Ray": 2, "vLLM": 1, "xDiT": 1},
        "exception": {"TypeError": 2, "RuntimeError": 1},
        "tag": {"serving": 2, "cuda": 1},
    }


def test_a_filter_narrows_the_results_and_the_other_facets():
    results = find(FACETED, "pickle", project="Ray")

    assert [hit.slug for hit in results.hits] == ["a", "b"]
    assert results.facets["exception"] == {"TypeError": 2}
    assert results.facets["tag"] == {"cuda": 1, "serving": 1}


def test_filters_combine():
    assert find(FACETED, "pickle", project="nope").total == 0
    results = find(FACETED, "pickle", project="Ray", tag="serving")

    assert (results.total, [hit.slug for hit in results.hits]) == (1, ["a"])


def test_a_facet_counts_what_choosing_each_value_would_find():
    filters = {"project": "Ray", "tag": "serving"}
    results = find(FACETED, "pickle", **filters)

    for facet, counts in results.facets.items():
        for value, count in counts.items():
            assert find(FACETED, "pickle", **filters | {facet: value}).total == count


def test_filters_work_without_a_query():
    assert slugs("", KEYS, article("d", tags=("serving",)), tag="serving") == ["d"]


def test_what_hardly_fits_is_no_result():
    index = index_of(
        article("fits", title="ProcessGroupNCCL timeout of the watchdog"), article("the", body="the"), article("x")
    )

    assert [hit.slug for hit in find(index, "the ProcessGroupNCCL watchdog").hits] == ["fits"]


def test_threads_may_share_an_index():
    index = index_of(*(article(f"a{number}", title=f"pickle word{number}") for number in range(50)))
    expected = {number: f"a{number}" for number in range(50)}
    answers = {}

    def ask(number):
        answers[number] = find(index, f"word{number} pickle").hits[0].slug

    threads = [threading.Thread(target=ask, args=[number]) for number in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert answers == expected


# ── where nothing fits ──────────────────────────────────────────────────────────────────────────────────────────

FILLERS = tuple(article(f"filler{number}", title=f"something else {number}") for number in range(20))


def test_where_an_article_shares_a_common_word_only_nothing_is_found():
    library = index_of(article("a", body="how networks are trained"), *FILLERS)

    assert find(library, "how jumper patterns need woollen yarn").total == 0


def test_while_somebody_types_the_little_that_is_there_is_enough():
    library = index_of(article("a", body="how networks are trained"), *FILLERS)

    assert find(library, "how jumper patterns need wool", is_unfinished=True).total > 0


def test_results_are_loose_where_no_text_has_most_of_the_words():
    apart = article("apart", title="nccl failed", fix="Raise the timeout of it.")
    together = article("together", title="nccl timeout in the watchdog")

    assert find(index_of(apart, *FILLERS), "nccl timeout", is_judged=True).is_loose
    assert not find(index_of(apart, together, *FILLERS), "nccl timeout", is_judged=True).is_loose
    assert not find(index_of(apart, *FILLERS), "nccl failed", is_judged=True).is_loose


@pytest.mark.parametrize(
    ("query", "is_loose"),
    [
        *(("xylophone", True), ("xylophone quartet", True), ("无关的词", True)),  # nothing is found
        *(("", False), ("zebra bus error", False)),  # a project and an error line
        ("invaild destination rank", False),  # counts as what is meant
    ],
)
def test_whether_results_are_loose(query, is_loose):
    known = article("a", title="bus error", projects=("Zebra",))

    assert find(index_of(KEYS, NCCL, RANK, known, *FILLERS), query, is_judged=True).is_loose is is_loose


def test_only_who_asks_is_told_whether_results_are_loose():
    assert not find(index_of(KEYS, NCCL, RANK), "xylophone").is_loose


def test_what_the_matcher_sees_is_never_loose():
    match = fitting(KEYS)

    assert not find(index_of(KEYS, *FILLERS), "xylophone keys", matches=[match], is_judged=True).is_loose


def test_a_correction_that_finds_nothing_better_is_not_proposed():
    library = index_of(article("repo", title="repo id must use alphanumeric chars"), *FILLERS)

    assert find(library, "kubernetes helm chart ingress").suggestion is None
    assert find(library, "alphanumeric chart").suggestion == "alphanumeric chars"
