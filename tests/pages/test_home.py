"""The home page."""

from tests.pages.tools import links, text


def test_the_paste_box_comes_first_and_has_the_focus(client):
    page = client.get("/").content.decode()

    assert page.index("<textarea") < page.index('type="search"') < page.index("By theme")
    assert page.count("autofocus") == 1
    assert "autofocus" in page[page.index("<textarea") : page.index("</textarea>")]


def test_it_says_that_nothing_is_stored(client):
    assert "Nothing is stored" in text(client.get("/"))


def test_every_article_stands_under_its_theme(client):
    response = client.get("/")

    assert {"/articles/boom/", "/articles/bang/", "/articles/fizz/", "/articles/?tag=cuda"} <= set(links(response))
    assert "CUDA and GPUs" in text(response)
    assert "Memory" not in text(response)  # a theme without an article


def test_there_are_no_examples_where_nothing_was_recorded(client):
    assert "example=" not in client.get("/").content.decode()


def test_an_example_is_what_an_article_s_own_script_printed(boom_client):
    assert "/match/?example=boom" in links(boom_client.get("/"))

    answer = text(boom_client.get("/match/?example=boom"))
    assert "Known error" in answer
    assert "boom happened in 'lab'" in answer


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
