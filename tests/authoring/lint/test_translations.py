"""A translation with a body follows the original; lint says where the two have drifted apart."""

import re

import pytest

from authoring.lint import translations
from authoring.lint.checks import check_all
from authoring.translation_draft import draft_translation
from tests.authoring.lint.tools import edit
from tests.factories import write_article_folder
from tracefix.articles.loading import load
from tracefix.languages import LANGUAGES

ORIGINAL = """\
## What you see

`boom {{place|attic}}`

## Why it happens

See [the fix](#fix) and [plop](/articles/plop/).

## Fix

### A longer fuse {only: fuse<2}

```python
light()  # slowly
# and wait
print("#1")
```

## Check that it worked

Nothing burns.

## When it is something else

A short circuit.

## Background

Fuses burn.
"""
HEAD = "---\ntitle: boom：炸了\nsummary: 保险丝烧了。\nfix: 换一根。\n---\n"
BODY = """\
## 现象

`boom {{place|attic}}`

## 原因

见[解决办法](#fix)和 [plop](/articles/plop/)。

## 解决办法

### 换更长的保险丝 {only: fuse<2}

```python
light()  # 慢慢来
# 等一会儿
print("#1")
```

## 确认已解决

没有着火。

## 如果不是这个错误

短路。

## 背景

保险丝会烧。
"""


@pytest.fixture
def folder(tmp_path):
    return write_article_folder(tmp_path / "articles", body=ORIGINAL)


def complaints(folder, body=BODY, *, head=HEAD):
    (folder / "article.zh-hans.md").write_text(head + body, encoding="utf-8")
    problems = list(translations.check(load(folder)))
    assert {problem.path.name for problem in problems} <= {"article.zh-hans.md"}
    return [f"{problem.line}: {problem.message}" for problem in problems]


def changed(old, new):
    assert old in BODY
    return BODY.replace(old, new)


def test_a_faithful_translation_has_no_problem_and_may_translate_comments(folder):
    assert complaints(folder) == []


@pytest.mark.parametrize("body", ["", "\n", " \n\n"])
def test_a_head_alone_is_enough(folder, body):
    assert complaints(folder, body) == []


def test_a_summary_is_short(folder):
    long = HEAD.replace("保险丝烧了。", "烧" * 80 + "。")

    assert complaints(folder, head=long) == ["3: summary has 81 characters: say the cause in at most 80"]
    assert complaints(folder, head=long.replace("烧" * 80, "烧" * 79)) == []


def test_a_summary_is_short_in_a_head_alone_too(folder):
    assert complaints(folder, "", head=HEAD.replace("保险丝烧了。", "烧" * 80 + "。"))


def test_the_code_of_a_fix_is_copied(folder):
    path = folder / "article.md"
    cases = "values: ['in {place}']\ncases:\n  - when: '{place} is x'\n    fix: See `a b`.\n"
    original = path.read_text(encoding="utf-8").replace("fix: The fix of boom.\n", f"fix: Run `fuse --new`.\n{cases}")
    path.write_text(original, encoding="utf-8")
    head = HEAD.replace("换一根。", "运行 `fuse --new`，`--new` 就是新的。\ncases: [看 `a b`。]")

    assert complaints(folder, head=head) == []
    assert complaints(folder, head=head.replace("fuse --new", "Fuse --new").replace("a b", "a c")) == [
        "4: `Fuse --new` is not in the fix that this translates: copy code as it is in article.md",
        "4: lacks `fuse --new` of the fix that this translates: copy code as it is in article.md",
        "5: `a c` is not in the fix that this translates: copy code as it is in article.md",
        "5: lacks `a b` of the fix that this translates: copy code as it is in article.md",
    ]


def test_notes_are_as_many_as_those_of_the_original(folder):
    path = folder / "article.md"
    affects = 'affects:\n  - {package: a, versions: ">1", note: one}\n  - {package: b, versions: ""}\n'
    affects += '  - {package: c, versions: "", note: two}\n'
    path.write_text(path.read_text(encoding="utf-8").replace("sources:", affects + "sources:"), encoding="utf-8")
    head = HEAD.replace("fix: ", "notes: [一, 二]\nfix: ")

    assert complaints(folder, head=head) == []
    assert complaints(folder, head=head.replace(", 二", "")) == [
        "4: has 1 notes, the `affects` of article.md have 2: one for each"
    ]


