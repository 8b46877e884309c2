"""diagnose() says which known error a paste shows, and is never sure without reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tables import read_tables
from tests.tracefix.matching.known import CAPSULE, CATALOGUE, ERROR, TRACEBACK, answer, article
from tracefix.articles.signatures import Signature
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.matching.verdict import Verdict

TABLES = read_tables(__file__)
EXACT = TABLES["exact"]


@pytest.mark.parametrize(("text", "slug"), EXACT.values(), ids=EXACT)
def test_the_root_error_itself_is_exact(text, slug):
    verdict, slugs = answer(text)

    assert (verdict, slugs[0]) == ("exact", slug)


LIKELY = TABLES["likely"]


@pytest.mark.parametrize(("text", "slug"), LIKELY.values(), ids=LIKELY)
def test_weaker_evidence_is_likely_at_most(text, slug):
    verdict, slugs = answer(text)

    assert (verdict, slugs[0]) == ("likely", slug)


NONE = TABLES["none"]


@pytest.mark.parametrize("text", NONE.values(), ids=NONE)
def test_what_is_not_known_is_answered_with_none(text):
    assert answer(text) == ("none", [])


def test_what_fits_a_pattern_is_found_where_nothing_else_looks_like_an_error():
    log = "INFO all is well\n" * 5000
    catalogue = Catalogue([article("bell", Signature(pattern=r"(?m)^(?:The )?bell\w* (?:rings|stops)$"))])

    diagnosis = diagnose(f"{log}The bells stops\n{log}The bell stops\n{log}", catalogue)

    assert [match.quote for match in diagnosis.matches] == ["The bells stops"]


def test_an_error_deep_in_a_long_log_is_found():
    log = "INFO all is well\n" * 5000

    assert answer(f"{log}{TRACEBACK}\n{log}") == ("exact", ["capsule"])


def test_a_known_text_in_a_line_that_looks_like_nothing_is_found_as_well():
    quiet = Catalogue([article("quiet", Signature(message="the bell rings twice"))])
    log = "INFO all is well\n" * 5000

    assert diagnose(f"{log}the bell rings twice\n{log}", quiet).matches


def test_versions_are_read_from_the_paste():
    assert diagnose('File "/usr/lib/python3.10/copy.py"', CATALOGUE).environment == {"python": "3.10"}


HOSTILE = {
    "one line of 10 MB": "a" * 10_000_000,
    "200,000 blank lines": "\n" * 200_000,
    "binary": "".join(map(chr, range(256))) * 100,
    "nul bytes": ERROR.replace(" ", "\x00"),
    "lone surrogates": "TypeError: \ud800 boom",
    "a message repeated": "cannot pickle '" * 20_000,
    "brackets": "[" * 100_000 + "(" * 100_000,
    "html": f"<script>alert(1)</script>{ERROR}",
    "a template": "{{ 7*7 }} {% include 'x' %}",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_paste_is_answered(text):
    assert diagnose(text, CATALOGUE).verdict in set(Verdict)


MUTATIONS = {
    "drop a line": lambda lines, at: lines[:at] + lines[at + 1 :],
    "wrap a line": lambda lines, at: [*lines[:at], lines[at][:30], lines[at][30:], *lines[at + 1 :]],
    "prefix every line": lambda lines, at: ["[rank1]: " + line for line in lines],
    "quote every line": lambda lines, at: ["> " + line for line in lines],
    "interleave another error": lambda lines, at: [*lines[:at], "[rank1]: KeyError: 'x'", *lines[at:]],
    "lose indentation": lambda lines, at: [line.lstrip() for line in lines],
}


@given(st.lists(st.sampled_from(sorted(MUTATIONS)), max_size=3), st.integers(0, 3))
def test_damage_never_turns_a_right_answer_into_a_wrong_exact(names, at):
    lines = TRACEBACK.split("\n")
    for name in names:
        lines = MUTATIONS[name](lines, min(at, len(lines) - 1))

    diagnosis = diagnose("\n".join(lines), CATALOGUE)

    assert diagnosis.verdict is not Verdict.EXACT or diagnosis.matches[0].article is CAPSULE


@given(st.text(max_size=300))
def test_no_text_makes_it_fail_and_every_span_lies_in_the_paste(text):
    for match in diagnose(text, CATALOGUE).matches:
        assert all(0 <= span.start < span.end <= len(text) for span in match.spans)


def test_an_empty_catalogue_knows_nothing():
    assert diagnose(TRACEBACK, Catalogue([])).verdict is Verdict.NONE


@pytest.mark.parametrize(
    ("text", "headline"),
    [
        ("Error occurred when executing KSampler: 0", "Error occurred when executing KSampler: 0"),
        ("Process finished with exit code -1073740791 (0xC0000409)", "Process finished with exit code -1073740791"),
        ("train.py: error: unrecognized arguments: --x", "train.py: error: unrecognized arguments: --x"),
        ("ERROR: No matching distribution found for soup", "No matching distribution found for soup"),
    ],
)
def test_a_number_alone_is_no_headline(text, headline):
    assert diagnose(f"epoch 1\n{text}\n", CATALOGUE).headline.startswith(headline)


# The headline follows §, up to the next one or the end.
@pytest.mark.parametrize(
    "marked",
    [
        "Has anyone seen '§TypeError: the soup is cold§' here?",
        "I get '§NameError: name 'x' is not defined§' on start",
        'With two ladles it says "[rank2]: §RuntimeError: no soup; no bowl!§" Any idea?',
        "§IndexError: list index out of range§ 调试之后发现第二次读取是空的",
        "运行 cook.py 的时候,出现§CUDA error: spilled soup§错误,换了一个锅还是一样",
        # what belongs to the error stays
        "§FileNotFoundError: [WinError 3] 系统找不到指定的路径。: 'soup'",
        "§ValueError: 配置文件里没有 num_classes 这一项,请检查",
        "§ValueError: the soup's lid isn't there",
        "§RuntimeError: cold. Please heat the soup",
    ],
)
def test_a_headline_is_the_errors_own_sentence(marked):
    text = marked.replace("§", "")

    assert diagnose(f"epoch 1\n{text}\n", CATALOGUE).headline == marked.split("§")[1]


def test_the_headline_keeps_the_name_before_a_bare_error():
    assert diagnose("Soupd Error: 'Invalid bowl'", CATALOGUE).headline == "Soupd Error: 'Invalid bowl'"
    assert diagnose("here I get an Error: 'Invalid bowl'", CATALOGUE).headline == "Error: 'Invalid bowl'"


def test_a_word_that_ends_a_sentence_is_no_class():
    assert not [error for error in diagnose("Soup Not Found: it was eaten", CATALOGUE).errors if error.type]
    assert [error.type for error in diagnose("x Timeout(5): Timeout: it was eaten", CATALOGUE).errors] == ["Timeout"]


def test_the_headline_of_a_class_alone_ends_in_no_colon():
    assert diagnose("SoupError: \n\nno bowl", CATALOGUE).headline == "SoupError"
