"""The harm that can be done to a sealed folder is tested where one is used: test_search.py, the life of an index."""

import pytest

from kb.core.search import checked_folder as sealed

FILES = {"one": b"1", "two": b"\x00\xff" * 1000, "empty": b""}


def test_what_was_written_is_read(tmp_path):
    sealed.write(tmp_path / "folder", FILES, "label")

    assert sealed.read(tmp_path / "folder", "label") == FILES


def test_a_folder_that_is_not_there_is_told_from_one_that_must_not_be_used(tmp_path):
    with pytest.raises(FileNotFoundError):
        sealed.read(tmp_path / "folder", "label")


def test_a_folder_written_for_something_else_is_refused(tmp_path):
    sealed.write(tmp_path / "folder", FILES, "label")

    with pytest.raises(sealed.SealError, match="was written for something else"):
        sealed.read(tmp_path / "folder", "another")


def test_a_folder_that_is_already_there_stays(tmp_path):
    sealed.write(tmp_path / "folder", FILES, "label")

    sealed.write(tmp_path / "folder", {"late": b""}, "label")

    assert sealed.read(tmp_path / "folder", "label") == FILES
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


@pytest.mark.parametrize(
    "manifest", [b"", b"{", b"[]", b"null", b'{"label": "label"}', b'{"label": "label", "files": 3}', b"\xff"]
)
def test_a_folder_without_a_readable_manifest_is_refused(tmp_path, manifest):
    sealed.write(tmp_path / "folder", FILES, "label")
    (tmp_path / "folder" / "manifest.json").write_bytes(manifest)

    with pytest.raises(sealed.SealError, match="has no readable manifest"):
        sealed.read(tmp_path / "folder", "label")


def test_a_refusal_names_the_file(tmp_path):
    sealed.write(tmp_path / "folder", FILES, "label")
    (tmp_path / "folder" / "two").write_bytes(b"3")

    with pytest.raises(sealed.SealError, match="two is damaged"):
        sealed.read(tmp_path / "folder", "label")


def test_a_manifest_cannot_point_outside_the_folder(tmp_path):
    sealed.write(tmp_path / "folder", FILES, "label")
    (tmp_path / "folder" / "manifest.json").write_text('{"label": "label", "files": {"../secret": "0"}}')

    with pytest.raises(sealed.SealError, match="lacks or has too much"):
        sealed.read(tmp_path / "folder", "label")


def test_discarding_what_is_not_there_is_no_error(tmp_path):
    sealed.discard(tmp_path / "folder")

    assert not list(tmp_path.iterdir())
