"""What a sweep puts into `affects`."""

import pytest
from packaging.specifiers import SpecifierSet

from authoring.repros.affected_versions import merge_sweeps, rewrite, specifier
from authoring.repros.bisecting import ErrorRange, Seen, Sweep

ARTICLE = """\
---
slug: boom
affects:
  # numpy first
  - package: numpy  # everybody's
    versions: ">=1.23"  # by reports
    note: "gone"
  - {package: Huggingface.Hub, versions: ">=0.26", note: "versions: none"}
# its sources
sources:
  - versions: nothing
---
affects: no
"""


def lines_changed(package, *specifiers):
    old, new = ARTICLE.splitlines(), rewrite(ARTICLE, package, specifiers).splitlines()
    return [line for line in new if line not in old], [line for line in old if line not in new]


def test_versions_change_and_nothing_else():
    assert lines_changed("numpy", ">=1.24") == (
        ['    versions: ">=1.24"  # by reports'],
        ['    versions: ">=1.23"  # by reports'],
    )
    assert lines_changed("huggingface_hub", ">=1,<2") == (
        ['  - {package: Huggingface.Hub, versions: ">=1,<2", note: "versions: none"}'],
        ['  - {package: Huggingface.Hub, versions: ">=0.26", note: "versions: none"}'],
    )


def test_the_same_versions_change_nothing():
    assert rewrite(ARTICLE, "numpy", [">=1.23"]) == ARTICLE


def test_another_package_is_added_at_the_end_of_the_list():
    text = rewrite(ARTICLE, "ray", [">=2"])

    assert 'note: "versions: none"}\n  - {package: ray, versions: ">=2"}\n# its sources\n' in text


def test_an_article_without_the_list_gets_one():
    assert rewrite("---\nslug: boom\n---\nText\n", "ray", [">=2"]) == (
        '---\nslug: boom\naffects:\n  - {package: ray, versions: ">=2"}\n---\nText\n'
    )


def test_as_many_items_as_ranges():
    two = rewrite(ARTICLE, "numpy", ["<1", ">=2"])

    assert 'versions: "<1"' in two
    assert '    note: "gone"\n  - {package: numpy, versions: ">=2"}\n' in two
    assert rewrite(two, "numpy", [">=1.23"]) == ARTICLE


@pytest.mark.parametrize(
    ("error_range", "old", "wanted"),
    [
        (ErrorRange("1.24.0", "2.4.6", "1.23.5", None), ">=1.20", ">=1.24"),  # it was clean in 1.23.5
        (ErrorRange("1.24.2", "2.4.6", "1.23.5", None), ">=1.24", ">=1.24"),  # 1.24.0 could not be looked into
        (ErrorRange("1.24.0", "2.4.6", None, None), ">=1.20", ">=1.20"),  # nothing older was looked into
        (ErrorRange("1.24.0", "2.4.6", None, None), ">=2.0", ">=1.24"),  # it is in older ones, too
        (ErrorRange("1.24.0", "1.26.4", None, "2.0.0"), ">=1.20", ">=1.20,<2.0"),
        (ErrorRange("1.24.0", "1.26.4", None, "2.0.0"), ">=1.20,<=1.26.4", ">=1.20,<=1.26.4"),
        (ErrorRange("1.24.0", "2.4.6", None, None), ">=1.20,<=2.4.5", ">=1.20"),  # still there in a newer one
        (ErrorRange("1.24.0", "1.26.4", "1.23.5", "2.0.1"), "", ">=1.24,<2.0.1"),
        (ErrorRange("1.24.0", "1.26.4", "1.23.5", "2.0.1"), "~=1.0", ">=1.24,<2.0.1"),
    ],
)
def test_what_was_seen_moves_a_bound_and_nothing_else_does(error_range, old, wanted):
    assert specifier(error_range, SpecifierSet(old)) == wanted


def seen(shown):
    """A sweep over releases 1 to 9, one letter each."""
    releases = tuple(str(number) for number in range(1, len(shown) + 1))
    letters = {"e": Seen.ERROR, ".": Seen.CLEAN}
    return Sweep(releases, {release: letters[letter] for release, letter in zip(releases, shown, strict=True)})


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("..eee", "...ee", [("3", "5", "2", None)]),
        ("ee...", "..ee.", [("1", "4", None, "5")]),
        ("ee...", "...ee", [("1", "2", None, "3"), ("4", "5", "3", None)]),
        ("eeeee", "..e..", [("1", "5", None, None)]),
        (".....", ".....", []),
    ],
)
def test_an_article_has_its_error_where_any_of_its_pairs_has(one, other, found):
    assert list(merge_sweeps([seen(one), seen(other)])) == [ErrorRange(*each) for each in found]
