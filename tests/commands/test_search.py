"""`manage.py search`"""

import json

import pytest
from django.core.management import CommandError, call_command


@pytest.fixture
def search(small_site, capsys):
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


def test_the_results_have_a_limit(small_site, capsys):
    call_command("search", "--json", "--limit", "1", "happened", "")

    first, every = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert len(first["results"]) <= 1
    assert (len(every["results"]), every["total"]) == (1, 3)


@pytest.mark.parametrize("limit", ["0", "101", "x"])
def test_a_wrong_limit_is_refused(small_site, limit):
    with pytest.raises(CommandError, match="limit"):
        call_command("search", "--limit", limit, "boom")
