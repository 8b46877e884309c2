"""An article folder is loaded whole, or refused with path, line and what to do."""

import datetime

import pytest

from tests.tracefix.articles.tools import BODY, HEADER, problems, write
from tracefix.articles.loading import load, load_all
from tracefix.articles.model import ArticleError
from tracefix.articles.signatures import Role


def test_a_folder_becomes_an_article(root):
    article = load(write(root, repro_py="1/0\n", fixed_py="1\n", pastes__a_txt="boom", not__b_txt="bang"))

    assert (article.slug, article.title, article.projects) == ("boom", "boom happened", ("PyTorch",))
    assert article.exceptions == ("TypeError",)
    assert article.created == datetime.date(2026, 1, 1)
    assert article.body == BODY
    assert article.body_line == HEADER.count("\n") + 1
    assert article.affects[0].versions.contains("2.7.1")
    assert not article.affects[0].versions.contains("2.9")
    assert [pair.name for pair in article.pairs] == [""]
    assert [path.name for path in article.pastes] == ["a.txt"]
    assert [path.name for path in article.look_alikes] == ["b.txt"]


def test_signatures_keep_their_order_and_their_lines(root):
    first, second = load(write(root)).signatures

    assert (first.message, first.where["place"], first.line) == (
        "boom happened in '{place}'",
        ("cellar", "*.attic"),
        10,
    )
    assert (first.exceptions, first.frames, first.role) == (("TypeError",), ("*/fuse.py",), Role.CAUSE)
    assert (second.pattern, second.role, second.general) == (r"bo+m at \d+", Role.WRAPPER, True)


def test_further_pairs_have_the_name_behind_repro(root):
    article = load(write(root, repro_py="", fixed_py="", repro_ray_py="", fixed_ray_py="", repro_alone_py=""))

    assert [(pair.name, pair.fixed.name) for pair in article.pairs] == [("", "fixed.py"), ("ray", "fixed_ray.py")]


def test_a_translation_brings_its_own_words(root):
    folder = write(root)
    words = '---\ntitle: "boom 发生了"\nsummary: 保险丝烧了。\nfix: 换一根。\nsymptoms: [突然没电]\nnotes: [一]\n---\n## 现象\n'
    (folder / "article.zh-hans.md").write_text(words, encoding="utf-8")

    translation = load(folder).translations["zh-hans"]

    assert (translation.title, translation.fix, translation.body) == ("boom 发生了", "换一根。", "## 现象\n")
    assert (translation.symptoms, translation.notes, translation.fixes) == (("突然没电",), ("一",), ())


def test_a_translation_translates_notes_in_their_order(root):
    before = '  - {package: fuse, versions: ">1"}\n  - {package: torch'
    folder = write(root, header=HEADER.replace("  - {package: torch", before))
    head = "---\ntitle: boom\nsummary: 一。\nfix: 换。\n"
    path = folder / "article.zh-hans.md"

    path.write_text(f"{head}notes: [在 2 上运行过]\n---\n", encoding="utf-8")
    article = load(folder)
    assert [(item.package, item.note) for item in article.in_language("zh-hans").affects] == [
        ("fuse", ""),
        ("torch", "在 2 上运行过"),
    ]
    assert (article.notes_language("zh-hans"), article.notes_language("en")) == ("zh-hans", "en")

    path.write_text(f"{head}---\n", encoding="utf-8")
    article = load(folder)
    assert article.in_language("zh-hans").affects == article.affects
    assert article.notes_language("zh-hans") == "en"


def test_a_folder_without_an_article_is_refused(root):
    (root / "boom").mkdir()

    assert problems(root / "boom") == [(1, "is missing: copy articles/_template/article.md")]


def test_a_folder_whose_name_is_no_slug_is_refused(root):
    assert any("is no slug" in message for _, message in problems(write(root, slug="Boom_1")))


def test_all_articles_are_loaded_by_slug_and_the_template_is_none(root):
    write(root, slug="b")
    write(root, slug="a")
    write(root, slug="_template")

    assert [article.slug for article in load_all(root)] == ["a", "b"]


def test_an_alias_belongs_to_one_article_only(root):
    write(root, slug="a")
    write(root, slug="b", header=HEADER.replace("summary:", "aliases: [a]\nsummary:"))

    with pytest.raises(ArticleError, match="alias 'a' belongs to 'a' already"):
        load_all(root)


@pytest.mark.parametrize("key", ["related", "symptom_of"])
def test_what_an_article_refers_to_must_exist(root, key):
    write(root, slug="a", header=HEADER.replace("summary:", f"{key}: [nowhere]\nsummary:"))

    with pytest.raises(ArticleError, match=f"{key} names 'nowhere'"):
        load_all(root)


@pytest.mark.parametrize("key", ["related", "symptom_of"])
def test_a_broken_article_is_the_only_one_that_is_told(root, key):
    write(root, slug="a", header=HEADER.replace("summary:", f"{key}: [b]\nsummary:"))
    write(root, slug="b", header=HEADER.replace("summary:", "sumary:"))

    with pytest.raises(ArticleError) as error:
        load_all(root)

    assert {problem.path.parent.name for problem in error.value.problems} == {"b"}


@pytest.mark.parametrize(("text", "line"), [("cuda: [", 1), ("- cuda", 1), ("cuda: 1", 1), ("a: b\ncuda: 'x", 2)])
def test_a_broken_list_of_tags_is_refused(root, text, line):
    folder = write(root)
    (root / "tags.yaml").write_text(text, encoding="utf-8")

    with pytest.raises(ArticleError, match=rf"tags\.yaml:{line}: "):
        load(folder)
