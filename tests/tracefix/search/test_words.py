import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.settings import BASE_DIR
from tracefix.search.words import words

ROOT = BASE_DIR


def terms(text):
    return {term for word in words(text) for term, _ in word.terms}


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


@settings(max_examples=4 * settings.default.max_examples)
@given(st.text(max_size=80))
def test_every_text_falls_into_words_that_lie_within_it(text):
    for word in words(text):
        assert 0 <= word.start < word.end <= len(text)
        assert word.terms


@pytest.mark.parametrize("text", ["0x7f3a1c0d5e80", "<Foo object at 0x7F3A1C0D5E80>", "0x00000000"])
def test_an_address_in_memory_is_no_word(text):
    assert not [term for term in terms(text) if term.startswith("0x")]


@pytest.mark.parametrize("text", ["0x1", "0xdeadbeefzz"])
def test_a_short_number_is_a_word(text):
    assert text in terms(text)


@pytest.mark.parametrize(("one", "other"), [("freezes", "hangs"), ("pictures", "image"), ("killed", "dies")])
def test_words_that_people_use_for_the_same_thing_share_a_term(one, other):
    meant = [{term for term, _ in next(words(word)).terms if term[0] == "~"} for word in (one, other)]

    assert meant[0] == meant[1] != set()


def test_other_words_mean_only_themselves():
    assert not any(term[0] == "~" for term, _ in next(words("dict_keys")).terms)


@pytest.mark.parametrize(
    ("word", "is_small"), [("the", True), ("my", True), ("not", False), ("nothing", False), ("hang", False)]
)
def test_a_word_that_only_holds_a_sentence_together_is_small(word, is_small):
    assert next(words(word)).is_small == is_small
