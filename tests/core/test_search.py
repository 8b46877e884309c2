import datetime
import itertools
import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.core import articles as articles_module
from kb.core.articles import Article, Run, Signature, Translation
from kb.core.search import Index, Lexicon, _index_files, build, edit_distance, find, fingerprint, open_index, words

ROOT = Path(__file__).resolve().parents[2]


def article(slug, title="", summary="Nothing is said here.", **fields):
    """An article with what the search reads; all else is bare."""
    empty = ("projects", "exceptions", "tags", "signatures", "sources")
    defaults = dict.fromkeys(empty, ()) | {"fix": "Nothing to do.", "folder": Path(slug), "body": "", "body_line": 1}
    dates = dict.fromkeys(("created", "updated"), datetime.date(2026, 1, 1))
    return Article(slug=slug, title=title or slug, summary=summary, **defaults | dates | fields)


def index_of(*its_articles):
    return Index(its_articles, _index_files(its_articles))


def slugs(query, *its_articles, **options):
    return [hit.slug for hit in find(index_of(*its_articles), query, **options).hits]


def terms(text):
    return {term for word in words(text) for term, _ in word.terms}


# ── words ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "whole", "parts"),
    [
        (
            "torch._C._distributed_c10d.ProcessGroup",
            "torch.c.distributedc10d.processgroup",
            {"torch", "distributedc10d", "c10d", "processgroup", "process", "group"},
        ),
        ("dict_keys", "dictkeys", {"dict"}),
        ("save_disk_path", "savediskpath", {"save", "disk", "path"}),
        ("build.<locals>.<lambda>", "build.locals.lambda", {"build", "lambda"}),
        ("libcudart.so.11.0", "libcudart.so.11.0", {"libcudart", "so", "11.0"}),
        ("--local-rank", "localrank", {"local", "rank"}),
        ("--local-rank=0", "localrank", {"local", "rank", "0"}),
        ("torchvision::nms", "torchvision.nms", {"nms"}),
        (
            "torch/utils/data/dataloader.py",
            "torch.utils.data.dataloader.py",
            {"dataloader", "torch.utils.data.dataloader.py"},
        ),
        ("ProcessGroupNCCL", "processgroupnccl", {"process", "group", "nccl"}),
        ("os.environ['LOCAL_RANK']", "localrank", {"os.environ", "rank"}),
        ("GLIBCXX_3.4.29'", "glibcxx3.4.29", {"glibcxx", "3.4.29"}),
        ("cuda12.3", "cuda12.3", {"cuda", "12.3"}),
        ("C:\\torch\\lib\\c10.dll", "c.torch.lib.c10.dll", {"c10", "dll"}),
        ("re-initialize", "reinitialize", {"re", "initi"}),
    ],
)
@pytest.mark.parametrize("around", ["{}", "before {} after", "({}),", "报错{}怎么办", "'{}':"])
def test_an_identifier_is_kept_whole_and_in_parts(text, whole, parts, around):
    assert {whole, *parts} <= terms(around.format(text))


@pytest.mark.parametrize("other", ["--local-rank", "LOCAL_RANK", "local_rank", "LocalRank"])
def test_the_spellings_of_a_name_are_one(other):
    assert "localrank" in terms(other)


@pytest.mark.parametrize("forms", ["object objects", "process processes processing", "initialize initialization"])
def test_the_forms_of_an_english_word_share_a_term(forms):
    assert set.intersection(*(terms(form) for form in forms.split()))


@pytest.mark.parametrize("name", ["torch.cuda.streams", "dict_keys", "torchvision::datasets"])
def test_a_whole_identifier_is_not_stemmed(name):
    whole = name.replace("_", "").replace("::", ".")

    assert whole in terms(name)


def test_no_word_is_left_out():
    assert terms("no not the a is 0 C") == {"no", "not", "the", "a", "is", "0", "c"}


@pytest.mark.parametrize("text", ["cannot", "can't", "can’t", "cant", "can not", "Can't"])
def test_the_ways_to_say_cannot_are_one(text):
    assert [word.terms[0][0] for word in words(text)] == ["can", "not"]


def test_chinese_is_indexed_by_pairs_of_characters():
    assert [word.terms[0][0] for word in words("无法序列化")] == ["无法", "法序", "序列", "列化"]


def test_a_single_chinese_character_stands_for_itself():
    assert terms("卡") == {"卡"}


def test_chinese_and_identifiers_need_no_space_between_them():
    assert {"报错", "dictkeys", "怎么", "么办"} <= terms("报错dict_keys怎么办")


