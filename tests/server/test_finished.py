"""Finished pages: kept per site and content, sent in the encoding that is asked for, or not at all where it is known."""

import gzip

import brotli
import pytest
from django.test import Client

from kb.library import Library, get_library
from kb.pages import articles
from kb.pages import search as search_page
from kb.server import finished
from kb.server.finished import FinishedPages, Page, best_encoding, pages_of
from kb.store import votes

PATH = "/articles/boom/"


@pytest.fixture
def drawn(monkeypatch):
    """Counts how often an article is drawn."""
    times = []
    draw = articles._article_page
    monkeypatch.setattr(articles, "_article_page", lambda *args: times.append(args) or draw(*args))
    return times


def get(client, accepted="", **headers):
    return client.get(PATH, headers={"accept-encoding": accepted, **headers})


def test_a_page_is_drawn_once_for_all_encodings(client, drawn):
    for accepted in ("", "gzip", "gzip, br", ""):
        get(client, accepted)

    assert len(drawn) == 1


def test_each_encoding_holds_the_same_page(client):
    plain, packed, smallest = (get(client, accepted) for accepted in ("", "gzip", "gzip, deflate, br"))

    assert [page.get("Content-Encoding") for page in (plain, packed, smallest)] == [None, "gzip", "br"]
    assert gzip.decompress(packed.content) == brotli.decompress(smallest.content) == plain.content
    assert len(smallest.content) < len(packed.content) < len(plain.content)
    assert len({page["ETag"] for page in (plain, packed, smallest)}) == 3
    for page in (plain, packed, smallest):
        assert "Accept-Encoding" in page["Vary"]
        assert page["Content-Length"] == str(len(page.content))
        assert page["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("accepted", ["", "gzip", "br"])
def test_who_has_it_is_sent_nothing(client, accepted):
    first = get(client, accepted)

    again = get(client, accepted, **{"if-none-match": first["ETag"]})

    assert again.status_code == 304
    assert again.content == b""
    assert again["ETag"] == first["ETag"]
    assert "Accept-Encoding" in again["Vary"]
    assert again["Cache-Control"] == "no-cache"
    assert "Content-Security-Policy" in again


def test_a_proxy_that_weakened_the_mark_is_understood(client):
    assert get(client, **{"if-none-match": f'"other", W/{get(client)["ETag"]}'}).status_code == 304


def test_who_has_another_version_is_sent_this_one(client):
    assert get(client, **{"if-none-match": '"something else"'}).status_code == 200
    assert get(client, "br", **{"if-none-match": get(client, "gzip")["ETag"]}).status_code == 200


def test_head_tells_the_same_without_the_page(client):
    got = get(client, "gzip")
    head = client.head(PATH, headers={"accept-encoding": "gzip"})

    assert head.content == b""
    for name in ("ETag", "Content-Encoding", "Content-Length", "Content-Type", "Vary"):
        assert head[name] == got[name]


def test_no_host_sees_what_was_made_for_another(client, settings, drawn):
    settings.ALLOWED_HOSTS = ["a.example", "b.example"]
    pages = {}
    for host in ("a.example", "b.example", "a.example", "b.example:8080"):
        pages[host] = client.get(PATH, headers={"host": host}).content.decode()

    assert len(drawn) == 3
    for host, page in pages.items():
        assert f"http://{host}{PATH}" in page
        assert not [other for other in pages if other != host and f"http://{other}/" in page]


def test_nor_does_a_scheme(client, drawn):
    secure = client.get(PATH, secure=True).content.decode()

    assert f"https://testserver{PATH}" in secure
    assert f"http://testserver{PATH}" in client.get(PATH).content.decode()
    assert len(drawn) == 2


def test_one_public_address_makes_one_page_for_all_hosts(client, settings, drawn):
    settings.ALLOWED_HOSTS = ["*"]
    settings.BASE_URL = "https://tracefix.example"
    pages = {client.get(PATH, headers={"host": host}).content for host in ("a.example", "b.example")}

    assert len(drawn) == len(pages) == 1
    assert b"a.example" not in pages.pop()


def test_a_refused_host_gets_nothing_of_it(client):
    get(client)

    assert client.get(PATH, headers={"host": "evil.example"}).status_code == 400


@pytest.fixture
def asked(monkeypatch):
    """Notes each article that the view was asked for."""
    slugs = []
    find = Library.canonical
    monkeypatch.setattr(Library, "canonical", lambda self, slug: slugs.append(slug) or find(self, slug))
    return slugs


def test_the_second_visitor_is_answered_by_the_address_alone(client, asked):
    first = get(client, "br")
    after_first = len(asked)
    second = get(Client(), "br")

    assert len(asked) == after_first > 0
    assert second.content == first.content
    without_id = [{**page.headers, "X-Request-ID": ""} for page in (first, second)]
    assert without_id[0] == without_id[1]
    assert second.resolver_match.view_name == "article"


@pytest.mark.parametrize("other", [f"{PATH}?x=1", f"/zh-hans{PATH}", "/articles/bang/"])
def test_another_address_is_another_page(client, asked, other):
    get(client)
    after_first = len(asked)
    client.get(other)

    assert len(asked) > after_first


@pytest.mark.parametrize("method", ["post", "put", "delete", "options"])
def test_only_reading_is_answered_by_the_address(client, method):
    get(client)

    assert getattr(client, method)(PATH).status_code == 405


def test_a_page_whose_time_is_over_is_not_sent(client, asked, monkeypatch):
    get(client)
    monkeypatch.setattr(votes, "_tallies", {"boom": {"": votes.Tally(5, 1)}})

    assert "It helped 5 of 6 readers who said." in get(client).content.decode()
    assert "It helped 5 of 6 readers who said." in get(client).content.decode()


def test_so_many_addresses_are_kept_and_no_more(client, settings, monkeypatch):
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setattr(finished, "_MOST_PAGES", 3)
    for number in range(5):
        client.get(PATH, headers={"host": f"host{number}.example"})

    assert 1 <= len(pages_of(get_library()).addresses) <= 3


def test_a_process_without_articles_is_alive(use_articles, tmp_path):
    use_articles(tmp_path / "nowhere")

    assert Client().get("/healthz").status_code == 200


def test_an_article_that_changed_is_another_page(articles_dir, use_articles):
    before = get(Client())
    path = articles_dir / "boom" / "article.md"
    path.write_text(path.read_text().replace("The fix of boom.", "Another fix."))
    use_articles(articles_dir)

    after = get(Client(), **{"if-none-match": before["ETag"]})

    assert after.status_code == 200
    assert "Another fix." in after.content.decode()


def test_whoever_works_on_a_template_sees_the_change(client, settings, drawn):
    settings.DEBUG = True
    get(client)
    get(client)

    assert len(drawn) == 2
    assert len(pages_of(get_library()).articles) == 0


def test_only_the_latest_are_kept():
    pages = FinishedPages(most=2)
    for name in ("a", "b", "a", "c"):
        pages.get(name, lambda name=name: name)

    assert len(pages) == 2
    assert pages.get("a", pytest.fail).plain == b"a"
    assert pages.get("b", lambda: "again").plain == b"again"


def test_equal_pages_have_equal_bytes_in_every_process():
    assert Page("a" * 999).gzip == Page("a" * 999).gzip
    assert Page("a").fingerprint == Page("a").fingerprint != Page("b").fingerprint


ACCEPTED = [
    ("", ""),
    ("identity", ""),
    ("gzip", "gzip"),
    ("GZIP", "gzip"),
    ("gzip, deflate, br, zstd", "br"),
    ("br;q=0.5, gzip", "gzip"),
    ("br;q=0, gzip;q=0", ""),
    ("*", "br"),
    ("*;q=0", ""),
    ("br;q=0, *", "gzip"),
    ("gzip;q=0.001", "gzip"),
    ("gzip;q=nonsense, ;;, br;q=1.2.3", ""),
    ("x-gzip, brotli", ""),
]


@pytest.mark.parametrize(("accepted", "wanted"), ACCEPTED)
def test_the_encoding_is_the_best_of_those_accepted(accepted, wanted):
    assert best_encoding(accepted) == wanted


# ── searches ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def searched(monkeypatch):
    """The queries whose results were drawn."""
    queries = []
    draw = search_page._search_page
    monkeypatch.setattr(search_page, "_search_page", lambda *args: queries.append(args[2]["q"]) or draw(*args))
    return queries


def search(client, query, **more):
    return client.get("/search/", {"q": query, **more})


def test_the_same_search_is_drawn_once(client, searched):
    first, second = search(client, "boom"), search(client, " boom ")

    assert searched == ["boom"]
    assert first.content == second.content


def test_another_query_filter_or_page_is_another_search(client, searched):
    for more in ({}, {"tag": "cuda"}, {"project": "PyTorch"}, {"page": "2"}):
        search(client, "boom", **more)
    search(client, "Boom")

    assert len(searched) == 5


def test_the_results_of_a_long_query_are_not_kept(client, searched):
    query = "boom " * 17 + "secret"
    for _ in range(2):
        search(client, query)

    assert searched == [query, query]
    assert len(pages_of(get_library()).searches) == 0


def test_a_search_is_compressed_as_well(client):
    plain = search(client, "boom").content
    response = client.get("/search/", {"q": "boom"}, headers={"accept-encoding": "br"})

    assert brotli.decompress(response.content) == plain
