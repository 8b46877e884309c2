"""What programs read."""

import re
from xml.etree import ElementTree

SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
OPENSEARCH = "{http://a9.com/-/spec/opensearch/1.1/}"
ATOM = "{http://www.w3.org/2005/Atom}"


def test_the_sitemap_names_every_article_with_its_date(client):
    response = client.get("/sitemap.xml")
    dates = {
        page.find(f"{SITEMAP}loc").text: page.findtext(f"{SITEMAP}lastmod")
        for page in ElementTree.fromstring(response.content)
    }

    assert response["Content-Type"] == "application/xml"
    assert dates["http://testserver/articles/boom/"] == "2026-01-31"
    assert "http://testserver/" in dates
    assert len([address for address in dates if re.search(r"/articles/\w+/$", address)]) == 2 * 3


def test_the_feed_is_atom_and_holds_cause_and_fix(client):
    response = client.get("/feed.xml")
    feed = ElementTree.fromstring(response.content)
    entries = {entry.findtext(f"{ATOM}title"): entry for entry in feed.iter(f"{ATOM}entry")}

    assert response["Content-Type"].startswith("application/atom+xml")
    assert len(entries) == 3
    entry = entries["fizz in the pipe <b>&amp;</b>"]
    assert entry.findtext(f"{ATOM}id") == "http://testserver/articles/fizz/"
    assert entry.findtext(f"{ATOM}updated") == "2026-01-31T00:00:00+00:00"
    assert entry.findtext(f"{ATOM}summary") == "The cause of fizz. Fix: The fix of fizz."


def test_the_feed_is_valid_by_its_standard(client):
    """RFC 4287, section 4.1.1: id, title and updated; an author unless every entry has one; a link to itself."""
    feed = ElementTree.fromstring(client.get("/feed.xml").content)

    assert feed.findtext(f"{ATOM}author/{ATOM}name") == "Tracefix"
    assert feed.findtext(f"{ATOM}author/{ATOM}uri") == "http://testserver/"
    assert feed.findtext(f"{ATOM}id")
    assert feed.findtext(f"{ATOM}title") == "Tracefix"
    assert feed.findtext(f"{ATOM}updated")
    assert {link.get("rel"): link.get("href") for link in feed.findall(f"{ATOM}link")}["self"].endswith("/feed.xml")
    for entry in feed.iter(f"{ATOM}entry"):
        assert all(entry.findtext(f"{ATOM}{name}") for name in ("id", "title", "updated", "summary"))


def test_the_feed_is_in_the_language_of_its_address(client):
    feed = ElementTree.fromstring(client.get("/zh-hans/feed.xml").content)

    assert feed.get("{http://www.w3.org/XML/1998/namespace}lang") == "zh-Hans"
    assert {entry.find(f"{ATOM}link").get("href") for entry in feed.iter(f"{ATOM}entry")} >= {
        "http://testserver/zh-hans/articles/boom/"
    }
    assert 'href="/zh-hans/feed.xml"' in client.get("/zh-hans/").content.decode()


def test_robots_are_shown_the_sitemap(client):
    response = client.get("/robots.txt")

    assert response["Content-Type"].startswith("text/plain")
    assert "Sitemap: http://testserver/sitemap.xml" in response.content.decode()
    assert "Disallow: /search/" in response.content.decode()


def test_language_models_are_shown_the_api_and_every_article(client):
    response = client.get("/llms.txt")
    words = response.content.decode()

    assert response["Content-Type"].startswith("text/plain")
    assert words.startswith("# Tracefix\n")
    assert "curl --data-binary @err.log http://testserver/api/v1/match" in words
    assert "http://testserver/api/v1/articles/SLUG" in words
    assert "In article.md, `{{name|default}}` stands" in words
    assert "by the Model Context Protocol (MCP), to the tools `match`" in words
    assert re.findall(r"(?m)^## (.*)", words) == ["CUDA and GPUs"]  # the theme of them all
    assert "\n\n\n" not in words
    assert "- [fizz in the pipe <b>&amp;</b>](http://testserver/articles/fizz/article.md): The cause of fizz." in words


def test_browsers_are_told_how_to_search(client):
    home = client.get("/").content.decode()
    response = client.get("/opensearch.xml")
    description = ElementTree.fromstring(response.content)
    addresses = {url.get("type"): url.get("template") for url in description.iter(f"{OPENSEARCH}Url")}

    assert re.search(
        r'<link rel="search" type="application/opensearchdescription\+xml"[^>]* href="/opensearch.xml">', home
    )
    assert response["Content-Type"].startswith("application/opensearchdescription+xml")
    assert addresses["text/html"] == "http://testserver/search/?q={searchTerms}"
    assert client.get(addresses["text/html"].format(searchTerms="fizz")).status_code == 200
    assert len(description.findtext(f"{OPENSEARCH}ShortName")) <= 16


def test_an_icon_is_where_it_is_looked_for(client):
    """Chromium would take an .ico that is linked rather than the .svg, at ten times the weight."""
    home = client.get("/").content.decode()
    icons = re.findall(r'<link rel="(?:icon|apple-touch-icon)"[^>]*? href="([^"]+)"', home)
    elsewhere = client.get("/favicon.ico")["Location"]

    assert [address.rpartition(".")[2] for address in [*icons, elsewhere]] == ["svg", "png", "ico"]
    for address in [*icons, elsewhere]:
        assert client.get(address).status_code == 200, address


def test_all_of_them_use_the_public_address_where_it_is_set(client, settings):
    settings.BASE_URL = "https://tracefix.example"

    for path in ("/sitemap.xml", "/feed.xml", "/robots.txt", "/llms.txt", "/opensearch.xml"):
        words = client.get(path).content.decode()
        assert "https://tracefix.example/" in words
        assert "testserver" not in words
