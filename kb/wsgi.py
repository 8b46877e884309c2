"""The WSGI application, `kb.wsgi:application`. The articles are loaded before the first request.

A worker leaves broken articles out (kb/server/reloading.py). If no article can be read, it does not start.
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

if settings.REDIS_URL:  # a wrong URL should stop the start, not the first request
    try:
        get_limits()
    except ImproperlyConfigured as error:
        sys.exit(str(error))

state.watch(votes.refresh)
application = RequestBodies(django, limit=settings.MAX_REQUEST_BYTES)
