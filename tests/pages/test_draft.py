"""The operator's own model is offered under an uncovered error alone, gets what its reader saw, and costs no page."""

import html
import logging
import re
from threading import Event

import pytest
from django.core import signing
from django.utils import translation

from kb.pages.draft import sign_prompt
from kb.server.limits import get_limits
from tests.local_server import chat_model
from tests.pages.tools import BOOM, text
from tests.test_model_endpoint import END, OK, said

UNKNOWN = "Traceback (most recent call last):\n  File \"cook.py\", line 3, in stir\nSoupError: cold in 'the a & b'\n"
OFFER = "Ask this site's model"


@pytest.fixture
def model(settings):
    """A model that answers "Warm it", and the settings that name it."""
    with chat_model(said(OK, "Warm ", "it", END)) as served:
        settings.MODEL_URL, settings.MODEL, settings.MODEL_KEY = served.address, "tiny", ""
        yield served


def use(settings, model):
    settings.MODEL_URL, settings.MODEL, settings.MODEL_KEY = model.address, "tiny", ""


def offered(client, paste=UNKNOWN, path="/match/"):
    """The text that a page shows as what would be sent, and the form's field; None if it offers no model."""
    page = client.post(path, {"text": paste}).content.decode()
    found = re.search(r'data-draft.*?<code>(.*?)</code>.*?name="prompt" value="([^"]*)"', page, re.DOTALL)
    return (html.unescape(found[1]), html.unescape(found[2])) if found else None


def ask(client, field, path="/match/draft/", **headers):
    return client.post(path, {"prompt": field}, headers=headers)


def stream(response):
    return b"".join(response).decode()


def test_an_uncovered_error_offers_the_model_and_shows_what_would_be_sent(boom_client, model):
    shown, field = offered(boom_client)

    answer = ask(boom_client, field)

    assert "SoupError: cold in 'the a & b'" in shown
    assert model.seen[0][2]["messages"] == [{"role": "user", "content": shown}]
    assert "A draft by tiny, not checked by us Warm it" in text(answer)
    assert "no-store" in answer["Cache-Control"]


def test_the_text_is_that_of_the_format_prompt_without_the_lines_around_the_error(boom_client, model):
    shown, _ = offered(boom_client)
    prompt = boom_client.post("/api/v1/match?format=prompt", UNKNOWN, content_type="text/plain").content.decode()
    before, around, behind = prompt.partition("## The log around the error\n")
    _, title, rest = behind.partition("\n## ")

    assert around
    assert shown == f"{before}{title.lstrip()}{rest}"


def test_a_known_error_offers_no_model(boom_client, model):
    assert offered(boom_client, BOOM) is None
    assert OFFER not in text(boom_client.post("/match/", {"text": BOOM}))


def test_a_text_without_an_error_offers_no_model(boom_client, model):
    assert offered(boom_client, "all is well\n") is None


def test_without_a_model_nothing_is_offered_and_nothing_is_there(boom_client):
    assert OFFER not in text(boom_client.post("/match/", {"text": UNKNOWN}))
    assert ask(boom_client, sign_prompt("x")).status_code == 404


def test_a_script_gets_the_pieces_as_plain_text(boom_client, model):
    _, field = offered(boom_client)

    answer = ask(boom_client, field, accept="text/plain", accept_encoding="br, gzip")

    assert answer.streaming
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["X-Accel-Buffering"] == "no"
    assert "Content-Encoding" not in answer  # it would keep the pieces back
    assert list(answer) == [b"Warm ", b"it"]


OTHERS = {
    "nothing": "",
    "no signature": "soup",
    "another signature": signing.dumps("soup", salt="another"),
    "too long": "x" * 40_000,
}


@pytest.mark.parametrize("field", OTHERS.values(), ids=OTHERS)
def test_no_other_text_is_sent(boom_client, model, field):
    answer = ask(boom_client, field)

    assert answer.status_code == 400
    assert "This page is too old to ask the model." in text(answer)
    assert model.seen == []


def test_a_page_of_yesterday_is_not_taken(boom_client, model, monkeypatch):
    _, field = offered(boom_client)
    monkeypatch.setattr("kb.pages.draft._SIGNED_SECONDS", -1)

    assert ask(boom_client, field).status_code == 400


def test_another_site_cannot_ask_in_a_readers_name(boom_client, model):
    _, field = offered(boom_client)

    assert ask(boom_client, field, sec_fetch_site="cross-site").status_code == 403
    assert boom_client.get("/match/draft/").status_code == 405
    assert model.seen == []


def test_markup_of_the_model_is_shown_as_text(boom_client, settings):
    evil = "<script>alert(1)</script><img src=x onerror=alert(2)>"
    with chat_model(said(OK, evil, END)) as served:
        use(settings, served)
        field = offered(boom_client)[1]
        page = ask(boom_client, field)
        script = ask(boom_client, field, accept="text/plain")

        assert html.escape(evil) in page.content.decode()
        assert "<script>alert" not in page.content.decode()
        assert stream(script) == evil
        assert script["X-Content-Type-Options"] == "nosniff"


