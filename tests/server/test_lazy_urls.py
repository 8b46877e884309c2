"""The API is there like any other part of the site, but imported only when it is asked for."""

import sys

import pytest
from django.test import Client
from django.urls import resolve, reverse

from kb.site_context import context
from tests.test_settings import run

VISIT = """
import os, sys, django
os.environ["DJANGO_SETTINGS_MODULE"] = "kb.settings"
django.setup()
from django.test import Client
client = Client(headers={"host": "localhost"})
for path in ("/", "/zh-hans/articles/", "/search/?q=boom"):
    assert client.get(path).status_code == 200
assert "ninja" not in sys.modules, "a page has imported the API"
assert client.get("/api/v1/search?q=boom").status_code == 200
assert "ninja" in sys.modules
"""


@pytest.mark.slow
def test_pages_do_not_import_the_api(articles_dir, tmp_path):
    places = {"TRACEFIX_ARTICLES": str(articles_dir), "TRACEFIX_VAR": str(tmp_path)}
    done = run([sys.executable, "-c", VISIT], **places)

    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(("name", "view"), [("docs", "openapi-view"), ("suggest", "suggest_articles")])
def test_the_addresses_that_templates_use_are_those_of_the_api(rf, name, view):
    path = context(rf.get("/"))["api"] + name

    assert resolve(path).view_name == f"api-1:{view}"
    assert reverse(f"api-1:{view}") == path


def test_what_is_not_there_is_still_not_found(client: Client):
    assert client.get("/api/v1/nothing").status_code == 404
