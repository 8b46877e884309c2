"""Everything that a page says passes through gettext: with each message in brackets, no words are left outside.

Outside may stand what is nobody's to translate: code, what a paste or a run says, names, and the words of articles,
which are Chinese here where they have a translation and marked as English where they have none.
"""

import re
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.utils.translation import _trans

from kb.models import WantedError
from kb.pages import home
from tests.factories import translate, write_article_folder
from tests.pages.tools import BOOM
from tracefix.redaction.sketch import Sketch, to_json

WORD = re.compile(r"[A-Za-z][A-Za-z'’]+")
NAMES = {"Tracefix", "API", "llms", "txt", "Markdown", "Python", "PyTorch", "RuntimeError", "Linux", "torch"}
NAMES |= {"moan", "door", "boom", "bang", "fizz", "repro", "fixed", "py", "ray", "cuda", "CUDA", "rank"}
NAMES |= {"English"}  # the switch
SPOKEN = {"alt", "aria-label", "data-label", "placeholder", "title"}  # attributes that a reader meets
SPOKEN |= {"data-copied", "data-word", "data-system", "data-light", "data-dark", "data-sending", "data-too-large"}
SILENT = {"code", "pre", "kbd", "script", "style", "textarea"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Words(HTMLParser):
    """Collects the words of a page that stand outside of every message."""

    def __init__(self):
        super().__init__()
        self.found = []
        self._open = []  # tag, and whether it is nobody's to translate
        self._depth = 0

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        is_ours = not self._open or self._open[-1][1]
        foreign = attributes.get("lang", "zh-Hans") != "zh-Hans" or attributes.get("translate") == "no"
        is_ours = is_ours and not foreign and tag not in SILENT
        if is_ours:
            for name in SPOKEN & attributes.keys():
                self.found += words(attributes[name])[0]
            said_by_link = {attributes.get("name"), attributes.get("property")}
            if said_by_link & {"description", "og:title", "og:description"}:
                self.found += words(attributes["content"])[0]
        if tag not in VOID:
            self._open.append((tag, is_ours))

    def handle_endtag(self, tag):
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        found, self._depth = words(data, self._depth)
        if not self._open or self._open[-1][1]:
            self.found += found


def words(text, depth=0):
    """The words outside of brackets, and how deep within brackets the text ends."""
    found = []
    for piece in re.split(r"([⟦⟧])", text):
        if piece in ("⟦", "⟧"):
            depth += 1 if piece == "⟦" else -1
        elif depth == 0:
            found += [word for word in WORD.findall(piece) if word not in NAMES]
    return found, depth


def unmarked(response, asked=""):
    """The words of a page that are in no message, but those that were asked for."""
    reader = Words()
    reader.feed(response.content.decode())
    return [word for word in reader.found if word not in WORD.findall(asked)]


@pytest.fixture
def marked_client(boom, articles_dir, monkeypatch, any_database):
    """A client that gets every message in brackets; three articles in Chinese, and one that is not translated."""
    for slug in ("boom", "bang"):
        translate(articles_dir, slug)
    translate(articles_dir, "fizz", body="## 现象\n\n### 办法 {only: torch<2}\n\n文字。\n")
    write_article_folder(articles_dir, "moan", message="moan '{door}'")
    path = articles_dir / "moan" / "article.md"
    signature = "message: \"moan '{door}'\""
    path.write_text(
        path.read_text().replace(signature, f"{signature}\n    where: {{door: [oak, elm]}}\n    general: true")
    )
    (articles_dir / "tags.zh-hans.yaml").write_text("cuda: 显卡\n", encoding="utf-8")
    monkeypatch.setattr(_trans, "gettext", lambda message: f"⟦{message}⟧")
    monkeypatch.setattr(_trans, "pgettext", lambda context, message: f"⟦{message}⟧")
    monkeypatch.setattr(_trans, "ngettext", lambda one, more, number: f"⟦{one if number == 1 else more}⟧")
    return Client(raise_request_exception=False)


def test_the_brackets_are_seen():
    """Else nothing could fail below."""
    page = '<html lang="zh-Hans"><p title="Loose">⟦a <b>bold</b> word⟧ stray <code>code</code> <i lang="en">no</i></p>'
    reader = Words()
    reader.feed(page)

    assert reader.found == ["Loose", "stray"]


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/about/",
        "/privacy/",
        "/search/?q=SoupError:+the+soup+is+cold",
        "/articles/",
        "/articles/?tag=cuda&project=PyTorch",
        "/articles/?tag=cuda&project=Nothing",
        "/articles/boom/",
        "/articles/bang/",
        "/articles/fizz/",
        "/articles/moan/",
        "/articles/dud/",
        "/articles/nowhere_now/",
        "/search/",
        "/search/?q=boom",
        "/search/?q=boon",
        "/search/?q=bang+went+the+fuse",
        "/search/?q=zzz&tag=cuda",
        "/match/",
        "/match/?example=boom",
        "/wanted/",
    ],
)
def test_a_page_says_nothing_that_is_not_marked(marked_client, path):
    response = marked_client.get(f"/zh-hans{path}")

    assert b"\xe2\x9f\xa6" in response.content
    assert unmarked(response, asked=path) == []


