"""The API object, its OpenAPI document, and how a response is written."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from ninja import NinjaAPI
from ninja.openapi.docs import DocsBase
from ninja.openapi.schema import OpenAPISchema
from ninja.renderers import BaseRenderer

from kb.addresses import absolute
from tracefix.answers.brief import to_json
from tracefix.answers.json_shapes import EMPTY_RULE


class DocumentationPage(DocsBase):
    """The OpenAPI document as a page of this site. ninja's own page loads scripts from another host."""

    def render_page(self, request: HttpRequest, api: NinjaAPI, **kwargs: Any) -> HttpResponse:
        document = api.get_openapi_schema()
        context = {
            "document": document,
            "operations": [
                {"method": method.upper(), "path": path, "anchor": operation["operationId"].replace("_", "-")}
                | operation
                for path, methods in document["paths"].items()
                for method, operation in methods.items()
            ],
            "openapi": self.get_openapi_url(api, kwargs),
            "example": absolute(reverse("api-1:match"), request),
        }
        return render(request, "kb/api.html", context)


_TEXTS: dict[str, Any] = {  # schemas that no class defines
    "Paste": {
        "type": "object",
        "required": ["text"],
        "properties": {"text": {"type": "string", "description": "The pasted text, up to 1 MB."}},
    },
    "PasteFile": {
        "type": "object",
        "required": ["file"],
        "properties": {"file": {"type": "string", "format": "binary", "description": "Up to 10 MB."}},
    },
    "Logs": {
        "type": "object",
        "required": ["file"],
        "properties": {
            "file": {
                "type": "array",
                "items": {"type": "string", "format": "binary"},
                "description": "One to 100 logs, perhaps compressed by gzip, up to 10 MB together.",
            },
            "path": {
                "type": "array",
                "items": {"type": "string"},
                "description": "The path of each file, in the same order, if the folders name the ranks.",
            },
        },
    },
    "PasteText": {"type": "string", "description": "The pasted text, up to 10 MB."},
}


class PlainJSON(BaseRenderer):
    """Render compact JSON without escaping non-ASCII characters."""

    media_type = "application/json"

    def render(self, request: HttpRequest, data: Any, *, response_status: int) -> str:
        return to_json(data)


class TracefixAPI(NinjaAPI):
    """The API. Its OpenAPI document names the site's address."""

    def get_openapi_schema(self, **kwargs: Any) -> OpenAPISchema:
        self.servers = [{"url": settings.BASE_URL or "/"}]
        document = super().get_openapi_schema(**kwargs)
        shapes = document["components"]["schemas"]
        for name in [
            name for name in shapes if name.endswith("Query")
        ]:  # unused: ninja lists the parameters one by one
            del shapes[name]
        shapes |= _TEXTS
        return document


api = TracefixAPI(
    title="Tracefix",
    renderer=PlainJSON(),
    version="1",
    description="Which known error does this terminal output show, and what fixes it? "
    f"A paste is answered and forgotten: not stored, not logged, not sent anywhere. {EMPTY_RULE}",
    openapi_url="/openapi.json",
    docs_url="/docs",
    docs=DocumentationPage(),
)


def respond(request: HttpRequest, answer: Mapping[str, Any]) -> HttpResponse:
    """A response that ninja does not validate, because that takes a tenth of the time. Tests validate responses."""
    return as_json(to_json(answer))


def as_json(text: str) -> HttpResponse:
    return HttpResponse(text, content_type=api.get_content_type())
