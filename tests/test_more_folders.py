"""A company's own articles beside ours, on the site: TRACEFIX_ARTICLES=theirs."""

import shutil

import pytest
from django.core.management import CommandError, call_command

from authoring.management.article_folders import constraints_of
from kb import library as library_module
from kb.library import get_library, read_sound
from kb.server.reloading import stamp
from tests.factories import write_article_folder
from tests.settings import BASE_DIR
from tracefix.articles.model import ArticleError


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


@pytest.mark.parametrize("address", ["/articles/", "/search/?q=quota"])
def test_a_list_says_which_of_its_articles_were_added(company, client, address):
    library_module.serve(library_module.read_library())

    assert client.get(address).content.decode().count("From the folder acme") == 1


def test_an_answer_says_where_its_article_is_from(company, client):
    library_module.serve(library_module.read_library())

    def answer(text):
        return client.post("/match/", {"text": text}).content.decode()

    assert answer("RuntimeError: quota of the team is used up").count("From the folder acme") == 1
    assert "From the folder" not in answer("RuntimeError: bang went the fuse")


def test_the_api_names_the_folder_of_an_added_article_only(company, client):
    library_module.serve(library_module.read_library())

    def get(address):
        return client.get(f"/api/v1/{address}").json()

    listed = {item["slug"]: item.get("folder") for item in get("articles")["articles"]}
    text = "RuntimeError: quota of the team is used up"
    matched = client.post("/api/v1/match", text, content_type="text/plain").json()

    assert listed == {"acme-quota": "acme", "bang": None, "boom": None, "fizz": None}
    assert get("articles/acme-quota")["folder"] == "acme"
    assert get("search?q=quota")["results"][0]["folder"] == "acme"
    assert matched["matches"][0]["folder"] == "acme"
    assert "folder" not in get("articles/boom")


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


# ── commands ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def example(company, articles_dir):
    """The finished example as an article of the company, without its runs; its tags are those of the first folder."""
    ignored = shutil.ignore_patterns("runs")
    shutil.copytree(BASE_DIR / "articles" / "_example", company / "example", ignore=ignored)
    shutil.rmtree(company / "acme-quota")
    (company / "tags.yaml").unlink()
    tags = BASE_DIR / "articles" / "tags.yaml"
    (articles_dir / "tags.yaml").write_text(tags.read_text(encoding="utf-8") + "memory: M\n", encoding="utf-8")
    return company / "example"


@pytest.mark.slow
def test_check_leads_an_added_article_through_every_stage(example, capsys):
    call_command("check", "example", "--reports", "/nowhere")
    told = capsys.readouterr().out

    assert f"PASSED   example/fixed.py: recorded in {example}/runs/" in told
    assert "1 article, no problems" in told
    assert "the tests are for the articles of this repository" in told
    assert told.endswith(f"commit it in its own repository:\n  make preview ARTICLE=example\n  {example}\n")


def test_what_check_prints_to_be_copied_has_the_folders(example, capsys, monkeypatch):
    monkeypatch.setenv("TRACEFIX_ARTICLES", "/srv/our errors")
    (example / "fixed.py").write_text("1 / 0\n", encoding="utf-8")

    with pytest.raises(SystemExit):
        call_command("check", "example", "--reports", "/nowhere")
    call_command("new_article", "out-of-quota", "--folder", "acme")
    told = capsys.readouterr().out

    assert "$ TRACEFIX_ARTICLES='/srv/our errors' .venv/bin/python manage.py verify_repros --record example\n" in told
    assert "then again: TRACEFIX_ARTICLES='/srv/our errors' make check ARTICLE=example\n" in told
    assert "  TRACEFIX_ARTICLES='/srv/our errors' make check ARTICLE=out-of-quota\n" in told


def test_make_paste_writes_into_the_folder_of_the_article(example, capsys):
    call_command("make_paste", "example", "--as", "logger")

    assert "example/pastes/logger.txt: " in capsys.readouterr().out
    assert (example / "pastes" / "logger.txt").is_file()


def test_the_pins_of_a_folder_are_its_own_or_those_of_the_first(company, articles_dir):
    assert constraints_of(company) == articles_dir / "constraints.txt"
    (company / "constraints.txt").write_text("numpy==2.3.5\n")

    assert constraints_of(company) == company / "constraints.txt"


def test_new_article_begins_in_the_first_folder_unless_another_one_is_named(company, articles_dir, capsys):
    call_command("new_article", "out-of-fuses")
    call_command("new_article", "out-of-quota", "--folder", "acme")
    call_command("new_article", "out-of-teams", "--folder", str(company))

    assert (articles_dir / "out-of-fuses" / "article.md").is_file()
    assert (company / "out-of-quota" / "article.md").is_file()
    assert (company / "out-of-teams" / "article.md").is_file()
    assert "out-of-quota" not in (articles_dir / "published.txt").read_text()


def test_new_article_refuses_a_folder_that_is_missing_or_not_served(company, tmp_path):
    with pytest.raises(CommandError, match=r"elsewhere does not exist: make it with mkdir -p "):
        call_command("new_article", "out-of-quota", "--folder", str(tmp_path / "elsewhere"))
    (tmp_path / "elsewhere").mkdir()
    with pytest.raises(CommandError, match=r"is no folder of TRACEFIX_ARTICLES: choose from .*acme, or add it there"):
        call_command("new_article", "out-of-quota", "--folder", str(tmp_path / "elsewhere"))


def test_new_article_names_a_folder_of_the_variable_that_is_not_there(company, tmp_path, settings):
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    settings.MORE_ARTICLES_DIRS = (tmp_path / "elsewehre",)

    with pytest.raises(CommandError, match=r"names \S+/elsewehre, which does not exist: did you mean '\S+/elsewhere'"):
        call_command("new_article", "out-of-quota", "--folder", str(folder))


@pytest.mark.parametrize("slugs", [(), ("acme-quota",), ("boom",)])
def test_lint_does_not_pass_over_a_folder_that_is_not_there(company, settings, slugs):
    settings.MORE_ARTICLES_DIRS = (company, company.with_name("amce"))

    with pytest.raises(CommandError, match=r"TRACEFIX_ARTICLES names \S+/amce, which does not exist: correct it"):
        call_command("lint_articles", *slugs)


@pytest.mark.parametrize(("slug", "folder"), [("boom", "acme"), ("acme-quota", "articles")])
def test_new_article_takes_no_name_of_another_folder(company, slug, folder):
    with pytest.raises(CommandError, match="exists already"):
        call_command("new_article", slug, "--folder", folder)


@pytest.mark.parametrize("command", ["check", "verify_repros", "lint_articles"])
def test_a_slug_that_two_folders_have_is_an_error(company, command, capsys):
    write_article_folder(company, "boom", message="another one")
    with pytest.raises((CommandError, SystemExit)) as raised:
        call_command(command, "boom")

    told = f"{raised.value}{capsys.readouterr().out}"
    assert f"{company / 'boom' / 'article.md'}:1: the slug 'boom' is " in told
    assert "of an article in an earlier folder" in told


@pytest.mark.parametrize("command", [["check"], ["verify_repros"], ["make_paste", "--as", "logger"]])
def test_an_unknown_slug_is_looked_for_in_all_folders(company, command):
    with pytest.raises(CommandError, match="there is no article 'acme-qota': did you mean 'acme-quota'"):
        call_command(command[0], "acme-qota", *command[1:])
