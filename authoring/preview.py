"""The page of one article while it is written: it reloads itself when a file is saved, and shows what lint says.

The whole site takes half a minute to be read anew; here the article alone is, and the rest stays as it was.
"""

from collections.abc import Iterator
from pathlib import Path

from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.http import FileResponse, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase

from authoring.lint import checks, signatures
from authoring.lint.telling_words import everyday_words
from authoring.management.article_folders import folders_by_slug, load_article
from kb.compiled import Articles
from kb.library import Library, get_served, read_sound, serve
from kb.server.reloading import stamp
from tracefix.articles.model import ArticleError, Problem
from tracefix.matching.catalogue import Catalogue

_SCRIPT = Path(__file__).with_suffix(".js")
_TAG = b'<script type="module" src="/preview/preview.js"></script></head>'


class PreviewHandler(WSGIHandler):
    """The site as a WSGI application, with one article as its folder is at each request."""

    def __init__(self, slug: str, *, ordinary: str = "") -> None:
        super().__init__()
        self.slug, self.ordinary = slug, ordinary
        self.folder = folders_by_slug()[slug]
        self.library, _ = read_sound(get_served())
        self.others = [article for article in self.library.articles if article.slug != slug]
        self.everyday = everyday_words(self.others)
        self.stamp = 0
        self.broken: list[Problem] = []  # why the article cannot be read; the page then shows it as it was before

    def get_response(self, request: WSGIRequest) -> HttpResponseBase:
        request.META.pop("HTTP_ACCEPT_ENCODING", None)
        if request.path == "/preview/stamp":
            return JsonResponse({"stamp": str(stamp(self.folder))})
        self._refresh()
        if request.path == "/preview/lint":
            return JsonResponse({"problems": [f"{one.path.name}:{one.line}: {one.message}" for one in self._lint()]})
        if request.path == "/preview/preview.js":
            return FileResponse(_SCRIPT.open("rb"), content_type="text/javascript")
        response = super().get_response(request)
        if isinstance(response, HttpResponse) and response.headers.get("Content-Type", "").startswith("text/html"):
            response.content = response.content.replace(b"</head>", _TAG, 1)
            response.headers["Content-Length"] = str(len(response.content))
        return response

    def _refresh(self) -> None:
        """Read the article if its folder has changed, and serve it among the others."""
        if (now := stamp(self.folder)) == self.stamp:
            return
        self.stamp, self.broken = now, []
        try:
            article = load_article(self.slug)
        except ArticleError as error:
            self.broken = error.problems
            return
        before = self.library
        every = sorted([*self.others, article], key=lambda each: each.slug)
        cards, gone = before.catalogue.projects, before.withdrawn.values()
        tags = {**before.tags, **{tag: tag for tag in article.tags if tag not in before.tags}}
        serve(Library(Articles.of(every), tags, before.index, gone, before.translated_tags, cards, before.notes))

    def _lint(self) -> Iterator[Problem]:
        """What lint says of the article, or why it cannot be read."""
        if self.broken:
            yield from sorted(self.broken)
            return
        article = load_article(self.slug)
        catalogue = Catalogue([*self.others, article])
        found = {*checks.check(article, catalogue, ordinary=self.ordinary, everyday=self.everyday)}
        yield from sorted({*found, *signatures.check_taking(article, catalogue)})
