"""The text for an assistant: what it says, what it leaves out, and what it costs."""

import pytest

from tests.factories import make_article
from tests.tracefix.answers.tools import BANG, BOOM, PASTE, address, answer
from tools.tokens import tokens
from tracefix.answers.context import lines_around
from tracefix.answers.prompt import to_prompt
from tracefix.articles.signatures import Signature
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose

STACK = "Traceback (most recent call last):\n" + "".join(
    f'  File "/home/me/own/part_{number}.py", line {number}, in step\n    step({number})\n' for number in range(40)
)


def prompt_in_context(paste):
    return to_prompt(answer(paste), context=lines_around(answer(paste), diagnose(paste, Catalogue([BOOM, BANG]))))


def test_it_has_the_error_the_article_that_fits_and_its_address():
    text = to_prompt(answer(PASTE))

    assert "## Error\n\n```text\nRuntimeError: boom happened in 'cellar'\n```" in text
    assert "## Known errors that fit\n\n- " in text
    assert "https://tracefix.example/articles/boom/" in text


def test_it_has_what_was_read_from_the_log():
    text = to_prompt(answer(f"Python 3.11.4\ntorch==2.7.1\n{STACK}ValueError: new"))

    assert "Versions: python 3.11.4, torch 2.7.1" in text
    assert "Your code, or that of a clone: /home/me/own/part_39.py:39: `step(39)`" in text
    assert text.count("- /home/me/own/part_") == 8


def test_it_says_what_the_log_does_not_tell():
    text = to_prompt(answer("ValueError: new"))

    assert "## What the log does not tell\n\n- No article covers this error yet.\n- It shows no versions." in text


def test_without_an_error_there_is_nothing_to_ask():
    assert to_prompt(answer("all is well")) == ""


def test_a_secret_is_not_passed_on():
    assert "hf_abc" not in to_prompt(answer(f"{STACK}ValueError: hf_abcdefghijklmnopqrstuvwxyzabcdef"))


@pytest.mark.parametrize("message", ["x" * 50_000, "many words " * 5_000, "```\n" * 500])
def test_it_costs_at_most_1500_tokens(message):
    assert tokens(to_prompt(answer(f"{STACK}RuntimeError: boom happened in 'cellar' {message}"))) <= 1_500


def test_it_costs_no_more_in_chinese():
    error = f"{STACK}RuntimeError: boom happened in 'cellar' {'锅里的汤已经凉了 ' * 5_000}"

    assert len(to_prompt(answer(error), say=lambda text: f"{text} {'汤' * 2_000}").encode()) <= 4 * 1_500


def test_it_has_the_lines_around_the_error_where_they_are_wanted():
    log = f"Jetson Orin, ollama 0.4\n\nsame\nsame\nkey hf_abcdefghijklmnopqrstuvwxyzabcdef\n{PASTE}exit 1\x1b[2J\n"
    text = prompt_in_context(log)
    around = text.partition("## The log around the error\n\n```text\n")[2].partition("\n```")[0].splitlines()

    assert around[:2] == ["Jetson Orin, ollama 0.4", "same"]
    assert around[2].startswith("key ")
    assert "hf_abc" not in text
    assert around[-2:] == ["RuntimeError: boom happened in 'cellar'", "exit 1"]
    assert "The log around the error" not in to_prompt(answer(log))


@pytest.mark.parametrize("filler", ["word {} " * 100 + "\n", "line {}\n"])
def test_of_a_long_log_only_the_lines_near_by_are_shown(filler):
    lines = [filler.replace("{}", str(number)) for number in range(5_000)]
    text = prompt_in_context(f"{''.join(lines)}{PASTE}{''.join(lines[::-1])}")
    around = text.partition("```text\n")[2].partition("## The log around the error")[2]

    assert tokens(text) <= 1_500
    assert around.count("4999") > 1
    assert "4000" not in around


@pytest.mark.parametrize(("is_general", "said"), [(False, True), (True, False)])
def test_what_is_said_of_a_kind_of_error_in_general_is_left_to_the_assistant(is_general, said):
    article = make_article(
        "kind", signatures=(Signature(message="boom", general=is_general),), summary="Something is too hot."
    )
    text = to_prompt(answer("RuntimeError: boom", article))

    assert address("kind") in text
    assert ("Something is too hot." in text) is said


def test_the_lines_are_there_where_the_article_fits_a_line_that_is_no_error():
    text = prompt_in_context("step 1\nnote: boom happened in 'cellar' again\nstep 2\n")

    assert "```text\nstep 1\nnote: boom happened in 'cellar' again\nstep 2\n```" in text


def test_the_error_of_one_long_line_is_kept_to_its_end():
    assert "199 is cold" in prompt_in_context(f"{STACK}RuntimeError: {' '.join(map(str, range(200)))} is cold")
