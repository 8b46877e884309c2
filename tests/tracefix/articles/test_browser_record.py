"""browser.txt: what was found in a browser."""

from pathlib import Path

import pytest

from tests.factories import write_article_folder
from tracefix.articles.browser_record import BrowserRecord, read_browser_record, write_browser_record
from tracefix.articles.loading import load
from tracefix.articles.model import ArticleError, Script

REPRO = Script("repro.py", Path("repro.py"), "1 / 0\n")
FIXED = Script("fixed.py", Path("fixed.py"), "1\n")


def record(repro="yes", fixed="yes"):
    return BrowserRecord("314.0.7", {(REPRO.name, REPRO.hash): repro, (FIXED.name, FIXED.hash): fixed})


@pytest.fixture
def folder(tmp_path):
    return write_article_folder(tmp_path / "articles", repro_py=REPRO.text, fixed_py=FIXED.text)


def test_a_record_is_read_as_it_was_written(tmp_path):
    why_not = record(repro="prints OSError: [Errno 138] no processes here")
    write_browser_record(tmp_path / "browser.txt", why_not)

    assert read_browser_record(tmp_path / "browser.txt") == why_not


def test_a_pair_runs_in_a_browser_if_both_of_its_scripts_do(folder):
    write_browser_record(folder / "browser.txt", record())
    article = load(folder)

    assert article.runs_in_browser(article.pairs[0])


@pytest.mark.parametrize("why_not", [{"repro": "needs torch"}, {"fixed": "does not end within 20 s"}])
def test_a_pair_of_which_one_script_does_not_is_none(folder, why_not):
    write_browser_record(folder / "browser.txt", record(**why_not))
    article = load(folder)

    assert not article.runs_in_browser(article.pairs[0])


def test_nothing_is_known_of_a_script_that_was_edited_since(folder):
    write_browser_record(folder / "browser.txt", record())
    (folder / "repro.py").write_text("2 / 0\n")
    article = load(folder)

    assert article.in_browser == {"fixed.py": "yes"}
    assert not article.runs_in_browser(article.pairs[0])


def test_an_article_without_a_record_runs_in_no_browser(folder):
    article = load(folder)

    assert not article.runs_in_browser(article.pairs[0])


@pytest.mark.parametrize("text", ["", "yes\n", "pyodide: 314.0.7\nrepro.py yes\n"])
def test_a_damaged_record_is_refused_with_what_to_do(folder, text):
    (folder / "browser.txt").write_text(text)

    with pytest.raises(ArticleError, match=r"browser\.txt:1: .*verify_in_browser --record"):
        load(folder)
