"""Every face of an answer says the same: which errors are answered, with which articles, in which order.

The reports are our own: runs, pastes and look-alikes of the articles, and pairs of them in one paste. LABELLED_REPORTS
names more folders of reports, separated as in PATH, whose labels end at a line `---`.
"""

import html
import os
import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from django.test import Client

from kb.addresses import article_address, path_of
from kb.formats import match_answer, match_json
from kb.library import get_library
from tests.settings import ARTICLES_DIR
from tools.answers import paste_of
from tracefix.answers.agents import match_words
from tracefix.answers.annotation import to_annotation
from tracefix.answers.choice import choose_answers
from tracefix.answers.github import to_github
from tracefix.answers.text import printable, to_text
from tracefix.articles import rendering
from tracefix.articles.fix_rows import without_command
from tracefix.reading.decoding import decode

_SECTION = re.compile(r'<section aria-labelledby="error-\d" data-verdict="(\w+)" data-article="([\w/-]*)"')
DICT_KEYS = "TypeError: cannot pickle 'dict_keys' object"


def own_reports():
    """A report of each article, then pairs of them in one paste, whose errors have nothing to do with each other."""
    paths = [path for part in ("pastes", "runs", "not") for path in sorted(ARTICLES_DIR.glob(f"*/{part}/*.txt"))]
    texts = {path.relative_to(ARTICLES_DIR).as_posix(): decode(path.read_bytes()) for path in paths}
    names = list(texts)
    pairs = {
        f"{one} + {other}": f"{texts[one]}\n\n{texts[other]}" for one, other in zip(names, names[7:], strict=False)
    }
    return texts | pairs


def labelled_reports():
    folders = filter(None, os.environ.get("LABELLED_REPORTS", "").split(os.pathsep))
    paths = [path for folder in folders for path in sorted(Path(folder).rglob("*.txt"))]
    return {str(path): paste_of(path.read_text(encoding="utf-8", errors="replace")) for path in paths}


@pytest.fixture(scope="module")
def reports(all_cases):
    ours = own_reports()
    step = 5 if all_cases else 140
    return dict(list(ours.items())[::step]) | labelled_reports()


@pytest.fixture
def library(use_articles):
    use_articles(ARTICLES_DIR)
    return get_library()


@pytest.fixture(scope="module")
def diagnosed():
    """A function that diagnoses a text with the library that is served, each text once."""
    return cache(lambda text: get_library().diagnose(text))


@pytest.fixture(scope="module")
def page_of():
    """A function that returns the page of the answer to a text, drawn once."""
    return cache(lambda text: Client().post("/match/", {"text": text}).content.decode())


def chosen(found):
    """What every face must show: verdict, article and error line of each answer."""
    answers = choose_answers(found.diagnosis).answers
    return [(str(each.verdict), each.match.article.slug if each.match else "", each.headline) for each in answers]


def on_the_page(page):
    return [(verdict, slug) for verdict, slug in _SECTION.findall(page)]


def in_text(words):
    """The articles of the answers, "" where one has none. Further articles are listed under labels of their own."""
    parts = words.split("\nAnother error in what you sent\n")
    return [
        found[1]
        if (found := re.search(r"(?m)^Article\n(?:  .*\n)*?  \S*/(?:articles|notes)/([\w-]+(?:/[\w-]+)?)/", part))
        else ""
        for part in parts
    ]


def in_markdown(words):
    parts = words.split("\n## Another error in what you sent\n")
    return [
        found[1] if (found := re.search(r"(?m)^\*\*Article:\*\* .*\(slug `([\w/-]+)`\)", part)) else ""
        for part in parts
    ]


