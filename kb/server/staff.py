"""The log-in page for staff: Django's own, with a rate limit, and with redirects only to /staff/.

Django's log-in has no rate limit, and follows `next` to any page of this host.
"""

import hashlib
import unicodedata

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from kb.server.clients import client_address
from kb.server.limits import get_limits
from kb.server.refusals import refuse

_THIS_MACHINE = "this machine"  # counted here, unlike in the other limits


def login(request: HttpRequest) -> HttpResponse:
    """Django's log-in page. 429 after too many tries from one address, or for one account from anywhere."""
    if request.method == "POST":
        limits = get_limits()
        client = client_address(request) or _THIS_MACHINE
        if seconds := max(limits.wait("login", who) for who in (client, _account(request.POST.get("username", "")))):
            return refuse(request, seconds)
    response = admin.site.login(request)
    home = reverse("admin:index")
    if response.status_code == 302 and not response["Location"].startswith(home):
        response["Location"] = home
    return response


def _account(name: str) -> str:
    """The key of an account for the rate limit: of fixed length, and equal for all ways to type the name."""
    typed = unicodedata.normalize("NFKC", name).strip().casefold()
    return f"account {hashlib.sha256(typed.encode()).hexdigest()}"
