"""An error that leaves Django is answered, logged and counted, and names the request."""

import pytest

from kb.server import metrics
from kb.server.uncaught_errors import UncaughtErrors

ENVIRON = {"REQUEST_METHOD": "GET", "tracefix.request_id": "the-id-of-the-request"}


def fail(environ, start_response):
    raise ValueError("secret")


def ask(application):
    started = []
    body = b"".join(UncaughtErrors(application)(dict(ENVIRON), lambda *given: started.append(given)))
    return started, body


def test_it_is_answered_with_500_and_without_its_text():
    started, body = ask(fail)

    assert [given[0] for given in started] == ["500 Internal Server Error"]
    assert body.startswith(b"Something broke on our side")
    assert b"secret" not in body


def test_the_log_has_its_stack_and_the_id_of_the_request(stderr_log):
    ask(fail)

    assert "the-id-of-the-request: An error left Django" in stderr_log.getvalue()
    assert "builtins.ValueError" in stderr_log.getvalue()


@pytest.mark.parametrize("is_counting", [True, False])
def test_it_is_counted_where_metrics_are_on(settings, monkeypatch, is_counting):
    settings.METRICS = is_counting
    counted = []
    monkeypatch.setattr(metrics, "count_request", lambda *given: counted.append(given[:3]))

    ask(fail)

    assert counted == [("none", "GET", 500)] * is_counting


def test_what_does_not_fail_passes_unchanged():
    def answer(environ, start_response):
        start_response("200 OK", [])
        return [b"well"]

    assert ask(answer) == ([("200 OK", [])], b"well")
