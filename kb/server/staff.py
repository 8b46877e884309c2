"""The log-in of staff: limited by address and by account, from wherever it is tried, and it leads to /staff/ alone.

Django's own log-in counts nothing and follows `next` to any page of this host.
"""

import hashlib
import unicodedata

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from kb.server.clients import client_address
from kb.server.limits import get_limits
from kb.server.refusals import refuse

_THIS_MACHINE = "this machine"  # no one's address; of it other limits know nothing


def login(request: HttpRequest) -> HttpResponse:
    """Django's log-in page; 429 for who has tried too often, or for an account that was tried too often by anybody."""
    if request.method == "POST":
        limits = get_limits()
        asking = client_address(request) or _THIS_MACHINE
        if seconds := max(limits.wait("login", who) for who in (asking, _account(request.POST.get("username", "")))):
            return refuse(request, 429, seconds)
    response = admin.site.login(request)
    home = reverse("admin:index")
    if response.status_code == 302 and not response["Location"].startswith(home):
        response["Location"] = home
    return response


def _account(name: str) -> str:
    """What stands for an account in the counters: of one length, and the same however it is typed."""
    typed = unicodedata.normalize("NFKC", name).strip().casefold()
    return f"account {hashlib.sha256(typed.encode()).hexdigest()}"