def test_title_and_fix_keep_to_the_characters_that_pictures_can_show(folder):
    head = HEAD.replace("炸了", "埠被佔用").replace("换一根", "換一根 𠀀")

    told = [line for line in complaints(folder, head=head) if "the font of pictures" in line]
    assert told == [
        "2: has 佔, which the font of pictures lacks: use GB 2312 characters",
        "4: has 換 𠀀, which the font of pictures lacks: use GB 2312 characters",
    ]


def test_names_of_fixes_are_as_many_as_the_fixes_and_only_for_an_untranslated_body(folder):
    head = HEAD.replace("fix: ", "fixes: [换更长的]\nfix: ")

    assert complaints(folder, "", head=head) == []
    assert complaints(folder, "", head=head.replace("长的]", "长的, 修]")) == [
        "4: has the names of 2 fixes, article.md has 1: one for each"
    ]
    assert complaints(folder, head=head) == ["4: the headings of the body name the fixes: remove `fixes`"]


def test_every_section_has_its_fixed_name(folder):
    assert complaints(folder, changed("## 原因", "## 为什么")) == [
        "6: the sections are 现象, 原因, 解决办法, 确认已解决, 如果不是这个错误, 背景, "
        "not 现象, 为什么, 解决办法, 确认已解决, 如果不是这个错误, 背景"
    ]


@pytest.mark.parametrize(
    ("kind", "piece"),
    [
        ("paragraphs", "It smells.\n\nIt is dark."),
        ("items of lists", "- It smells.\n- It is dark."),
        ("rows of tables", "| it | smells |\n| --- | --- |"),
    ],
)
def test_a_piece_that_is_left_out_is_told_and_one_that_is_added_is_not(folder, kind, piece):
    edit(folder / "article.md", "Nothing burns.", f"Nothing burns:\n\n{piece}")
    chinese = (
        piece.replace("It smells.", "有味道。").replace("It is dark.", "很暗。").replace("it | smells", "它 | 有味道")
    )
    whole = changed("没有着火。", f"没有着火：\n\n{chinese}")

    assert complaints(folder, whole) == []
    assert complaints(folder, changed("没有着火。", f"没有着火：\n\n{chinese}\n\n没别的。")) == []
    assert any(f" {kind} below this heading" in each for each in complaints(folder))


def test_a_heading_that_is_missing_is_told(folder):
    assert complaints(folder, changed("### 换更长的保险丝 {only: fuse<2}\n", "")) == [
        "6: has 6 headings, article.md has 7: one for each, in the same order"
    ]


def test_a_heading_of_another_level_is_told(folder):
    assert complaints(folder, changed("### 换", "#### 换")) == [
        "16: “换更长的保险丝” is of level 4, “A longer fuse” of level 3: make them equal"
    ]


@pytest.mark.parametrize("condition", ["", " {only: fuse<3}"])
def test_a_fix_is_for_the_same_versions(folder, condition):
    assert complaints(folder, changed(" {only: fuse<2}", condition)) == [
        "16: “换更长的保险丝” stands for “A longer fuse”, which has {only: fuse<2}: make them equal"
    ]


def test_a_fix_for_all_versions_stays_one(folder):
    (folder / "article.md").write_text(
        (folder / "article.md").read_text(encoding="utf-8").replace(" {only: fuse<2}", ""), encoding="utf-8"
    )

    (found,) = complaints(folder)

    assert found.endswith("which has no {only: …}: make them equal")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("light()", "light(length=9)", id="a statement"),
        pytest.param('"#1"', '"#2"', id="what looks like a comment"),
        pytest.param("```python", "```sh", id="the language"),
        pytest.param("# 等一会儿\n", "", id="a line"),
    ],
)
def test_code_is_the_same_but_for_comments(folder, old, new):
    assert complaints(folder, changed(old, new)) == [
        "18: block of code 1 is not that of article.md: only its comments may differ"
    ]


