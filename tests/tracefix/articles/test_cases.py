"""Cases in the front matter, the values that templates read, and what is derived from them."""

import re

import pytest

from tests.tracefix.articles.tools import HEADER, problems, write
from tracefix.articles.cases import ValueTemplate, choose_case, derive
from tracefix.articles.conditions import Facts
from tracefix.articles.distributions import is_known
from tracefix.articles.import_names import (
    DISTRIBUTIONS,
    FILE,
    NOT_INSTALLABLE,
    REPOSITORIES,
    SAME_NAME,
    distribution_of,
    known_package_of,
    meant_distribution_of,
    meant_module,
    repository_of,
)
from tracefix.articles.loading import load
from tracefix.linear_re import compile_expression

CASES = """\
values:
  - "{free} is free"
cases:
  - when: "{place} is cellar"
    fix: Go up from {{place|it}}.
    section: what-you-see
  - when: ["{free} > 1 GiB", "torch >= 2.1"]
    fix: Take the room.
created:"""


def with_cases(cases=CASES):
    return HEADER.replace("created:", cases, 1)


def test_cases_and_templates_are_read(root):
    article = load(write(root, header=with_cases()))

    assert [(case.when, case.fix, case.section) for case in article.cases] == [
        (("{place} is cellar",), "Go up from {{place|it}}.", "what-you-see"),
        (("{free} > 1 GiB", "torch >= 2.1"), "Take the room.", ""),
    ]
    assert [template.template for template in article.values] == ["{free} is free"]
    assert article.captured == {"place", "free"}


def test_the_first_case_of_which_all_conditions_hold_decides(root):
    cases = load(write(root, header=with_cases())).cases

    assert choose_case(cases, Facts({"place": "cellar", "free": "2 GiB"}, {"torch": "2.2"})) == 0
    assert choose_case(cases, Facts({"place": "attic", "free": "2 GiB"}, {"torch": "2.2"})) == 1
    assert choose_case(cases, Facts({"place": "attic", "free": "2 GiB"})) is None
    assert choose_case(cases, Facts()) is None


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("{place} is cellar", "room is cellar", "cases: 'room is cellar' is no condition: write"),
        ("{place} is cellar", "{attic} is cellar", "cases: no signature and no template in `values` captures {attic}"),
        ("    fix: Go up from {{place|it}}.\n", "", "cases: the key 'fix' is missing: add it"),
        ('when: "{place} is cellar"', "when: []", "cases: `when` is empty"),
        (
            "section:",
            "heading:",
            "cases: unknown key 'heading': choose from card, finding, fix, section, shown_by, steps",
        ),
    ],
)
def test_a_bad_case_is_told_with_its_line(root, old, new, said):
    header = with_cases().replace(old, new)
    folder = write(root, header=header)
    line = header.splitlines().index("cases:") + 2

    ((found, message),) = problems(folder)

    assert (found, message[: len(said)]) == (line, said)


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("no name", "must hold each {name} once"),
        ("{a} of {a}", "must hold each {name} once"),
        ("{free}", "fits any word: write the text beside it, too"),
    ],
)
def test_a_bad_template_is_told(root, template, said):
    ((_, message),) = problems(write(root, header=with_cases().replace("{free} is free", template)))

    assert said in message


@pytest.mark.parametrize(
    ("template", "text", "value"),
    [
        ("{free} is free", "of which 94.50 MiB is free.", "94.50 MiB"),
        ("{free} free", "7.69 GiB already allocated; 62 bytes free;", "62 bytes"),
        ("this process has {free} memory in use", "Including it, this process has 7 GiB memory in use", "7 GiB"),
        ("exitcode  : {free} (pid", "  exitcode  : -9 (pid: 12)", "-9"),
        ("No such file: '{free}'", "No such file: 'a dir/b c.pkl' or so", "a dir/b c.pkl"),
        ("killed by {free}", "killed by SIGKILL today", "SIGKILL"),
        ("{free} MiB", "about 12.5 MiB", "12.5"),
        ("exit code {free}", "with exit code 1. Details are lost", "1"),
        ("torch {free}", "on torch 1.13.1, and", "1.13.1"),
    ],
)
def test_a_template_reads_a_number_with_its_unit_a_word_or_what_is_quoted(template, text, value):
    assert compile_expression(ValueTemplate(template).regex).search(text)["free"] == value


def test_a_translation_has_the_fixes_of_the_cases(root):
    words = "---\ntitle: t\nsummary: s\nfix: f\ncases:\n  - one {{place|x}}\n  - two\n---\n"
    article = load(write(root, header=with_cases(), **{"article.zh-hans.md": words}))

    translated = article.in_language("zh-hans").cases
    assert [case.fix for case in translated] == ["one {{place|x}}", "two"]
    assert [case.conditions for case in translated] == [case.conditions for case in article.cases]


def test_cases_of_which_some_are_not_translated_stay_english(root):
    words = "---\ntitle: t\nsummary: s\nfix: f\ncases:\n  - one\n---\n"
    article = load(write(root, header=with_cases(), **{"article.zh-hans.md": words}))

    assert article.in_language("zh-hans").cases == article.cases


