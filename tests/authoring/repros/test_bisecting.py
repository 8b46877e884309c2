"""Bisecting releases with an oracle that knows what each of them shows."""

import pytest

from authoring.repros.bisecting import Change, ErrorRange, Seen, sweep

LETTERS = {"e": Seen.ERROR, ".": Seen.CLEAN, "?": Seen.UNCLEAR}


def swept(shown, **options):
    """The sweep over as many releases as there are letters, and the releases that were looked into, in order."""
    releases = [f"1.{place}" for place in range(len(shown))]
    looks = []

    def look(release):
        looks.append(release)
        return LETTERS[shown[releases.index(release)]]

    return sweep(releases, look, **options), looks


def changes(shown, **options):
    return [(change.older, change.newer, change.is_exact) for change in swept(shown, **options)[0].changes()]


def test_an_error_that_comes():
    found, looks = swept("." * 40 + "e" * 24)

    assert found.changes() == (Change("1.39", "1.40", Seen.ERROR, is_exact=True),)
    assert found.error_ranges() == (ErrorRange("1.40", "1.63", "1.39", None),)
    assert len(looks) <= 9


def test_an_error_that_goes():
    found, _ = swept("e" * 5 + "." * 20)

    assert found.error_ranges() == (ErrorRange("1.0", "1.4", None, "1.5"),)
    assert not found.came_back


@pytest.mark.parametrize(("letter", "error_ranges"), [("e", (ErrorRange("1.0", "1.29", None, None),)), (".", ())])
def test_what_never_changes_takes_three_looks(letter, error_ranges):
    found, looks = swept(letter * 30)

    assert looks == ["1.0", "1.29", "1.14"]
    assert (found.changes(), found.error_ranges()) == ((), error_ranges)


def test_nobody_looks_twice():
    _, looks = swept("..e??e..ee.")

    assert len(looks) == len(set(looks))


@pytest.mark.parametrize(
    ("shown", "found"),
    [
        ("?????....eeee", [("1.8", "1.9", True)]),  # the oldest cannot be installed
        ("....eeee?????", [("1.3", "1.4", True)]),
        ("......?......eeeeee", [("1.12", "1.13", True)]),  # a hole away from the boundary
        ("......??eeeeee", [("1.5", "1.8", False)]),  # a hole at the boundary: it lies somewhere in there
        ("?????????????", []),
        ("?e", []),
        ("..??..", []),
    ],
)
def test_what_is_unclear_moves_no_boundary(shown, found):
    assert changes(shown) == found


def test_an_error_that_came_back_is_noticed():
    found, _ = swept("eeee" + "." * 8 + "eeee")

    assert found.came_back
    assert found.error_ranges() == (ErrorRange("1.0", "1.3", None, "1.4"), ErrorRange("1.12", "1.15", "1.11", None))


def test_an_error_in_the_middle_only():
    assert swept("....eeeee....")[0].error_ranges() == (ErrorRange("1.4", "1.8", "1.3", "1.9"),)


def test_more_probes_see_what_passes_between_two_looks():
    shown = "." * 4 + "eee" + "." * 12

    assert changes(shown) == []
    assert changes(shown, probes=7) == [("1.3", "1.4", True), ("1.6", "1.7", True)]


@pytest.mark.parametrize("shown", ["", "e", ".e"])
def test_few_releases(shown):
    found, looks = swept(shown)

    assert len(looks) == len(shown)
    assert len(found.changes()) == (shown == ".e")
