"""The site in Chinese: addresses, the switch, what search engines are told, and the words of the articles."""

import re
from xml.etree import ElementTree

import pytest
from django.test import Client

from tests.factories import translate
from tests.pages.tools import BOOM, links, text

PATHS = ["/", "/articles/", "/articles/boom/", "/search/?q=boom", "/search/", "/match/", "/match/?example=boom"]


@pytest.fixture
def chinese(articles_dir, boom):
    """boom is translated with its body, bang without; fizz is not. Returns a client."""
    translate(articles_dir, "boom", body="## 现象\n\n保险丝烧了，见[另一篇](/articles/bang/#fix)。\n")
    translate(articles_dir, "bang")
    return Client()


# ── addresses ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS)
def test_the_address_alone_decides_the_language(chinese, path):
    for header in ({}, {"accept-language": "zh-CN", "referer": "http://testserver/"}, {"accept-language": "en"}):
        assert '<html lang="en">' in chinese.get(path, headers=header).content.decode()
        assert '<html lang="zh-Hans">' in chinese.get(f"/zh-hans{path}", headers=header).content.decode()


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/articles",
        "/healthz",
        "/sitemap.xml",
        "/articles/boom/repro.py",
    ],
)
def test_what_programs_read_has_one_address(chinese, path):
    assert chinese.get(path).status_code == 200
    assert chinese.get(f"/zh-hans{path}").status_code == 404


def test_a_missing_page_is_told_in_the_language_of_its_address(chinese):
    response = chinese.get("/zh-hans/articles/boom_now/")

    assert response.status_code == 404
    assert "这个网址下没有页面" in text(response)
    assert "/zh-hans/articles/boom/" in links(response)


def test_an_alias_and_a_lost_slash_lead_on_in_the_same_language(chinese):
    assert chinese.get("/zh-hans/articles/plop/")["Location"] == "/zh-hans/articles/bang/"
    assert chinese.get("/zh-hans")["Location"] == "/zh-hans/"
    assert chinese.get("/zh-hans/articles/boom")["Location"] == "/zh-hans/articles/boom/"


@pytest.mark.slow
def test_no_link_of_a_chinese_page_is_broken_or_leaves_for_english_but_the_switch(chinese, any_database):
    every = set()
    for path in PATHS:
        page = chinese.get(f"/zh-hans{path}")
        own = {link.partition("#")[0] for link in links(page) if link.startswith("/")} - {""}
        elsewhere = {link for link in own if not link.startswith(("/zh-hans/", "/api/", "/feed.xml", "/llms.txt"))}

        assert {link for link in elsewhere if not re.search(r"/article[^/]*\.md$|\.py$|\.txt$", link)} == {
            "/?lang=en" if path == "/" else path
        }
        every |= own

    assert [link for link in sorted(every) if chinese.get(link).status_code != 200] == []


# ── which language ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("header", ["zh-CN,zh;q=0.9,en;q=0.8", "zh", "zh-Hans-CN", "de,zh-SG;q=0.7,en;q=0.3"])
def test_a_first_visit_of_the_home_page_goes_to_the_language_that_is_preferred(chinese, header):
    response = chinese.get("/", headers={"accept-language": header})

    assert (response.status_code, response["Location"]) == (302, "/zh-hans/")
    assert "Accept-Language" in response["Vary"]


@pytest.mark.parametrize("header", ["en-GB,zh;q=0.9", "de", "", "*", "zh;q=0", "zh-CN;q=0.1,en;q=0.2", "\x7f;;=,"])
def test_who_prefers_english_or_neither_stays(chinese, header):
    response = chinese.get("/", headers={"accept-language": header})

    assert response.status_code == 200
    assert "Accept-Language" in response["Vary"]


def test_who_has_been_here_or_chose_english_stays(chinese):
    wanted = {"accept-language": "zh-CN"}

    assert chinese.get("/", headers=wanted | {"referer": "http://testserver/articles/"}).status_code == 200
    assert chinese.get("/?lang=en", headers=wanted).status_code == 200
    assert chinese.get("/?lang=nonsense", headers=wanted).status_code == 200


def test_who_comes_from_elsewhere_keeps_the_query(chinese):
    wanted = {"accept-language": "zh-CN", "referer": "https://example.org/"}

    assert chinese.get("/?from=there", headers=wanted)["Location"] == "/zh-hans/?from=there"