def test_a_block_of_code_that_is_missing_is_told(folder):
    body = BODY[: BODY.index("```")] + BODY[BODY.rindex("```") + 4 :]

    assert complaints(folder, body) == ["6: has 0 blocks of code, article.md has 1: one for each, in the same order"]


def test_placeholders_are_the_same(folder):
    assert complaints(folder, changed("{{place|attic}}", "{{place|阁楼}}")) == [
        "6: lacks the placeholder {{place|attic}} of article.md: add it",
        "8: has the placeholder {{place|阁楼}}, which article.md has not: remove it, or add it there",
    ]


def test_links_are_the_same(folder):
    assert complaints(folder, changed("(/articles/plop/)", "(https://example.org/)")) == [
        "10: lacks the link /articles/plop/ of article.md: add it",
        "12: has the link https://example.org/, which article.md has not: remove it, or add it there",
    ]


def test_lint_reports_what_is_wrong_with_a_translation(folder):
    complaints(folder, changed("## 原因", "## 为什么"))

    assert any(problem.path.name == "article.zh-hans.md" for problem in check_all([load(folder)]))


LONGER = "A short circuit looks much like it.\n\nSo does a fuse that is wet."


def test_what_is_left_in_english_is_told_once(folder):
    edit(folder / "article.md", "A short circuit.", LONGER)

    assert complaints(folder, changed("短路。", LONGER)) == [
        "30: is still in English and in 1 lines below: translate it"
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "它烧断了。Then take a fuse that is longer.",
        "Is the fuse still all right? 看一下。",
    ],
)
def test_an_english_sentence_among_chinese_words_is_told(folder, sentence):
    assert complaints(folder, changed("短路。", sentence)) == ["30: is still in English: translate it"]


@pytest.mark.parametrize(
    "words",
    [
        "看到 `The fuse has burnt and is gone.` 就换。",
        "看到“The fuse has burnt and is gone.”就换。",
        '看到 "The fuse has burnt and is gone." 就换。',
        "看到“The fuse of the house has burnt”就换。",  # an error as it is printed
        "用 PyTorch 或 TensorFlow 的 NVIDIA CUDA Toolkit。",
    ],
)
def test_names_and_quoted_errors_stay_among_chinese_words(folder, words):
    assert complaints(folder, changed("短路。", words)) == []


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("如果 you have a fuse of that sort，就换一根。", "30: has English words: translate them"),
        ("短路.", "30: ends with '.': write the Chinese stop"),
        ("短路. 或者烧断。", "30: has '.': write the Chinese stop"),
        ("短路,烧断。", "30: has ',': write the Chinese stop"),
        ("短路。。", "30: has '。。': write one stop, without a space before it"),
        ("短路 。", "30: has ' 。': write one stop, without a space before it"),
        ("运行 `fuse`.", "30: ends with '.': write the Chinese stop"),
        ("从 2.1 起短路。", "28: says 2.1, which the English does not: name the same releases"),
    ],
)
def test_a_body_has_chinese_stops_and_the_releases_of_the_english(folder, words, told):
    (found,) = complaints(folder, changed("短路。", words))

    assert found.startswith(told)


@pytest.mark.parametrize(
    "words", ["形状是（高, 宽, 3）。", "形如 [[类别, x]] 的框。", "用 `f(高, 宽).` 或“a, b.”。", "版本 v1.x。"]
)
def test_notations_and_code_keep_their_stops(folder, words):
    assert complaints(folder, changed("短路。", words)) == []


@pytest.mark.parametrize("code", ["`f(a,\n b)`", "`f(a,\n b,\n c.\n)`"])
def test_code_that_is_broken_over_lines_keeps_its_stops(folder, code):
    edit(folder / "article.md", "A short circuit.", f"A short circuit of {code}.")
    assert complaints(folder, changed("短路。", f"{code} 短路。")) == []

    last = 30 + code.count("\n")
    assert complaints(folder, changed("短路。", f"{code} 短路。\n再说.")) == [
        f"{last + 1}: ends with '.': write the Chinese stop"
    ]


def test_backticks_of_two_paragraphs_hide_no_stop_between_them(folder):
    (told,) = complaints(folder, changed("短路。", "一个 ` 短路.\n\n又一个 ` 短路。"))

    assert told == "30: ends with '.': write the Chinese stop"


