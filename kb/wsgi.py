"""The WSGI application, `kb.wsgi:application`. The articles are loaded before the first request.

A worker leaves broken articles out (kb/server/reloading.py). If no article can be read, it does not start.
"""

import gc
import logging
import signal
import threading

gc.disable()  # what a start makes stays: to look for garbage in it takes a tenth of the start
# Granian gives a worker its own signals after this module. Until then it has a copy of its master's, which would let it
# load on after a SIGTERM, and serve without a master.
_is_main = threading.current_thread() is threading.main_thread()  # else Python takes no signals
_stop = signal.signal(signal.SIGTERM, signal.SIG_DFL) if _is_main else None  # None, too, if it is none of Python's

from django.core.wsgi import get_wsgi_application  # noqa: E402

from kb.server.environment import choose_settings, refuse_to_start  # noqa: E402

choose_settings()
log = logging.getLogger(__name__)
logging.captureWarnings(True)  # else they are no lines of the log
django = get_wsgi_application()

from django.conf import settings  # noqa: E402

from kb.library import get_library  # noqa: E402
from kb.server import metrics  # noqa: E402
from kb.server.checks import find_faults, find_stale_files  # noqa: E402
from kb.server.program_version import version  # noqa: E402
from kb.server.reloading import start  # noqa: E402
from kb.server.request_bodies import RequestBodies  # noqa: E402
from kb.server.uncaught_errors import UncaughtErrors  # noqa: E402
from kb.store import database_state, votes  # noqa: E402
from tracefix.articles.model import ArticleError  # noqa: E402

for fault in find_stale_files():
    log.error("%s", fault)
if faults := find_faults():  # they should stop the start, not the first request
    refuse_to_start(faults, is_json=settings.LOG_FORMAT == "json")
try:
    start()
except ArticleError as error:
    refuse_to_start([f"The articles cannot be served:\n{error}"], is_json=settings.LOG_FORMAT == "json")

library = get_library()
log.info("A worker of %s serves %s articles, content %s", version(), len(library.articles), library.content_hash[:12])
metrics.count_start()
database_state.watch(votes.refresh)
application = UncaughtErrors(RequestBodies(django, limit=settings.MAX_REQUEST_BYTES))
if _stop is not None:
    signal.signal(signal.SIGTERM, _stop)
gc.freeze()
gc.enable()