def test_every_face_draws_the_same_choice(library, reports, diagnosed, page_of):
    address = article_address()
    assert len(reports) > 10
    differing = []
    for name, text in reports.items():
        found = diagnosed(text)
        wanted = chosen(found)
        verdicts, slugs, headlines = zip(*wanted, strict=True)
        answer = match_answer(found, library, address)
        public = match_answer(found, library, address, personal=False)
        short = match_json(found, library, address)
        faces = {
            "page": on_the_page(page_of(text)) == list(zip(verdicts, slugs, strict=True)),
            "json": [(each["verdict"], each["article"] or "", each["headline"]) for each in answer["answers"]]
            == wanted,
            "short json": [each.get("article", "") for each in short["answers"]] == list(slugs),
            "top of json": (answer["verdict"], answer["headline"]) == (verdicts[0], headlines[0]),
            "explanation": explained(answer)
            == [each.explanation and each.explanation.root.line for each in choose_answers(found.diagnosis).answers],
            "text": in_text(to_text(answer)) == list(slugs),
            "comment": to_github(public).startswith(f"<!-- tracefix {verdicts[0]}{slugs[0] and ' '}{slugs[0]} -->"),
            "second in the comment": all(
                path_of("article", slug) in to_github(public) for slug in slugs[1:] if slug and slugs[0]
            ),
            "annotation": path_of("article", slugs[0]) in to_annotation(public)
            if slugs[0]
            else not re.search("/(?:articles|notes)/", to_annotation(public)),
            "agents": in_markdown(match_words(answer)) == list(slugs),
        }
        differing += [(name, face) for face, agrees in faces.items() if not agrees]
    assert differing == []


def explained(answer):
    """The lines of the errors that the JSON answer explains, one for each answer."""
    explanations = [answer["explanation"], *(each["explanation"] for each in answer["answers"][1:])]
    return [each and each["root"]["line"] for each in explanations]


def squeezed(text):
    """A text without what faces draw differently: spaces, code marks, and full stops before a command."""
    return re.sub(r"[\s`\\]", "", printable(text))


def test_every_face_says_the_same_finding_and_steps(library, reports, diagnosed, page_of):
    address = article_address()
    differing, counted = [], 0
    for name, text in reports.items():
        found = diagnosed(text)
        first = choose_answers(found.diagnosis).first
        if first.match is None or not first.finding:
            continue
        counted += 1
        prose, commands = parts(first)
        shown, _ = parts(first, without_command)
        public_prose, public_commands = parts(first.remedy(personal=False))
        said, public = prose + commands, public_prose + public_commands
        answer = match_answer(found, library, address)
        posted = match_answer(found, library, address, personal=False)
        page = page_of(text)
        rows = [(step["if"], step["do"], tuple(step["commands"])) for step in answer["answers"][0]["steps"]]
        faces = {
            "json": (answer["answers"][0]["finding"], rows)
            == (first.finding, [(step.condition, step.do, step.commands) for step in first.steps]),
            "text": all(squeezed(part) in squeezed(to_text(answer)) for part in said),
            "agents": all(squeezed(part) in squeezed(match_words(answer)) for part in said),
            "comment": all(squeezed(part) in squeezed(to_github(posted)) for part in public),
            "annotation": all(
                squeezed(part) in squeezed(unquote(to_annotation(posted)))
                for part in [*map(to_plain, public_prose), *public_commands]
            ),
            "page": all(squeezed(part) in squeezed(to_plain_page(page)) for part in [*map(to_plain, shown), *commands]),
        }
        differing += [(name, face) for face, agrees in faces.items() if not agrees]
    assert counted > 3
    assert differing == []


def parts(remedy, shown=lambda step: step):
    """What is said of a fix: its prose, which is Markdown, and its commands, which are not."""
    prose = [remedy.finding, *(text for step in map(shown, remedy.steps) for text in (step.condition, step.do))]
    return prose, [command for step in remedy.steps for command in step.commands]


def to_plain(markdown):
    return rendering.to_text(markdown)


def to_plain_page(page):
    return html.unescape(re.sub("<[^>]+>", "", page))


def test_some_of_the_reports_have_two_answers(library, reports, diagnosed):
    counts = {len(choose_answers(diagnosed(text).diagnosis).answers) for text in reports.values()}

    assert counts == {1, 2}


def test_the_headline_of_every_answer_stands_in_the_text(library, reports, diagnosed):
    for text in reports.values():
        found = diagnosed(text)
        words = "".join(to_text(match_answer(found, library, article_address())).split())
        for _, _, headline in chosen(found):
            assert "".join(printable(headline).split()) in words


def test_the_line_of_the_client_is_about_the_first_answer(library):
    """It says nothing of an unknown error, because nobody asked."""
    from tracefix.cli.drawing import lines_of

    assert ["tracefix explain pickle-dict-keys" in line for line in lines_of(library, DICT_KEYS)] == [True]
    assert lines_of(library, "SoupError: it is cold") == []