def test_a_word_knows_where_it_stands():
    text = "x = f.<locals>.<lambda>, can't pickle 无法 (dict_keys)"

    assert {text[word.start : word.end] for word in words(text)} >= {"lambda", "can", "pickle", "无法", "dict_keys"}


@pytest.mark.parametrize("text", ["", " ", "...", "___", "--", "'", '"', "\x00", "？！", "/\\:"])
def test_text_without_a_word_has_no_words(text):
    assert not list(words(text))


@settings(deadline=None, max_examples=300)
@given(st.text(max_size=80))
def test_every_text_falls_into_words_that_lie_within_it(text):
    for word in words(text):
        assert 0 <= word.start < word.end <= len(text)
        assert word.terms


# ── ranking ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_exact_identifier_stands_above_its_parts():
    whole = article("whole", body="It reads save_disk_path first.")
    parts = article("parts", title="save to disk: path save disk", body="save disk path " * 20)

    assert slugs("save_disk_path", parts, whole)[0] == "whole"


def test_a_part_finds_the_identifier():
    assert slugs(
        "ProcessGroup", article("a", title="cannot pickle 'torch._C._distributed_c10d.ProcessGroup' object")
    ) == ["a"]


def test_a_name_typed_without_its_seams_is_found():
    assert slugs("processgroup", article("a", title="ProcessGroup"), article("b", title="process the group")) == ["a"]


def test_an_error_line_counts_more_than_prose():
    error = article("error", signatures=(Signature(message="bus error in worker"),))
    prose = article("prose", body="A bus error in worker processes is another matter. " * 5)

    assert slugs("bus error", prose, error)[0] == "error"


def test_an_article_with_all_words_stands_above_one_with_some():
    everything = article("everything", title="the watchdog saw a timeout of nccl")
    some = article("some", title="nccl nccl nccl")

    assert slugs("nccl timeout", some, everything, article("other"), article("another"))[0] == "everything"


def test_the_very_form_of_a_word_counts_more_than_its_stem():
    library = article("library", title="transformers failed")
    functions = article("functions", title="transforms failed")

    assert slugs("transformers", functions, library) == ["library", "functions"]


def test_no_word_is_required():
    assert slugs("nccl flibbertigibbet zzz", article("a", title="nccl")) == ["a"]


def test_words_that_stand_together_count_more():
    together = article("together", title="address already in use here")
    apart = article("apart", title="in address use already here")

    assert slugs("address already in use", apart, together)[0] == "together"


def test_a_negation_tells_articles_apart():
    positive = article("positive", title="group has been initialized")
    negative = article("negative", title="group has not been initialized")

    assert slugs("group has not been initialized", positive, negative)[0] == "negative"


def test_the_values_that_a_placeholder_takes_are_found():
    views = article(
        "views",
        signatures=(Signature(message="cannot pickle '{type}' object", where={"type": ("dict_keys", "dict_items")}),),
    )

    assert slugs("dict_items", views, article("other")) == ["views"]


def test_the_words_of_a_pattern_are_found():
    assert slugs(
        "libcudart", article("a", signatures=(Signature(pattern=r"(?i)libcudart\.so\.\d+: cannot open"),))
    ) == ["a"]


def test_the_last_lines_of_a_recorded_run_are_found():
    run = Run(
        Path("r"), "repro.py", "3.11", "Linux", {}, datetime.date(2026, 1, 1), 1, True, "x\n\nKeyError: 'frobnicate'\n"
    )

    assert slugs("frobnicate", article("a", runs=(run,)), article("b")) == ["a"]


def test_a_run_that_no_longer_fails_says_nothing_about_the_error():
    run = Run(Path("r"), "repro.py", "3.14", "Linux", {}, datetime.date(2026, 1, 1), 0, False, "frobnicate\n")

    assert slugs("frobnicate", article("a", runs=(run,))) == []


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
        {"translations": {"zh-hans": Translation("zh-hans", "t", "s", "f", "frobnicate")}},
        {"translations": {"zh-hans": Translation("zh-hans", "t", "s", "f", "b", ("frobnicate",))}},
    ],
    ids=lambda fields: next(iter(fields)),
)
def test_every_field_is_searched(fields):
    assert slugs("frobnicate", article("a", **fields), article("b")) == ["a"]


