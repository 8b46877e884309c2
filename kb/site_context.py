"""What the template of every page may say of the site: where it is kept, who runs it, how its articles were proven."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import get_script_prefix

from kb.addresses import API_ROOT
from kb.library import get_library
from tracefix.articles.model import ArticleError
from tracefix.articles.proofs import ProofCounts


def context(request: HttpRequest) -> dict[str, Any]:
    """For templates: `api` is the path of the API, because reversing the API's names would import all of it.

    `repository` is the address of the source, `contact` that of the operator, `site_model` the name of the operator's
    language model; "" if the settings name none. `proofs` counts the articles by their proof; None if none can be read.
    """
    return {
        "api": get_script_prefix() + API_ROOT,
        "repository": settings.REPOSITORY,
        "contact": settings.CONTACT,
        "site_model": settings.MODEL,
        "proofs": _proofs(),
    }


def _proofs() -> ProofCounts | None:
    try:
        return get_library().proofs
    except ArticleError:  # the page says what it can without them
        return None
