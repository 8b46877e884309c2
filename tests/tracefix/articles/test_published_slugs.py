"""The list of published slugs: each leads to an article, an earlier name or a tombstone, and says so where it does not."""

import pytest

from tests.factories import withdraw, write_article_folder
from tracefix.articles import published_slugs as permanence
from tracefix.articles.loading import load_sound, load_withdrawn
from tracefix.articles.model import ArticleError


@pytest.fixture
def root(tmp_path):
    root = tmp_path / "articles"
    write_article_folder(root, "boom")
    write_article_folder(root, "bang", message="bang", extra="aliases: [plop]\n")
    return root


def complaints(root):
    articles, _ = load_sound(root)
    found = permanence.check(root, articles, load_withdrawn(root))
    return [str(problem).removeprefix(f"{root}/") for problem in found]


def unlist(root, slug):
    path = root / "published.txt"
    path.write_text(path.read_text().replace(f"{slug}\n", ""))


def test_articles_earlier_names_and_tombstones_all_answer(root):
    withdraw(root)

    assert list(permanence.read_published(root)) == ["bang", "boom", "dud", "plop"]
    assert complaints(root) == []


@pytest.mark.parametrize(("slug", "owner"), [("boom", "boom"), ("plop", "bang")])
def test_a_slug_that_is_not_listed_is_told_with_the_article(root, slug, owner):
    unlist(root, slug)

    (complaint,) = complaints(root)
    assert complaint.startswith(f"{owner}/article.md:1: the slug '{slug}' is not in published.txt: add it there")


def test_without_a_list_every_slug_is_told(root):
    (root / "published.txt").unlink()

    assert len(complaints(root)) == 3


def test_a_listed_slug_that_leads_nowhere_is_told_with_the_ways_out(root):
    permanence.publish(root, "gone")

    (complaint,) = complaints(root)
    assert complaint.startswith("published.txt:4: 'gone' was published and leads nowhere: name it among the `aliases`")
    assert "_withdrawn/gone.md" in complaint


def test_an_article_that_cannot_be_read_is_there_all_the_same(root):
    (root / "boom" / "article.md").write_text("no front matter")

    assert complaints(root) == []


def test_a_line_that_is_no_slug_is_told(root):
    with (root / "published.txt").open("a") as file:
        file.write("Not A Slug\n")

    assert complaints(root) == [
        "published.txt:5: 'Not A Slug' is no slug: lower case, digits and hyphens only, one a line"
    ]


def test_a_list_out_of_order_is_told(root):
    path = root / "published.txt"
    head, *slugs = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([head, *reversed(slugs)]) + "\n", encoding="utf-8")

    (complaint,) = complaints(root)
    assert complaint.endswith("keep the list in alphabetical order")


@pytest.mark.parametrize(("slug", "owner"), [("boom", "boom"), ("plop", "bang")])
def test_what_is_there_cannot_be_withdrawn(root, slug, owner):
    withdraw(root, slug)

    assert complaints(root) == [
        f"_withdrawn/{slug}.md:1: '{slug}' leads to the article '{owner}': remove one of the two"
    ]


@pytest.mark.parametrize("other", ["nowhere", "plop"])
def test_a_tombstone_points_to_articles(root, other):
    withdraw(root, see=f"[{other}]")

    assert complaints(root) == [f"_withdrawn/dud.md:1: see names '{other}', which is no article: name the one to go to"]


def test_a_tombstone_without_a_listed_slug_is_told(root):
    withdraw(root)
    unlist(root, "dud")

    assert complaints(root)[0].startswith("_withdrawn/dud.md:1: 'dud' is not in published.txt")


def test_a_tombstone_says_why(root):
    withdraw(root, reason="")

    with pytest.raises(ArticleError, match=r"dud\.md:6: does not say why"):
        load_withdrawn(root)


def test_a_tombstone_has_its_own_keys(root):
    path = withdraw(root)
    path.write_text(path.read_text().replace("withdrawn:", "date:"))

    with pytest.raises(ArticleError) as caught:
        load_withdrawn(root)

    assert "unknown key 'date': choose from title, withdrawn, see" in str(caught.value)
    assert "the key 'withdrawn' is missing" in str(caught.value)


def test_the_name_of_a_tombstone_is_its_slug(root):
    withdraw(root).rename(root / "_withdrawn" / "Old Dud.md")

    with pytest.raises(ArticleError, match=r"'Old Dud\.md' is no slug"):
        load_withdrawn(root)


def test_a_slug_is_listed_in_its_place_and_once(root):
    for slug in ("car", "car", "zoo", "ant"):
        permanence.publish(root, slug)

    lines = (root / "published.txt").read_text().splitlines()
    assert lines[0].startswith("# ")
    assert lines[1:] == ["ant", "bang", "boom", "car", "plop", "zoo"]
