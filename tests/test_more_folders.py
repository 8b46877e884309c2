"""A company's own articles beside ours, on the site: TRACEFIX_ARTICLES=ours:theirs."""

import pytest
from django.core.management import CommandError, call_command

from kb import library as library_module
from kb.core.articles.model import ArticleError
from kb.library import get_library, read_sound
from kb.server.reloading import stamp
from tests.factories import write_article_folder


@pytest.fixture
def company(tmp_path, articles_dir, settings):
    root = tmp_path / "acme"
    write_article_folder(root, "acme-quota", message="quota of the team is used up", extra="related: [boom]\n")
    settings.MORE_ARTICLES_DIRS = (root,)
    library_module.serve(None)
    return root


def test_its_errors_are_matched_and_searched(company):
    library = get_library()

    assert sorted(library.by_slug) == ["acme-quota", "bang", "boom", "fizz"]
    assert library.match("RuntimeError: quota of the team is used up").matches[0].article.slug == "acme-quota"
    assert [hit.slug for hit in library.search("quota").hits] == ["acme-quota"]


def test_its_page_says_which_folder_it_is_from(company, client):
    get_library()
    library_module.serve(library_module.read_library())

    assert "From the folder acme" in client.get("/articles/acme-quota/").content.decode()
    assert "From the folder" not in client.get("/articles/boom/").content.decode()


def test_it_replaces_none_of_ours(company):
    write_article_folder(company, "boom", message="another one")

    with pytest.raises(ArticleError, match="the slug 'boom' is that of an article in an earlier folder"):
        library_module.read_library()
    library, problems = read_sound(None)
    assert "happened in" in library.by_slug["boom"].title
    assert len(problems) == 1


def test_a_broken_one_keeps_its_earlier_version(company):
    before = get_library()
    (company / "acme-quota" / "article.md").write_text("nonsense")
    library, problems = read_sound(before)

    assert "acme-quota" in library.by_slug
    assert "has no front matter" in str(problems[0])


def test_a_change_in_it_is_seen(company, articles_dir):
    before = stamp(articles_dir, company)
    (company / "acme-quota" / "notes.txt").write_text("x")

    assert stamp(articles_dir, company) != before


def test_lint_checks_it_by_the_same_rules(company, capsys):
    with pytest.raises(SystemExit):
        call_command("lint_articles", "acme-quota")
    assert f"{company / 'acme-quota'}" in capsys.readouterr().out

    with pytest.raises(CommandError, match="there is no article 'acme-qota'"):
        call_command("lint_articles", "acme-qota")
