"""One vote a visitor and day on one thing, without an account and without an address.

Whoever votes is given a cookie with a random number, signed, that lasts a day. What is kept of it with a vote is a
hash of that number and of what was voted on: equal when the same visitor votes again or the request is sent again,
different for every other thing, so that no two votes can be told to come from one person.

A cookie is easily thrown away, so whoever votes or reports is counted by their address, too. Of an address only
`keyed_hash` is kept, and that in the database for a report alone. Without the secret key nothing can be read from it.
Whoever has the database *and* the key can try all networks, and so learn from which one a report came: a network of
256 IPv4 addresses, or a whole IPv6 site, never one address. Two reports of one error can be told to come from one
network, reports of different errors cannot.
"""

import hashlib
import secrets
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import salted_hmac

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


def keyed_hash(who: str, *subject: str) -> str:
    """What stands for an address or a network in one subject: 64 hexadecimal digits; "" for "", which is no client."""
    return salted_hmac(__name__, "\n".join((who, *subject)), algorithm="sha256").hexdigest() if who else ""
