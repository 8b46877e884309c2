"""`manage.py serve`: check the settings once, then become Granian with the options that this site needs."""

import logging
import os
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from kb.server.checks import find_faults, find_risks, find_stale_files
from kb.server.environment import refuse_to_start
from kb.server.limits import get_limits
from kb.server.listening import find_taken, read_listening
from kb.server.program_version import version
from kb.server.var_folder import hold
from kb.store.database_url import describe_database

log = logging.getLogger(__name__)

OPTIONS = (
    *("--interface", "wsgi"),
    *("--http", "1"),  # as the proxy speaks it
    *("--blocking-threads", "8"),
    "--respawn-failed-workers",  # else the death of one worker ends the server
    *("--workers-kill-timeout", "30"),
    # After SIGHUP an old worker ends this many seconds after its successor was started, ready or not. With Granian's
    # 3.5 seconds nobody listened for a while where the successors took longer to load the articles.
    *("--respawn-interval", "15"),
    *("--http1-header-read-timeout", "10000"),
    *("--log-level", "info"),  # a line at start, reload and stop, and none for a request
    *("--log-config", str(Path(__file__).parents[2] / "server" / "granian_logs.json")),
)
_WHERE = ("host", "port", "workers")


class Command(BaseCommand):
    help = (
        "Runs the server: Granian with the options that the site needs. Refuses to start with settings that are wrong."
    )
    requires_system_checks = ()  # find_faults() says the same in fewer words

    def get_version(self) -> str:
        return version()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", help="the address to listen on (default: GRANIAN_HOST, else 127.0.0.1)")
        parser.add_argument("--port", type=int, help="the port (default: GRANIAN_PORT, else 8000)")
        parser.add_argument("--workers", type=int, help="the number of processes (default: GRANIAN_WORKERS, else 1)")
        parser.add_argument("granian", nargs="*", metavar="-- OPTION", help="further options of Granian, after --")

    def handle(self, *args: Any, **options: Any) -> None:
        given = {f"GRANIAN_{name.upper()}": str(options[name]) for name in _WHERE if options[name] is not None}
        where = read_listening({**os.environ, **given})
        # A variable that an option replaces must be sound, too: `check` says the same of it.
        wrong = read_listening(os.environ).problems or where.problems
        if faults := wrong or [*find_faults(), *find_stale_files(), *find_taken(where), *hold()]:
            refuse_to_start(faults, is_json=settings.LOG_FORMAT == "json")
        for risk in find_risks():
            log.warning("%s", risk)
        if settings.REDIS_URL:
            get_limits().find_redis_trouble()  # is logged
        log.info(
            "%s starts on %s. Workers: %s. Database: %s. Redis: %s. Articles: %s. Projects: %s. Writes to %s.",
            *(version(), where.url, where.workers, describe_database(settings.DATABASES["default"])),
            *("yes" if settings.REDIS_URL else "no", _folders(), settings.PROJECTS_DIR, settings.VAR_DIR),
        )
        # The folder where Python is now: a link such as /srv/tracefix/current leads to another release tomorrow, and
        # a worker that starts then would have the libraries of that one.
        python = str(Path(sys.executable).parent.resolve() / Path(sys.executable).name)
        command = [python, "-m", "granian", *OPTIONS]
        for name in _WHERE:
            command += [f"--{name}", str(getattr(where, name))]
        # Workers are copies of this process. Granian takes its place, so that a worker that is started after an update
        # of the program has none of the old code.
        path = os.pathsep.join(filter(None, [str(settings.BASE_DIR), os.environ.get("PYTHONPATH")]))
        sys.stdout.flush()
        os.execve(  # noqa: S606 - there is no shell
            python, [*command, *options["granian"], "kb.wsgi:application"], {**os.environ, "PYTHONPATH": path}
        )


def _folders() -> str:
    return os.pathsep.join(map(str, (settings.ARTICLES_DIR, *settings.MORE_ARTICLES_DIRS)))
