"""What is logged says where something broke, and nothing of what it broke on."""

import pytest

from kb.server.logs import PrivateFormatter


def told(raise_error):
    try:
        raise_error()
    except Exception as error:
        return PrivateFormatter().formatException((type(error), error, error.__traceback__))


def fail():
    raise ValueError("secret")


def test_the_place_and_the_class_are_told_but_not_the_text():
    text = told(fail)

    assert text.splitlines()[-1] == "builtins.ValueError"
    assert "in fail" in text
    assert "secret" not in text.replace('raise ValueError("secret")', "")  # our own source line may be quoted


@pytest.mark.parametrize("explicit", [True, False], ids=["from", "while handling"])
def test_what_led_to_an_error_is_told_first(explicit):
    def fail_twice():
        try:
            fail()
        except ValueError as error:
            if explicit:
                raise KeyError(str(error)) from error
            raise KeyError(str(error))  # noqa: B904

    classes = [line for line in told(fail_twice).splitlines() if line.startswith("builtins.")]

    assert classes == ["builtins.ValueError", "builtins.KeyError"]


def test_a_chain_that_bites_its_tail_ends():
    error = ValueError("a")
    error.__cause__ = KeyError("b")
    error.__cause__.__cause__ = error

    assert PrivateFormatter().formatException((ValueError, error, None)).count("ValueError") == 1
