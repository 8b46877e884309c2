"""`manage.py search`"""

import json

import pytest
from django.core.management import call_command


@pytest.fixture
def search(articles_dir, capsys):
    def run(*args):
        call_command("search", *args)
        return capsys.readouterr().out

    return run


def test_words_are_one_query(search):
    out = search("bang", "fuse")

    assert out.splitlines()[:2] == ["bang went the fuse", "  The cause of bang."]


def test_json_is_one_line_for_each_query_in_the_shape_of_the_api(search, client):
    answers = [json.loads(line) for line in search("--json", "boom", "nothing at all like it").splitlines()]

    assert [answer["query"] for answer in answers] == ["boom", "nothing at all like it"]
    by_api = client.get("/api/v1/search", {"q": "boom"}).json()
    by_api["results"][0]["url"] = answers[0]["results"][0]["url"]
    assert answers[0] == by_api


def test_nothing_found_is_said(search):
    assert "Nothing found." in search("zzzzzz")