def test_a_body_lacks_no_release_of_the_english(folder):
    edit(folder / "article.md", "A short circuit.", "A short circuit, since 2.1.")

    assert complaints(folder, changed("短路。", "v2.1 起会短路。")) == []
    assert complaints(folder) == ["28: lacks 2.1, which the English says: name the same releases"]


@pytest.mark.parametrize(
    ("head", "told"),
    [
        (HEAD.replace("换一根。", "换成 2.1 的."), "4: fix: ends with '.': write the Chinese stop"),
        (HEAD.replace("换一根。", "换一根"), "4: fix: ends without a stop: write '。'"),
        (HEAD.replace("保险丝烧了。", "保险丝烧了"), "3: summary: ends without a stop: write '。'"),
        (
            HEAD.replace("换一根。", "换成 2.1 的。"),
            "4: fix: says 2.1, which the English does not: name the same releases",
        ),
        (HEAD.replace("炸了", "2.1 起"), "2: title says 2.1, which the English does not: name the same releases"),
    ],
)
def test_so_has_the_front_matter(folder, head, told):
    assert told in complaints(folder, "", head=head)


@pytest.mark.parametrize(
    ("symptoms", "told"),
    [
        ("[fuse went out, 保险丝断了]", ["fuse went out"]),
        ("[the fuse of the house went out]", ["the fuse of the house went out"]),
        ("[保险丝断了, RTX 5090 fuse]", []),
    ],
)
def test_symptoms_are_what_people_search_for_in_chinese(folder, symptoms, told):
    edit(folder / "article.md", "created:", "symptoms: [fuse went out]\ncreated:")
    head = HEAD.replace("fix: ", f"symptoms: {symptoms}\nfix: ")

    assert complaints(folder, head=head) == [
        f"4: symptoms: {symptom!r} is in English: write what people search for in this language" for symptom in told
    ]


@pytest.mark.parametrize("chinese", ["用 `fuse --mew`。", "换一根。"], ids=["altered", "missing"])
def test_code_within_a_line_of_the_body_is_copied(folder, chinese):
    edit(folder / "article.md", "A short circuit.", "Run `fuse\n--new`, or look at `fuse …`.")

    assert complaints(folder, changed("短路。", "用 `fuse --new`。")) == []
    assert complaints(folder, changed("短路。", chinese)) == [
        "28: lacks `fuse --new` of article.md: copy code as it is there, or add what it says"
    ]


def test_a_draft_has_the_headings_and_the_code_and_lint_wants_its_sentences_translated(folder):
    steps = "steps:\n  - if: it burns often in the winter\n    do: Use a fuse that is longer.\n    command: pip install fuse\n"
    edit(folder / "article.md", "fix: The fix of boom.\n", steps)
    path = folder / "article.zh-hans.md"

    path.write_text(draft_translation(load(folder), "zh-hans"), encoding="utf-8")
    article = load(folder)
    words = article.translations["zh-hans"]

    assert (words.steps[0].condition, words.steps[0].commands) == (
        "it burns often in the winter",
        ("pip install fuse",),
    )
    assert tuple(re.findall(r"(?m)^## (.+)", words.body)) == LANGUAGES["zh-hans"].sections
    assert "light()  # slowly" in words.body
    assert {problem.message for problem in translations.check(article)} == {
        "summary: is in English: translate it",
        "steps: is in English: translate it",
        "is still in English: translate it",
    }


ROWS = [("Take `fuse`.", "用 `fuse`。"), ("Take a candle.", "用蜡烛。"), ("Ask Edison.", "问 Edison。")]
EXCHANGED = "each say what the other says in English: exchange them"


def rows(key, which, place, indent=""):
    listed = "".join(f"{indent}  - do: {ROWS[row][place]}\n" for row in which)
    return f"{indent}{key}:\n{listed}"


@pytest.mark.parametrize(
    ("order", "told"),
    [((0, 1, 2), []), ((2, 1, 0), ["1 and 3"]), ((1, 0, 2), ["1 and 2"]), ((1, 2, 0), ["1 and 3"])],
)
def test_rows_stand_in_the_order_of_the_original(folder, order, told):
    edit(folder / "article.md", "fix: The fix of boom.\n", rows("steps", (0, 1, 2), 0))
    head = HEAD.replace("fix: 换一根。\n", rows("steps", order, 1))

    assert complaints(folder, head=head) == [f"4: rows: {each} {EXCHANGED}" for each in told]