def test_an_article_is_found_in_chinese():
    chinese = Translation("zh-hans", "无法序列化", "多进程时显存不足", "改用普通列表", "正文")

    assert slugs("显存不足怎么办", article("a", translations={"zh-hans": chinese}), article("b")) == ["a"]


def test_the_first_five_errors_are_found_among_the_published_articles():
    index = index_of_published()

    assert find(index, "TypeError: cannot pickle 'dict_keys' object").hits[0].slug == "pickle-dict-keys"
    assert find(index, "Cannot re-initialize CUDA in forked subprocess").hits[0].slug == "cuda-fork-reinit"
    assert find(index, "torch._C._distributed_c10d.ProcessGroup").hits[0].slug == "deepcopy-processgroup"
    assert find(index, "can't pickle PyCapsule objects").hits[0].slug == "pickle-pycapsule"
    assert find(index, "Invalid destination rank").hits[0].slug == "send-to-self-rank"


def index_of_published():
    return index_of(*articles_module.load_all(ROOT / "articles"))


# ── forgiving ───────────────────────────────────────────────────────────────────────────────────────────────────

KEYS = article("keys", title="cannot pickle 'dict_keys' object")
NCCL = article("nccl", title="ProcessGroupNCCL timeout")
RANK = article("rank", title="Invalid destination rank: same as the current process")


@pytest.mark.parametrize(
    ("typed", "meant", "slug"),
    [
        ("dict_key objet", "dict_keys object", "keys"),
        ("cant pickle ProccessGroupNCCL", "cant pickle ProcessGroupNCCL", "nccl"),
        ("invaild destination rank", "Invalid destination rank", "rank"),
        ("x.ProcesGroupNCCL: timeout", "x.ProcessGroupNCCL: timeout", "nccl"),
        ("报错 curent process", "报错 current process", "rank"),
    ],
)
def test_a_misspelt_query_finds_the_article_and_is_corrected(typed, meant, slug):
    results = find(index_of(KEYS, NCCL, RANK), typed)

    assert results.suggestion == meant
    assert slug in [hit.slug for hit in results.hits]


@pytest.mark.parametrize("query", ["pickle dict_keys", "pickled objects", "PICKLE", "无法 pickle", "", "timeout"])
def test_a_query_whose_words_are_known_is_not_corrected(query):
    assert find(index_of(KEYS, NCCL, RANK), query).suggestion is None


@pytest.mark.parametrize("query", ["zebra crossing", "12345", "0x7f3a", "key"])
def test_a_query_that_resembles_nothing_is_not_corrected(query):
    assert find(index_of(KEYS, NCCL, RANK), query).suggestion is None


def test_a_number_is_never_taken_for_a_misspelt_one():
    assert find(index_of(article("a", title="torch110 failed")), "torch111").suggestion is None


def test_a_longer_name_is_found_by_its_beginning_and_not_proposed():
    results = find(index_of(KEYS, NCCL), "processgr")

    assert [hit.slug for hit in results.hits] == ["nccl"]
    assert results.suggestion is None


def test_prose_that_stands_in_one_article_corrects_nothing():
    assert find(index_of(article("a", body="It seldom fails.")), "seldon").suggestion is None


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [("object", "object", 0), ("objet", "object", 1), ("invaild", "invalid", 1), ("abc", "xyz", 3), ("", "ab", 2)],
)
def test_the_distance_counts_insertions_deletions_substitutions_and_swaps(one, other, distance):
    assert edit_distance(one, other, 5) == edit_distance(other, one, 5) == distance


def test_a_distance_above_the_limit_is_not_worked_out():
    assert edit_distance("abcdef", "uvwxyz", 2) == 3


def test_the_closest_name_comes_first_and_then_the_commoner():
    lexicon = Lexicon({"workers": 1, "worker": 1, "workez": 5})

    assert [near.name for near in lexicon.near("worke")] == ["workez", "worker", "workers"]


OPERATORS = ["AND", "OR NOT", '"', "'", "(((", "title:", "*", "?", "~", "^2", "[a TO b]", "a AND (b OR", "+-&|!", "\\"]
OTHERS = [
    '"unclosed phrase',
    "terms:x",
    "{{x}}",
    "<script>",
    "%",
    "_",
    "a^-1",
    "/regex/",
    "'x'~2",
    "\x00",
    "\ud800",
    "𝕏",
]


@pytest.mark.parametrize("query", [*OPERATORS, *OTHERS, "\u202e", "é" * 300])
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


@settings(deadline=None, max_examples=200)
@given(st.text(max_size=60))
def test_any_query_is_answered(query):
    results = find(FEW, query)

    assert results.total >= len(results.hits)


