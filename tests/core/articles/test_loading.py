"""An article folder is read whole or refused with path, line and remedy."""

import datetime

import pytest

from kb.core.articles.model import ArticleError, load, load_all, parse_run
from kb.core.articles.signatures import Role

HEADER = """\
---
slug: boom
title: "boom happened"
summary: The fuse burnt.
fix: Use a longer fuse.
projects: [PyTorch]
exception: [TypeError]
tags: [cuda]
signatures:
  - message: "boom happened in '{place}'"
    where: {place: [cellar, "*.attic"]}
    exception: TypeError
    frames: "*/fuse.py"
  - pattern: 'bo+m at \\d+'
    role: wrapper
    general: true
affects:
  - {package: torch, versions: ">=2.0,<2.9", note: all builds}
sources:
  - {title: The fuse, url: "https://example.org/fuse", supports: it burns}
created: 2026-01-01
updated: 2026-02-01
---
"""
BODY = "## What you see\n\nBoom.\n"


@pytest.fixture
def root(tmp_path):
    (tmp_path / "tags.yaml").write_text("cuda: CUDA\n", encoding="utf-8")
    return tmp_path


def write(root, *, slug="boom", header=HEADER, body=BODY, **files):
    folder = root / slug
    folder.mkdir()
    (folder / "article.md").write_text(header.replace("slug: boom", f"slug: {slug}") + body, encoding="utf-8")
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_py", ".py").replace("_txt", ".txt")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def problems(folder):
    with pytest.raises(ArticleError) as caught:
        load(folder)
    return [(problem.line, problem.message) for problem in caught.value.problems]


def test_a_folder_becomes_an_article(root):
    article = load(write(root, repro_py="1/0\n", fixed_py="1\n", pastes__a_txt="boom"))

    assert (article.slug, article.title, article.projects) == ("boom", "boom happened", ("PyTorch",))
    assert article.exceptions == ("TypeError",)
    assert article.created == datetime.date(2026, 1, 1)
    assert article.body == BODY
    assert article.body_line == HEADER.count("\n") + 1
    assert article.affects[0].versions.contains("2.7.1")
    assert not article.affects[0].versions.contains("2.9")
    assert [pair.name for pair in article.pairs] == [""]
    assert [path.name for path in article.pastes] == ["a.txt"]


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


RUN = "script: repro.py\npython: 3.11.7\nplatform: Linux x86_64\npackages: torch==2.13.0\ndate: 2026-01-31\nexit: 1\nreproduced: yes\n"


def test_a_recorded_run_is_read(root):
    (run,) = load(write(root, **{"runs__a_txt": RUN + "---\nboom\n---\nmore"})).runs

    assert (run.script, run.python, run.packages, run.exit_status) == ("repro.py", "3.11.7", {"torch": "2.13.0"}, 1)
    assert run.reproduced
    assert run.output == "boom\n---\nmore"


@pytest.mark.parametrize("text", ["", "boom", RUN, RUN.replace("exit: 1", "exit: one") + "---\n", "---\nboom"])
def test_a_file_that_is_no_recorded_run_is_refused(tmp_path, text):
    path = tmp_path / "run.txt"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(ArticleError, match="verify_repros --record"):
        parse_run(path)


def test_a_translation_brings_its_own_words(root):
    folder = write(root)
    words = '---\ntitle: "boom 发生了"\nsummary: 保险丝烧了。\nfix: 换一根。\nsymptoms: [突然没电]\n---\n## 现象\n'
    (folder / "article.zh-hans.md").write_text(words, encoding="utf-8")

    translation = load(folder).translations["zh-hans"]

    assert (translation.title, translation.fix, translation.body) == ("boom 发生了", "换一根。", "## 现象\n")
    assert translation.symptoms == ("突然没电",)