@pytest.mark.parametrize(("order", "told"), [((0, 2), []), ((2, 0), [f"4: rows of case 1: 1 and 2 {EXCHANGED}"])])
def test_so_do_the_rows_of_a_case(folder, order, told):
    case = f"values: ['in {{place}}']\ncases:\n  - when: '{{place}} is x'\n{rows('steps', (0, 2), 0, '    ')}"
    edit(folder / "article.md", "created:", f"{case}created:")
    head = HEAD.replace("fix: ", f"cases:\n  -\n{rows('steps', order, 1, '    ')}fix: ")

    assert complaints(folder, head=head) == told


@pytest.mark.parametrize(("order", "told"), [((0, 2), []), ((2, 0), [f"4: 1 and 2 {EXCHANGED}"])])
def test_so_do_the_cases(folder, order, told):
    cases = "".join(f"  - {{when: '{{place}} is {row}', fix: {ROWS[row][0]}}}\n" for row in (0, 2)).replace("`", "")
    edit(folder / "article.md", "created:", f"values: ['in {{place}}']\ncases:\n{cases}created:")
    chinese = [ROWS[row][1].replace("`", "") for row in order]

    assert complaints(folder, head=HEAD.replace("fix: ", f"cases: [{', '.join(chinese)}]\nfix: ")) == told


@pytest.mark.parametrize("mark", ["- ", "1. ", "\n"], ids=["items", "numbers", "paragraphs"])
def test_so_do_the_pieces_of_a_body(folder, mark):
    english, chinese = (
        [f"\n{mark}{words}" for words in pieces]
        for pieces in (
            ("Ask Ohm, Volta or Tesla.", "Take `fuse-9` of the shop."),
            ("问 Ohm、Volta 或 Tesla。", "用店里的 `fuse-9`。"),
        )
    )
    edit(folder / "article.md", "A short circuit.", "".join(english))

    assert complaints(folder, changed("短路。", "".join(chinese))) == []
    (told,) = complaints(folder, changed("短路。", "".join(reversed(chinese))))
    assert told.endswith(EXCHANGED)


def test_so_do_the_parts_below_the_headings(folder):
    edit(folder / "article.md", "A short circuit.", "Ask Ohm, Volta or Tesla.")
    edit(folder / "article.md", "Fuses burn.", "Take a fuse of the shop in Berlin.")
    people, shop = "问 Ohm、Volta 或 Tesla。", "用 Berlin 店里的 fuse。"

    assert complaints(folder, changed("短路。", people).replace("保险丝会烧。", shop)) == []
    (told,) = complaints(folder, changed("短路。", shop).replace("保险丝会烧。", people))
    assert told == f"28: this and line 32 {EXCHANGED}"


@pytest.mark.parametrize(
    ("english", "chinese", "told"),
    [
        ("It takes 255 or -32,768.", "它取 255 或 -32768。", ""),
        ("It takes 255 or -32,768.", "它取256或 -32768。", "says 256, which the English does not: copy the number"),
        ("Fuse 2 is longer.", "Fuse 1 更长。", "says Fuse 1, the English Fuse 2: copy the number"),
        ("Fuse 1 burns in Fuse 2.", "Fuse 2 里 Fuse 1 会烧。", ""),
        ("Fuse 1 burns in Fuse 2.", "Fuse 1 里 Fuse 1 会烧。", "lacks Fuse 2, which the English says: copy the number"),
        ("Fuse 1 burns in Fuse 2.", "Fuse 1 在 2 里会烧。", ""),
        ("About 100,000 fuses since December, in two houses.", "2 幢房子里从12月起大约有 10 万根保险丝。", ""),
    ],
)
def test_numbers_are_those_of_the_original(folder, english, chinese, told):
    edit(folder / "article.md", "A short circuit.", english)

    assert complaints(folder, changed("短路。", chinese)) == ([f"28: {told}"] if told else [])