@pytest.mark.parametrize(
    ("module", "distribution"),
    [
        ("cv2", "opencv-python"),
        ("skimage.metrics", "scikit-image"),
        ("google.protobuf.internal", "protobuf"),
        ("ruamel.yaml", "ruamel.yaml"),
        ("einops", "einops"),
        ("flash_attn.flash_attn_interface", "flash-attn"),
        ("utils.general", ""),
        ("apex", ""),
        ("megatron.core", "megatron-core"),
        ("megatron", ""),
        ("swift.llm", "ms-swift"),
        ("_lzma", ""),
        ("tkinter", ""),
        ("a b", ""),
        ("a;reboot", ""),
        ("x" * 300, ""),
        ("axolotl.cli", "axolotl"),
        # a guess
        ("torhc", ""),
        ("trnasformers", ""),
        ("awq_v2_ext", ""),
        ("google.colab", ""),
        ("google", ""),
        # distributions of these names are another project's
        ("lab", ""),
        ("haystack", ""),
        ("tvm", ""),
        ("esm.model", ""),
        # … or are far less used than a folder of this name is
        ("trainer", ""),
        ("logger", ""),
    ],
)
def test_a_module_leads_to_its_distribution(module, distribution):
    assert distribution_of(module) == distribution


@pytest.mark.parametrize(
    ("module", "repository"),
    [
        ("detectron2", "facebookresearch/detectron2"),
        ("detectron2.layers.nms", "facebookresearch/detectron2"),
        ("amp_C", "NVIDIA/apex"),
        ("megatron", "NVIDIA/Megatron-LM"),
        ("megatron.core", ""),
        ("cv2", ""),
        ("utils", ""),
        ("x" * 300, ""),
        ("dеtectron2", ""),  # a Cyrillic letter
    ],
)
def test_a_module_that_is_not_on_the_index_leads_to_its_repository(module, repository):
    assert repository_of(module) == repository


@pytest.mark.parametrize(
    ("module", "meant", "distribution"),
    [
        ("torhc", "torch", ""),
        ("trnasformers", "transformers", ""),
        ("nunpy", "numpy", ""),
        ("sklaern.metrics", "sklearn", "scikit-learn"),
        ("detectorn2", "detectron2", ""),
        ("bitsandbyte", "bitsandbytes", ""),
        ("pytorch_lighting", "pytorch_lightning", ""),
        # these are well spelt, or nobody's misspelling
        ("torch", "", ""),
        ("cv2", "", ""),
        ("utils", "", ""),
        ("tkinter", "", ""),
        ("detectron2", "", ""),
        ("google.colab", "", ""),
        ("yolov7", "", ""),
        ("flash_attn_3", "", ""),
        ("my_model", "", ""),
        ("demo", "", ""),
        ("losses", "", ""),
        ("dataset_utils", "", ""),
        ("preprocess", "", ""),
        ("llama", "", ""),
        ("tor", "", ""),
        ("a b", "", ""),
        ("x" * 300, "", ""),
    ],
)
def test_a_misspelt_module_leads_to_the_one_that_is_meant(module, meant, distribution):
    assert (meant_module(module), meant_distribution_of(module)) == (meant, distribution)


@pytest.mark.parametrize(
    ("package", "known"),
    [("openpyxl", "openpyxl"), ("flash-attn", "flash-attn"), ("opennpyxl", ""), ("acme-trainer", ""), ("", "")],
)
def test_a_package_that_a_program_asks_for_is_named_if_it_is_known(package, known):
    assert known_package_of(package) == known


def test_the_table_of_import_names_is_sorted_and_has_one_row_for_each():
    rows = [line.split("\t") for line in FILE.read_text().splitlines() if not line.startswith("#")]
    modules = [row[0] for row in rows]

    assert modules == sorted(set(modules))
    assert all(len(row) == 2 + (row[1] == "-") for row in rows), "why a module cannot be installed, and nothing else"
    assert NOT_INSTALLABLE
    assert SAME_NAME
    assert not [name for name in SAME_NAME if is_known(name)]
    assert all(re.fullmatch(r"[\w.-]+/[\w.-]+", repository) for repository in REPOSITORIES.values())
    assert all(re.fullmatch(r"[A-Za-z][\w.-]*", distribution) for distribution in DISTRIBUTIONS.values())


def test_the_table_of_import_names_is_not_small_and_repeats_no_rule():
    assert len(DISTRIBUTIONS) >= 150
    assert not [
        name
        for name, found in DISTRIBUTIONS.items()
        if "." not in found and name.lower().replace("_", "-") == found.lower()
    ]


def test_what_was_captured_is_never_replaced():
    assert derive({"module": "cv2"})["distribution"] == "opencv-python"
    assert derive({"module": "cv2", "distribution": "mine"})["distribution"] == "mine"
    assert "distribution" not in derive({"module": "utils"})
    assert derive({"path": "a/b.txt", "function": "Pot.stir"}) == {
        "path": "a/b.txt",
        "folder": "a",
        "function": "Pot.stir",
        "method": "stir",
    }
    assert "folder" not in derive({"path": "b.txt"})
