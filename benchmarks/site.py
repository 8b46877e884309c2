"""The site in this process, called by WSGI: what a page costs without a network, beside an empty Django view."""

import os
from collections.abc import Sequence
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self
from urllib.parse import urlencode

from kb.core.articles import Article
from kb.core.index import open_index

EMPTY = "/empty"


class Site:
    """Tracefix with these articles. A context manager: nothing is left on the disk."""

    def __init__(self, articles: Sequence[Article]) -> None:
        self._articles = tuple(articles)
        self._undo = ExitStack()

    def __enter__(self) -> Self:
        os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
        import django

        django.setup()
        from django.core.wsgi import get_wsgi_application

        from kb.library import Library, serve

        folder = self._undo.enter_context(TemporaryDirectory())
        library = Library(self._articles, {}, open_index(self._articles, Path(folder)))
        serve(library)
        self._application = get_wsgi_application()
        return self

    def __exit__(self, *_: object) -> None:
        self._undo.close()

    def get(self, path: str, **query: str) -> bytes:
        """The body of a page. Raises AssertionError where it is not 200."""
        environ: dict[str, Any] = {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": path,
            "QUERY_STRING": urlencode(query),
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "HTTP_HOST": "localhost",
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(),
        }
        statuses: list[str] = []
        body = b"".join(self._application(environ, lambda status, headers, trouble=None: statuses.append(status)))
        if statuses != ["200 OK"]:
            raise AssertionError(f"{path} answered {statuses}: its time means nothing")
        return body
