"""Cached pages: fresh after a change, never one that was drawn for another address, and nothing of a paste."""

import gzip
import pickle
import re
import sys

import brotli
import pytest
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache
from django.template.backends.django import Template
from django.test import Client

from kb.library import Library
from kb.models import Vote
from kb.server import reloading
from kb.store import votes
from tests.factories import edit_boom
from tests.test_settings import run

ARTICLE = "/articles/boom/"
CACHED = ("/", "/articles/", ARTICLE, "/search/?q=boom")


def get(path=ARTICLE, accepted="", **headers):
    return Client().get(path, headers={"accept-encoding": accepted, **headers})


def without_id(response):
    return {name: value for name, value in response.headers.items() if name != "X-Request-ID"}


@pytest.fixture
def drawn(monkeypatch, small_site):
    """The templates that were drawn, in turn."""
    names = []
    draw = Template.render
    monkeypatch.setattr(Template, "render", lambda self, *args: names.append(self.template.name) or draw(self, *args))
    return names


# ── what is sent ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("path", CACHED)
def test_the_second_visitor_gets_the_page_and_headers_of_the_first(drawn, path):
    first, second = get(path, "br"), get(path, "br")

    assert len(drawn) == 1
    assert second.content == first.content
    assert without_id(second) == without_id(first)
    assert first["Cache-Control"] == "no-cache"
    assert "Content-Security-Policy" in second


@pytest.mark.parametrize("path", CACHED)
def test_each_encoding_holds_the_same_page(client, path):
    for _ in range(2):
        plain, packed, smallest = (get(path, accepted) for accepted in ("", "gzip", "gzip, deflate, br"))

        assert [page.get("Content-Encoding") for page in (plain, packed, smallest)] == [None, "gzip", "br"]
        assert gzip.decompress(packed.content) == brotli.decompress(smallest.content) == plain.content
        for page in (plain, packed, smallest):
            assert "Accept-Encoding" in page["Vary"]
            assert page["Content-Length"] == str(len(page.content))


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("br;q=0, gzip", "gzip"), ("br; q=0.0", None), ("br;q=0.5", "br"), ("brotli", None), ("gzip, br;q=0.05", "br")],
)
def test_brotli_is_for_whom_takes_it(client, accepted, encoding):
    assert get(ARTICLE, accepted).get("Content-Encoding") == encoding


@pytest.mark.parametrize("path", CACHED)
@pytest.mark.parametrize("accepted", ["", "gzip", "br"])
def test_whoever_has_the_page_is_sent_304(client, path, accepted):
    first = get(path, accepted)

    for tag in (first["ETag"], f"W/{first['ETag'].removeprefix('W/')}", f'"other", {first["ETag"]}'):
        again = get(path, accepted, **{"if-none-match": tag})

        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
        assert again["Cache-Control"] == "no-cache"
        assert "Accept-Encoding" in again["Vary"]
        assert "Content-Security-Policy" in again


def test_whoever_has_another_version_is_sent_this_one(client):
    for _ in range(2):
        assert get(**{"if-none-match": '"something else"'}).status_code == 200


@pytest.mark.parametrize("path", CACHED)
def test_head_says_the_same_without_the_page(client, path):
    got, head = get(path, "gzip"), client.head(path, headers={"accept-encoding": "gzip"})

    assert head.content == b""
    assert without_id(head) == without_id(got)


@pytest.mark.parametrize("method", ["post", "put", "delete", "options"])
def test_only_reading_is_answered_from_the_cache(client, method):
    get()

    assert getattr(client, method)(ARTICLE).status_code == 405


# ── for whom ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("path", CACHED)
def test_no_host_or_scheme_sees_what_was_drawn_for_another(client, settings, path):
    settings.ALLOWED_HOSTS = ["a.example", "b.example"]
    asked = [("a.example", False), ("b.example", False), ("b.example:8080", False), ("a.example", True)]
    for host, secure in asked * 2:
        page = client.get(path, headers={"host": host}, secure=secure).content.decode()
        sites = set(re.findall(r"(https?://[ab]\.example(?::\d+)?)/", page))

        assert sites == {f"http{'s' if secure else ''}://{host}"}


@pytest.mark.parametrize("path", CACHED)
def test_a_host_that_is_not_ours_is_refused(client, path):
    get(path)

    for _ in range(2):
        assert get(path, host="evil.example").status_code == 400


@pytest.mark.parametrize("path", CACHED)
def test_each_language_has_its_own_page(client, path):
    for _ in range(2):
        assert b'<html lang="en">' in get(path).content
        assert b'<html lang="zh-Hans">' in get(f"/zh-hans{path}").content


def test_a_browser_that_prefers_chinese_is_sent_there_though_the_home_page_is_cached(client):
    get("/")

    assert get("/", **{"accept-language": "zh-CN"})["Location"] == "/zh-hans/"


