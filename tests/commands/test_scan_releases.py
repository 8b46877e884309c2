"""`manage.py scan_releases` writes over no history that has more. What it reads is tested in release_scanner."""

import pytest

from authoring.management.commands.scan_releases import lost_releases
from tracefix.versions.history_reader import parse_history

HEAD = "# tracefix history 4\n# package fuse\n# imports fuse\n"


@pytest.mark.parametrize(
    ("before", "now", "lost"),
    [
        (["0.9", "1.0", "1.1"], ["0.9 unread", "1.0 unread", "1.1"], ["0.9", "1.0"]),
        (["0.9", "1.0"], ["1.0"], ["0.9"]),
        (["0.9 unread", "1.0"], ["0.9", "1.0", "1.1"], []),
        (["1.0"], ["1.0 yanked"], []),
    ],
)
def test_what_was_read_before_and_is_not_now_is_lost(before, now, lost):
    old, new = (HEAD + "".join(f"# release {release}\n" for release in releases) for releases in (before, now))

    assert lost_releases(old, parse_history(new)) == lost
