"""Whatever is sent as the logs of a job: never an error of ours, on the page and from the API.

The logs of jobs that were really run are damaged, as are error files and archives of them. The damage is the same in
each run.
"""

import gzip
import json
import random
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.examples import every
from tests.tracefix.triage.test_jobs import JOBS

LOGS = [path.read_bytes() for path in sorted(JOBS.rglob("*.log")) if path.stat().st_size < 20_000]
NAMES = [
    "train.log", "rank1.log", "r/attempt_0/3/stderr.log", "slurm-1_999999.out", "r/attempt_0/3/error.json", "x" * 400,
]  # fmt: skip
NUMBERS = [b"0", b"-1", b"NaN", b"1e308", b"13", b"60", b"0001", b"1972", b"9999", b"9" * 20, b"9" * 400, b"9" * 4400]
STRANGE = [
    b"\x00", b"\xff", b"\xed\xa0\x80", b"\r", b"\n", b'"', b"{", b"[", b"%s", b"{rank}", b"\x1b[31m", b"\\ud800", b" " * 50,
    b"\xe2\x80\xa8", b"\xef\xbb\xbf", b"\xff\xfe", b"\x1f\x8b", b"[rank9]: ", b"Traceback (most recent call last):\n",
]  # fmt: skip
VALUES = [
    "NaN", "Infinity", "-Infinity", "1e20", "-1e18", "0", "1763800000", "1" + "0" * 400, "1" + "0" * 5000, "true", "null",
    '"inf"', '"nan"', '"1e12"', '"1763800000"', '""', '"\\ud800"', '"\\u0000"', '"ValueError: \\udfff\\nx"', '"KeyError: 1"',
    "[]", "{}", '["x"]', '{"message": "y"}', "[" * 2000 + "]" * 2000,
]  # fmt: skip
ERROR_FILES = [
    '{{"message": {0}}}',
    '{{"message": {{"message": {0}, "extraInfo": {1}}}}}',
    '{{"message": {{"message": "ValueError: b", "extraInfo": {{"timestamp": {0}, "py_callstack": {1}}}}}}}',
    '{{"message": {{"message": {0}, "extraInfo": {{"timestamp": {1}}}, "errorCode": {2}}}}}',
]


def place(chance, data):
    first = chance.randrange(len(data) + 1)
    return first, min(len(data), first + chance.randrange(1, 200))


def lose(chance, data):
    first, last = place(chance, data)
    return data[:first] + data[last:]


def repeat(chance, data):
    first, last = place(chance, data)
    return data[:last] + data[first:last] * chance.randrange(1, 50) + data[last:]


def change(chance, data):
    first, _ = place(chance, data)
    return data[:first] + bytes([chance.randrange(256)]) + data[first + 1 :]


def put_in(chance, data):
    first, _ = place(chance, data)
    return data[:first] + chance.choice(STRANGE) * chance.choice([1, 1, 3, 500]) + data[first:]


def put_a_line_in(chance, data):
    first, _ = place(chance, data)
    return data[:first] + chance.choice(chance.choice(LOGS).split(b"\n")) + b"\n" + data[first:]


def renumber(chance, data):
    numbers = list(re.finditer(rb"\d+", data))
    if not numbers:
        return data
    found = chance.choice(numbers)
    return data[: found.start()] + chance.choice(NUMBERS) + data[found.end() :]


def cut(chance, data):
    return data[: place(chance, data)[0]]


DAMAGE = [lose, repeat, change, put_in, put_a_line_in, renumber, cut]


def damaged(chance, data):
    for damage in chance.choices(DAMAGE, k=chance.randrange(1, 6)):
        data = damage(chance, data)
    return data


def a_log(chance):
    return chance.choice(NAMES), damaged(chance, chance.choice(LOGS))


def an_error_file(chance):
    content = chance.choice(ERROR_FILES).format(*chance.choices(VALUES, k=3)).encode()
    return f"r/attempt_0/{chance.randrange(4)}/error.json", damaged(
        chance, content
    ) if chance.random() < 0.3 else content


def an_archive(chance):
    """One or several members: whole ones of a damaged log, damaged ones, and with something behind them."""
    name, content = a_log(chance)
    packed = gzip.compress(content, mtime=0)
    kind = chance.randrange(4)
    if kind == 0:
        packed = damaged(chance, packed)
    elif kind == 1:
        packed += bytes(chance.randrange(600)) + gzip.compress(chance.choice(LOGS), mtime=0) * chance.randrange(3)
    elif kind == 2:
        packed += chance.randbytes(20)
    return name + ".gz" * chance.randrange(2), packed


KINDS = [a_log, an_error_file, an_archive]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seed"), every(20, [(kind, seed) for seed in range(40) for kind in KINDS]))
def test_whatever_is_sent_as_logs_is_answered(client, kind, seed):
    chance = random.Random(seed)
    for _ in range(5):
        sent = [kind(chance), *(chance.choice(KINDS)(chance) for _ in range(chance.randrange(4)))]

        answers = []
        for address in ("/api/v1/triage", "/match/"):
            files = [SimpleUploadedFile("file", content or b" ") for _, content in sent]
            answers.append(client.post(address, {"file": files, "path": [name for name, _ in sent], "text": ""}))

        assert {answer.status_code for answer in answers} <= {200, 400}, sent
        json.loads(answers[0].content, parse_constant=pytest.fail)
