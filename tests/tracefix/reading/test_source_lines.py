"""Source code that a report quotes is nobody's message."""

from tracefix.reading.cleaning import clean
from tracefix.reading.tracebacks import parse


def read(text):
    return parse(clean(text))


def seen(text):
    """(class, message, is root) of every error."""
    return [(error.type, error.message, error.is_root) for error in read(text).errors]


def test_quoted_source_is_known_as_such():
    text = '  File "a.py", line 3, in f\n    raise TypeError("boom")\nTypeError: boom'
    report = read(text)

    assert [text[start:end] for start, end in report.source_lines] == ['    raise TypeError("boom")']


def test_of_a_statement_of_several_lines_all_are_source():
    text = (
        'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    raise RuntimeError(\n'
        '        "TypeError: not said"\n    )\nValueError: boom'
    )
    report = read(text)

    assert [(error.type, len(error.frames)) for error in report.errors] == [("ValueError", 1)]
    assert len(report.source_lines) == 3


def test_an_error_indented_like_source_is_an_error():
    text = 'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    run()\n    TypeError: boom'

    assert seen(text) == [("TypeError", "boom", True)]


def test_a_first_frame_that_lost_its_indentation_does_not_take_the_next_one_for_its_source():
    report = read('File "a.py", line 3, in f\n    g()\n  File "b.py", line 4, in g\n    h()\nTypeError: boom')

    assert [frame.file for frame in report.roots[0].frames] == ["a.py", "b.py"]
