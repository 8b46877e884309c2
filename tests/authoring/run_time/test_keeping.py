"""Names that a running release has and its source does not show, put into a small history."""

import pytest

from authoring.run_time.comparison import compare, find_denied
from authoring.run_time.keeping import carry_over, keep
from tracefix.versions.history import History
from tracefix.versions.history_reader import parse_history
from tracefix.versions.history_writer import format_history

HEAD = """\
# tracefix history 5
# package tiny
# imports tiny
# release 1.0
# release 2.0
# release 3.0
"""
TREE = """\
tiny/
 Frame>.frames.
 frames/
  Base:
   turn(angle)
  Frame:
   <.frames.Base
   size	2.0..
 paint(colour)
"""


def keep_names(file, version, names):
    keep(file, compare(file, version, lambda asked: {"names": names, "absent": [], "checked": 0}))


def kept(names, version="2.0", tree=TREE):
    file = parse_history(HEAD + tree)
    keep_names(file, version, names)
    return format_history(file).removeprefix(HEAD)


@pytest.mark.parametrize(
    ("name", "kind", "line"),
    [
        ("tiny.made", "name", " made?\t2.0..2.0"),
        ("tiny.made", "module", " made/?\t2.0..2.0"),
        ("tiny.paint(size)", "argument", "  size=?\t2.0..2.0"),
        ("tiny.Frame.flip", "member", "   flip?\t2.0..2.0"),
        ("tiny.frames.Base.turn(where)", "argument", "    where=?\t2.0..2.0"),
    ],
)
def test_a_name_that_is_denied_is_kept_below_what_holds_it(name, kind, line):
    assert set(kept({name: kind}).splitlines()) - set(TREE.splitlines()) == {line}


@pytest.mark.parametrize("name", ["tiny.paint(colour)", "tiny.Frame.size", "tiny.Frame.turn", "tiny.no.thing", "other"])
def test_nothing_is_kept_of_what_the_history_has_or_does_not_know(name):
    assert kept({name: "name"}) == TREE


def test_what_a_class_inherits_is_kept_once():
    names = {"tiny.Frame.made": "member", "tiny.frames.Base.made": "member", "tiny.frames.Frame.made": "member"}

    assert set(kept(names).splitlines()) - set(TREE.splitlines()) == {"   made?\t2.0..2.0"}
    assert kept(names).index("made") < kept(names).index("turn")


def test_a_method_with_other_arguments_than_the_one_of_the_base_is_another_method():
    names = {"tiny.Frame.turn(where)": "argument", "tiny.Frame.turn(when)": "argument"}

    assert set(kept(names).splitlines()) - set(TREE.splitlines()) == {"   turn?\t2.0..2.0"}


@pytest.mark.parametrize("name", ["tiny.made", "tiny.paint(size)", "tiny.Frame.flip", "tiny.Frame.turn(where)"])
def test_what_was_kept_is_denied_in_no_release(name):
    history = History(parse_history(HEAD + kept({name: "name"})))

    assert [find_denied(history, version, {name: "name"})[0] for version in ("1.0", "2.0", "3.0")] == [[], [], []]


def test_a_neighbour_that_nobody_saw_is_still_denied():
    history = History(parse_history(HEAD + kept({"tiny.made": "name", "tiny.paint(size)": "argument"})))

    for name in ("tiny.other", "tiny.paint(other)", "tiny.Frame.made", "tiny.frames.made"):
        assert find_denied(history, "2.0", {name: "name"}) == ([name], [])


def test_releases_that_have_a_name_are_put_together():
    file = parse_history(HEAD + kept({"tiny.made": "name"}))

    keep_names(file, "1.0", {"tiny.made": "name"})

    assert " made?\t1.0..2.0\n" in format_history(file)


def test_what_was_kept_is_carried_over_to_a_newer_reading_that_does_not_show_it():
    names = {"tiny.made": "name", "tiny.paint(size)": "argument", "tiny.Frame.turn(where)": "argument"}
    old = parse_history(HEAD + kept(names))
    new = parse_history(HEAD + TREE.replace(" paint(colour)\n", " made()\n paint(colour)\n"))

    carry_over(old, new)

    lines = set(format_history(new).removeprefix(HEAD).splitlines()) - set(TREE.splitlines())
    assert lines == {" made()", "  size=?\t2.0..2.0", "   turn?\t2.0..2.0"}


def test_what_has_no_owner_or_no_such_release_in_the_newer_reading_is_dropped():
    old = parse_history(HEAD + kept({"tiny.frames.made": "name"}))
    other = HEAD + "tiny/\n paint()\n"
    unread = HEAD.replace("2.0", "2.0 unread") + TREE.replace("\t2.0..", "\t3.0..")

    for text in (other, unread):
        new = parse_history(text)
        carry_over(old, new)
        assert format_history(new) == text
