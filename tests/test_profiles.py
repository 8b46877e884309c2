"""The profile of a page counts the function that runs for itself, and its callers for what they call."""

import sys

from benchmarks.profiles import Profile


def test_own_and_whole_shares_are_told_apart():
    profile = Profile()

    def inner():
        profile.look(0, sys._getframe())

    def outer():
        inner()
        inner()
        inner()
        profile.look(0, sys._getframe())

    outer()

    name = f"{__name__}.{outer.__qualname__}".removesuffix("outer")
    assert profile.line().split(" | ")[1] == f"75.0 % {name}inner, 25.0 % {name}outer"
    assert f"100.0 %  {name}outer" in profile.text().partition("with what it calls")[2]


def test_what_is_ours_is_told_by_module_and_others_by_package():
    profile = Profile()
    profile.looks = 4
    profile.own.update(
        [
            "tracefix.reading.cleaning.clean",
            "tracefix.reading.cleaning.squash",
            "kb.pages.match_page.show",
            "django.http.response.f",
        ]
    )

    assert profile.line().startswith("50.0 % tracefix.reading.cleaning, 25.0 % kb.pages.match_page, 25.0 % django |")
