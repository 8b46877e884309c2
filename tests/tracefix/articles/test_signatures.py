"""A signature is data that a person can read; it compiles to a linear-time expression or is refused with a reason."""

import pytest

from tracefix.articles.signatures import Globs, Role, Signature, SignatureError, class_name
from tracefix.linear_re import compile_expression


def fits(signature, text):
    return compile_expression(signature.regex).search(text)


def test_a_placeholder_captures_a_run_of_characters():
    signature = Signature(message="No module named '{module}'")

    assert fits(signature, "ModuleNotFoundError: No module named 'torch._six'")["module"] == "torch._six"


@pytest.mark.parametrize(
    "line", ["./soup is no pot", "AssertionError: ./soup is no pot", "a.b.PotError: ./soup is no pot"]
)
def test_a_placeholder_at_the_start_leaves_out_the_class_of_the_error(line):
    assert fits(Signature(message="{folder} is no pot"), line)["folder"] == "./soup"


def test_a_placeholder_at_the_end_takes_the_rest_of_the_line():
    assert fits(Signature(message="Unsupported class {name}"), "Unsupported class a.B\nmore")["name"] == "a.B"


def test_a_placeholder_stays_within_the_line():
    assert not fits(Signature(message="from {x} to"), "from a\nb to")


PICKLE = Signature(message="cannot pickle '{type}' object", where={"type": ("PyCapsule", "*.PyCapsule")})


@pytest.mark.parametrize("type_", ["PyCapsule", "builtins.PyCapsule"])
def test_where_admits_what_its_globs_name(type_):
    assert fits(PICKLE, f"TypeError: cannot pickle '{type_}' object")["type"] == type_


@pytest.mark.parametrize("type_", ["PyCapsules", "NotPyCapsule", "pycapsule", "dict_keys"])
def test_where_refuses_everything_else(type_):
    assert not fits(PICKLE, f"TypeError: cannot pickle '{type_}' object")


ANY_PICKLE = Signature(message="cannot pickle '{type}' object", where_not={"type": ("generator", "*.lock")})


@pytest.mark.parametrize("type_", ["generator", "_thread.lock"])
def test_where_not_rules_out_what_its_globs_name(type_):
    assert ANY_PICKLE.find_refused({"type": type_}) == "type"
    assert not ANY_PICKLE.admits({"type": type_})


@pytest.mark.parametrize("type_", ["generators", "_thread.RLock", "my generator", None])
def test_where_not_admits_everything_else(type_):
    assert ANY_PICKLE.admits({"type": type_})


def test_where_not_narrows_a_named_group_of_a_pattern_too():
    signature = Signature(pattern=r"errno: (?P<number>\d+)", where_not={"number": ("98",)})

    assert signature.admits({"number": "97"})
    assert not signature.admits({"number": "98"})


def test_the_literal_parts_of_a_template_are_literal():
    signature = Signature(message="a.b (c) [d] {x}!")

    assert fits(signature, "a.b (c) [d] ..!")
    assert not fits(signature, "aXb (c) [d] ..!")


def test_a_pattern_is_used_as_it_is():
    assert fits(Signature(pattern=r"errno: (?P<number>9[78])"), "errno: 98")["number"] == "98"


REFUSED = {
    "neither message nor pattern": {},
    "both message and pattern": {"message": "abcde", "pattern": "abcde"},
    "a placeholder twice": {"message": "{x} and {x}"},
    "a condition on nothing": {"message": "boom {x}", "where": {"y": ("a",)}},
    "a negated condition on nothing": {"message": "boom {x}", "where_not": {"y": ("a",)}},
    "a broken pattern": {"pattern": "(unclosed"},
    "a pattern that RE2 cannot run in linear time": {"pattern": r"(a)\1"},
    "a pattern that looks ahead": {"pattern": "a(?=b)"},
    "a pattern that fits everything": {"pattern": ".*"},
    "a template that fits everything": {"message": "{anything}"},
}


@pytest.mark.parametrize("fields", REFUSED.values(), ids=REFUSED)
def test_a_signature_that_cannot_work_is_refused(fields):
    with pytest.raises(SignatureError):
        Signature(**fields)


def test_a_cause_is_the_default_role():
    assert Signature(message="boom").role is Role.CAUSE


def test_the_bare_class_of_an_exception():
    assert class_name("torch.cuda.OutOfMemoryError") == "OutOfMemoryError"
    assert class_name("TypeError") == "TypeError"


@pytest.mark.parametrize(
    ("globs", "text", "fits"),
    [
        (("*/bell.py",), "/usr/bell.py", True),
        (("*/bell.py",), "/bell.py/tower.py", False),  # holds its words, and goes on
        (("*/bell.py",), "tower.py", False),
        (("a*b*c", "d"), "abc", True),
        (("a*b*c", "d"), "cba", False),
        (("a*b*c", "d"), "d", True),
        (("a*b",), "a\nb", False),
        (("*",), "", True),
        (("*",), "anything", True),
        (("",), "anything", False),
        ((), "anything", False),
    ],
)
def test_globs_fit_the_whole_text(globs, text, fits):
    assert Globs(globs).fit(text) is fits
