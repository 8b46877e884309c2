"""Lint of the folder: no file that nobody reads, and no paste that is a whole log."""

import pytest

from tests.authoring.lint.tools import REPORT, complaints

UNKNOWN = {
    "article.zh.md": "did you mean article.zh-hans.md? Else remove it",
    "articles.md": "did you mean article.md? Else remove it",
    "paste/log.txt": "name it pastes/log.txt, or remove it",
    "pastes/log2.log": "name it pastes/log2.txt, or remove it",
    "notes.docx": "remove it; an article has article.md, ",
}


@pytest.mark.parametrize(("name", "remedy"), UNKNOWN.items(), ids=UNKNOWN)
def test_a_file_that_no_article_has_is_told_with_its_name(folder, name, remedy):
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("x", encoding="utf-8")

    (complaint,) = complaints(folder)
    assert complaint.startswith(f"boom/{name}:1: is no file of an article: {remedy}")


@pytest.mark.parametrize("name", ["standin/gpu.c", ".note", "__pycache__/repro.cpython-311.pyc"])
def test_what_an_article_may_have_passes(folder, name):
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("x", encoding="utf-8")

    assert complaints(folder) == []


def test_a_huge_paste_is_told_with_its_size(folder):
    (folder / "pastes" / "log.txt").write_text("epoch 1\n" * 10_000 + REPORT, encoding="utf-8")

    (complaint,) = complaints(folder)
    assert complaint.startswith("boom/pastes/log.txt:1: has 80,")
    assert complaint.endswith("bytes: cut it to the part around the error, at most 65,536")
