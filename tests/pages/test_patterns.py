"""The page of all parts, and that every name of the style sheet is told there."""

import re
from pathlib import Path

from kb.pages.patterns import properties
from tests.pages.tools import marked, text

ROOT = Path(__file__).resolve().parents[2]
CSS = (ROOT / "static/kb/site.css").read_text(encoding="utf-8")
PARTS = ["_article_list", "_facets", "_pages", "_pair", "_paste", "_paste_form", "_runs", "_search_form"]


def test_every_custom_property_has_a_remark():
    root = CSS[: CSS.index("}")]

    assert [found.name for found in properties()] == re.findall(r"(?m)^  --([\w-]+):", root)


def test_every_custom_property_is_shown(boom_client):
    words = text(boom_client.get("/patterns/"))

    for name in re.findall(r"(?m)^  --([\w-]+):", CSS[: CSS.index("}")]):
        assert f"--{name}" in words


def test_it_shows_every_part_that_pages_share(boom_client):
    response = boom_client.get("/patterns/")
    used = {template.name for template in response.templates}

    assert {f"kb/{part}.html" for part in PARTS} <= used
    assert marked(response) == ["its <evidence> marked"]
    for name in (
        "status exact",
        "status common",
        "status weak",
        "status none",
        "steps",
        "parts",
        "note-box",
        "problem",
        "difference",
        "chip",
        "runs",
    ):
        assert f'class="{name}' in response.content.decode() or f" {name}" in response.content.decode()


def test_search_engines_leave_it_out(boom_client):
    assert '<meta name="robots" content="noindex">' in boom_client.get("/patterns/").content.decode()


def test_it_stands_without_an_article(tmp_path, use_articles, client):
    (tmp_path / "none").mkdir()
    (tmp_path / "none" / "tags.yaml").write_text("cuda: CUDA\n")
    use_articles(tmp_path / "none")

    assert client.get("/patterns/").status_code == 200
