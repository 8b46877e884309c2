"""What holds for every page."""

import gzip
import re
from base64 import b64encode
from hashlib import sha256

import pytest

from kb.in_page import FILES
from tests.pages.tools import BOOM, links

PAGES = [
    "/",
    "/articles/",
    "/articles/boom/",
    "/search/?q=boom",
    "/search/",
    "/match/",
    "/match/?example=boom",
    "/versions/",
    "/versions/?q=np.bool",
    "/versions/numpy/",
    "/wanted/",
    "/projects/",
    "/projects/ollama/",
    "/about/",
    "/privacy/",
    "/patterns/",
    "/nowhere",
    "/articles/dud/",
]


PASTES = {"POST": BOOM, "POST of what is not known": "SoupError: the soup is cold\n"}


@pytest.fixture(scope="module")
def answered():
    """What was answered already: the tests of a page look at one answer."""
    return {}


@pytest.fixture(params=[*PAGES, *PASTES])
def page(request, answered):
    """Each page in turn, and the answers to pastes."""
    name = request.param
    if name not in answered:
        request.getfixturevalue("any_database")
        client = request.getfixturevalue("boom_client")
        is_paste = name in PASTES
        answered[name] = client.post("/match/", {"text": PASTES[name]}) if is_paste else client.get(name)
    return answered[name]


def test_it_has_one_title_one_main_part_and_one_first_heading(page):
    words = page.content.decode()

    assert len(re.findall(r"<title>[^<]*\w[^<]*</title>", words)) == 1
    assert len(re.findall("<main", words)) == 1
    assert len(re.findall("<h1", words)) == 1
    assert '<html lang="en">' in words


def test_it_holds_only_scripts_and_styles_that_its_policy_names_and_no_handler(page):
    words = page.content.decode()
    inside = re.findall(r"(?s)<(script|style)>(.*?)</", words)

    assert [kind for kind, _ in inside][:2] == ["script", "style"]  # before anything is painted
    for kind, text in inside:
        (sources,) = re.findall(f"{kind}-src ([^;]+)", page["Content-Security-Policy"])
        assert f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" in sources.split()
    others = re.sub(r"<(?:script|style)>|<script type=\"application/ld\+json\">", "", words)  # data is not run
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style", others)
    assert not re.search(r"<[^>]+\s(?:style|on[a-z]+)=", words)
    assert "'unsafe" not in page["Content-Security-Policy"]


def test_it_loads_nothing_from_elsewhere(page):
    words = page.content.decode()
    loaded = re.findall(r'<(?:script|img|iframe|source)[^>]*?src="([^"]*)"', words)
    loaded += re.findall(r'<link[^>]*?rel="(?:stylesheet|icon)"[^>]*?href="([^"]*)"', words)

    assert len(loaded) >= 2
    assert all(address.startswith("/static/") for address in loaded)


def test_it_has_the_styles_of_all_its_parts(page):
    words = page.content.decode()
    classes = {name for names in re.findall(r'class="([^"]*)"', words) for name in names.split()}
    sheets = {name: set(re.findall(r"\.([a-z][\w-]*)", text)) for name, text in FILES.items()}
    there = set().union(*(sheets[name] for name, text in FILES.items() if text in words))

    assert classes & set().union(*sheets.values()) - there == set()


def test_it_sets_no_cookie(page):
    assert not page.cookies


def test_every_field_has_a_label(page):
    words = page.content.decode()

    for field in re.findall(r"<(?:input|textarea)[^>]*>", words):
        found = re.search(r' id="([^"]+)"', field)
        if re.search(r'type="(radio|checkbox|hidden)"', field):  # stands inside its label; is not met
            continue
        assert found, field
        assert f'for="{found[1]}"' in words


def test_no_id_is_there_twice(page):
    ids = re.findall(r' id="([^"]+)"', page.content.decode())

    assert sorted(ids) == sorted(set(ids))


@pytest.fixture(scope="module")
def statuses():
    """The status that each link was answered with: most pages have the same links."""
    return {}


@pytest.mark.slow
def test_no_link_of_our_own_is_broken(page, boom_client, statuses, any_database):
    for link in {link.partition("#")[0] for link in links(page) if link.startswith("/")} - {""}:
        if link not in statuses:
            statuses[link] = boom_client.get(link).status_code
        assert statuses[link] == 200, link


@pytest.mark.parametrize("path", ["/", "/articles/", "/articles/boom/", "/match/", "/about/", "/privacy/"])
def test_a_page_that_is_linked_tells_what_it_is(boom_client, path, any_database):
    words = boom_client.get(path).content.decode()

    assert f'<link rel="canonical" href="http://testserver{path}">' in words
    for name in ("og:title", "og:description", "og:url", "og:type", "og:image", "og:image:alt"):
        assert re.search(rf'<meta property="{name}" content="[^"]+">', words)
    assert re.search(r'<meta name="description" content="[^"]{20,}">', words)
    assert '<meta name="twitter:card" content="summary_large_image">' in words


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_sent_compressed_to_who_takes_it(boom_client, path, any_database):
    plain = boom_client.get(path)
    packed = boom_client.get(path, headers={"accept-encoding": "gzip"})

    assert "Content-Encoding" not in plain
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert "Accept-Encoding" in plain["Vary"]
    assert "Accept-Encoding" in packed["Vary"]
    assert packed["Content-Length"] == str(len(packed.content))
