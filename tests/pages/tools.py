"""How a test reads a page."""

import html
import re

BOOM = "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\nRuntimeError: boom happened in 'cellar'\n"


def text(response):
    """The words of a page, without its tags, in one line."""
    words = re.sub(r"(?s)<(style|script)>.*?</\1>|<[^>]+>", " ", response.content.decode())
    return " ".join(html.unescape(words).split())


def links(response):
    """The addresses that a page links to."""
    return [html.unescape(found) for found in re.findall(r'<a [^>]*?href="([^"]*)"', response.content.decode())]


def marked(response):
    """What is marked as evidence in the paste."""
    found = re.findall(r"(?:<mark[^>]*>.*?</mark>)+", response.content.decode())
    return [html.unescape(re.sub(r"</?mark[^>]*>", "", each)) for each in found]


def paste_box(response):
    """What stands in the paste box."""
    found = re.search(r"<textarea[^>]*>\n?(.*?)</textarea>", response.content.decode(), re.DOTALL)
    return html.unescape(found[1]) if found else None
