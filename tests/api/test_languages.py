"""The API answers in the language of `lang`, or of Accept-Language."""

import pytest

ERROR = "KeyError: 'new'"
CHINESE = [
    {"query": "?lang=zh-hans"},
    {"header": "zh-CN,zh;q=0.9,en;q=0.8"},
    {"query": "?lang=zh-hans", "header": "en"},
]
ENGLISH = [{}, {"header": "fr"}, {"query": "?lang=en", "header": "zh"}]


def ask(client, query="", header=""):
    return client.post(f"/api/v1/match{query}", ERROR, content_type="text/plain", headers={"Accept-Language": header})


@pytest.mark.parametrize("asked", CHINESE)
def test_an_answer_is_in_chinese(client, asked):
    response = ask(client, **asked)

    explanation = response.json()["explanation"]
    assert any("一" <= char <= "鿿" for char in explanation["kind_help"][0])
    assert explanation["root"]["text"] == ERROR
    assert "Accept-Language" in response["Vary"]


@pytest.mark.parametrize("asked", ENGLISH)
def test_an_answer_is_in_english(client, asked):
    assert "".join(ask(client, **asked).json()["explanation"]["kind_help"]).isascii()


def test_addresses_and_errors_are_in_the_language_too(client):
    found = client.get("/api/v1/search?q=boom&lang=zh-hans").json()["results"][0]
    empty = client.post("/api/v1/match?lang=zh-hans", "", content_type="text/plain").json()["error"]

    assert found["url"] == "http://testserver/zh-hans/articles/boom/"
    assert (empty["code"], empty["message"].isascii()) == ("empty", False)


@pytest.mark.parametrize(
    ("name", "words"),
    [("text", "还没有文章讲到这个错误"), ("github", "没有从这份报告中认出"), ("annotation", "还没有文章")],
)
def test_texts_are_in_the_language(client, name, words):
    response = client.post(f"/api/v1/match?format={name}&lang=zh-hans", ERROR, content_type="text/plain")

    assert words in response.content.decode()


@pytest.mark.parametrize("path", ["articles", "articles/boom", "search", "suggest?q=a"])
def test_an_unknown_language_is_refused(client, path):
    separator = "&" if "?" in path else "?"

    assert client.get(f"/api/v1/{path}{separator}lang=tlh").status_code == 400
