"""The file of the wheel: intact, or named with how to repair it."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings

from tests.factories import make_article
from tracefix.bundle.article_bundle import Bundle, compile_bundle
from tracefix.bundle.data_file import DataFile, DataFileError, pack
from tracefix.projects.loading import load_all

SECTIONS = [("articles", b"[1, 2]"), ("index/terms", b"a\nb" * 500)]


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "articles.dat"
    path.write_bytes(pack(SECTIONS))
    return path


def test_it_gives_back_its_sections(path):
    file = DataFile.read(path)

    assert file.values("articles") == [1, 2]
    assert file.section("index/terms") == b"a\nb" * 500
    assert file.sections("index/") == {"terms": b"a\nb" * 500}


def test_many_sections_of_one_kind_take_less_than_each_alone_and_come_back_whole(tmp_path):
    text = random.Random(1).randbytes(500) * 2
    alike = [(f"notes/{number}", text + bytes([number])) for number in range(60)]
    (tmp_path / "few.dat").write_bytes(pack(alike[:2]))
    (tmp_path / "many.dat").write_bytes(pack([*alike, *SECTIONS]))
    few, many = (DataFile.read(tmp_path / name) for name in ("few.dat", "many.dat"))

    assert len(pack(alike)) < 15 * len(text)
    assert [many.section(name) for name, _ in (*alike, *SECTIONS)] == [content for _, content in (*alike, *SECTIONS)]
    assert few.sections("notes/") == {"0": text + b"\0", "1": text + b"\1"}
    assert list(many.sections("notes/")) == [name.removeprefix("notes/") for name, _ in alike]


def test_the_same_sections_make_the_same_file():
    assert pack(SECTIONS) == pack(SECTIONS)


@pytest.mark.parametrize("place", [0, 9, 40, 43, 60, -1])
def test_a_damaged_byte_anywhere_is_found(path, place):
    data = bytearray(path.read_bytes())
    data[place] ^= 0x20
    path.write_bytes(data)

    with pytest.raises(DataFileError, match=r"articles\.dat is .*pip install --force-reinstall"):
        DataFile.read(path)


@pytest.mark.parametrize("length", [0, 5, 30, 100])
def test_a_truncated_file_is_found(path, length):
    path.write_bytes(path.read_bytes()[:length])

    with pytest.raises(DataFileError, match="pip install"):
        DataFile.read(path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(DataFileError, match=r"no\.dat cannot be read \(No such file or directory\): repair it with"):
        DataFile.read(tmp_path / "no.dat")


def test_a_section_that_an_older_file_lacks_is_named(path):
    with pytest.raises(DataFileError, match="has no gates, so it is of another version"):
        DataFile.read(path).section("gates")
    with pytest.raises(DataFileError, match="has no telling/, so it is of another version"):
        DataFile.read(path).sections("telling/")


def test_a_book_holds_the_articles_that_were_compiled(tmp_path):
    path = tmp_path / "articles.dat"
    articles = (make_article("boom", aliases=("plop",)), make_article("bang", message="bang went {what}"))
    path.write_bytes(compile_bundle(articles, {"cuda": "CUDA"}))
    bundle = Bundle(DataFile.read(path))

    assert list(bundle.by_slug) == ["bang", "boom"]
    assert bundle.canonical("plop") == "boom"
    assert bundle.canonical("dud") is None
    assert bundle.match("RuntimeError: bang went the fuse").matches[0].captures == {"what": "the fuse"}
    assert bundle.load_full(bundle.by_slug["boom"]).body == articles[0].body
    assert [hit.slug for hit in bundle.search("bang").hits] == ["bang"]


def test_compiling_twice_gives_the_same_bytes():
    articles = (make_article("boom"), make_article("bang"))

    assert compile_bundle(articles, {}) == compile_bundle(articles[::-1], {})


def test_the_client_has_every_card_as_the_site_has_it(tmp_path):
    cards = load_all(settings.PROJECTS_DIR)
    (tmp_path / "articles.dat").write_bytes(compile_bundle((make_article("boom"),), {}, cards))

    kept = Bundle(DataFile.read(tmp_path / "articles.dat")).catalogue.projects.cards

    assert len(kept) == len(cards) > 0
    assert [replace(card, path=Path(card.id), lines={}) for card in cards] == list(kept)
