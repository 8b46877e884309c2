"""Ballots: one vote per visitor, subject and day, without accounts or stored addresses.

A voter gets a signed cookie with a random number, valid for a day. The database stores a hash of that number and the
subject. The hash is the same if the visitor votes on the subject again, and different for every other subject, so the
database does not show that two votes came from one person.

Because cookies are easily deleted, each client address also counts once a day. Only its `keyed_hash` is used. The
database stores such a hash only with a sketch, and only of the network. Without the secret key it reveals nothing.
Somebody with the database *and* the key can try all networks and find which one sent a sketch: 256 IPv4 addresses or a
whole IPv6 site, never one address. The database shows that two sketches of one error came from one network, but not
that sketches of different errors did.
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
    """A visitor for a day. `is_new` is true if the request had no cookie, an old one, or a forged one."""

    number: str
    is_new: bool

    def ballot(self, *subject: str) -> str:
        """The id of this voter's vote on a subject: 64 hexadecimal digits. It does not reveal the voter."""
        return hashlib.sha256("\n".join((self.number, *subject)).encode()).hexdigest()

    def remember(self, response: HttpResponseBase, *, is_secure: bool) -> None:
        """Set the cookie if the voter is new."""
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
    """The voter that the cookie of a request names; a new voter if it has no valid cookie."""
    number = request.get_signed_cookie(COOKIE, default="", salt=COOKIE, max_age=DAY_SECONDS)
    return Voter(number, is_new=False) if number else Voter(secrets.token_hex(16), is_new=True)


def keyed_hash(address: str, *subject: str) -> str:
    """A hash of an address or network for one subject, keyed with SECRET_KEY: 64 hexadecimal digits; "" for ""."""
    return salted_hmac(__name__, "\n".join((address, *subject)), algorithm="sha256").hexdigest() if address else ""
