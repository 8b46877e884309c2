"""Annotations of GitHub Actions: what is in them, and that nothing of a paste becomes a command."""

import pytest

from tests.tracefix.answers.tools import PASTE, answer
from tracefix.answers.annotation import to_annotation


def test_a_known_error_is_one_line_with_its_fix_and_address():
    assert to_annotation(answer(PASTE)) == (
        "::error title=Known error::RuntimeError: boom happened in 'cellar'%0AFix: Read the other one, then run "
        "python -m fuse --longer --than-that --and-on --and-on --again 9.%0Ahttps://tracefix.example/articles/boom/\n"
    )


def test_a_probable_error_is_a_warning_and_an_unknown_one_a_notice():
    likely = to_annotation(answer("someone wrote that boom happened in 'x' and went on"))

    assert likely.startswith("::warning title=Probably this error::")
    assert to_annotation(answer("ValueError: new")).startswith(
        "::notice title=No article covers this error yet::ValueError"
    )


def test_without_an_error_nothing_is_printed():
    assert to_annotation(answer("all is well")) == ""


@pytest.mark.parametrize(
    "text", ["\n::stop-commands::x", "\r::add-mask::x", "%0A::error::x", "hf_abcdefghijklmnopqrstuvwxyzabcdef"]
)
def test_nothing_of_a_paste_is_a_command_or_a_secret(text):
    line = to_annotation(answer(f"RuntimeError: boom happened in 'x{text}'"))

    assert line.count("\n") == 1
    assert "\r" not in line
    assert "%0A::" not in line
    assert "hf_abc" not in line
