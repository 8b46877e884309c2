"""The files of history/: plain text that a diff can show, and that says the same when it is read and written again."""

import difflib
from threading import Event, Thread

import pytest

from tracefix.versions.history import History
from tracefix.versions.history_reader import parse_history
from tracefix.versions.history_writer import format_history
from tracefix.versions.model import Release
from tracefix.versions.tree import Node, PackageHistory

HEAD = """\
# tracefix history 5
# package pkg
# imports pkg
# release 1.0
# release 2.0 yanked
# release 3.0 unread
# release 4.0
"""
TREE = """\
pkg/
 **	1.0..1.0
 Base:
  <torch.nn.Module	1.0..1.0
  <.other.Mixin
  <?
  **
  __init__(depth, width)+
   late=	4.0..
   stale=	1.0..2.0	late
  depth
  made?	2.0..2.0
  size()	2.0..	depth
   unit=?	4.0..
 Kept>.new.
 Old>.new.New	1.0..1.0,4.0..
 away>
 built/?	1.0..1.0
 call(**, x)
  x=	4.0..	y
 new/
 x(x)
  x=	1.0..2.0
 x/
  x
"""


def flat(node):
    """All that a node says, without where it was read."""
    inner = {name: [flat(each) for each in found] for name, found in node.children.items()}
    told = (node.name, node.sign, node.mask, node.replacement, node.target, node.is_seen)
    return *told, [flat(each) for each in node.bases], inner


def test_a_file_says_the_same_when_it_is_read_and_written_again():
    assert format_history(parse_history(HEAD + TREE)) == HEAD + TREE


def test_a_target_that_ends_in_a_dot_ends_with_the_name_of_its_line():
    (root,) = parse_history(HEAD + TREE).roots

    assert [root.children[name][0].target for name in ("Kept", "Old", "away")] == [".new.Kept", ".new.New", ""]


def test_what_was_put_into_a_tree_is_read_out_of_its_file():
    root = Node("pkg", "/", 0b111)
    model = Node("Model", ":", 0b110)
    call = Node("__call__", "()", 0b110, replacement="run")
    for child in (Node("<", "<", 0b100, target=".base.Base"), Node("<", "<", 0b110, target="abc.ABC"), call):
        model.add(child)
    for child in (Node("**", "=", 0b010), Node("late", "=", 0b100), Node("x", "=", 0b110)):
        call.add(child)
    for child in (
        model,
        Node("Model", ">", 0b001, target=".old.Model"),
        Node("torch", ">", 0b101),
        Node("n", "", 1, is_seen=True),
    ):
        root.add(child)
    releases = (Release("1.0"), Release("1.1", yanked=True), Release("1.2", read=False), Release("2.0"))
    history = PackageHistory("pkg", ("pkg", "pkg_tools"), releases, (root,))

    read = parse_history(format_history(history))

    assert read == PackageHistory("pkg", ("pkg", "pkg_tools"), releases, read.roots)
    assert [flat(each) for each in read.roots] == [flat(root)]


@pytest.mark.parametrize(
    ("name", "signs"),
    [
        ("x", ["()", "/", "", "=", "=", "=", "="]),
        ("late", ["="]),  # a replacement of this name is none
        ("New", []),  # the end of a target
        ("siz", []),
        ("ize", []),
        ("pkg", ["/"]),
        ("made", [""]),
        ("built", ["/"]),
        ("unit", ["="]),
        ("depth", ["", "="]),
        ("", []),
        (" ", []),
        ("x)", []),
    ],
)
def test_all_that_bears_a_name_is_found(name, signs):
    history = parse_history(HEAD + TREE)
    found = history.find_named(name)

    assert sorted(node.sign for node in found) == sorted(signs)
    assert all(node.name == name for node in found)
    assert history.find_named("nowhere") == ()
    assert set(history.find_named(name)) == set(found)  # after a name that the file lacks, too


def test_a_second_name_that_a_file_lacks_is_not_searched_for(monkeypatch):
    history = parse_history(HEAD + TREE)
    history.find_named("nowhere")
    monkeypatch.setattr(history.find_named.__self__, "_text", _Unsearched(history.find_named.__self__._text))

    assert history.find_named("elsewhere") == ()
    with pytest.raises(AssertionError, match="was searched"):
        history.find_named("late")


class _Unsearched(str):
    def find(self, *_):
        raise AssertionError("the text was searched")


def test_of_several_things_with_one_name_the_first_counts():
    either = " tqdm>.bars.\n tqdm/\n  inner\n"
    history = History(parse_history(f"{HEAD}pkg/\n bars/\n  tqdm()\n{either}"))

    assert history.life("pkg.tqdm").kind == "function"
    assert history.module_life("pkg.tqdm").kind == "module"


def test_only_what_a_line_needs_is_read():
    names = "".join(f" f{number}(x)\n  late=\t4.0..\n" for number in range(50))
    history = parse_history(f"{HEAD}pkg/\n{names}")

    (node,) = history.find_named("f7")

    assert node.path == "pkg.f7"
    assert [each.name for each in history.roots[0].inner if each.grow is None] == ["f7"]


def test_a_name_that_went_is_one_line_of_a_diff():
    after = TREE.replace(" away>\n", " away>\t1.0..2.0\n")
    before, after = (format_history(parse_history(HEAD + tree)).splitlines() for tree in (TREE, after))

    changed = [line for line in difflib.unified_diff(before, after, lineterm="", n=0) if line[:2] in ("- ", "+ ")]
    assert changed == ["- away>", "+ away>\t1.0..2.0"]


def test_functions_have_their_arguments_in_their_line_unless_those_have_other_releases():
    history = History(parse_history(HEAD + TREE))

    assert history.life("pkg.call(x)").kind == "argument"
    assert history.life("pkg.Base.__init__(stale)").replacement == "late"
    assert [span.first for span in history.life("pkg.Base.__init__(late)").spans] == ["4.0"]
    assert [life.name for life in history.find_arguments("width")] == ["pkg.Base.__init__(width)"]
    assert history.accepts_anything("pkg.Base")
    assert history.accepts_anything("pkg.call")
    assert not history.accepts_anything("pkg.x")


def test_a_thread_that_asks_while_another_one_reads_waits_for_all_names():
    started, may_end = Event(), Event()
    seen = []

    def grow(node):
        started.set()
        may_end.wait(10)
        node.add(Node("inner", "", 1))

    root = Node("pkg", "/", 1, grow=grow)
    threads = [Thread(target=lambda: seen.append(list(root.children))) for _ in range(2)]
    threads[0].start()
    started.wait(10)
    threads[1].start()
    threads[1].join(0.1)  # long enough to go on with too few names, if it did not wait
    may_end.set()
    for thread in threads:
        thread.join(10)

    assert seen == [["inner"], ["inner"]]


def test_what_could_not_be_read_is_read_again_when_it_is_asked_for_again():
    attempts = []

    def grow(node):
        attempts.append(node.name)
        if len(attempts) == 1:
            raise MemoryError
        node.add(Node("inner", "", 1))

    root = Node("pkg", "/", 1, grow=grow)

    with pytest.raises(MemoryError):
        root.read()
    assert list(root.children) == ["inner"]
