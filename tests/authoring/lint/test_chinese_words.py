"""Lint tells what no translator has finished, and passes names, quotations and code."""

import pytest

from authoring.lint.chinese_words import find_title_slips, find_untranslated


@pytest.mark.parametrize(
    "text",
    [
        "要到第一次取这个选项时才出错。It fails late:",
        "程序打印 expected a positive input，然后退出。",
        "…省略的几行。Paste them, too: they are above the error.",
        "Start its API.",
        "The installed transformers passes an argument",
        "第一行。\nInstall the newest one.",
    ],
)
def test_english_words_are_told(text):
    assert len(list(find_untranslated(text))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "程序打印“expected a positive input”，然后退出。",
        "运行 `pip install -U numpy`，见 [how to install it there](https://example.org/1)。",
        "在 Native Tools Command Prompt 里运行，或用 Image Batch to Image List。",
        "把 Hugging Face Hub 的令牌给 Load CLIP Vision。",
        "数组的轴是 batch, height, width, channels。",
        "`pip install fuse` `a_long name of something`",
        "“No such file or directory”",
        "PyTorch 2",
        "### Operation not permitted here",
        "昇腾 NPU 报错",
        "",
    ],
)
def test_names_code_links_and_quotations_are_not(text):
    assert list(find_untranslated(text)) == []


def test_traditional_characters_are_told_unless_they_are_printed():
    assert [slip.partition(",")[0] for slip in find_untranslated("讀取檔案時什麼都不報。")] == [
        f"has {char!r}" for char in "讀檔時麼報"
    ]
    assert list(find_untranslated("它打印“讀取檔案”和 `見`，或設定を確認してください。")) == []


@pytest.mark.parametrize("text", ["待翻译 `a`。", "TODO: 升级。", "这一行 TBD。"])
def test_what_is_left_to_do_is_told(text):
    (slip,) = find_untranslated(text)

    assert slip.endswith(": finish it")


def test_a_mark_in_code_is_none():
    assert list(find_untranslated("文件里写着 `TODO`，是“待翻译”。")) == []


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("BARTDecodr has no a（没有 a）", "has 'BARTDecodr', the English title 'BARTDecoder'"),
        ("RuntimeError: BARTDecoder has no a", "has 'RuntimeError', which the English title has not"),
        ("BARTDecoder has no a：讀", "has '讀', which is no simplified character"),
    ],
)
def test_a_title_names_what_the_english_one_names(title, told):
    (slip,) = find_title_slips(title, "BARTDecoder has no a", "Nougat has a decoder.")

    assert slip.startswith(told)


@pytest.mark.parametrize(
    "title",
    [
        "BARTDecoder has no a（没有 a）",
        "Nougat 的 BARTDecoder 没有 a",
        "bartDecoder 没有 a，是 AttributeError",
        "BARTDecoder：BARTDecoders 没有 a",
    ],
)
def test_a_title_may_name_what_stands_beside_the_english_one(title):
    beside = "Nougat has BARTDecoders, and raises AttributeError."

    assert list(find_title_slips(title, "BARTDecoder has no a", beside)) == []