FEW = index_of(KEYS, NCCL, RANK)


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


def test_the_words_of_the_query_are_marked_in_the_summary():
    index = index_of(article("a", summary="A dict_keys view cannot be pickled, the view is live."))

    assert find(index, "can't pickle the dict_keys").hits[0].highlight == (
        "A <mark>dict_keys</mark> view <mark>cannot</mark> be <mark>pickled</mark>, the view is live."
    )


def test_whole_words_are_marked():
    index = index_of(article("a", summary="A dictionary, a dict and dict_keys."))

    assert find(index, "dict").hits[0].highlight == "A dictionary, a <mark>dict</mark> and <mark>dict_keys</mark>."


def test_a_highlight_is_escaped():
    index = index_of(article("a", summary="<script>alert('x')</script> & pickle <b>"))

    assert find(index, "script pickle alert").hits[0].highlight == (
        "&lt;<mark>script</mark>&gt;<mark>alert</mark>(&#x27;x&#x27;)&lt;/<mark>script</mark>&gt; &amp; <mark>pickle</mark> &lt;b&gt;"
    )


def test_a_highlight_is_in_the_language_of_the_reader():
    chinese = Translation("zh-hans", "t", "多进程时无法序列化", "f", "b")
    index = index_of(article("a", summary="Cannot pickle.", translations={"zh-hans": chinese}))

    assert find(index, "序列化", language="zh-hans").hits[0].highlight == "多进程时无法<mark>序列化</mark>"
    assert find(index, "序列化", language="en").hits[0].highlight == "Cannot pickle."


def test_an_article_without_translation_is_highlighted_in_english():
    assert find(index_of(article("a", summary="pickle")), "pickle", language="zh-hans").hits[0].highlight == (
        "<mark>pickle</mark>"
    )


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


def test_an_unknown_filter_value_finds_nothing():
    assert find(FACETED, "pickle", project="nope").total == 0


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


# ── the life of an index ────────────────────────────────────────────────────────────────────────────────────────

SOME = (KEYS, NCCL, RANK)


def opened_without_building(monkeypatch, its_articles, root):
    """Open an index, with building made impossible: it must be good as it lies there."""
    with monkeypatch.context() as patch:
        patch.setattr("kb.core.search._index_files", None)
        return open_index(its_articles, root)


def only_folder(root):
    (folder,) = root.iterdir()
    return folder


def test_an_index_is_built_once_and_then_opened(tmp_path, monkeypatch):
    open_index(SOME, tmp_path)

    index = opened_without_building(monkeypatch, SOME, tmp_path)

    assert find(index, "dict_keys").hits[0].slug == "keys"
    assert only_folder(tmp_path).name == fingerprint(SOME)


def test_build_makes_what_open_index_opens(tmp_path, monkeypatch):
    build(SOME, tmp_path / fingerprint(SOME))

    assert find(opened_without_building(monkeypatch, SOME, tmp_path), "dict_keys").total == 1


def test_build_leaves_a_good_index_as_it_is(tmp_path):
    build(SOME, tmp_path / "index")
    before = (tmp_path / "index").stat().st_ino

    build(SOME, tmp_path / "index")

    assert only_folder(tmp_path).stat().st_ino == before


def test_build_replaces_what_is_damaged(tmp_path, monkeypatch):
    build(SOME, tmp_path / fingerprint(SOME))
    next((tmp_path / fingerprint(SOME)).glob("*.seg")).write_bytes(b"")

    build(SOME, tmp_path / fingerprint(SOME))

    assert opened_without_building(monkeypatch, SOME, tmp_path)


def test_the_order_of_the_articles_does_not_matter(tmp_path, monkeypatch):
    open_index(SOME, tmp_path)

    index = opened_without_building(monkeypatch, SOME[::-1], tmp_path)

    assert find(index, "dict_keys").hits[0].slug == "keys"


def test_no_articles_make_an_empty_index(tmp_path):
    assert find(open_index((), tmp_path), "pickle").total == 0


def test_the_fingerprint_follows_the_content_and_not_the_place():
    assert fingerprint([article("a", folder=Path("/x"))]) == fingerprint([article("a", folder=Path("/y"))])
    assert len({fingerprint([article("a", body=body)]) for body in ("one", "two")}) == 2


def test_changed_articles_get_an_index_of_their_own(tmp_path):
    open_index([article("a", title="pickle")], tmp_path)

    assert find(open_index([article("a", title="nccl")], tmp_path), "nccl").total == 1
    assert len(list(tmp_path.iterdir())) == 2


