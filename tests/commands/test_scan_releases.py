"""`manage.py scan_releases` and the file that it writes over. How releases are read is tested in
tests/authoring/release_scanner."""

from authoring.management.commands import scan_releases
from authoring.release_scanner.scan import Report
from tracefix.versions.history_reader import parse_history

READ = """\
# tracefix history 4
# package fuse
# imports fuse
# release 1.0
fuse/
 buy(amount)
"""


def test_names_that_were_kept_from_a_running_release_stay(tmp_path, monkeypatch, settings):
    settings.BASE_DIR = tmp_path
    (tmp_path / "fuse.tsv").write_text(READ.replace(" buy(amount)\n", " burn?\n buy()\n  amount=?\n old()\n"))
    monkeypatch.setattr(scan_releases, "scan", lambda *_, **__: (parse_history(READ), Report()))

    for _ in range(2):
        scan_releases._scan("fuse", False, False, 1, tmp_path)

        assert (tmp_path / "fuse.tsv").read_text() == READ.replace(" buy(amount)\n", " burn?\n buy(amount)\n")
