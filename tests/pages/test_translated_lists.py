"""The notes of versions and the names of fixes come in Chinese, also where the body of the article is English."""

import pytest
from django.test import Client

from tests.factories import BODY, translate, write_article_folder

AFFECTS = 'affects:\n  - {package: fuse, versions: ">=1", note: run on 1.2}\n'
FIXES = "## Fix\n\n### Upgrade the fuse {only: fuse<2.0}\n\nDo.\n\n### Cut the wire\n\nDo.\n"
LISTS = "notes: [在 1.2 上运行过]\nfixes: [升级保险丝, 剪断电线]\n---\n"
PASTE = "RuntimeError: boom happened"


@pytest.fixture
def client(tmp_path, use_articles):
    root = tmp_path / "articles"
    body = BODY.format(title="boom").replace("## Fix\n\nUse a longer fuse.\n", FIXES)
    write_article_folder(root, body=body, extra=AFFECTS)
    path = translate(root, "boom")
    path.write_text(path.read_text(encoding="utf-8").removesuffix("---\n") + LISTS, encoding="utf-8")
    use_articles(root)
    return Client()


def page(client, path):
    return client.get(path).content.decode()


def test_the_page_has_the_notes_of_its_language(client):
    assert "<span>在 1.2 上运行过</span>" in page(client, "/zh-hans/articles/boom/")
    assert '<span lang="en">run on 1.2</span>' in page(client, "/articles/boom/")


def test_the_api_has_the_notes_of_its_language(client):
    chinese, english = (client.get(f"/api/v1/articles/boom?lang={lang}").json() for lang in ("zh-hans", "en"))

    assert [item["note"] for item in chinese["affects"]] == ["在 1.2 上运行过"]
    assert [item["note"] for item in english["affects"]] == ["run on 1.2"]


def test_the_answer_names_the_fixes_in_its_language(client):
    chinese = client.post("/zh-hans/match/", {"text": PASTE}).content.decode()

    assert '<a href="/zh-hans/articles/boom/#upgrade-the-fuse">升级保险丝</a>' in chinese
    assert '<a href="/zh-hans/articles/boom/#cut-the-wire">剪断电线</a>' in chinese
    assert "Cut the wire" in client.post("/match/", {"text": PASTE}).content.decode()