MANY = "\n".join(f"line {number}" for number in range(200))


@pytest.mark.slow
@pytest.mark.parametrize(
    "paste",
    {
        "exact": BOOM,
        "a kind of error": "RuntimeError: moan 'oak'",
        "a near miss": "RuntimeError: moan 'ash'",
        "other versions": f"torch==2.9.0\n{BOOM}",
        "in a log line": "it said that boom happened in 'lab', and more",
        "several": f"{BOOM}\nRuntimeError: bang went the fuse\n\nValueError: another\nValueError: another\n",
        "not known": "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\nKeyError: 'x'\n",
        "cut": 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    f()\n',
        "no error": "hello",
        "nothing": " ",
        "long": f"{MANY}\n{BOOM}\n{MANY}\n{'x' * 5000}",
        "too long to be shown": f"{'y' * 99}\n" * 20_000 + BOOM,
    }.items(),
    ids=lambda item: item[0],
)
def test_an_answer_says_nothing_that_is_not_marked(marked_client, paste):
    response = marked_client.post("/zh-hans/match/", {"text": paste[1]})

    assert b"\xe2\x9f\xa6" in response.content
    assert unmarked(response) == []


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"{", "application/json"),
        (b"[]", "application/json"),
        (b"x", "image/png"),
        (b"--x\r\n\r\n", "multipart/form-data; boundary=x"),
    ],
)
def test_a_refusal_says_nothing_that_is_not_marked(marked_client, body, kind):
    response = marked_client.post("/zh-hans/match/", body, content_type=kind)

    assert response.status_code >= 400
    assert unmarked(response) == []


def test_what_is_wanted_says_nothing_that_is_not_marked(marked_client):
    said = to_json(Sketch("SoupError", "the soup is cold", versions={"torch": "2.0"}))
    sent = marked_client.post("/zh-hans/wanted/", {"sketch": said})
    unlisted = marked_client.get(sent["Location"])
    WantedError.objects.update(status="planned")

    for response in (
        unlisted,
        marked_client.get(sent["Location"]),
        marked_client.post("/zh-hans/wanted/", {"sketch": "{}"}),
        marked_client.post("/zh-hans/wanted/", {"sketch": "x" * 99_999}),
    ):
        assert b"\xe2\x9f\xa6" in response.content
        assert unmarked(response) == []


def test_a_page_that_breaks_says_nothing_that_is_not_marked(marked_client, monkeypatch):
    monkeypatch.setattr(home, "get_library", lambda: 1 / 0)
    response = marked_client.get("/zh-hans/")

    assert response.status_code == 500
    assert unmarked(response) == []
