"""What an article tells search engines."""

import json
import re


def data(response):
    (found,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', response.content.decode(), re.DOTALL)
    return json.loads(found)


def test_an_article_says_what_it_is(boom_client):
    told = data(boom_client.get("/articles/boom/"))

    assert told["@context"] == "https://schema.org"
    assert told["@type"] == "TechArticle"
    assert told["headline"] == "boom happened in '{place}'"
    assert told["description"] == "The cause of boom."
    assert told["abstract"] == "The fix of boom."
    assert told["url"] == "http://testserver/articles/boom/"
    assert (told["datePublished"], told["dateModified"]) == ("2026-01-01", "2026-01-31")
    assert told["dependencies"] == "torch >=2.0, <2.8"
    assert told["citation"] == ["https://example.org/1"]
    assert told["image"].startswith("http://testserver/cards/boom.")


def test_no_text_of_an_article_ends_the_element(articles_dir, client):
    path = articles_dir / "boom" / "article.md"
    path.write_text(path.read_text().replace("The cause of boom.", "'`</script><script>alert(1)</script>&amp;`'"))

    response = client.get("/articles/boom/")

    assert "<script>alert" not in response.content.decode()
    assert data(response)["description"] == "</script><script>alert(1)</script>&amp;"


def test_only_articles_are_told_of(client):
    for path in ("/", "/articles/", "/match/"):
        assert "ld+json" not in client.get(path).content.decode()
