"""The history of the standard library, from what each Python says."""

import json

import pytest

from authoring.standard_library.merging import apply_difference, read_folder
from tracefix.versions.history import History

RUN = ["run", "()", "", [["loop", "=", "", []]]]


def key(label):
    return (label, "", "")


@pytest.fixture
def history(tmp_path):
    told = {
        "2.7": {"imp": [["load", "()", "", []]], "calls": []},
        "3.6": {"imp": [["load", "()", "", []]], "calls": [RUN]},
        "3.7": {
            "calls": [["run", "()", "", []], ["Task", ":", "", [["<", "<", "Exception", []]]], ["fork", "", "", []]]
        },
        "browser-3.7": {"calls": [["Task", ":", "", []]]},
        "browser-3.8": {"calls": [["Group", ":", "", []]]},
    }
    for stem, modules in told.items():
        (tmp_path / f"{stem}.json").write_text(json.dumps({"modules": modules}))
    return History(read_folder(tmp_path))


def lives(history, name):
    life = history.life(name)
    return life and [(span.first, span.last) for span in life.spans]


def test_names_have_the_releases_that_told_them(history):
    assert lives(history, "imp") == [("2.7", "3.6")]
    assert lives(history, "imp.load") == [("2.7", "3.6")]
    assert lives(history, "calls.run") == [("3.6", None)]
    assert lives(history, "calls.run(loop)") == [("3.6", "3.6")]
    assert lives(history, "calls.stop") is None


def test_releases_that_nobody_has_are_unread(history):
    assert [release.version for release in history.releases if not release.read] == [
        "3.0",
        "3.1",
        "3.2",
        "3.3",
        "3.4",
        "3.5",
    ]
    assert history.has(history.life("imp"), "3.3")


def test_what_differs_between_two_browsers_is_taken_for_a_release(history):
    assert lives(history, "calls.Task") == [("3.7", "3.7")]
    assert lives(history, "calls.Group") == [("3.8", None)]
    assert lives(history, "calls.fork") == [("3.7", None)]  # which no browser has


def test_what_cannot_be_seen_changes_nothing():
    tree = {key("a"): {}}

    assert apply_difference(tree, tree, {("**", "=", ""): {}}) == tree
    assert apply_difference(tree, tree, {}) == {}