@pytest.mark.parametrize(
    ("path", "other"),
    [(ARTICLE, "/articles/bang/"), ("/articles/", "/articles/?tag=cuda"), ("/search/?q=boom", "/search/?q=bang")],
)
def test_another_address_is_another_page(drawn, path, other):
    assert get(path).content != get(other).content
    assert len(drawn) == 2


# ── how long ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("path", CACHED)
def test_articles_loaded_anew_are_on_the_next_page(articles_dir, path):
    before = get(path)
    edit_boom(articles_dir, 'title: "', 'title: "Anew, ')
    reloading.load_anew()

    after = get(path, **{"if-none-match": before["ETag"]})

    assert "Anew, " not in before.content.decode()
    assert after.status_code == 200
    assert "Anew, " in after.content.decode()


def test_a_page_begun_with_the_articles_of_before_is_not_sent_afterwards(articles_dir, monkeypatch):
    canonical = Library.canonical

    def change_meanwhile(self, slug):
        monkeypatch.setattr(Library, "canonical", canonical)
        edit_boom(articles_dir, 'title: "', 'title: "Anew, ')
        reloading.load_anew()
        return canonical(self, slug)

    get("/")
    monkeypatch.setattr(Library, "canonical", change_meanwhile)

    assert "<title>Anew, " not in get().content.decode()
    assert "<title>Anew, " in get().content.decode()


def test_votes_counted_anew_are_on_the_next_page(client, any_database):
    before = get()
    for number in range(6):
        votes.vote("boom", "", helped=number > 0, ballot=f"ballot {number}")
    assert get().content == before.content  # they are counted now and then, not at each vote

    votes.refresh()

    assert "It helped 5 of 6 readers who said." in get().content.decode()

    Vote.objects.all().delete()
    votes.refresh()

    assert get().content == before.content


def test_votes_that_say_nothing_new_leave_the_pages_where_they_are(any_database, drawn):
    votes.refresh()
    get()
    votes.refresh()
    get()

    assert len(drawn) == 1


# ── what is not kept ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def kept(monkeypatch, small_site):
    """What is put into a cache, pickled as it lies there; parts that all pages share are left out."""
    found = []
    put = LocMemCache.set

    def note(self, key, value, *args, **options):
        if not key.startswith("template."):
            found.append(pickle.dumps(value))
        return put(self, key, value, *args, **options)

    monkeypatch.setattr(LocMemCache, "set", note)
    return found


@pytest.mark.parametrize(
    "query", ["x" * 70 + " boom happened in 'hunter2'", "Traceback (most recent call last)\nboom happened in 'hunter2'"]
)
def test_neither_a_long_query_nor_a_paste_is_kept_here_or_by_a_browser(client, kept, query):
    for _ in range(2):
        answer = client.get("/search/", {"q": query})

        assert "hunter2" in answer.content.decode()
        assert "no-store" in answer["Cache-Control"]
    assert kept == []


def test_a_paste_is_not_kept(client, kept):
    for _ in range(2):
        answer = client.post("/match/", {"text": "RuntimeError: boom happened in 'hunter2'"})

        assert "hunter2" in answer.content.decode()
    assert kept == []


@pytest.mark.parametrize("path", CACHED)
def test_a_page_of_ours_is_kept_once(kept, path):
    get(path), get(path)

    assert len(kept) == 1


@pytest.mark.parametrize("path", ["/articles/dud/", "/articles/plop/", "/articles/nowhere/", "/healthz", "/match/"])
def test_what_is_no_page_is_not_kept(kept, path):
    get(path)

    assert kept == []


def test_queries_take_no_place_of_an_article(client, drawn, monkeypatch):
    for cache in caches.all():
        monkeypatch.setattr(cache, "_max_entries", 20)  # as many would take seconds to draw
    get()
    for number in range(30):
        get(f"/search/?q=a{number}")
    drawn.clear()
    get()

    assert drawn == []


# ── limits, staff, drafts ───────────────────────────────────────────────────────────────────────────────────────


def test_cached_searches_count_against_the_limit(client, settings):
    settings.LIMITS = {**settings.LIMITS, "search": "2/minute"}
    statuses = [client.get("/search/?q=boom", REMOTE_ADDR="203.0.113.9").status_code for _ in range(3)]

    assert statuses == [200, 200, 429]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["TRACEFIX_STAFF", "TRACEFIX_DEBUG"])
def test_nothing_is_kept_where_staff_log_in_or_templates_are_edited(tmp_path, name):
    program = "from django.core.cache import caches; caches['articles'].set('a', 1); print(caches['articles'].get('a'))"

    done = run([sys.executable, "-c", program], TRACEFIX_VAR=str(tmp_path), **{name: "1"})

    assert done.stdout == "None\n", done.stderr
