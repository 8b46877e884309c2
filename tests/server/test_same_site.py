"""Where a request was sent from, whatever stands in the headers that say so."""

import pytest

from kb.server.same_site import site_of

BROKEN = ["http://[", "http://[::1", "//[", "http://a]b", "https://exa\u2100mple.org"]


@pytest.mark.parametrize("written", [*BROKEN, "", "null", "words"])
def test_what_is_no_address_is_no_site(written):
    assert site_of(written) == ""


@pytest.mark.parametrize("path", ["/wanted/", "/articles/boom/helped/"])
@pytest.mark.parametrize("origin", BROKEN[:4])
def test_a_broken_origin_is_another_site(client, path, origin):
    assert client.post(path, {"answer": "yes"}, headers={"origin": origin}).status_code == 403


@pytest.mark.parametrize("referer", BROKEN[:4])
def test_a_broken_referer_is_another_site_and_the_home_page_is_shown(client, referer):
    first = client.get("/", headers={"referer": referer, "accept-language": "zh-CN"})

    assert (first.status_code, first["Location"]) == (302, "/zh-hans/")
    assert client.get("/", headers={"referer": referer}).status_code == 200


@pytest.mark.parametrize("path", ["//[", "/zh-hans//["])
def test_a_path_that_looks_like_a_broken_address_is_a_page_that_is_not_there(client, path):
    assert client.get("/", {"lang": "zh-hans"}, PATH_INFO=path).status_code == 404
