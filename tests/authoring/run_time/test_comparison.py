"""What a history denies of a release, and what it invents, without an installed package."""

import pytest

from authoring.run_time.comparison import claims, compare, find_denied
from tracefix.versions.history import History
from tracefix.versions.history_reader import parse_history

TEXT = """\
# tracefix history 5
# package tiny
# imports tiny
# release 1.0
# release 2.0
tiny/
 __version__
 _hidden
 Frame:
  __init__(width)
  _hidden()
  size
  turn()	2.0..
 Odd:
  <other.Thing
 anything/
  **
 draw(where, **)
 paint(colour)
"""


@pytest.mark.parametrize(
    "name",
    ["tiny.absent", "tiny.Frame.turn", "tiny.Frame.absent", "tiny.paint(size)", "tiny.Frame.__init__(absent)"],
)
def test_a_name_that_exists_is_denied_where_all_of_its_owner_is_known(name):
    assert find_denied(History(parse_history(TEXT)), "1.0", {name: "name"}) == ([name], [])


@pytest.mark.parametrize(
    "name",
    ["tiny.Odd.absent", "tiny.anything.absent", "tiny.draw(absent)", "tiny.absent.below", "tiny.absent(argument)"],
)
def test_what_a_history_does_not_know_is_not_denied(name):
    assert find_denied(History(parse_history(TEXT)), "1.0", {name: "name"}) == ([], [name])


@pytest.mark.parametrize("name", ["tiny.Frame.size", "tiny.Frame.turn", "tiny.paint(colour)", "tiny.draw(where)"])
def test_what_a_history_has_is_not_denied(name):
    assert find_denied(History(parse_history(TEXT)), "2.0", {name: "name"}) == ([], [])


def test_a_module_is_denied_where_only_another_name_is_known():
    history = History(parse_history(TEXT))

    assert find_denied(history, "2.0", {"tiny.paint": "module"}) == (["tiny.paint"], [])
    assert find_denied(history, "2.0", {"tiny.anything": "module"}) == ([], [])


def test_public_names_of_the_release_are_claimed():
    file = parse_history(TEXT)
    told = dict(claims(file, "1.0"))

    assert told["tiny"] == "module"
    assert told["tiny.Frame.size"] == "attribute"
    assert told["tiny.Frame.__init__(width)"] == told["tiny.paint(colour)"] == "name"
    assert told["tiny.__version__"] == "attribute"  # which is not public, and asked for most of all
    assert (
        not {"tiny._hidden", "tiny.Frame.turn", "tiny.Frame._hidden", "tiny.anything.**", "tiny.draw(**)"} & told.keys()
    )
    assert "tiny.Frame.turn" in dict(claims(file, "2.0"))


def test_a_release_is_compared():
    def observe(asked):
        assert asked["roots"] == ("tiny",)
        return {"names": {"tiny": "module", "tiny.new": "name"}, "absent": ["tiny.paint"], "checked": 7}

    found = compare(parse_history(TEXT), "1.0", observe)

    assert (found.package, found.version, found.names, found.claims) == ("tiny", "1.0", 2, 7)
    assert (found.denied, found.unknown, found.invented) == (("tiny.new",), (), ("tiny.paint",))
