"""POST /api/v1/triage: the logs of a job in one form."""

import gzip

import jsonschema
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.tracefix.triage.test_error_files import NO_TIMES, NONE, written_at

URL = "/api/v1/triage"
GONE = b"RuntimeError: [a/pair.cc:553] Connection closed by peer [10.0.0.1]:1\n"
BOOM = b"step 1\nRuntimeError: boom happened in 'cellar'\n"


def send(client, *files, **fields):
    return client.post(URL, {"file": [SimpleUploadedFile(name, data) for name, data in files], **fields})


def test_the_answer_has_the_cause_its_victims_and_the_known_error(client):
    answer = send(client, ("rank0.log", GONE), ("rank1.log", BOOM)).json()

    assert answer["cause"] == {
        "file": "rank1.log", "line": 2, "offset": 7, "rank": 1, "time": None, "kind": "exception",
        "text": "RuntimeError: boom happened in 'cellar'", "step": None, "detail": None,
    }  # fmt: skip
    assert [event["rank"] for event in answer["victims"]] == [0]
    assert [match["slug"] for match in answer["diagnosis"]["matches"]] == ["boom"]
    assert answer["says"][0] == "Rank 1 failed first."
    assert answer["files"] == 2


def test_it_is_as_the_document_says(client):
    shapes = client.get("/api/v1/openapi.json").json()["components"]["schemas"]
    whole = {"$ref": "#/components/schemas/JobOut", "components": {"schemas": shapes}}
    validator = jsonschema.Draft202012Validator(whole)
    jobs = [
        send(client, ("rank0.log", GONE), ("rank1.log", BOOM)),
        send(client, ("rank0.log", b"all is well\n")),
        send(client, ("rank0.log", b""), ("rank1.log", GONE)),
    ]

    assert [list(validator.iter_errors(job.json())) for job in jobs] == [[], [], []]
    assert {*shapes["JobOut"]["required"]} == shapes["JobOut"]["properties"].keys()


def test_one_log_is_enough_and_may_be_compressed(client):
    assert send(client, ("train.log.gz", gzip.compress(BOOM))).json()["cause"]["line"] == 2


def test_paths_tell_ranks(client):
    files = [("stderr.log", GONE), ("stderr.log", BOOM)]
    answer = send(client, *files, path=["r/attempt_0/4/stderr.log", "r/attempt_0/5/stderr.log"]).json()

    assert answer["cause"]["rank"] == 5


def test_an_error_file_may_hold_anything(client):
    for content in (*NONE.values(), *map(written_at, NO_TIMES.values()), '{"message": "ValueError: \\ud800"}'):
        sent = content if isinstance(content, bytes) else content.encode()
        answer = send(client, ("error.json", sent or b" "), ("rank1.log", BOOM))

        assert (answer.status_code, len(answer.json()["diagnosis"]["errors"])) == (200, 1), content


def test_logs_without_a_cause(client):
    answer = send(client, ("rank0.log", b"all is well\n")).json()

    assert (answer["cause"], answer["diagnosis"]) == (None, None)


def test_bad_input_has_the_error_shape(client):
    cases = [
        (client.post(URL, GONE, content_type="text/plain"), 415, "unsupported_media_type"),
        (client.post(URL, {"text": "x"}), 400, "empty"),
        (send(client, ("rank0.log", b"")), 400, "unreadable"),
        (send(client, *[(f"rank{rank}.log", b"x") for rank in range(101)]), 400, "bad_request"),
        (send(client, ("rank0.log", b"x" * (10 << 20) + b"xx")), 413, "too_large"),
        (client.post(f"{URL}?lang=xx", {"file": SimpleUploadedFile("a", BOOM)}), 400, "bad_request"),
    ]

    for response, status, code in cases:
        assert (response.status_code, response.json()["error"]["code"]) == (status, code)
    assert "rank0.log: it is empty" in cases[2][0].json()["error"]["message"]


def test_only_post(client):
    assert client.get(URL).status_code == 405


def test_no_cache_keeps_it(client):
    assert send(client, ("rank1.log", BOOM))["Cache-Control"] == "no-store"
