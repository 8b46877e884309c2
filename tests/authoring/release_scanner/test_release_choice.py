"""The file of a release that is read."""

import pytest

from authoring.release_scanner.index import Archive
from authoring.release_scanner.release_choice import choose_archive

PURE = ("pkg-1.0-py3-none-any.whl", 9_000_000)
OLD_LINUX = ("pkg-1.0-cp38-cp38-manylinux_2_17_x86_64.whl", 5_000_000)
OLD_WINDOWS = ("pkg-1.0-cp38-cp38-win_amd64.whl", 3_000_000)
NEW_LINUX = ("pkg-1.0-cp312-cp312-manylinux_2_17_x86_64.whl", 2_000_000)
LARGE_LINUX = ("pkg-1.0-cp38-cp38-manylinux_2_17_x86_64.whl", 700_000_000)
SOURCE = ("pkg-1.0.tar.gz", 1_000_000)


@pytest.mark.parametrize(
    ("files", "chosen"),
    [
        ([OLD_LINUX, PURE, SOURCE], PURE),
        ([NEW_LINUX, OLD_LINUX, SOURCE], OLD_LINUX),
        ([OLD_WINDOWS, OLD_LINUX], OLD_LINUX),  # on Windows, an earlier build may have left files behind
        ([NEW_LINUX, OLD_WINDOWS], OLD_WINDOWS),
        ([LARGE_LINUX, OLD_WINDOWS, SOURCE], OLD_WINDOWS),
        ([LARGE_LINUX, SOURCE], SOURCE),
        ([SOURCE], SOURCE),
    ],
)
def test_the_archive_of_a_release(files, chosen):
    archives = [
        Archive(name, "", size, name.endswith("whl"), "none-any" in name, False, "2024-01-01") for name, size in files
    ]

    assert choose_archive(archives).name == chosen[0]
