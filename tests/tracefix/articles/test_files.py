"""Files of articles: plain ones are read, everything else is refused with its path and why."""

import os
import socket

import pytest

from tests.factories import translate, withdraw, write_article_folder
from tracefix.articles.files import MOST_BYTES, list_files, read_file
from tracefix.articles.loading import load, load_sound, load_withdrawn, read_tags
from tracefix.articles.model import ArticleError

KEY = "the-secret-key-of-the-server"


def link(path, target):
    path.symlink_to(target)


def dangle(path, target):
    path.symlink_to(target.with_name("nowhere"))


def fifo(path, target):
    os.mkfifo(path)


def listen(path, target):
    with socket.socket(socket.AF_UNIX) as made:
        here = os.open(path.parent, os.O_RDONLY)  # the path of a socket must be short
        try:
            made.bind(f"/proc/self/fd/{here}/{path.name}")
        finally:
            os.close(here)


def folder(path, target):
    path.mkdir()


def too_large(path, target):
    path.write_bytes(b"x" * (MOST_BYTES + 1))


REFUSED = {
    "link": (link, "is a symbolic link, which is not followed: put what it leads to in its place"),
    "dangling link": (dangle, "is a symbolic link, which is not followed: put what it leads to in its place"),
    "FIFO": (fifo, "is no plain file but a folder, a device, a FIFO or a socket: remove it"),
    "socket": (listen, "is no plain file but a folder, a device, a FIFO or a socket: remove it"),
    "large file": (
        too_large, "has 1,048,577 bytes, more than the 1,048,576 that a file of an article may have: shorten it"
    ),
}  # fmt: skip
NAMES = ["article.md", "article.zh-hans.md", "repro.py", "fixed.py", "runs/a.txt", "pastes/a.txt", "notes/deep/x"]


@pytest.fixture
def key(tmp_path):
    path = tmp_path / "secret_key"
    path.write_text(KEY)
    return path


@pytest.fixture
def boom(tmp_path):
    found = write_article_folder(tmp_path / "articles", repro_py="1 / 0\n", fixed_py="1\n")
    for name in ("runs", "pastes"):
        (found / name).mkdir()
    return found


def test_a_plain_file_is_read_its_lines_as_python_ends_them(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes("a\r\nb\rc\n字".encode())

    assert read_file(path) == path.read_text(encoding="utf-8") == "a\nb\nc\n字"


def test_the_largest_file_is_read(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"x" * MOST_BYTES)

    assert len(read_file(path)) == MOST_BYTES


def test_what_is_not_there_is_not_refused(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "a.txt")


@pytest.mark.parametrize(("make", "why"), [*REFUSED.values(), (folder, REFUSED["FIFO"][1])], ids=[*REFUSED, "folder"])
def test_what_is_no_plain_file_is_not_read_and_nobody_waits_for_it(tmp_path, key, make, why):
    make(tmp_path / "a.txt", key)

    with pytest.raises(ArticleError) as told:
        read_file(tmp_path / "a.txt")

    assert str(told.value) == f"{tmp_path / 'a.txt'}:1: {why}"


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", "/dev/stdin"])
def test_a_device_is_not_read(path, tmp_path):
    with pytest.raises(ArticleError):
        read_file(tmp_path / path)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("make", "why"), REFUSED.values(), ids=REFUSED)
def test_an_article_with_such_a_file_is_refused_and_the_others_are_read(tmp_path, boom, key, name, make, why):
    write_article_folder(tmp_path / "articles", "bang", message="bang went the fuse")
    path = boom / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    make(path, key)

    articles, problems = load_sound(tmp_path / "articles")

    assert [article.slug for article in articles] == ["bang"]
    assert [str(problem) for problem in problems] == [f"{path}:1: {why}"]
    assert KEY not in repr(problems)


@pytest.mark.parametrize("name", ["runs", "pastes"])
def test_a_folder_of_it_that_is_elsewhere_is_refused(boom, tmp_path, name):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "a.txt").write_text(KEY)
    (boom / name).rmdir()
    (boom / name).symlink_to(elsewhere)

    with pytest.raises(ArticleError, match=f"{boom / name}:1: is a symbolic link"):
        load(boom)


def test_an_article_that_is_elsewhere_is_refused(boom):
    boom.rename(boom.parent.parent / "boom")
    boom.symlink_to(boom.parent.parent / "boom")

    with pytest.raises(ArticleError, match=f"{boom}:1: is a symbolic link"):
        load(boom)


def test_the_folder_of_all_articles_may_be_reached_by_a_link(boom, tmp_path):
    (tmp_path / "current").symlink_to(boom.parent)

    assert [article.slug for article in load_sound(tmp_path / "current")[0]] == ["boom"]


@pytest.mark.parametrize("name", ["tags.yaml", "tags.zh-hans.yaml"])
def test_a_list_of_tags_that_is_a_link_is_refused(boom, key, name):
    path = boom.parent / name
    path.unlink(missing_ok=True)
    path.symlink_to(key)

    with pytest.raises(ArticleError, match=f"{path}:1: is a symbolic link"):
        read_tags(boom.parent, "zh-hans")


def test_a_tombstone_that_is_a_link_is_refused(boom, key):
    path = withdraw(boom.parent)
    path.unlink()
    path.symlink_to(key)

    with pytest.raises(ArticleError, match=f"{path}:1: is a symbolic link"):
        load_withdrawn(boom.parent)


@pytest.mark.parametrize("name", ["repro.py", "runs/a.txt"])
def test_a_file_that_is_no_utf8_is_named(boom, name):
    (boom / name).write_bytes(b"\xff")

    with pytest.raises(
        ArticleError, match=rf"{name}:1: is not UTF-8 \(invalid start byte at byte 0\): save it as UTF-8"
    ):
        load(boom)


def test_a_file_that_may_not_be_read_says_so(tmp_path, monkeypatch):
    path = tmp_path / "a.txt"
    path.write_text("a")

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tracefix.articles.files.os.open", refuse)  # whoever runs the tests may be root

    with pytest.raises(ArticleError, match=r"a\.txt:1: cannot be read \(Permission denied\): correct its rights"):
        read_file(path)


def test_the_files_of_a_good_folder_are_listed_in_order(boom):
    translate(boom.parent, "boom")
    (boom / "pastes" / "a.txt").write_text("boom happened")

    assert list_files(boom) == ["article.md", "article.zh-hans.md", "fixed.py", "pastes/a.txt", "repro.py"]
