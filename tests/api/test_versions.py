"""GET /api/v1/versions and /api/v1/versions/<package>: the lives of names."""

import pytest

URL = "/api/v1/versions/markupsafe"


def test_a_name_has_its_spans(client):
    answer = client.get(URL, {"name": "markupsafe.soft_unicode"}).json()

    assert (answer["package"], answer["imports"], answer["total"]) == ("markupsafe", ["markupsafe"], 1)
    assert {"2.0.1", "2.1.0"} <= set(answer["releases"])
    (life,) = answer["names"]
    assert (life["name"], life["kind"]) == ("markupsafe.soft_unicode", "function")
    assert life["spans"][-1]["last"] == "2.0.1"


def test_releases_that_cannot_be_told_are_none_that_lack_a_name(client):
    answer = client.get("/api/v1/versions/torchvision", {"name": "torchvision.models.ResNet50_Weights"}).json()

    (life,) = answer["names"]
    assert life["spans"] == [{"first": "0.13.0", "last": None}]
    assert life["untold"][-1]["last"] in answer["releases"]

    known = client.get(URL, {"name": "markupsafe.soft_unicode"}).json()
    assert known["names"][0]["untold"] == [{"first": known["unread"][0], "last": known["unread"][-1]}]


@pytest.mark.parametrize(("package", "name", "raises"), [("torch", "symeig", "2.0.0"), ("pillow", "ANTIALIAS", None)])
def test_a_name_that_is_there_only_to_raise_an_error_is_said_to_be(client, package, name, raises):
    answer = client.get(f"/api/v1/versions/{package}", {"name": name}).json()

    assert answer["names"][0]["raises"] == raises


def test_without_a_name_there_are_the_releases(client):
    answer = client.get(URL).json()

    assert answer["releases"]
    assert (answer["names"], answer["total"]) == ([], 0)


@pytest.mark.parametrize("url", [URL, "/api/v1/versions"])
def test_what_is_no_name_is_refused_with_the_reason(client, url):
    response = client.get(url, {"name": "a b"})

    assert response.status_code == 400
    assert response.json()["error"]["code"] == "bad_request"


def test_an_unknown_package_is_refused_with_the_list(client):
    response = client.get("/api/v1/versions/nothing")

    assert response.status_code == 404
    assert "markupsafe" in response.json()["error"]["message"]


def test_a_name_is_searched_in_all_packages_as_it_is_typed(client):
    answer = client.get("/api/v1/versions", {"name": "Image.ANTIALIAS"}).json()

    (package,) = answer["packages"]
    assert package["package"] == "pillow"
    assert package["names"][0]["name"] == "PIL.Image.ANTIALIAS"
    assert package["names"][0]["now"] == "PIL.Image.LANCZOS"


@pytest.mark.parametrize("name", ["", "nothing_like_it"])
def test_what_no_package_has_is_an_empty_list(client, name):
    assert client.get("/api/v1/versions", {"name": name}).json() == {"name": name, "packages": []}
