"""torchrun's error files: the time and the message of an exception, whatever stands in the file."""

import json

import pytest

from tests.tracefix.triage.logs import job_of
from tracefix.triage.error_files import LARGEST, is_error_file, read_error_file
from tracefix.triage.job_answer import to_lines, to_values

TIME = 1_763_800_000
NAME = "a/attempt_0/3/error.json"


def read(text, rank=3):
    return read_error_file(NAME, text if isinstance(text, bytes) else text.encode(), rank)


def written_at(timestamp):
    return written(timestamp=timestamp)


def written(message='"ValueError: b"', timestamp=f'"{TIME}"', stack='"Traceback: x"'):
    """An error file, with JSON for its values."""
    return (
        f'{{"message": {{"message": {message}, "extraInfo": {{"py_callstack": {stack}, "timestamp": {timestamp}}}}}}}'
    )


def test_it_tells_the_exception_its_time_and_its_stack():
    event = read(written())

    assert (event.text, event.time, event.rank, event.window) == ("ValueError: b", TIME, 3, b"Traceback: x")
    assert event.is_own


def test_a_message_without_more_is_told_too():
    event = read('{"message": "ValueError: b\\nmore"}', None)

    assert (event.text, event.time, event.is_own, event.window) == (
        "ValueError: b",
        None,
        False,
        b"ValueError: b\nmore",
    )


@pytest.mark.parametrize("timestamp", [f"{TIME}", f'"{TIME}"', f"{TIME}.0", f'" {TIME}.5"'])
def test_a_time_may_be_a_number_or_a_text(timestamp):
    assert int(read(written_at(timestamp)).time) == TIME


NO_TIMES = {
    "not a number": "NaN",
    "without an end": "Infinity",
    "before everything": "-Infinity",
    "infinite as text": '"inf"',
    "no number as text": '"nan"',
    "beyond the calendar": "1e20",
    "beyond what a float holds": "1" + "0" * 400,
    "beyond what Python reads": "1" + "0" * 5_000,
    "of so many digits as text": f'"{"9" * 5_000}"',
    "long ago": "-1e18",
    "the beginning of the clock": "0",
    "milliseconds": f"{TIME}000",
    "a word": '"yesterday"',
    "nothing": "null",
    "a truth": "true",
    "a list": "[1763800000]",
    "an object": "{}",
    "half a character": '"\\ud800"',
}


@pytest.mark.parametrize("timestamp", NO_TIMES.values(), ids=NO_TIMES)
def test_what_is_no_time_is_none_and_the_answer_is_whole(timestamp):
    content = written_at(timestamp)
    assert read(content).time is None

    job = job_of(**{NAME: content, "rank1.log": "step 1\n"})
    assert json.loads(json.dumps(to_values(job, None), allow_nan=False))["cause"]["text"] == "ValueError: b"
    assert to_lines(job)


@pytest.mark.parametrize("half", ["\\ud800", "\\udfff"])
def test_half_a_surrogate_pair_becomes_a_question_mark(half):
    event = read(written(message=f'"ValueError: {half}"', stack=f'"ValueError: {half}"'))

    assert (event.text, event.window) == ("ValueError: ?", b"ValueError: ?")
    assert read(f'{{"message": "ValueError: {half}"}}').window == b"ValueError: ?"


def test_a_whole_pair_is_a_character():
    assert read('{"message": "ValueError: \\ud83c\\udfd6"}').text == "ValueError: \N{BEACH WITH UMBRELLA}"


def test_bytes_that_are_no_utf_8_are_replaced():
    assert read(b'{"message": "ValueError: \xff"}').text == "ValueError: \N{REPLACEMENT CHARACTER}"


@pytest.mark.parametrize("extra", ["[]", "null", '"x"', "7", '{"py_callstack": ["x"], "timestamp": []}'])
def test_what_else_a_file_says_may_be_anything(extra):
    event = read(f'{{"message": {{"message": "ValueError: b", "extraInfo": {extra}}}}}')

    assert (event.text, event.time, event.window) == ("ValueError: b", None, b"ValueError: b")


NONE = {
    "empty": "",
    "cut off": written()[:-40],
    "not utf-8": b"\xff\xfe\x00",
    "a list": "[1]",
    "a text": '"message"',
    "a number": "1" * 5_000,
    "without a message": '{"error": "x"}',
    "a blank message": '{"message": "  \\n "}',
    "a message that is a list": '{"message": ["ValueError: x"]}',
    "a message that is nothing": '{"message": {"message": null}}',
    "a message of a message": '{"message": {"message": {"message": "x"}}}',
    "deep": '{"message": ' + "[" * 30_000 + "]" * 30_000 + "}",
    "deep objects": '{"message": ' + '{"a":' * 12_000,
    "a log": "step 1\nValueError: x\n",
}


@pytest.mark.parametrize("content", NONE.values(), ids=NONE)
def test_what_is_no_error_file_tells_nothing_and_is_named(content):
    assert read(content) is None

    job = job_of(**{NAME: content, "rank1.log": "ValueError: x\n"})
    assert [(each.name, str(each.why)) for each in job.left_out] == [(NAME, "it is no error file of torchrun")]
    assert job.failure.cause.file == "rank1.log"


def test_of_the_json_only_the_message_is_read():
    deep = "[" * 20_000 + "]" * 20_000

    assert read(f'{{"message": "ValueError: b", "other": {deep}}}').text == "ValueError: b"
    assert read(f'{{"other": {deep}, "message": "ValueError: b"}}').text == "ValueError: b"
    assert read('{"other": "\\"message\\": 1, {\\"message\\": 2", "message": "ValueError: b"}').text == "ValueError: b"


def test_of_a_large_one_64_kb_are_read():
    small = '{"message": "ValueError: b", "other": "' + "x" * LARGEST + '"}'
    large = '{"message": "ValueError: ' + "x" * LARGEST + '"}'

    assert read(small).text == "ValueError: b"
    job = job_of(**{NAME: large, "rank1.log": "ValueError: x\n"})
    assert [str(each.why) for each in job.left_out] == ["it is larger than 64 KB"]


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("error.json", True),
        ("a/3/error.json", True),
        ("a\\3\\error.json", True),
        ("my-error.json", False),
        ("error.log", False),
    ],
)
def test_its_name_tells_it(name, is_one):
    assert is_error_file(name) is is_one