@pytest.mark.parametrize(
    ("path", "to"),
    [
        ("/?lang=zh-hans", "/zh-hans/"),
        ("/articles/boom/?lang=zh-hans", "/zh-hans/articles/boom/"),
        ("/search/?q=a+b&lang=zh-hans&tag=cuda", "/zh-hans/search/?q=a+b&tag=cuda"),
        ("/zh-hans/search/?q=boom&lang=en", "/search/?q=boom"),
    ],
)
def test_lang_leads_to_the_page_in_that_language(chinese, path, to):
    response = chinese.get(path)

    assert (response.status_code, response["Location"]) == (302, to)


@pytest.mark.parametrize(
    "path", ["/articles/?lang=en", "/articles/?lang=de", "/articles/?lang=", "/healthz?lang=zh-hans"]
)
def test_lang_changes_nothing_where_there_is_nothing_else(chinese, path):
    assert chinese.get(path).status_code == 200


@pytest.mark.parametrize("path", ["/zh-hans//example.org/?lang=en", "/.//example.org/?lang=zh-hans"])
def test_lang_leads_to_no_other_site(chinese, path):
    assert chinese.get(path).status_code == 404


# ── the switch, and what search engines are told ────────────────────────────────────────────────────────────────────


def switch(response):
    (found,) = re.findall(r'<a class="language" href="([^"]*)"', response.content.decode())
    return found.replace("&amp;", "&")


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [*PATHS[1:], "/search/?q=%3Cb%3E&tag=cuda", "/articles/?project=PyTorch&tag=cuda", "/articles/?tag=a&page=2"],
)
def test_the_switch_keeps_the_page_and_its_query(chinese, path):
    chinese_path = switch(chinese.get(path))
    kept = "/articles/?tag=a" if "page=2" in path else path  # there is no such page

    assert chinese_path == f"/zh-hans{kept}"
    assert switch(chinese.get(chinese_path)) == kept


def test_the_switch_of_the_home_page_leads_back_to_english_for_good(chinese):
    home = chinese.get("/zh-hans/")

    assert switch(home) == "/?lang=en"
    assert chinese.get(switch(home), headers={"accept-language": "zh"}).status_code == 200


@pytest.mark.parametrize("path", ["/nowhere", "/articles/dud/", "/articles/%22/"])
def test_where_there_is_no_page_the_switch_leads_home(chinese, path):
    assert switch(chinese.get(path)) == "/zh-hans/"
    assert switch(chinese.get(f"/zh-hans{path}")) == "/?lang=en"


def test_the_answer_to_a_paste_has_a_switch_that_holds_nothing_of_it(chinese):
    response = chinese.post("/zh-hans/match/?example=1", {"text": BOOM})

    assert switch(response) == "/match/"


@pytest.mark.parametrize("path", ["/", "/articles/", "/articles/boom/", "/match/"])
def test_a_page_names_itself_and_its_other_languages(chinese, path):
    for own in (path, f"/zh-hans{path}"):
        words = chinese.get(own).content.decode()
        assert f'<link rel="canonical" href="http://testserver{own}">' in words
        assert dict(re.findall(r'<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">', words)) == {
            "en": f"http://testserver{path}",
            "zh-Hans": f"http://testserver/zh-hans{path}",
            "x-default": f"http://testserver{path}",
        }


def test_what_a_link_shows_says_its_language(chinese):
    words = chinese.get("/zh-hans/articles/boom/").content.decode()

    assert '<meta property="og:locale" content="zh_CN">' in words
    assert '<meta property="og:locale:alternate" content="en_US">' in words
    assert '"inLanguage": "zh-Hans"' in words


@pytest.mark.slow
def test_the_sitemap_names_every_page_in_every_language(chinese):
    space = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
    pages = ElementTree.fromstring(chinese.get("/sitemap.xml").content).findall("s:url", space)
    found = {
        page.findtext("s:loc", namespaces=space): {
            link.get("hreflang"): link.get("href") for link in page.findall("x:link", space)
        }
        for page in pages
    }

    both = {"en": "http://testserver/articles/boom/", "zh-Hans": "http://testserver/zh-hans/articles/boom/"}
    assert found[both["en"]] == found[both["zh-Hans"]] == both
    for address in found:
        assert chinese.get(address).status_code == 200


def test_robots_leave_searches_alone_in_every_language(chinese):
    assert "Disallow: /zh-hans/search/" in chinese.get("/robots.txt").content.decode()


# ── the words of the articles ───────────────────────────────────────────────────────────────────────────────────────


def test_an_article_is_read_in_chinese_and_its_links_stay_there(chinese):
    response = chinese.get("/zh-hans/articles/boom/")

    for words in ("boom 的标题", "boom 的原因。", "boom 的解决办法。", "保险丝烧了"):
        assert words in text(response)
    assert "The fuse burnt" not in text(response)
    assert "正文还没有译成中文" not in text(response)
    assert "/zh-hans/articles/bang/#fix" in links(response)
    assert "/articles/boom/article.zh-hans.md" in links(response)


