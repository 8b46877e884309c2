"""What every test may use: a library of small articles, and a client that asks for it."""

import io
import logging

import pytest
from django.test import Client

from kb import library as library_module
from kb.logs import PrivateFormatter
from kb.templatetags import keep
from tests.factories import withdraw, write_article_folder


@pytest.fixture(autouse=True)
def nothing_kept():
    """No test sees what a page of another one was drawn with."""
    keep.forget()


@pytest.fixture
def use_articles(settings, tmp_path):
    """A function that serves the articles below a folder, with an index of their own."""

    def use(root):
        settings.ARTICLES_DIR = root
        settings.VAR_DIR = tmp_path / "var"
        settings.INDEX_DIR = tmp_path / "var" / "index"
        library_module.serve(None)

    yield use
    library_module.serve(None)


@pytest.fixture
def articles_dir(tmp_path, use_articles):
    """Three small articles: boom, bang (once called plop) and fizz; and one that was withdrawn, dud."""
    root = tmp_path / "articles"
    write_article_folder(
        root, "boom", message="boom happened in '{place}'", repro_py=SCRIPT.format("1 / 0"), fixed_py=SCRIPT.format("1")
    )
    write_article_folder(root, "bang", message="bang went the fuse", extra="aliases: [plop]\nrelated: [boom]\n")
    write_article_folder(root, "fizz", message="fizz in the pipe <b>&amp;</b>")
    withdraw(root, "dud")
    use_articles(root)
    return root


SCRIPT = '# /// script\n# requires-python = ">=3.8"\n# dependencies = []\n# ///\n"""Try."""\n\nprint({})\n'


@pytest.fixture
def client(articles_dir):
    return Client()


@pytest.fixture
def stderr_log():
    """What the site writes to its log, as it writes it."""
    (handler,) = [
        handler for handler in logging.getLogger().handlers if isinstance(handler.formatter, PrivateFormatter)
    ]
    written = io.StringIO()
    before = handler.setStream(written)
    yield written
    handler.setStream(before)
