"""The articles that are published, read once for all tests of a process. Nobody changes them: they are frozen."""

from functools import cache

from tests.settings import ARTICLES_DIR
from tracefix.articles.loading import load_sound
from tracefix.articles.model import Article, Problem
from tracefix.matching.catalogue import Catalogue


@cache
def read_published() -> tuple[tuple[Article, ...], list[Problem]]:
    """All that can be read, and what is wrong with the others."""
    return load_sound(ARTICLES_DIR)


def published_articles() -> tuple[Article, ...]:
    """All that can be read; tests/test_articles.py names what cannot."""
    return read_published()[0]


@cache
def published_catalogue() -> Catalogue:
    return Catalogue(published_articles())