def test_a_body_that_is_not_translated_is_english_and_says_so(chinese):
    response = chinese.get("/zh-hans/articles/bang/")

    assert "bang 的原因。" in text(response)
    assert "正文还没有译成中文" in text(response)
    assert re.search(r'<div class="prose" lang="en">.*The fuse burnt', response.content.decode(), re.DOTALL)


def test_an_article_without_a_translation_is_english_and_marked_as_such(chinese):
    response = chinese.get("/zh-hans/articles/fizz/")

    assert '<p class="lead" lang="en">The cause of fizz.</p>' in response.content.decode()
    assert "/articles/fizz/article.md" in links(response)


def test_an_english_page_says_nothing_of_it(chinese):
    words = chinese.get("/articles/bang/").content.decode()

    assert "正文" not in words
    assert 'class="lead" lang' not in words


def test_the_two_languages_of_a_finished_page_are_kept_apart(chinese):
    for _ in range(2):
        assert "boom 的原因" not in text(chinese.get("/articles/boom/"))
        assert "boom 的原因" in text(chinese.get("/zh-hans/articles/boom/"))
        assert "boom 的原因" not in text(chinese.get("/search/?q=boom"))
        assert "boom 的原因" in text(chinese.get("/zh-hans/search/?q=boom"))


@pytest.mark.parametrize(
    "path", ["/", "/articles/", "/search/?q=boom", "/match/?example=boom", "/articles/bang/", "/booms"]
)
def test_lists_results_and_answers_name_articles_in_chinese(chinese, path):
    assert "boom 的标题" in text(chinese.get(f"/zh-hans{path}"))
    assert "boom 的标题" not in text(chinese.get(path))


def test_themes_have_their_chinese_names(chinese, articles_dir):
    (articles_dir / "tags.zh-hans.yaml").write_text("cuda: 显卡\n", encoding="utf-8")

    for path in ("/", "/articles/?tag=cuda", "/articles/boom/"):
        assert "显卡" in text(chinese.get(f"/zh-hans{path}"))
        assert "显卡" not in text(chinese.get(path))


def test_the_file_of_a_translation_is_served_as_it_is(chinese):
    response = chinese.get("/articles/boom/article.zh-hans.md")

    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert "保险丝烧了" in response.content.decode()
    assert chinese.get("/articles/fizz/article.zh-hans.md").status_code == 404
    assert chinese.get("/articles/plop/article.zh-hans.md")["Location"] == "/articles/bang/article.zh-hans.md"


def test_an_answer_gives_its_reasons_in_chinese(chinese):
    words = text(chinese.post("/zh-hans/match/", {"text": BOOM}))

    assert "根因的报错信息与" in words
    assert "Why we are sure" not in words


def test_what_is_wrong_with_a_paste_is_told_in_chinese(chinese):
    assert "没有粘贴任何内容" in text(chinese.post("/zh-hans/match/", {"text": " "}))
    assert "粘贴的内容里没有找到报错行" in text(chinese.post("/zh-hans/match/", {"text": "hello"}))


def test_the_api_speaks_english_whatever_was_asked_before(chinese):
    chinese.post("/zh-hans/match/", {"text": BOOM})
    answer = chinese.post("/api/v1/match", BOOM, content_type="text/plain").json()
    refusal = chinese.post("/api/v1/match", " ", content_type="text/plain").json()

    assert answer["matches"][0]["reasons"][0].startswith("The root error's message fits")
    assert answer["matches"][0]["url"] == "http://testserver/articles/boom/"
    assert refusal["error"]["message"].startswith("The paste is empty")


def test_suggestions_are_in_the_language_that_is_asked_for(chinese):
    answer = chinese.get("/api/v1/suggest", {"q": "boo", "lang": "zh-hans"}).json()

    assert (answer["suggestions"][0]["title"], answer["suggestions"][0]["url"]) == (
        "boom 的标题",
        "http://testserver/zh-hans/articles/boom/",
    )
    assert chinese.get("/api/v1/suggest", {"q": "boo", "lang": "de"}).status_code == 400


def test_the_text_of_an_article_is_served_in_the_language_of_its_address(chinese, articles_dir):
    def text(name):
        return (articles_dir / "boom" / name).read_bytes()

    header = {"accept-language": "zh-hans"}

    assert chinese.get("/zh-hans/articles/boom/article.md").content == text("article.zh-hans.md")
    assert chinese.get("/articles/boom/article.md", headers=header).content == text("article.md")
    assert chinese.get("/zh-hans/articles/plop/article.md").status_code == 301
