"""All URLs of the site.

Pages exist in every language, English without a prefix; what programs read has one URL. Slugs are looked up in the
loaded library: no file path is ever built from a URL.
"""

from django.conf import settings
from django.conf.urls.i18n import i18n_patterns
from django.urls import path, register_converter

from kb.addresses import API_ROOT
from kb.pages import (
    about,
    articles,
    cards,
    draft,
    feeds,
    home,
    match_page,
    notes,
    patterns,
    playground,
    search_page,
    versions_page,
    vote,
    wanted,
)
from kb.server import health, metrics
from kb.server.lazy_urls import lazy_include

register_converter(notes.NoteSlug, "note")
_pages = i18n_patterns(
    path("articles/<str:slug>/", articles.show, name="article"),  # first, because Django tries them in order
    path("articles/<str:slug>/article.md", articles.show_source, name="article_source"),
    path("", home.show, name="home"),
    path("articles/", articles.show_list, name="articles"),
    path("articles/<str:slug>/playground/<str:pair>/", playground.show, name="playground"),
    path("articles/<str:slug>/helped/", vote.helped, name="helped"),
    path("notes/<note:slug>/", notes.show, name="note"),
    path("notes/<note:slug>/helped/", vote.helped, name="note_helped"),
    path("projects/", notes.show_projects, name="projects"),
    path("projects/<slug:project>/", notes.show_project, name="project"),
    path("search/", search_page.show, name="search"),
    path("match/", match_page.show, name="match"),
    path("match/draft/", draft.show, name="draft"),
    path("wanted/", wanted.show, name="wanted"),
    path("versions/", versions_page.show_list, name="versions"),
    path("versions/<str:package>/", versions_page.show, name="package_versions"),
    path("about/", about.show, name="about"),
    path("privacy/", about.show_privacy, name="privacy"),
    path("feed.xml", feeds.feed, name="feed"),
    prefix_default_language=False,
)
urlpatterns = [
    # Imported at its first request, because ninja takes as long to import as Django itself.
    lazy_include(API_ROOT, "kb.api.urls", app_name="ninja", namespace="api-1"),
    *_pages,
    path("articles/<str:slug>/<path:name>", articles.show_file, name="article_file"),
    path("playground/<str:version>/worker.js", playground.worker, name="playground_worker"),
    path("cards/<str:name>.<str:fingerprint>.png", cards.card, name="card"),
    path("patterns/", patterns.show, name="patterns"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("sitemap.xml", feeds.sitemap, name="sitemap"),
    path("opensearch.xml", feeds.opensearch, name="opensearch"),
    path("favicon.ico", feeds.favicon, name="favicon"),
    path("robots.txt", feeds.robots, name="robots"),
    path("llms.txt", feeds.llms, name="llms"),
]
if settings.METRICS:
    urlpatterns.append(path("metrics", metrics.scrape, name="metrics"))
if settings.STAFF:
    from django.contrib import admin

    from kb.server import staff

    urlpatterns += [
        path("staff/login/", staff.login),
        path("staff/", admin.site.urls),
    ]
handler404 = "kb.pages.errors.not_found"
handler500 = "kb.pages.errors.server_error"
