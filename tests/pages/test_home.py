"""The home page."""

from django.core.cache import caches

from kb.examples import newest_examples
from tests.pages.tools import links, text
from tests.published_articles import published_articles


def test_the_paste_box_comes_first_and_has_the_focus(client):
    page = client.get("/").content.decode()

    assert page.index("<textarea") < page.index('<input type="search"') < page.index("Topics")
    assert page.count("autofocus") == 1
    assert "autofocus" in page[page.index("<textarea") : page.index("</textarea>")]


def test_it_says_that_nothing_is_stored(client):
    assert "Nothing is stored" in text(client.get("/"))


def test_a_topic_has_the_number_of_its_articles(client, articles_dir):
    path = articles_dir / "fizz" / "article.md"
    path.write_text(path.read_text().replace("tags: [cuda]", "tags: [memory, cuda]"))

    response = client.get("/")

    assert {"/articles/?tag=cuda", "/articles/?tag=memory"} <= set(links(response))
    assert "CUDA and GPUs 3" in text(response)
    assert "Memory 1" in text(response)


def test_a_topic_without_an_article_is_left_out(client):
    assert "Memory" not in text(client.get("/"))


def test_the_most_common_errors_come_in_the_order_of_their_list(client, articles_dir, use_articles):
    (articles_dir / "common.txt").unlink()
    use_articles(articles_dir)
    assert "Most common errors" not in text(client.get("/"))
    (articles_dir / "common.txt").write_text("# counted\nfizz\nnot-there\nboom\n", encoding="utf-8")
    use_articles(articles_dir)  # as a server does when a file has changed
    caches["default"].clear()

    found = links(client.get("/"))

    assert found.index("/articles/fizz/") < found.index("/articles/boom/")
    assert "/articles/bang/" not in found


def test_it_says_why_it_can_be_trusted_and_leads_to_more(client):
    response = client.get("/")

    assert "Why you can trust it" in text(response)
    assert "/about/" in links(response)


def test_there_are_no_examples_where_nothing_was_recorded(client):
    assert "example=" not in client.get("/").content.decode()


def test_an_example_is_what_an_article_s_own_script_printed(boom_client):
    assert "/match/?example=boom" in links(boom_client.get("/"))

    answer = text(boom_client.get("/match/?example=boom"))
    assert "Known error" in answer
    assert "boom happened in 'lab'" in answer


def test_an_example_is_shown_with_its_answer(boom_client):
    page = text(boom_client.get("/"))

    assert "What you get" in page
    assert "boom happened in 'lab'" in page.partition("What you get")[2].partition("Known error")[0]
    assert "The fix of boom." in page.partition("Known error")[2]


def test_a_common_error_has_the_first_clause_of_its_fix(client, articles_dir):
    (articles_dir / "common.txt").write_text("boom\n", encoding="utf-8")

    assert "boom happened in '{place}' The fix of boom." in text(client.get("/"))


def test_the_examples_are_of_different_projects():
    examples = newest_examples(published_articles())

    assert len({article.projects[0] for article in examples}) == len(examples) == 3


def test_there_are_three_examples_at_most(client, articles_dir):
    for slug in ("boom", "bang", "fizz"):
        pastes = articles_dir / slug / "pastes"
        pastes.mkdir()
        (pastes / "a.txt").write_text("RuntimeError: something")
    (articles_dir / "fizz" / "pastes" / "a.txt").rename(articles_dir / "fizz" / "pastes" / "b.txt")

    found = [link for link in links(client.get("/")) if "example=" in link]

    assert len(found) == 3


def test_it_may_only_be_read(client):
    assert client.post("/").status_code == 405
