"""The search page."""

from html import escape

import pytest

from tests.factories import write_article_folder
from tests.pages.tools import BOOM, links, marked, paste_box, text

URL = "/search/"


def search(client, query, **more):
    response = client.get(URL, {"q": query, **more})
    assert response.status_code == 200
    return response


def test_it_finds_articles_and_marks_the_words(client):
    response = search(client, "cause bang")

    assert "/articles/bang/" in links(response)
    assert "bang" in marked(response)


def test_it_keeps_the_query_in_the_box(client):
    assert 'value="a &quot;b&quot; &lt;i&gt;"' in search(client, 'a "b" <i>').content.decode()


def test_facets_narrow_the_results_and_keep_the_query(client):
    response = search(client, "cause", project="PyTorch")

    assert "/search/?q=cause&project=PyTorch&tag=cuda" in links(response)
    assert "/search/?q=cause" in links(response)  # the chosen one, taken back
    assert "/articles/boom/" not in links(search(client, "cause", project="Ray"))


def test_a_misspelt_word_is_corrected_by_a_link(client):
    response = search(client, "hapened")

    assert "Did you mean happened ?" in text(response)
    assert "/search/?q=happened" in links(response)


def test_where_nothing_is_found_it_says_so_and_offers_the_paste_box(client):
    response = search(client, "xylophone")

    assert "No article fits “xylophone”" in text(response)
    assert paste_box(response) == ""


def test_an_empty_query_asks_for_one(client):
    for query in ("", "   ", "\t\x00"):
        response = search(client, query)
        assert "A whole traceback belongs in the paste box" in text(response)


@pytest.mark.parametrize("query", ['"', "OR NOT", "' or 1=1 --", "\\", "\ufffd", "{{ 7 }}"])
def test_operators_and_quotes_are_only_words(client, query):
    search(client, query)


@pytest.mark.parametrize("page", ["0", "-1", "x", "9" * 5000, "99", "\x00", "1.0"])
def test_a_malformed_or_too_high_page_shows_a_page_that_exists(client, page):
    assert "/articles/boom/" in links(search(client, "cause", page=page))


def test_many_results_have_pages_that_keep_query_and_facets(client, articles_dir):
    for number in range(22):
        write_article_folder(articles_dir, f"boom{number}", message=f"the number {number} happened")

    first = search(client, "happened", tag="cuda")

    assert "?q=happened&tag=cuda&page=2" in links(first)
    assert "?q=happened&tag=cuda&page=0" not in links(first)
    assert "Page 2 of 3" in text(search(client, "happened", tag="cuda", page="2"))


@pytest.mark.parametrize("query", [BOOM, "noise " * 100 + BOOM.splitlines()[-1], BOOM.replace("\n", " ")])
def test_a_report_in_the_search_box_goes_to_the_matcher(client, query):
    response = search(client, query)

    assert "boom happened in 'cellar'" in text(response)
    assert "The fix of boom." in text(response)
    assert "paste another error" in text(response)


def test_a_report_in_the_address_is_kept_nowhere(client):
    assert "no-store" in search(client, BOOM)["Cache-Control"]


def test_a_report_of_some_screens_fits_into_the_search_box(client):
    """Without JavaScript the browser makes one line of it and puts it into the address."""
    frames = '  File "/home/user/project/train.py", line 12, in step' * 140

    assert "The fix of boom." in text(search(client, f"{frames} {BOOM.splitlines()[-1]}"))


def test_a_longer_one_stands_in_the_paste_box(client):
    sent = f"{'noise ' * 1400}<b> {BOOM.splitlines()[-1]}"

    response = client.get(URL, {"q": sent})

    assert response.status_code == 414
    assert "no-store" in response["Cache-Control"]
    assert "too long for the search box" in text(response)
    assert paste_box(response) == sent
    assert 'action="/match/" method="post"' in response.content.decode()
    assert "The fix of boom." not in text(response)


def test_the_line_of_a_known_error_is_answered_above_the_results(client):
    response = search(client, "RuntimeError: boom happened in 'cellar'")

    assert "This is a known error" in text(response)
    assert "The fix of boom." in text(response)


def test_words_alone_are_not_called_a_known_error(client):
    assert "This is a known error" not in text(search(client, "boom"))


def test_no_search_engine_indexes_the_results(client):
    assert '<meta name="robots" content="noindex">' in search(client, "boom").content.decode()


def test_the_error_that_the_matcher_sees_in_a_query_comes_first_with_the_reason(client, articles_dir):
    write_article_folder(articles_dir, "wordy", message="RuntimeError boom, RuntimeError boom, boom boom")
    words, error = search(client, "RuntimeError boom"), search(client, BOOM.splitlines()[-1])

    def is_first(page):
        return links(page).index("/articles/boom/") < links(page).index("/articles/wordy/")

    assert (is_first(words), is_first(error)) == (False, True)
    assert "The root error's message fits" in text(error)
    assert "fits" not in text(words)


@pytest.fixture
def fillers(articles_dir):
    """Enough other articles for words to be rare."""
    for number in range(12):
        write_article_folder(articles_dir, f"other{number}", message=f"the number {number} is odd")


def test_an_error_line_that_no_article_covers_is_said_to_be_new_and_can_be_explained(client, fillers):
    line = "SoupError: the soup is cold in <b>"
    response = search(client, line)
    page = response.content.decode()

    assert "No article covers this error yet" in text(response)
    assert "Did you mean" not in text(response)
    assert 'action="/match/" method="post"' in page
    assert f'<input type="hidden" name="text" value="{escape(line)}">' in page
    assert "SoupError" in text(client.post("/match/", {"text": line}))


def test_where_no_article_has_the_words_together_the_nearest_are_called_that(client, fillers):
    response = search(client, "boom quartet xylophone")

    assert "No article has all the words of “boom quartet xylophone”" in text(response)
    assert "Closest articles" in text(response)
    assert "/articles/boom/" in links(response)
    assert "Explain this error" not in text(response)
    assert not [link for link in links(response) if "tag=" in link]


def test_at_most_five_are_shown_where_none_fits(client, fillers):
    response = search(client, "odd quartet xylophone piano")

    assert len([link for link in links(response) if link.startswith("/articles/other")]) <= 5


def test_where_an_article_fits_nothing_of_this_is_said(client, fillers):
    response = search(client, "boom happened")

    assert "1 article for “boom happened”" in text(response)
    assert "possibly unrelated" not in text(response)
