"""The operator's own model: its text comes in pieces, and no fault of its endpoint costs more than a draft."""

from threading import Event

import pytest

from kb import model_endpoint
from kb.model_endpoint import MOST_AT_ONCE, ModelEndpoint, ModelError, draft
from tests.local_server import chat_model

OK = b"HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
END = b"data: [DONE]\n\n"


def ask(address, key=""):
    return draft(ModelEndpoint(address, "tiny", key), "RuntimeError: cold soup")


def collect(pieces):
    """What came of a draft, and the reason why no more did."""
    read = []
    try:
        read.extend(pieces)  # keeps what came before an error
    except ModelError as error:
        return "".join(read), error.reason
    return "".join(read), None


def said(*pieces):
    """A function that says these pieces, one after the other."""

    def write(say):
        for piece in pieces:
            say(piece)

    return write


def test_the_model_is_asked_with_the_prompt_alone_and_answers_in_pieces():
    with chat_model(said(OK, "Warm ", "it", END)) as model:
        assert list(ask(model.address, "sk-1")) == ["Warm ", "it"]

    ((path, authorization, body),) = model.seen
    assert (path, authorization) == ("/v1/chat/completions", "Bearer sk-1")
    assert body == {
        "model": "tiny",
        "messages": [{"role": "user", "content": "RuntimeError: cold soup"}],
        "stream": True,
        "max_tokens": 1000,
    }


def test_without_a_key_none_is_sent():
    with chat_model(said(OK, "x", END)) as model:
        collect(ask(model.address))

    assert model.seen[0][1] is None


def test_a_piece_comes_before_the_next_one_is_written():
    is_read = Event()

    def write(say):
        say(OK)
        say("Warm")
        assert is_read.wait(10)
        say(" it")
        say(END)

    with chat_model(write) as model:
        pieces = ask(model.address)
        assert next(pieces) == "Warm"
        is_read.set()
        assert list(pieces) == [" it"]


EVENTS = {
    "a finish without [DONE]": (
        b'data: {"choices": [{"delta": {"content": "it"}, "finish_reason": "stop"}]}\n\n',
        None,
    ),
    "a role, a comment and figures of use": (
        b': ping\n\ndata: {"choices": [{"delta": {"role": "assistant"}}]}\n\ndata: {"choices": []}\n\n' + END,
        None,
    ),
    "what it thinks is left out": (
        b'data: {"choices": [{"delta": {"reasoning": "Hm", "content": null}}]}\n\n' + END,
        None,
    ),
    "it reached its limit of tokens": (b'data: {"choices": [{"delta": {}, "finish_reason": "length"}]}\n\n', "long"),
    "the stream breaks off": (b"", "broken"),
    "the stream breaks off within an event": (b'data: {"choices": [', "broken"),
    "an error in the stream": (b'data: {"error": {"message": "out of memory"}}\n\n', "broken"),
    "no JSON": (b"data: <html>\n\n", "broken"),
    "another shape": (b'data: ["choices"]\n\n', "broken"),
    "a number in the place of text": (b'data: {"choices": [{"delta": {"content": 7}}]}\n\n', "broken"),
    "an event without end": (b"data: " + b"x" * 100_000, "broken"),
}


@pytest.mark.parametrize(("event", "reason"), EVENTS.values(), ids=EVENTS)
def test_a_stream_ends_well_or_with_its_reason(event, reason):
    with chat_model(said(OK, "Warm ", event)) as model:
        text, why = collect(ask(model.address))

    assert (text.removesuffix("it"), why) == ("Warm ", reason)


ANSWERS = {
    "500": b"HTTP/1.0 500 No\r\n\r\nsecret trace",
    "redirect": b"HTTP/1.0 302 Found\r\nLocation: http://127.0.0.1:9/\r\n\r\n",
    "no HTTP": b"SSH-2.0-OpenSSH_9.9\r\n",
    "nothing": b"",
    "a page": OK + b"<html><script>alert(1)</script></html>\n",
    "a broken chunk": CHUNKED + b"5\r\nda",
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_an_answer_that_is_no_stream_gives_no_text(answer):
    with chat_model(said(answer)) as model:
        assert collect(ask(model.address)) == ("", "broken")


def test_where_nobody_listens_no_draft_comes():
    assert collect(ask("http://127.0.0.1:9/v1")) == ("", "broken")


def test_an_error_says_no_word_of_the_endpoint():
    with chat_model(said(b"HTTP/1.0 500 hunter2\r\n\r\n")) as model, pytest.raises(ModelError) as raised:
        next(ask(model.address))

    assert str(raised.value) == "broken"
    assert raised.value.__suppress_context__ or raised.value.__context__ is None


def test_a_text_that_is_too_long_is_cut(monkeypatch):
    monkeypatch.setattr(model_endpoint, "_MOST_CHARACTERS", 10)
    with chat_model(said(OK, *["soup "] * 1000)) as model:
        assert collect(ask(model.address)) == ("soup soup ", "long")


def test_a_server_that_says_nothing_is_left(monkeypatch):
    monkeypatch.setattr(model_endpoint, "_SILENT_SECONDS", 0.05)
    is_over = Event()
    with chat_model(lambda say: is_over.wait(10)) as model:
        assert collect(ask(model.address)) == ("", "slow")
        is_over.set()


def test_a_server_that_drips_is_left_when_the_time_is_over(monkeypatch):
    monkeypatch.setattr(model_endpoint, "SECONDS", 0.2)
    is_over = Event()

    def write(say):
        say(OK + b"data: ")
        while not is_over.wait(0.01):
            say(b" ")

    with chat_model(write) as model:
        assert collect(ask(model.address)) == ("", "slow")
        is_over.set()


def test_only_so_many_drafts_are_written_at_once_and_a_dropped_one_makes_room():
    with chat_model(said(OK, "Warm", "it", END)) as model:
        held = [ask(model.address) for _ in range(MOST_AT_ONCE)]
        assert [next(pieces) for pieces in held] == ["Warm"] * MOST_AT_ONCE
        assert collect(ask(model.address)) == ("", "busy")

        held.pop().close()
        assert collect(ask(model.address)) == ("Warmit", None)
        held.clear()  # dropped, not closed
        assert collect(ask(model.address)) == ("Warmit", None)


def test_control_characters_and_halves_of_characters_are_left_out():
    with chat_model(said(OK, "a\x1b[1m\ud800\u202eb\n\tc、　d", END)) as model:
        assert collect(ask(model.address)) == ("a[1mb\n\tc、　d", None)