BROKEN = {
    "an unknown key": (("fix:", "fixx:"), 5, "unknown key 'fixx'"),
    "a missing key": (("fix: Use a longer fuse.\n", ""), 1, "the key 'fix' is missing"),
    "a wrong type": (("[PyTorch]", "PyTorch"), 6, "projects: must be a list"),
    "empty text": (("The fuse burnt.", '""'), 4, "summary: must be text"),
    "no signature": (("[TypeError]", "[1]"), 7, "exception: must be text"),
    "an unknown tag": (("[cuda]", "[cudda]"), 8, "unknown tag 'cudda': choose from cuda"),
    "a slug that is not the folder's name": (("slug: boom", "slug: bang"), 2, "make them equal"),
    "a slug that is none": (("slug: boom", "slug: Boom!"), 2, "slug: 'Boom!' is no slug"),
    "a broken pattern": (("bo+m", "(bo+m"), 14, "signatures: not an RE2 pattern"),
    "an unknown placeholder": (("where: {place:", "where: {plaza:"), 10, "`where` names {plaza}"),
    "an unknown role": (("role: wrapper", "role: rapper"), 14, "unknown role 'rapper'"),
    "a place seen that is no address": (("general: true", "general: true\n    seen: somewhere"), 14, "no web address"),
    "an unknown key of a signature": (("general:", "generic:"), 14, "unknown key 'generic'"),
    "a broken specifier": (('">=2.0,<2.9"', '"2.0 and up"'), 18, "no PEP 440 specifier"),
    "a source without a claim": ((", supports: it burns", ""), 20, "the key 'supports' is missing"),
    "a source that is no address": (("https://example", "example"), 20, "no web address"),
    "a date that is none": (("created: 2026-01-01", "created: soon"), 21, "created: must be a date"),
    "broken yaml": (("fix: Use", "fix: 'Use"), 6, "is not YAML"),
}


@pytest.mark.parametrize(("change", "line", "message"), BROKEN.values(), ids=BROKEN)
def test_a_broken_front_matter_is_refused_with_line_and_remedy(root, change, line, message):
    assert change[0] in HEADER
    header = HEADER.replace(*change)
    folder = root / "boom"
    folder.mkdir()
    (folder / "article.md").write_text(header + BODY, encoding="utf-8")

    found = problems(folder)

    assert any(message in text for _, text in found), found
    assert any(at == line for at, text in found if message in text) or message == "is not YAML", found


def test_all_problems_are_reported_at_once(root):
    header = HEADER.replace("[PyTorch]", "PyTorch").replace("[cuda]", "[cudda]")

    assert len(problems(write(root, header=header))) == 2


@pytest.mark.parametrize("text", ["", "no front matter", "---\nslug: boom\n", "---\n- a\n---\n"])
def test_a_file_without_front_matter_is_refused(root, text):
    folder = root / "boom"
    folder.mkdir()
    (folder / "article.md").write_text(text, encoding="utf-8")

    assert problems(folder)


def test_a_folder_without_an_article_is_refused(root):
    (root / "boom").mkdir()

    assert problems(root / "boom") == [(1, "is missing: copy articles/_template/article.md")]


def test_a_file_that_is_not_utf8_is_refused(root):
    folder = root / "boom"
    folder.mkdir()
    (folder / "article.md").write_bytes(b"---\ntitle: \xff\n---\n")

    assert "not UTF-8" in problems(folder)[0][1]


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


@pytest.mark.parametrize(("text", "line"), [("cuda: [", 1), ("- cuda", 1), ("cuda: 1", 1), ("a: b\ncuda: 'x", 2)])
def test_a_broken_list_of_tags_is_refused(root, text, line):
    folder = write(root)
    (root / "tags.yaml").write_text(text, encoding="utf-8")

    with pytest.raises(ArticleError, match=rf"tags\.yaml:{line}: "):
        load(folder)


def test_a_problem_says_where_it_is(root):
    folder = write(root, header=HEADER.replace("[PyTorch]", "PyTorch"))

    with pytest.raises(ArticleError) as caught:
        load(folder)

    assert str(caught.value).startswith(f"{folder / 'article.md'}:6: projects: must be a list")
