"""The Pythons that releases are made for, by the names of their files and what the index says of them."""

import pytest
from packaging.version import Version

from authoring.release_scanner.index import Archive
from authoring.release_scanner.pythons import pythons, scan_pythons

LINUX = "manylinux_2_17_x86_64.manylinux2014_x86_64"


def archives(requires, *endings):
    return [
        Archive(f"big-1.0{end}", "", 9, end.endswith("whl"), "none-any" in end, False, "", requires) for end in endings
    ]


@pytest.mark.parametrize(
    ("requires", "endings", "expected"),
    [
        (">=3.8", [f"-cp38-cp38-{LINUX}.whl", f"-cp311-cp311-{LINUX}.whl", ".tar.gz"], ">=3.8,<3.12"),
        (">=3.9,<3.13", [f"-cp39-cp39-{LINUX}.whl", f"-cp312-cp312-{LINUX}.whl"], ">=3.9,<3.13"),
        ("", [f"-cp310-cp310-{LINUX}.whl"], "<3.11"),
        (">=3.8", [f"-cp311-cp311-{LINUX}.whl", "-py3-none-any.whl"], ">=3.8"),
        (">=3.7", [f"-cp37-abi3-{LINUX}.whl"], ">=3.7"),
        (">=3.6", ["-cp311-cp311-win_amd64.whl", ".tar.gz"], ">=3.6"),  # elsewhere it is built, on any Python
        ("", [".tar.gz"], ""),
        ("of old", [".tar.gz"], ""),
    ],
)
def test_a_release_is_made_for_what_it_requires_and_has_wheels_for(requires, endings, expected):
    assert pythons(archives(requires, *endings)) == expected


def test_releases_in_a_row_that_agree_have_one_line():
    asked = {"1.0": "", "1.1": ">=3.6", "1.2": ">=3.6", "1.10": ">=3.6", "2.0": ">=3.8"}

    found = scan_pythons({Version(version): archives(requires, ".tar.gz") for version, requires in asked.items()})

    assert [(each.package, each.first, each.last, each.wanted) for each in found] == [
        ("python", "1.1", "1.10", ">=3.6"),
        ("python", "2.0", "2.0", ">=3.8"),
    ]
