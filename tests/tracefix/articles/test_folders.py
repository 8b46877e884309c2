"""Several article folders: later ones add articles and replace none."""

import pytest

from tests.factories import write_article_folder
from tracefix.articles.folders import add_folders, read_all_tags
from tracefix.articles.loading import load_all, read_tags


@pytest.fixture
def ours(tmp_path):
    write_article_folder(tmp_path / "ours", "boom", extra="aliases: [plop]\n")
    return tmp_path / "ours"


@pytest.fixture
def company(tmp_path):
    write_article_folder(
        tmp_path / "company", "acme-quota", message="quota of {team} is used up", extra="related: [boom]\n"
    )
    (tmp_path / "company" / "tags.yaml").unlink()  # it has the tags of the first folder
    return tmp_path / "company"


def add(ours, *roots):
    return add_folders(load_all(ours), read_tags(ours), roots)


def test_another_folder_adds_its_articles(ours, company):
    articles, problems = add(ours, company)

    assert [article.slug for article in articles] == ["acme-quota", "boom"]
    assert problems == []
    assert [article.added_from for article in articles] == ["company", ""]


@pytest.mark.parametrize(("slug", "whose"), [("boom", "that of an article"), ("plop", "an alias of 'boom'")])
def test_it_replaces_none_by_slug_or_alias(ours, company, slug, whose):
    write_article_folder(company, slug, message="another one")
    (company / "tags.yaml").unlink()
    articles, problems = add(ours, company)

    assert [article.slug for article in articles] == ["acme-quota", "boom"]
    assert next(article for article in articles if article.slug == "boom").folder.parent == ours
    assert [str(problem) for problem in problems] == [
        f"{company / slug / 'article.md'}:1: the slug {slug!r} is {whose} in an earlier folder: choose another one"
    ]


def test_an_alias_of_it_takes_no_address_of_ours(ours, company):
    write_article_folder(company, "acme-boom", message="another one", extra="aliases: [boom]\n")
    articles, problems = add(ours, company)

    assert [article.slug for article in articles] == ["acme-quota", "boom"]
    assert "the alias 'boom' is that of an article in an earlier folder" in str(problems[0])


def test_a_third_folder_replaces_none_of_the_second(ours, company, tmp_path):
    write_article_folder(tmp_path / "team", "acme-quota", message="another one")
    articles, problems = add(ours, company, tmp_path / "team")

    assert [article.added_from for article in articles] == ["company", ""]
    assert str(problems[0]).startswith(
        f"{tmp_path / 'team' / 'acme-quota' / 'article.md'}:1: the slug 'acme-quota' is "
    )


def test_a_broken_article_is_named_and_the_others_stay(ours, company):
    (company / "acme-quota" / "article.md").write_text("nonsense")
    articles, problems = add(ours, company)

    assert [article.slug for article in articles] == ["boom"]
    assert "has no front matter" in str(problems[0])


def test_a_folder_that_is_not_there_is_named(ours, tmp_path):
    articles, problems = add(ours, tmp_path / "no")

    assert len(articles) == 1
    assert str(problems[0]) == f"{tmp_path / 'no'}:1: is no folder: correct TRACEFIX_ARTICLES, or make it"


def test_a_folder_may_have_tags_of_its_own(ours, company):
    (company / "tags.yaml").write_text("cluster: Our cluster\ncuda: Theirs\n")
    article = company / "acme-quota" / "article.md"
    article.write_text(article.read_text().replace("tags: [cuda]", "tags: [cuda, cluster]"))

    assert add(ours, company)[1] == []
    assert read_all_tags(ours, [company]) == {"cluster": "Our cluster", "cuda": "CUDA and GPUs", "memory": "Memory"}