def test_the_index_is_private(tmp_path):
    old = os.umask(0)
    try:
        open_index(SOME, tmp_path / "var" / "index")
    finally:
        os.umask(old)

    folder = only_folder(tmp_path / "var" / "index")
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}


def index_files():
    return [*("manifest.json", "lexicon.json"), "_MAIN_1.toc", "*.seg"]


@pytest.mark.parametrize("name", index_files())
@pytest.mark.parametrize("harm", ["gone", "empty", "half", "longer", "changed"])
def test_a_damaged_index_is_rebuilt(tmp_path, monkeypatch, caplog, name, harm):
    open_index(SOME, tmp_path)
    (path,) = only_folder(tmp_path).glob(name)
    content = path.read_bytes()
    middle = len(content) // 2
    if harm == "gone":
        path.unlink()
    else:
        path.write_bytes(
            {
                "empty": b"",
                "half": content[:middle],
                "longer": content + b"\0",
                "changed": content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :],
            }[harm]
        )

    assert find(open_index(SOME, tmp_path), "dict_keys").hits[0].slug == "keys"

    assert "building it anew" in caplog.text
    assert opened_without_building(monkeypatch, SOME, tmp_path)


def spoil_mode(folder):
    folder.chmod(0o755)


def spoil_file_mode(folder):
    (folder / "_MAIN_1.toc").chmod(0o644)


def spoil_by_link(folder):
    moved = folder.with_name("elsewhere")
    folder.rename(moved)
    folder.symlink_to(moved)


def spoil_file_by_link(folder):
    toc = folder / "_MAIN_1.toc"
    toc.rename(folder.with_name("elsewhere"))
    toc.symlink_to(folder.with_name("elsewhere"))


def spoil_by_file_in_its_place(folder):
    folder.rename(folder.with_name("elsewhere"))
    folder.write_bytes(b"no folder")


def spoil_with_more(folder):
    (folder / "_MAIN_2.toc").write_bytes(b"cos\nsystem\n(S'true'\ntR.")
    (folder / "_MAIN_2.toc").chmod(0o600)


def spoil_by_pipe(folder):
    (folder / "_MAIN_1.toc").unlink()
    os.mkfifo(folder / "_MAIN_1.toc", 0o600)


def spoil_by_emptiness(folder):
    for path in folder.iterdir():
        path.unlink()


