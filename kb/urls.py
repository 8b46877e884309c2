"""Every address of the site. Slugs are looked up in the loaded library; no path is ever built from a URL.

Pages are there in every language, English without a prefix. What programs read has one address.
"""

from django.conf import settings
from django.conf.urls.i18n import i18n_patterns
from django.urls import path

from kb.pages import cards, feeds, patterns, views
from kb.pages import unknown as wanting
from kb.pages import vote as voting
from kb.pages.addresses import API_ROOT
from kb.server import health, metrics
from kb.server.lazy_urls import lazy_include

_pages = i18n_patterns(
    path("articles/<str:slug>/", views.article, name="article"),  # the first is found soonest
    path("", views.home, name="home"),
    path("articles/", views.articles, name="articles"),
    path("articles/<str:slug>/helped/", voting.helped, name="helped"),
    path("search/", views.search, name="search"),
    path("match/", views.match, name="match"),
    path("wanted/", wanting.show, name="wanted"),
    prefix_default_language=False,
)
urlpatterns = [
    *_pages,
    path("articles/<str:slug>/<str:name>", views.article_file, name="article_file"),
    path("cards/<str:name>.<str:fingerprint>.png", cards.card, name="card"),
    path("patterns/", patterns.show, name="patterns"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("sitemap.xml", feeds.sitemap, name="sitemap"),
    path("feed.xml", feeds.feed, name="feed"),
    path("opensearch.xml", feeds.opensearch, name="opensearch"),
    path("favicon.ico", feeds.favicon, name="favicon"),
    path("robots.txt", feeds.robots, name="robots"),
    path("llms.txt", feeds.llms, name="llms"),
    # Its framework takes as long to import as Django itself, and most visitors do not ask for it.
    lazy_include(API_ROOT, "kb.api.urls", app_name="ninja", namespace="api-1"),
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
handler404 = "kb.pages.views.not_found"
handler500 = "kb.pages.views.server_error"
