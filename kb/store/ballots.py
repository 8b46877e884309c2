"""Ballots: one vote per visitor, subject and day, without accounts or stored addresses.

A voter gets a signed cookie with a random number for a day. With the vote we store a hash of that number and of the
subject. It is equal when the same visitor votes again, and different for every other subject, so nobody can tell that
two votes came from one person.

Cookies are easily deleted, so votes and sketches are counted by address, too. Of an address only `keyed_hash` is kept,
and in the database only with a sketch, as a network. Without the secret key nothing can be read from it. Whoever has
the database *and* the key can try all networks and learn which one sent a sketch: 256 IPv4 addresses or a whole IPv6
site, never one address. Two sketches of one error from one network can be told to be that; sketches of different errors
cannot.
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
    """A visitor for a day. `is_new` if the request has no cookie, an old one, or a forged one."""

    number: str
    is_new: bool

    def ballot(self, *subject: str) -> str:
        """The id of this voter's vote on the subject, 64 hexadecimal digits. It does not reveal the voter."""
        return hashlib.sha256("\n".join((self.number, *subject)).encode()).hexdigest()

    def remember(self, response: HttpResponseBase, *, is_secure: bool) -> None:
        """Set the cookie, if the voter is new."""
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
    """The voter of the request's cookie; a new one if there is no valid cookie."""
    number = request.get_signed_cookie(COOKIE, default="", salt=COOKIE, max_age=DAY_SECONDS)
    return Voter(number, is_new=False) if number else Voter(secrets.token_hex(16), is_new=True)


def keyed_hash(who: str, *subject: str) -> str:
    """A hash of an address or network for one subject, keyed with the secret key: 64 hexadecimal digits; "" for ""."""
    return salted_hmac(__name__, "\n".join((who, *subject)), algorithm="sha256").hexdigest() if who else ""
