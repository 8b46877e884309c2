"""POST /api/v1/match: every way of sending a paste, and every way of sending none."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tracefix.matching.hints import HintCode

URL = "/api/v1/match"
FORMATS = ("text", "github", "annotation", "question")
ERROR = "RuntimeError: boom happened in 'cellar'"


STEP = {"do": "The fix of boom."}


def post(client, body, content_type="text/plain", **extra):
    return client.post(URL, body, content_type=content_type, **extra)


def slugs(response):
    assert response.status_code == 200, response.content
    return [match["slug"] for match in response.json()["matches"]]


def test_the_answer_has_the_agreed_shape(client):
    answer = post(
        client, f'Traceback (most recent call last):\n  File "/usr/lib/python3.10/a.py", line 3, in f\n    x()\n{ERROR}'
    ).json()

    assert answer == {
        "verdict": "exact",
        "headline": ERROR,
        "answers": [{"verdict": "exact", "headline": ERROR, "steps": [STEP], "article": "boom", "error": 0}],
        "others": [],
        "matches": [
            {
                "slug": "boom",
                "title": "boom happened in '{place}'",
                "url": "http://testserver/articles/boom/",
                "verdict": "exact",
                "kind": "known",
                "score": answer["matches"][0]["score"],
                "summary": "The cause of boom.",
                "fix": "The fix of boom.",
                "steps": [STEP],
                "reasons": ["The root error's message fits “boom happened in '{place}'”."],
                "error": 0,
                "evidence": {"line": 4, "text": ERROR},
            }
        ],
        "errors": [
            {
                "type": "RuntimeError",
                "message": "boom happened in 'cellar'",
                "line": 4,
                "root": True,
                "count": 1,
                "raised_in": "a",
                "frames": [{"file": "/usr/lib/python3.10/a.py", "line": 3, "function": "f"}],
            }
        ],
        "left_out": {"matches": 0, "errors": 0, "frames": 0},
        "hints": [],
        "related": [],
        "environment": {"python": "3.10"},
        "explanation": answer["explanation"],
    }
    assert answer["explanation"]["root"] == {"line": 4, "text": ERROR}


def test_an_unknown_error_is_answered_with_none_and_the_nearest(client):
    answer = post(client, "RuntimeError: went bang the fuse").json()

    assert answer["verdict"] == "none"
    assert answer["matches"] == []
    assert answer["related"][0]["slug"] == "bang"


def test_the_full_answer_has_every_field(client):
    short = post(client, ERROR).json()
    full = client.post(f"{URL}?full=1", ERROR, content_type="text/plain").json()

    assert "weak" not in short["matches"][0]
    assert (full["matches"][0]["weak"], full["matches"][0]["section"]) == (False, "")
    assert (full["errors"][0]["ranks"], full["errors"][0]["frames"]) == ([], [])


def test_the_answer_can_be_read_in_a_terminal(client):
    response = client.post(f"{URL}?format=text", f"a\n{ERROR}\x1b[2J", content_type="text/plain")

    assert (response.status_code, response["Content-Type"]) == (200, "text/plain; charset=utf-8")
    words = response.content.decode()
    assert words.startswith(f"{ERROR}\n\nKnown error\n\nFix\n")
    assert f"Line 2 of what you sent\n  | {ERROR}" in words
    assert "http://testserver/articles/boom/" in words
    assert "\x1b" not in words
    assert "no-store" in response["Cache-Control"]


def test_the_answer_can_be_a_comment_for_an_issue(client):
    response = client.post(f"{URL}?format=github", f"my secret\n{ERROR}", content_type="text/plain")

    assert (response.status_code, response["Content-Type"]) == (200, "text/markdown; charset=utf-8")
    words = response.content.decode()
    assert words.startswith(f"<!-- tracefix exact boom -->\n\n```text\n{ERROR}\n```\n\n**Fix:** ")
    assert "](http://testserver/articles/boom/)" in words
    assert ERROR in words
    assert "secret" not in words


def test_the_answer_can_be_a_text_for_an_assistant(client):
    response = client.post(f"{URL}?format=prompt", f"a\n{ERROR}", content_type="text/plain")

    assert (response.status_code, response["Content-Type"]) == (200, "text/markdown; charset=utf-8")
    assert "http://testserver/articles/boom/" in response.content.decode()


def test_json_may_be_asked_for_by_name(client):
    asked = client.post(f"{URL}?format=json", ERROR, content_type="text/plain")

    assert asked.json() == post(client, ERROR).json()


@pytest.mark.parametrize("name", ["xml", "", "TEXT", "text\x00"])
def test_an_unknown_format_is_refused_in_the_same_shape(client, name):
    response = client.post(URL, ERROR, content_type="text/plain", query_params={"format": name})

    assert failure(response) == (400, "bad_request")
    assert "'json', 'text', 'github', 'annotation', 'question' or 'prompt'" in response.json()["error"]["message"]


@pytest.mark.parametrize("name", ["text", "github"])
def test_errors_are_json_in_every_format(client, name):
    assert failure(client.post(f"{URL}?format={name}", "", content_type="text/plain")) == (400, "empty")


@pytest.mark.parametrize("name", FORMATS)
def test_the_earlier_address_of_a_format_redirects_with_method_and_body(client, name):
    response = client.post(f"{URL}/{name}?lang=zh-hans", ERROR, content_type="text/plain")

    assert (response.status_code, response["Location"]) == (308, f"../match?lang=zh-hans&format={name}")
    followed = client.post(f"{URL}/{name}", ERROR, content_type="text/plain", follow=True)
    asked = client.post(f"{URL}?format={name}", ERROR, content_type="text/plain")
    assert followed.content == asked.content
    assert followed["X-Tracefix-Verdict"] == "exact"


def test_json_has_its_characters_as_they_are_and_no_control_codes(client):
    response = post(client, "RuntimeError: boom happened in '地窖'")

    assert "地窖" in response.content.decode()
    assert ", " not in response.content.decode().partition("explanation")[0].replace("boom", "")
    assert "\x9b" not in post(client, "RuntimeError: boom happened in 'x\x9b2J'").content.decode()


WAYS = {
    "plain text": (ERROR, "text/plain"),
    "plain text with a charset": (ERROR.encode(), "text/plain; charset=utf-8"),
    "json": (json.dumps({"text": ERROR}), "application/json"),
    "json in broken utf-8": (b'{"text": "\xff ' + ERROR.encode() + b'"}', "application/json"),
    "json with raw line breaks": ('{"text": "a\n' + ERROR + '"}', "application/json"),
    "json with half a character": ('{"text": "\\ud83d\\n' + ERROR + '"}', "application/json"),
    "curl --data-binary": (ERROR, "application/x-www-form-urlencoded"),
    "an encoded form": ("text=RuntimeError%3A+boom+happened+in+%27cellar%27", "application/x-www-form-urlencoded"),
    "a form that is not encoded": (f"text={ERROR} & 100%+1", "application/x-www-form-urlencoded"),
    "a log that looks like a form": (f"GET /a?b=c&text=d\n{ERROR}", "application/x-www-form-urlencoded"),
    "octets": (ERROR, "application/octet-stream"),
    "utf-16 from PowerShell": (ERROR.encode("utf-16"), "text/plain"),
    "utf-8 with a mark": (ERROR.encode("utf-8-sig"), "text/plain"),
    "broken utf-8": (b"\xff\xfa\xfb " + ERROR.encode(), "text/plain"),
    "nul bytes": (ERROR.replace(" ", "\0 "), "text/plain"),
    "binary around it": (bytes(range(256)) + b"\n" + ERROR.encode() + b"\n" + bytes(range(256)), "text/plain"),
}


@pytest.mark.parametrize(("body", "content_type"), WAYS.values(), ids=WAYS)
def test_a_paste_may_be_sent_in_any_of_these_ways(client, body, content_type):
    assert slugs(post(client, body, content_type)) == ["boom"]


def test_a_file_may_be_sent(client):
    assert slugs(client.post(URL, {"file": SimpleUploadedFile("err.log", ERROR.encode())})) == ["boom"]


def test_a_multipart_field_may_be_sent(client):
    assert slugs(client.post(URL, {"text": ERROR})) == ["boom"]


def failure(response):
    return response.status_code, response.json()["error"]["code"]


LIMIT = 10 * 1024 * 1024
URLENCODED = "application/x-www-form-urlencoded"
EMPTY = {"nothing": "", "white space": " \r\n\t ", "nul bytes": "\0\0", "a mark": "\ufeff"}
BAD_JSON = ["{", "[]", '"text"', "{}", '{"text": 1}', '{"text": null}', "[" * 100_000]
FIELDS = "&".join(f"field{number}=1" for number in range(5000))
REFUSED = {
    **{name: (body, "text/plain", (400, "empty")) for name, body in EMPTY.items()},
    **{f"JSON {body[:12]}": (body, "application/json", (400, "bad_json")) for body in BAD_JSON},
    **{
        f"too much {kind}": ("x" * (LIMIT + 1), kind, (413, "too_large"))
        for kind in ("text/plain", "application/json", URLENCODED)
    },
    "another media type": ("<error/>", "application/xml", (415, "unsupported_media_type")),
    "a form of very many fields": (f"text=x&{FIELDS}", URLENCODED, (400, "bad_request")),
    "a broken form": ("x", "multipart/form-data", (400, "bad_request")),
}


@pytest.mark.parametrize(("body", "content_type", "code"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_paste_is_refused_with_a_reason(client, body, content_type, code):
    assert failure(post(client, body, content_type)) == code


@pytest.mark.parametrize(
    ("number", "size", "code"), [(200, 1, (400, "bad_request")), (1, LIMIT + 1, (413, "too_large"))]
)
def test_a_form_of_very_many_or_large_files_is_refused(client, number, size, code):
    files = {f"file{each}": SimpleUploadedFile("err.log", b"x" * size) for each in range(number)}

    assert failure(client.post(URL, files)) == code


def test_an_encoded_form_without_the_field_is_read_as_it_is(client):
    answer = post(client, "TypeError:cannot_pickle", "application/x-www-form-urlencoded")

    assert answer.status_code == 200


def test_two_hundred_thousand_blank_lines_hide_nothing(client):
    assert slugs(post(client, "\n" * 200_000 + ERROR)) == ["boom"]


def test_the_answer_repeats_no_more_of_an_endless_message_than_needed(client):
    response = post(client, "RuntimeError: " + "x" * 5_000_000)

    assert response.json()["verdict"] == "none"
    assert len(response.content) < 100_000


def test_the_answer_is_kept_by_no_cache(client):
    assert "no-store" in post(client, ERROR)["Cache-Control"]


def test_exactly_the_limit_is_answered(client):
    assert slugs(post(client, ERROR + "\n" + "x" * (LIMIT - len(ERROR) - 1))) == ["boom"]


class Endless:
    """A body without end that counts what is read of it."""

    def __init__(self):
        self.read_bytes = 0

    def read(self, size=65536):
        self.read_bytes += size
        return b"x" * size

    readline = read


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "application/json"])
def test_a_body_without_a_length_is_read_up_to_the_limit_only(client, content_type):
    body = Endless()

    response = client.generic(
        "POST", URL, "", content_type=content_type, **{"wsgi.input": body, "CONTENT_LENGTH": str(LIMIT + 60_000)}
    )

    assert failure(response) == (413, "too_large")
    assert body.read_bytes <= LIMIT + 65_536


def test_a_declared_length_beyond_the_limit_is_refused_unread(client):
    body = Endless()

    response = client.generic(
        "POST", URL, "", content_type="text/plain", **{"wsgi.input": body, "CONTENT_LENGTH": str(LIMIT * 3)}
    )

    assert failure(response) == (413, "too_large")
    assert body.read_bytes == 0


@pytest.mark.parametrize("method", ["get", "put", "delete", "patch"])
def test_another_method_is_refused_in_the_same_shape(client, method):
    assert failure(getattr(client, method)(URL)) == (405, "method_not_allowed")


def test_nothing_of_a_paste_is_logged(client, settings, stderr_log):
    settings.ACCESS_LOG = True
    secret = "hunter2-secret-token"

    for content_type in ("text/plain", "application/json", "application/xml", "multipart/form-data; boundary=x"):
        post(client, f"{ERROR} {secret}", content_type)
    post(client, json.dumps({"text": [secret]}), "application/json")

    assert "/api/v1/match" in stderr_log.getvalue()
    assert secret not in stderr_log.getvalue()


def test_the_document_names_every_hint(client):
    schema = client.get("/api/v1/openapi.json").json()["components"]["schemas"]["HintOut"]

    assert all(code in schema["properties"]["code"]["description"] for code in HintCode)


@pytest.mark.parametrize("form", ["json", "text", "github", "annotation", "question"])
@pytest.mark.parametrize(
    ("text", "verdict"), [(ERROR, "exact"), ("it says boom happened in 'x' and on", "likely"), ("x", "none")]
)
def test_the_verdict_is_in_a_header(client, form, text, verdict):
    response = client.post(f"{URL}?format={form}", text, content_type="text/plain")

    assert response["X-Tracefix-Verdict"] == verdict


def test_the_answer_can_be_an_annotation(client):
    response = client.post(f"{URL}?format=annotation", ERROR, content_type="text/plain")

    assert response.content.decode().startswith(f"::error title=Known error::{ERROR}%0AFix: ")


def test_the_answer_can_be_a_question(client):
    cut = 'Traceback (most recent call last):\n  File "/app/train.py", line 7, in f\n'
    asked, known = (client.post(f"{URL}?format=question", text, content_type="text/plain") for text in (cut, ERROR))

    assert asked.content.decode().startswith("<!-- tracefix question cut -->\n")
    assert known.content == b""
