"""The pages that tell which releases have a name."""

import pytest

from tests.factories import write_article_folder
from tracefix.versions.browsing import summaries

PACKAGE = "/versions/markupsafe/"


def text_of(response):
    return " ".join(response.content.decode().split())


def test_the_list_names_every_package(client):
    page = text_of(client.get("/versions/"))

    assert summaries()
    for summary in summaries():
        assert f'href="/versions/{summary.package}/"' in page


def test_a_package_says_what_was_read(client):
    response = client.get(PACKAGE)

    assert response.status_code == 200
    assert "final releases of markupsafe" in text_of(response)
    assert 'name="name"' in text_of(response)


def test_a_name_is_shown_with_its_life(client):
    page = text_of(client.get(PACKAGE, {"name": "soft_unicode"}))

    assert "markupsafe." in page
    assert "soft_unicode" in page
    assert "has it:" in page
    assert "lacks it:" in page
    assert "2.0.1" in page
    assert "2.1.0" in page
    assert "<svg" in page
    assert "style=" not in page.partition("<main")[2]


@pytest.mark.parametrize("address", ["/versions/torch/", "/versions/"])
def test_a_name_that_is_there_only_to_raise_an_error_is_said_to_be(client, address):
    page = text_of(client.get(address, {"name": "torch.symeig"}))

    assert "From 2.0.0 on, it is there only to raise an error." in page
    assert "only to raise an error" not in text_of(client.get(address, {"name": "torch.einsum"}))


def test_a_name_that_modules_hand_on_is_shown_once(client):
    page = text_of(client.get("/versions/huggingface-hub/", {"name": "cached_download"}))

    assert page.count('<svg class="life-bar"') == 1
    assert "1 more name lived in the same releases" in page
    assert "2 more modules have it, in other releases" in page
    assert "<code>huggingface_hub.snapshot_download.cached_download</code> 0.0.8 – 0.7.0" in page


def test_a_package_is_found_however_its_name_is_written(client):
    assert client.get("/versions/MarkupSafe/", {"name": "escape"}).status_code == 200


def test_what_a_class_may_inherit_is_not_denied(client):
    page = text_of(client.get(PACKAGE, {"name": "markupsafe.Markup.nothing"}))

    assert "Which releases have markupsafe.Markup.nothing cannot be told: markupsafe.Markup has names" in page
    assert "No release of markupsafe" not in page


@pytest.mark.parametrize("name", ["nothing_of_this_name", "Markup.nothing", "Markup(nothing)"])
def test_a_name_of_no_release_is_said_to_be(client, name):
    page = text_of(client.get(PACKAGE, {"name": name}))

    assert "No release of markupsafe" in page
    assert name in page


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("a" * 300, "too long for a name: 300 characters"),
        ("sоft_unicode", "U+043E"),
        ("soft unicode", "as Python does"),
        ("<script>alert(1)</script>", "as Python does"),
        ("a..b", "as Python does"),
        ("f(", "as Python does"),
    ],
)
def test_what_is_no_name_is_answered_with_the_reason(client, name, said):
    response = client.get(PACKAGE, {"name": name})

    assert response.status_code == 200
    assert said in text_of(response)
    assert "<script>alert" not in text_of(response)


@pytest.mark.parametrize("package", ["nothing", "..", "a" * 300, "mаrkupsafe", "<script>"])
def test_an_unknown_package_is_404_with_the_list(client, package):
    response = client.get(f"/versions/{package}/")

    assert response.status_code == 404
    assert 'href="/versions/markupsafe/"' in text_of(response)
    assert "<script>" not in text_of(response).partition("<main")[2]


def test_a_search_is_not_indexed_and_the_package_is(client):
    assert 'content="noindex"' in text_of(client.get(PACKAGE, {"name": "escape"}))
    assert 'content="noindex"' not in text_of(client.get(PACKAGE))
    assert "/versions/markupsafe/" in text_of(client.get("/sitemap.xml"))


def test_the_pages_are_there_in_chinese(client):
    assert client.get("/zh-hans/versions/").status_code == 200
    assert client.get("/zh-hans/versions/markupsafe/", {"name": "soft_unicode"}).status_code == 200


def test_a_name_is_searched_in_all_packages(client):
    page = text_of(client.get("/versions/", {"name": "ANTIALIAS"}))

    assert 'href="/versions/pillow/?name=ANTIALIAS"' in page
    assert "3.3.0 – 9.5.0" in page
    assert '<meta name="robots" content="noindex">' in page


def test_the_name_of_a_package_leads_to_its_page(client):
    assert client.get("/versions/", {"name": "MarkupSafe"}).headers["Location"] == "/versions/markupsafe/"


@pytest.mark.parametrize(
    ("name", "said"), [("nothing_of_this_name", "None of the packages"), ("two words", "as Python does")]
)
def test_a_name_of_no_package_is_said_to_be(client, name, said):
    response = client.get("/versions/", {"name": name})

    assert response.status_code == 200
    assert said in text_of(response)


def test_a_missing_name_that_an_article_is_about_shows_its_fix(client, articles_dir):
    write_article_folder(articles_dir, "vase", message="module 'PIL.Image' has no attribute 'ANTIALIAS'")
    page = text_of(client.get("/versions/", {"name": "Image.ANTIALIAS"}))

    assert "The fix of vase." in page
    assert 'href="/articles/vase/"' in page
