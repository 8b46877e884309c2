"""The list of the most common errors."""

from tests.settings import BASE_DIR
from tracefix.articles.common_errors import read_common
from tracefix.articles.loading import article_folders


def test_it_is_read_in_its_order_without_remarks(tmp_path):
    (tmp_path / "common.txt").write_text("# how they were counted\n\nfizz\nboom \n", encoding="utf-8")

    assert read_common(tmp_path) == ("fizz", "boom")


def test_a_list_that_is_not_there_is_empty(tmp_path):
    assert read_common(tmp_path) == ()


def test_each_of_ours_is_an_article():
    ours = read_common(BASE_DIR / "articles")

    assert len(ours) >= 8
    assert set(ours) <= {folder.name for folder in article_folders(BASE_DIR / "articles")}