@pytest.mark.parametrize(
    "spoil",
    [
        spoil_mode,
        spoil_file_mode,
        spoil_by_link,
        spoil_file_by_link,
        spoil_by_file_in_its_place,
        spoil_with_more,
        spoil_by_pipe,
        spoil_by_emptiness,
    ],
)
def test_an_index_that_another_could_have_written_is_discarded_unopened(tmp_path, monkeypatch, spoil):
    open_index(SOME, tmp_path)
    folder = only_folder(tmp_path)
    spoil(folder)

    with monkeypatch.context() as patch:
        patch.setattr("kb.core.search.Index", lambda articles, files: files)
        patch.setattr("kb.core.search._index_files", lambda articles: {"built": b"anew"})
        assert open_index(SOME, tmp_path) == {"built": b"anew"}

    assert sorted(path.name for path in folder.iterdir()) == ["built", "manifest.json"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away; CI runs as root")
def test_an_index_of_another_user_is_discarded_unopened(tmp_path, monkeypatch, caplog):
    open_index(SOME, tmp_path)
    os.chown(only_folder(tmp_path), 65534, 65534)

    open_index(SOME, tmp_path)

    assert "belongs to another user" in caplog.text
    assert only_folder(tmp_path).stat().st_uid == 0
    assert opened_without_building(monkeypatch, SOME, tmp_path)


def test_an_index_of_other_articles_under_this_name_is_rebuilt(tmp_path):
    other = [article("other", title="something else")]
    open_index(other, tmp_path)
    only_folder(tmp_path).rename(tmp_path / fingerprint(SOME))

    assert find(open_index(SOME, tmp_path), "dict_keys").hits[0].slug == "keys"


@pytest.fixture
def published(tmp_path, monkeypatch):
    """The published articles, in a copy that nobody edits meanwhile; processes started here find it by ./articles."""
    shutil.copytree(ROOT / "articles", tmp_path / "articles")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return articles_module.load_all(tmp_path / "articles")


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "index"
    folder.mkdir()
    return folder


CHILD = """
import sys, time
from pathlib import Path
from kb.core import articles, sealed, search

def stop(*args):
    print("here", flush=True)
    time.sleep(600)

where, root = sys.argv[1:]
written = sealed._write_file
calls = []

def write(path, content):
    calls.append(path)
    written(path, content[: len(content) // 2] if len(calls) == 2 else content)
    if len(calls) == 2:
        stop()

if where == "writing":
    sealed._write_file = write
if where == "renaming":
    Path.rename = stop
search.open_index(articles.load_all(Path("articles")), Path(root))
"""


@pytest.mark.parametrize("where", ["writing", "renaming"])
def test_a_process_killed_while_building_leaves_no_index(root, published, monkeypatch, where):
    child = subprocess.Popen([sys.executable, "-c", CHILD, where, str(root)], stdout=subprocess.PIPE)
    assert child.stdout.readline() == b"here\n"
    child.send_signal(signal.SIGKILL)
    assert child.wait() == -signal.SIGKILL
    child.stdout.close()
    left_behind = only_folder(root)
    assert left_behind.name.endswith(".part")

    assert find(open_index(published, root), "dict_keys").hits[0].slug == "pickle-dict-keys"

    assert opened_without_building(monkeypatch, published, root)
    assert left_behind.exists(), "it is young, and might be at work"


def test_what_a_killed_process_left_is_swept_when_it_is_old(tmp_path):
    old, young = tmp_path / ".old.part", tmp_path / ".young.part"
    for folder in (old, young):
        folder.mkdir()
        (folder / "file").write_bytes(b"half")
    os.utime(old, (0, 0))

    open_index(SOME, tmp_path)

    assert not old.exists()
    assert young.exists()


SEARCHER = """
import sys, time
from pathlib import Path
from kb.core import articles, search

published = articles.load_all(Path("articles"))
print("ready", flush=True)
sys.stdin.readline()
index = search.open_index(published, Path(sys.argv[1]))
print(search.find(index, "can't pickle dict_keys").hits[0].slug)
"""


@pytest.mark.parametrize("before", ["absent", "damaged"])
def test_processes_that_start_at_once_all_get_a_whole_index(root, published, monkeypatch, before):
    if before == "damaged":
        open_index(published, root)
        next(only_folder(root).glob("*.seg")).write_bytes(b"")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    started = [subprocess.Popen([sys.executable, "-c", SEARCHER, str(root)], text=True, **pipes) for _ in range(4)]
    for process in started:
        assert process.stdout.readline() == "ready\n"
    for process in started:
        process.stdin.write("\n")
        process.stdin.flush()

    outputs = [process.communicate() for process in started]

    assert [process.returncode for process in started] == [0] * 4, outputs
    assert {output for output, _ in outputs} == {"pickle-dict-keys\n"}
    assert only_folder(root).name == fingerprint(published)
    assert opened_without_building(monkeypatch, published, root)


@pytest.fixture
def not_root():
    """Root may write anywhere: be nobody for the time of the test."""
    if os.geteuid() == 0:
        os.seteuid(65534)
        yield
        os.seteuid(0)
    else:
        yield


@pytest.fixture
def read_only(tmp_path_factory):
    folder = tmp_path_factory.mktemp("disk")
    for parent in itertools.takewhile(lambda path: path.name.startswith(("pytest", "popen")), folder.parents):
        parent.chmod(0o755)
    folder.chmod(0o555)
    yield folder
    folder.chmod(0o755)


def test_a_disk_that_cannot_be_written_gets_an_index_in_memory(read_only, not_root, caplog):
    index = open_index(SOME, read_only)

    assert find(index, "dict_keys").hits[0].slug == "keys"
    assert "searching in memory" in caplog.text
    assert not list(read_only.iterdir())


def test_a_good_index_on_a_disk_that_cannot_be_written_is_used(tmp_path, monkeypatch, caplog):
    open_index(SOME, tmp_path)
    tmp_path.chmod(0o555)
    try:
        assert opened_without_building(monkeypatch, SOME, tmp_path)
    finally:
        tmp_path.chmod(0o755)

    assert not caplog.records


def test_a_full_disk_gets_an_index_in_memory_and_no_half_of_one(tmp_path, monkeypatch, caplog):
    def full(path, content):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("kb.core.sealed._write_file", full)

    assert find(open_index(SOME, tmp_path), "dict_keys").hits[0].slug == "keys"
    assert "No space left on device" in caplog.text
    assert not list(tmp_path.iterdir())
