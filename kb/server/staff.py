"""The log-in of staff: Django's page with a limit per address and per account. It leads to /staff/ only.

Django's own log-in has no limit and follows `next` to any page of this host.
"""

import hashlib
import unicodedata

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from kb.server.clients import client_address
from kb.server.limits import get_limits
from kb.server.refusals import refuse

_THIS_MACHINE = "this machine"  # other limits do not count it, this one does


def login(request: HttpRequest) -> HttpResponse:
    """Django's log-in page; 429 after too many tries from an address, or of an account from anywhere."""
    if request.method == "POST":
        limits = get_limits()
        asking = client_address(request) or _THIS_MACHINE
        if seconds := max(limits.wait("login", who) for who in (asking, _account(request.POST.get("username", "")))):
            return refuse(request, seconds)
    response = admin.site.login(request)
    home = reverse("admin:index")
    if response.status_code == 302 and not response["Location"].startswith(home):
        response["Location"] = home
    return response


def _account(name: str) -> str:
    """The name of an account in the counters: of fixed length, and the same however the name is typed."""
    typed = unicodedata.normalize("NFKC", name).strip().casefold()
    return f"account {hashlib.sha256(typed.encode()).hexdigest()}"
