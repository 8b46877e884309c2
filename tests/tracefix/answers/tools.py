"""Answers to be drawn: two small articles, a paste, and what is hostile in one."""

from tests.factories import make_article
from tests.published_articles import published_articles
from tracefix.answers.json_payloads import match_payload
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose

BOOM = make_article(
    "boom",
    message="boom happened in '{place}'",
    fix="Read [the other one](/articles/bang/), then run `python -m fuse --longer --than-that --and-on --and-on --again 9`.",
)
BANG = make_article("bang", message="bang `went` the fuse")
PASTE = "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\nRuntimeError: boom happened in 'cellar'\n"
ARTICLES = published_articles()
HOSTILE = ["\x1b[2J", "\x1b]0;x\x07", "\x9b31m", "\r", "\x08\x08", "\u202e", "\u2066", "\u2028", "\x00", "\ufeff"]


def address(slug):
    return f"https://tracefix.example/articles/{slug}/"


def answer(text, *articles, catalogue=None, related=()):
    return match_payload(diagnose(text, catalogue or Catalogue(articles or [BOOM, BANG])), related, address)
