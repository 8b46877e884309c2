"""Links that narrow a list (kb/pages/facets.py)."""

from kb.pages.facets import address, facets, page_of


def test_an_address_holds_what_is_chosen_and_nothing_else():
    assert address("/x/", {"q": "a b&c", "tag": "", "page": ""}) == "/x/?q=a+b%26c"
    assert address("/x/", {}) == "/x/"


def test_a_value_adds_itself_to_what_is_chosen_and_a_chosen_one_takes_itself_back():
    project, exception, tag = facets(
        "/x/", {"q": "w", "tag": "cuda"}, {"project": {"Ray": 2}, "tag": {"cuda": 1}}, {"cuda": "CUDA and GPUs"}
    )

    assert project.options[0]["url"] == "/x/?q=w&tag=cuda&project=Ray"
    assert exception.options == ()
    assert tag.options[0] == {"name": "CUDA and GPUs", "count": "1", "url": "/x/?q=w", "is_chosen": True}


def test_a_chosen_value_is_shown_even_where_nothing_has_it():
    assert facets("/x/", {"tag": "odd"}, {}, {})[2].options[0]["count"] == "0"


def test_a_page_beyond_the_last_is_the_last_and_an_empty_list_has_one():
    assert page_of(9, total=41, size=20).number == 3
    assert page_of(9, total=0, size=20).number == 1
    assert not page_of(1, total=20, size=20).has_other_pages()


def test_a_value_of_one_article_is_left_out_unless_it_is_chosen():
    counts = {"project": {"PyTorch": 2, "Ray": 1}, "tag": {"cuda": 1, "memory": 1}}

    project, _, tag = facets("/x/", {"tag": "memory"}, counts, {})

    assert [option["name"] for option in project.options] == ["PyTorch"]
    assert [option["name"] for option in tag.options] == ["memory"]
