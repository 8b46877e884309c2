"""The WSGI application, `kb.wsgi:application`. The library is loaded before the first request.

A worker starts without the articles that are broken (kb/server/reloading.py), and not at all without any.
"""

import os
import sys

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.settings")
django = get_wsgi_application()

from django.conf import settings  # noqa: E402
from django.core.exceptions import ImproperlyConfigured  # noqa: E402

from kb.core.articles.model import ArticleError  # noqa: E402
from kb.server.limits import get_limits  # noqa: E402
from kb.server.reloading import start  # noqa: E402
from kb.server.request_bodies import RequestBodies  # noqa: E402
from kb.store import state, votes  # noqa: E402

try:
    start()
except ArticleError as error:
    sys.exit(f"The articles cannot be served:\n{error}")

if settings.REDIS_URL:  # say what is wrong with it now, not to a visitor
    try:
        get_limits()
    except ImproperlyConfigured as error:
        sys.exit(str(error))

state.watch(votes.refresh)
application = RequestBodies(django, limit=settings.MAX_REQUEST_BYTES)
