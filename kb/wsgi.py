"""What the server runs. The library is loaded before the first request; a broken article stops the start."""

import os
import sys

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.settings")
application = get_wsgi_application()

from kb.core.articles import ArticleError  # noqa: E402
from kb.library import get_library  # noqa: E402

try:
    get_library()
except ArticleError as error:
    sys.exit(f"The articles cannot be served:\n{error}")
