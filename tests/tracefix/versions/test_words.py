"""Numbers for names that come often, and the large files that have them."""

import pytest

from tracefix.versions.history import History
from tracefix.versions.history_reader import undraw
from tracefix.versions.history_writer import draw
from tracefix.versions.words import Words, choose_words, read_words

MODELS = ("large", "small", "gone", "lost", "changed")
TEXTS = ["attention_mask(input x)", "<.attention_mask.Config input", "attention_mask rare_name x x x"]


def test_words_that_come_often_get_numbers_and_are_found_again():
    words = choose_words(TEXTS)

    assert list(words.lines()) == ["0attention_mask 0input"]
    assert words.shorten(TEXTS[1]) == "<.0.Config 1"
    assert [words.restore(words.shorten(text)) for text in TEXTS] == TEXTS


def test_words_are_written_by_what_differs_from_the_one_before():
    names = ["resnet18", "resnet18d", "resnet26", "resnet" * 20 + "a", "resnet" * 20 + "b", "a"]
    (line,) = Words(names).lines()

    assert line.split(" ")[:3] == ["0resnet18", "8d", "626"]
    assert [read_words(line.split(" ")).restore(number) for number in "012345"] == names
    assert list(read_words([]).lines()) == []


def test_numbers_of_one_length_are_in_alphabetical_order():
    often = [f"name_{place:02}" for place in range(23, 0, -1)]
    words = choose_words([" ".join(often[place:]) for place in range(23) for _ in range(9)])
    written = [words.restore(number) for number in [*"0123456789!$%&;@[]{|}", "00", "01"]]

    assert written == [*sorted(often[2:]), *sorted(often[:2])]


def test_the_numbers_of_many_words_are_no_names_and_all_different():
    names = [f"name_{number}" for number in range(5000)]
    words = Words(names)
    numbers = [words.number(name) for name in names]

    assert len(set(numbers)) == 5000
    assert all(not number.isidentifier() and len(number) <= 3 for number in numbers)
    assert [words.restore(number) for number in numbers] == names
    assert numbers[:23] == [*"0123456789!$%&;@[]{|}", "00", "01"]


@pytest.mark.parametrize("text", ["x/*", "X:*", "( a b.", "f(** a b)+", ">~.x. A", "Old>^.new.New", "größe überall"])
def test_signs_stay(text):
    words = choose_words([text] * 50)

    assert words.restore(words.shorten(text)) == text


@pytest.mark.slow
def test_a_large_file_is_numbered_and_says_the_same():
    functions = "".join(
        f" function_{place:05}(argument_name other_argument own_{place})\t2.0..\n" for place in range(2000)
    )
    head = "# tracefix history 3\n# package big\n# imports big\n# release 1.0\n# release 2.0\n"
    whole = f"{head}big/\n :* Gone\t1.0..1.0\n{functions}"
    text = draw(undraw(whole))
    history = History(undraw(text))

    assert len(text) < len(whole) * 0.6
    assert "\n# short\n# span 0 2.0..\n# words 0argument_name 0other_argument\n0big/\n" in text
    assert "\n1function_00042(0 1 own_42)\t0\n" in text
    assert "\n# releases 1.0 2.0\n" in text
    assert draw(undraw(text)) == text
    assert draw(undraw(text), in_full=True) == whole
    assert history.life("big.function_00042(other_argument)").spans[0].first == "2.0"
    assert [life.name for life in history.ending_with("function_00042")] == ["big.function_00042"]
    assert len(history.taking("argument_name")) == 2000
    assert history.accepts_anything("big.Gone")


def test_releases_with_marks_have_a_line_of_their_own():
    versions = [f"1.{place}" for place in range(30)]
    head = "".join(f"# release {version}\n" for version in versions)
    head = head.replace("1.5\n", "1.5 yanked\n").replace("1.6\n", "1.6 yanked unread\n")
    functions = "".join(f" function_{place:05}(own_{place})\n" for place in range(2000))
    whole = f"# tracefix history 3\n# package big\n# imports big\n{head}big/\n{functions}"
    text = draw(undraw(whole))

    assert text.split("\n")[3:8] == [
        "# releases 1.0 1.1 1.2 1.3 1.4",
        "# release 1.5 yanked",
        "# release 1.6 yanked unread",
        "# releases " + " ".join(versions[7:27]),
        "# releases 1.27 1.28 1.29",
    ]
    assert draw(undraw(text), in_full=True) == whole


def test_functions_with_the_same_arguments_share_a_line():
    head = "# tracefix history 3\n# package pkg\n# imports pkg\n# release 1.0\n# release 2.0\n"
    tree = """\
pkg/
 () none nothing
 (** model) gone lost	1.0..1.0
 (** model) large small
 Alpha(alpha)
 Class:
  (x y) call run
  __init__(x y)
 alone(x)
 changed(model)
  ( **	2.0..
"""
    text = draw(undraw(head + tree))
    history = History(undraw(text))

    assert text == head + tree
    assert history.life("pkg.lost(model)").spans[0].last == "1.0"
    assert history.life("pkg.Class.run(y)").kind == "argument"
    assert {life.name for life in history.taking("model")} == {f"pkg.{name}(model)" for name in MODELS}
    assert not history.accepts_anything("pkg.nothing")
    assert history.accepts_anything("pkg.small")