FAULTS = {
    "no text": ((OK, END), 502, "The model did not answer as it should."),
    "500": ((b"HTTP/1.0 500 No\r\n\r\nhunter2",), 502, "The model did not answer as it should."),
}


@pytest.mark.parametrize(("pieces", "status", "sentence"), FAULTS.values(), ids=FAULTS)
def test_a_failure_is_a_plain_sentence_and_the_rest_works(boom_client, settings, pieces, status, sentence):
    with chat_model(said(*pieces)) as served:
        use(settings, served)
        field = offered(boom_client)[1]
        page, script = ask(boom_client, field), ask(boom_client, field, accept="text/plain")

    assert (page.status_code, script.status_code) == (status, status)
    assert sentence in text(page)
    assert script.content.decode().startswith(sentence)
    assert "hunter2" not in page.content.decode() + script.content.decode()
    assert boom_client.post("/match/", {"text": UNKNOWN}).status_code == 200


def test_a_slow_model_is_said_to_be_slow(boom_client, settings, monkeypatch):
    monkeypatch.setattr("kb.model_endpoint._SILENT_SECONDS", 0.05)
    is_over = Event()
    with chat_model(lambda say: is_over.wait(10)) as served:
        use(settings, served)
        answer = ask(boom_client, offered(boom_client)[1])
        is_over.set()

    assert answer.status_code == 504
    assert "The model took too long" in text(answer)


def test_a_busy_model_is_said_to_be_busy(boom_client, model, monkeypatch):
    field = offered(boom_client)[1]
    held = [ask(boom_client, field, accept="text/plain") for _ in range(2)]

    answer = ask(boom_client, field)
    for each in held:
        each.close()

    assert answer.status_code == 503
    assert "The model is answering others." in text(answer)
    assert ask(boom_client, field).status_code == 200  # who leaves makes room


def test_a_draft_that_breaks_off_says_so_at_its_end(boom_client, settings):
    with chat_model(said(OK, "Warm ")) as served:
        use(settings, served)
        field = offered(boom_client)[1]

        assert stream(ask(boom_client, field, accept="text/plain")) == (
            "Warm \n\n[The model did not answer as it should. All else on this site works.]"
        )
        assert "Warm [The model did not answer" in text(ask(boom_client, field))


def test_a_client_may_ask_so_often(boom_client, model, settings):
    settings.LIMITS = {**settings.LIMITS, "match": "off", "model": "1/hour"}
    get_limits.cache_clear()
    field = offered(boom_client)[1]

    answers = [boom_client.post("/match/draft/", {"prompt": field}, REMOTE_ADDR="192.0.2.1") for _ in range(2)]
    get_limits.cache_clear()

    assert [answer.status_code for answer in answers] == [200, 429]
    assert len(model.seen) == 1


def test_in_chinese_page_prompt_and_sentences_are_chinese(boom_client, model, settings):
    shown, field = offered(boom_client, path="/zh-hans/match/")
    assert "请" in shown

    model_is_gone = "http://127.0.0.1:9/v1"
    settings.MODEL_URL = model_is_gone
    answer = ask(boom_client, field, path="/zh-hans/match/draft/", accept="text/plain")

    with translation.override("zh-hans"):
        sentence = translation.gettext("The model did not answer as it should. All else on this site works.")
    assert answer.content.decode() == sentence
    assert "model" not in sentence


def test_the_log_has_the_reason_and_nothing_of_paste_or_draft(boom_client, settings, caplog):
    caplog.set_level(logging.DEBUG)
    with chat_model(said(OK, "hunter2 from the model")) as served:
        use(settings, served)
        field = offered(boom_client, UNKNOWN.replace("cold", "hunter2 is cold"))[1]
        stream(ask(boom_client, field, accept="text/plain"))
    ask(boom_client, field)  # where it is gone

    assert [record.getMessage() for record in caplog.records if record.name == "kb.pages.draft"] == [
        "The model gave a part of a draft: broken",
        "The model gave no draft: broken",
    ]
    assert "hunter2" not in caplog.text
    assert served.address not in caplog.text


@pytest.mark.parametrize("language", ["", "/zh-hans"])
def test_the_privacy_page_says_what_a_model_changes(boom_client, model, settings, language):
    assert "tiny" in text(boom_client.get(f"{language}/privacy/"))
    assert 'id="model"' in boom_client.get(f"{language}/privacy/").content.decode()


def test_without_a_model_the_privacy_page_names_none(boom_client):
    page = boom_client.get("/privacy/")

    assert 'id="model"' not in page.content.decode()
    assert "not sent anywhere" in text(page)
