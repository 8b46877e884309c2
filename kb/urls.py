"""Every address of the site. Slugs are looked up in the loaded library; no path is ever built from a URL."""

from django.conf import settings
from django.urls import path

from kb import cards, feeds, health, metrics, patterns, views
from kb.api import api

urlpatterns = [
    path("", views.home, name="home"),
    path("articles/", views.articles, name="articles"),
    path("articles/<str:slug>/", views.article, name="article"),
    path("articles/<str:slug>/<str:name>", views.article_file, name="article_file"),
    path("search/", views.search, name="search"),
    path("match/", views.match, name="match"),
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
    path("api/v1/", api.urls),
]
if settings.METRICS:
    urlpatterns.append(path("metrics", metrics.scrape, name="metrics"))
handler404 = "kb.views.not_found"
handler500 = "kb.views.server_error"
