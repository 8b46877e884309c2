"""Folders are written whole and read checked. Damage and foreign owners are tested in test_whoosh_index.py."""

import pytest

from tracefix.search import checked_folder

FILES = {"one": b"1", "two": b"\x00\xff" * 1000, "empty": b""}


def test_what_was_written_is_read(tmp_path):
    checked_folder.write(tmp_path / "folder", FILES, "label")

    assert checked_folder.read(tmp_path / "folder", "label") == FILES


def test_a_folder_that_is_not_there_is_told_from_one_that_must_not_be_used(tmp_path):
    with pytest.raises(FileNotFoundError):
        checked_folder.read(tmp_path / "folder", "label")


def test_a_folder_written_for_something_else_is_refused(tmp_path):
    checked_folder.write(tmp_path / "folder", FILES, "label")

    with pytest.raises(checked_folder.UnusableFolderError, match="was written for something else"):
        checked_folder.read(tmp_path / "folder", "another")


def test_a_folder_that_is_already_there_stays(tmp_path):
    checked_folder.write(tmp_path / "folder", FILES, "label")

    checked_folder.write(tmp_path / "folder", {"late": b""}, "label")

    assert checked_folder.read(tmp_path / "folder", "label") == FILES
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


@pytest.mark.parametrize(
    "manifest", [b"", b"{", b"[]", b"null", b'{"label": "label"}', b'{"label": "label", "files": 3}', b"\xff"]
)
def test_a_folder_without_a_readable_manifest_is_refused(tmp_path, manifest):
    checked_folder.write(tmp_path / "folder", FILES, "label")
    (tmp_path / "folder" / "manifest.json").write_bytes(manifest)

    with pytest.raises(checked_folder.UnusableFolderError, match="has no readable manifest"):
        checked_folder.read(tmp_path / "folder", "label")


def test_a_refusal_names_the_file(tmp_path):
    checked_folder.write(tmp_path / "folder", FILES, "label")
    (tmp_path / "folder" / "two").write_bytes(b"3")

    with pytest.raises(checked_folder.UnusableFolderError, match="two is damaged"):
        checked_folder.read(tmp_path / "folder", "label")


def test_a_manifest_cannot_point_outside_the_folder(tmp_path):
    checked_folder.write(tmp_path / "folder", FILES, "label")
    (tmp_path / "folder" / "manifest.json").write_text('{"label": "label", "files": {"../secret": "0"}}')

    with pytest.raises(checked_folder.UnusableFolderError, match="lacks or has too much"):
        checked_folder.read(tmp_path / "folder", "label")


def test_discarding_what_is_not_there_is_no_error(tmp_path):
    checked_folder.discard(tmp_path / "folder")

    assert not list(tmp_path.iterdir())
