"""One vote a visitor and day on one thing, without an account and without an address.

Whoever votes is given a cookie with a random number, signed, that lasts a day. What is kept of it with a vote is a
hash of that number and of what was voted on: equal when the same visitor votes again or the request is sent again,
different for every other thing, so that no two votes can be told to come from one person.
"""

import hashlib
import secrets
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponseBase

COOKIE = "voter"
DAY_SECONDS = 24 * 3600


@dataclass(frozen=True, slots=True)
class Voter:
    """Who asks, for a day; `is_new` where the cookie is not there yet, too old, or not of our making."""

    number: str
    is_new: bool

    def ballot(self, *subject: str) -> str:
        """What stands for this voter's vote on the subject: 64 hexadecimal digits."""
        return hashlib.sha256("\n".join((self.number, *subject)).encode()).hexdigest()

    def remember(self, response: HttpResponseBase, *, is_secure: bool) -> None:
        """Give a new voter the cookie."""
        if self.is_new:
            response.set_signed_cookie(
                COOKIE,
                self.number,
                salt=COOKIE,
                max_age=DAY_SECONDS,
                secure=is_secure,
                httponly=True,
                samesite="Strict",
            )


def voter_of(request: HttpRequest) -> Voter:
    """The voter whom the request's cookie names; a new one where it names none."""
    number = request.get_signed_cookie(COOKIE, default="", salt=COOKIE, max_age=DAY_SECONDS)
    return Voter(number, is_new=False) if number else Voter(secrets.token_hex(16), is_new=True)
