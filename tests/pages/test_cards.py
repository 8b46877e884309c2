"""The pictures that links show: named by the pages, drawn once, served for ever."""

import html
import re

import pytest

from kb.pages import cards
from tests.factories import translate


def named(client, path="/articles/boom/"):
    """The address of the picture that a page names, or None."""
    found = re.search(r'<meta property="og:image" content="([^"]+)">', client.get(path).content.decode())
    return found and html.unescape(found[1])


def files(settings):
    return sorted(path.name for path in (settings.VAR_DIR / "cards").iterdir())


def test_an_article_names_a_picture_of_its_own(client):
    boom, bang = named(client), named(client, "/articles/bang/")

    assert boom.startswith("http://testserver/cards/boom.")
    assert bang.startswith("http://testserver/cards/bang.")
    assert named(client, "/").startswith("http://testserver/cards/_site.")
    assert named(client, "/articles/") == named(client, "/match/") == named(client, "/")


def test_the_picture_is_a_png_that_may_be_kept_for_ever(client):
    response = client.get(named(client).removeprefix("http://testserver"))

    assert response.status_code == 200
    assert response["Content-Type"] == "image/png"
    assert response.content.startswith(b"\x89PNG")
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"


def test_its_address_is_the_public_one(client, settings):
    settings.BASE_URL = "https://tracefix.example"

    assert named(client).startswith("https://tracefix.example/cards/boom.")


def test_it_is_drawn_once(client, settings, monkeypatch):
    named(client)
    monkeypatch.setattr(cards, "draw", pytest.fail)
    named(client, "/articles/boom/?again")

    assert client.get(named(client).removeprefix("http://testserver")).status_code == 200
    assert len(files(settings)) == 1


def test_an_earlier_address_leads_to_the_picture_of_now(client):
    response = client.get("/cards/boom.0123456789abcdef.png")

    assert response.status_code == 302
    assert f"http://testserver{response['Location']}" == named(client)


@pytest.mark.parametrize("path", ["/cards/nothing.0123456789abcdef.png", "/cards/..%2Fboom.x.png", "/cards/boom.png"])
def test_what_is_no_picture_is_not_found(client, path):
    assert client.get(path).status_code == 404


def test_a_page_without_a_picture_names_none(client, settings, monkeypatch):
    def fail(card):
        raise OSError("no space left on device")

    monkeypatch.setattr(cards, "draw", fail)
    words = client.get("/articles/boom/").content.decode()

    assert "og:image" not in words
    assert '"image"' not in words
    assert '<meta name="twitter:card" content="summary">' in words
    assert files(settings) == []  # nothing half written


def test_nothing_half_written_is_served(client, settings, monkeypatch):
    address = named(client).removeprefix("http://testserver")
    (path,) = (settings.VAR_DIR / "cards").iterdir()
    whole = path.read_bytes()
    path.rename(path.with_suffix(".part"))

    assert client.get(address).content == whole


@pytest.fixture
def chinese(articles_dir):
    translate(articles_dir, "boom")


def test_a_page_in_chinese_names_a_picture_in_chinese(chinese, client):
    page = client.get("/zh-hans/articles/boom/").content.decode()
    address = named(client, "/zh-hans/articles/boom/")

    assert address.startswith("http://testserver/cards/boom.zh-hans.")
    assert "解决办法：" in re.search(r'<meta property="og:image:alt" content="([^"]+)">', page)[1]
    assert client.get(address.removeprefix("http://testserver")).content.startswith(b"\x89PNG")
    assert named(client, "/zh-hans/").startswith("http://testserver/cards/_site.zh-hans.")


def test_what_is_not_translated_has_the_english_picture(client):
    assert named(client, "/zh-hans/articles/boom/") == named(client)


def test_an_earlier_address_leads_to_the_picture_in_its_language(chinese, client):
    response = client.get("/cards/boom.zh-hans.0123456789abcdef.png")

    assert f"http://testserver{response['Location']}" == named(client, "/zh-hans/articles/boom/")
    assert client.get("/cards/boom.fr.0123456789abcdef.png").status_code == 404
