"""What changes between a repro and its fix."""

import pytest

from tracefix.articles.changes import ChangedLine, added_text, changed_lines, changes_html


def shown(old, new):
    return [f"{line.sign}{line.text}" for line in changed_lines(old, new)]


LINES = "".join(f"line_{number}\n" for number in range(9))
SHOWN = {
    "one line of context on either side": (
        (LINES, LINES.replace("line_4\n", "fixed\n")),
        [" line_3", "-line_4", "+fixed", " line_5"],
    ),
    "a gap where lines between two changes are left out": (
        (LINES, LINES.replace("line_0\n", "a\n").replace("line_8\n", "b\n")),
        ["-line_0", "+a", " line_1", "⋯", " line_7", "-line_8", "+b"],
    ),
    "no indentation that a group shares": (
        ("if a:\n    if b:\n        c()\n        d()\n", "if a:\n    if b:\n        c()\n        e()\n"),
        [" c()", "-d()", "+e()"],
    ),
    "nothing of what the scripts say of themselves": (
        ('"""It fails."""\n\nfuse = 1\n', '"""It works.\n\nAlways.\n"""\n\nfuse = 9\n'),
        ["-fuse = 1", "+fuse = 9"],
    ),
    "no empty lines at the edges": (("a\n\nb\n\nc\n", "a\n\nx\n\nc\n"), ["-b", "+x"]),
    "a script for another Python as it is": (("print 1\n", "print 2\n"), ["-print 1", "+print 2"]),
}


@pytest.mark.parametrize(("scripts", "lines"), SHOWN.values(), ids=SHOWN)
def test_of_what_changed_is_shown(scripts, lines):
    assert shown(*scripts) == lines


def test_an_empty_line_that_comes_last_is_left_out():
    assert shown("a\n", "b\n\na\n") == ["+b", "+", " a"]
    assert shown("a\nc\n", "a\nb\n\nc\n")[:2] == [" a", "+b"]
    assert shown("a\n", "a\nb\n\n") == [" a", "+b"]


def test_equal_scripts_have_no_changes():
    assert changed_lines("a\n", "a\n") == ()
    assert changes_html("a\n", "a\n") == added_text("a\n", "a\n") == ""


def test_only_the_new_lines_are_copied():
    assert added_text("def f():\n    a\n", "def f():\n    b\n    c\n") == "    b\n    c"
    assert added_text("a\nb\n", "a\n") == ""


@pytest.mark.parametrize(("sign", "tag"), [("-", "del"), ("+", "ins")])
def test_each_line_has_its_sign_in_text_and_its_element(sign, tag):
    no_break = "\N{NO-BREAK SPACE}"  # no long name leaves its sign alone on a line
    assert f"<{tag}><b>{sign}{no_break}</b>fuse" in changes_html("fuse(1)\n", "fuse(2)\n")


def test_markup_in_code_is_escaped():
    assert "<script>" not in changes_html("a\n", "b('<script>')\n")
    assert "&lt;script&gt;" in changes_html("a\n", "b('<script>')\n")


def test_a_line_is_a_value():
    assert ChangedLine("+", "a") in changed_lines("", "a\n")


def test_the_python_that_a_script_asks_for_is_no_part_of_the_fix():
    old = '# /// script\n# requires-python = ">=2.7"\n# dependencies = []\n# ///\nimport soup\n'
    new = '# /// script\n# requires-python = ">=3.8"\n# dependencies = ["soup"]\n# ///\nimport soup\n'

    assert [line.text for line in changed_lines(old, new) if line.sign in "+-"] == [
        "# dependencies = []",
        '# dependencies = ["soup"]',
    ]
