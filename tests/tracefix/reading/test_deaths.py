"""What kills a process is told by a shell's words, by the signal's name and by exit codes; one table has them all."""

import signal

import pytest

from tracefix.linear_re import Expression
from tracefix.reading import deaths
from tracefix.reading.cleaning import clean
from tracefix.reading.deaths import Death, any_words
from tracefix.reading.report import Weight
from tracefix.reading.tracebacks import parse

DEATHS = [each for each in vars(deaths).values() if isinstance(each, Death)]


@pytest.mark.parametrize("death", DEATHS, ids=lambda death: death.name)
def test_the_example_of_a_death_is_read_as_an_error_and_as_this_death_alone(death):
    assert parse(clean(death.example)).errors
    assert [each for each in DEATHS if Expression(rf"(?i){any_words(each)}").search(death.example)] == [death]


@pytest.mark.parametrize("death", DEATHS, ids=lambda death: death.name)
def test_each_way_of_telling_a_death_is_known(death):
    expression = Expression(rf"(?i){any_words(death)}")
    number = signal.Signals[death.name].value
    ways = [
        *death.words,
        f"died with <Signals.{death.name}: {number}>.",
        f"exit code {128 + number}",
        f"(exitcode: -{number})",
        f"signal {number}",
        f"status={number}/{death.name[3:]}",
    ]

    assert all(map(expression.search, ways))


@pytest.mark.parametrize("line", ["skilled workers", "step 1371", "loss -90", "busy", "signal 99", "code 19/KILLER"])
def test_words_and_numbers_that_only_look_like_a_death_are_none(line):
    assert not [death for death in DEATHS if Expression(rf"(?i){any_words(death)}").search(line)]


@pytest.mark.parametrize(
    ("line", "signal"),
    [
        ("transcription failed with code -4", False),
        ("conversion failed with status -5.", False),
        ("the command failed with code -11", True),
        ("Tool failed with exit code -4", True),
        ("Job exited with code -4", True),
    ],
)
def test_what_a_function_returned_is_no_signal(line, signal):
    assert [error.weight is Weight.DEATH for error in parse(clean(line)).errors] == [signal] or (
        not signal and not parse(clean(line)).errors
    )
