"""Of a long log, what shows no sign of an error is left out, and nothing else."""

import pytest

from tracefix.reading.cleaning import clean, shorten

ERROR = "TypeError: cannot pickle 'PyCapsule' object"


def test_uneventful_stretches_of_a_long_log_are_left_out():
    log = "".join(f"INFO step {number} of many, all is well\n" for number in range(5000))

    paste = clean(f"first line\n{log}{ERROR}\n{log}last line")

    assert ERROR in paste.text
    assert paste.text.startswith("first line\n")
    assert paste.text.endswith("last line")
    assert len(paste.text) < 20_000


def test_what_is_left_out_moves_no_evidence():
    log = "all is well\n" * 5000
    original = f"{log}{ERROR}\n{log}"
    paste = clean(original)
    start = paste.text.index("PyCapsule")

    first, last = paste.span_in_original(start, start + len("PyCapsule"))

    assert original[first:last] == "PyCapsule"


def test_lines_are_left_out_whole():
    log = "".join(f"INFO step {number} of many, all is well\n" for number in range(5000))

    assert set(clean(log + ERROR).text.splitlines()) <= {*log.splitlines(), ERROR}


def test_what_is_wanted_stays():
    log = "all is well\n" * 5000

    assert "the bell rings" in shorten(f"{log}the bell rings\n{log}", keep=["bell rings"]).text


def test_of_errors_without_end_the_first_and_the_last_are_read():
    text = f"ValueError: first\n{'TypeError: more' * 200_000}\nKeyError: last"

    paste = clean(text)

    assert paste.text.startswith("ValueError: first\n")
    assert paste.text.endswith("KeyError: last")
    assert len(paste.text) < 700_000


@pytest.mark.parametrize("line", ["[INFO] failed reads so far: {}", "step -> {}"])
def test_what_a_job_prints_again_and_again_is_a_sign_the_first_times_only(line):
    log = "".join(f"\r{number}% {line.format(number)}\nall is well\n" for number in range(5000))

    paste = clean(f"{log}{ERROR}\n{log}")

    assert line.format(7) + "\n" in paste.text
    assert ERROR in paste.text
    assert len(paste.text) < 20_000


def test_an_error_that_comes_again_and_again_stays_one():
    error = 'Traceback (most recent call last):\n  File "a.py", line {0}, in f\nKeyError: {0}\n'
    between = "all is well\n" * 500

    paste = clean("".join(error.format(number) + between for number in range(60)))

    assert paste.text.count("Traceback") == paste.text.count("KeyError") == 60
