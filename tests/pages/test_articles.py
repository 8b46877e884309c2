"""The list of articles, and what narrows it."""

import pytest

from tests.factories import write_article_folder
from tests.pages.tools import links, text


def article_links(response):
    return [
        link for link in links(response) if link.startswith("/articles/") and link.count("/") == 3 and "?" not in link
    ]


@pytest.fixture
def memory(articles_dir):
    folder = write_article_folder(articles_dir, "leak", message="memory has leaked")
    path = folder / "article.md"
    words = path.read_text().replace("[PyTorch]", "[Ray]").replace("tags: [cuda]", "tags: [memory]")
    path.write_text(words.replace("[RuntimeError]", "[MemoryError]"))


def test_it_lists_all_articles(client):
    response = client.get("/articles/")

    assert article_links(response) == ["/articles/boom/", "/articles/bang/", "/articles/fizz/"]
    assert "3 known errors" in text(response)


@pytest.mark.parametrize("query", ["project=Ray", "exception=MemoryError", "tag=memory", "tag=memory&project=Ray"])
def test_a_facet_in_the_address_narrows_it(client, memory, query):
    assert article_links(client.get(f"/articles/?{query}")) == ["/articles/leak/"]


def test_facets_combine(client, memory):
    response = client.get("/articles/?tag=cuda&project=Ray")

    assert article_links(response) == []
    assert "No article has all of these" in text(response)


def test_a_chosen_facet_links_to_the_list_without_it(client, memory):
    found = links(client.get("/articles/?tag=memory&project=Ray"))

    assert "/articles/?project=Ray" in found
    assert "/articles/?tag=memory" in found


def test_an_unknown_value_is_no_error(client):
    response = client.get("/articles/", {"project": "<b>\x00' OR 1=1"})

    assert response.status_code == 200
    assert "<b>'" not in response.content.decode()


@pytest.mark.parametrize("page", ["", "0", "-1", "x", "1e3", "1_0", "٣", "9" * 5000, "1.5", "\x00", "99", "1;2"])
def test_a_malformed_page_number_means_the_first_page_and_one_too_high_the_last(client, page):
    response = client.get("/articles/", {"page": page})

    assert response.status_code == 200
    assert len(article_links(response)) == 3


def test_the_list_goes_by_topic_and_in_each_the_most_common_comes_first(client, memory, articles_dir):
    (articles_dir / "common.txt").write_text("fizz\nleak\n", encoding="utf-8")
    response = client.get("/articles/")

    found = article_links(response)
    assert found == ["/articles/fizz/", "/articles/bang/", "/articles/boom/", "/articles/leak/"]
    words = text(response)
    assert words.index("CUDA and GPUs fizz in the pipe") < words.index("Memory memory has leaked The fix of leak.")


def test_a_long_list_has_pages_that_keep_the_facets(client, articles_dir, monkeypatch):
    monkeypatch.setattr("kb.pages.articles.PAGE_SIZE", 20)
    for number in range(20):
        write_article_folder(articles_dir, f"boom{number}", message=f"the number {number} happened")

    first = client.get("/articles/?tag=cuda")
    last = client.get("/articles/?tag=cuda&page=2")

    assert len(article_links(first)) == 20
    assert "?tag=cuda&page=2" in links(first)
    assert len(article_links(last)) == 3
    assert "?tag=cuda&page=1" in links(last)
    assert "?tag=cuda&page=3" not in links(last)
    assert article_links(client.get("/articles/?tag=cuda&page=77")) == article_links(last)
