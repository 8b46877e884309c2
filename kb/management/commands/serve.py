"""`manage.py serve`: check the settings once, then become Granian with the options that this site needs."""

import os
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from kb.server.checks import find_faults, find_stale_files
from kb.server.environment import refuse_to_start
from kb.server.program_version import version

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
    *("--log-level", "error"),
)
_JSON_LOGS = Path(__file__).parents[2] / "server" / "granian_logs.json"


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
        if faults := [*find_faults(), *find_stale_files()]:
            refuse_to_start(faults, is_json=settings.LOG_FORMAT == "json")
        command = [sys.executable, "-m", "granian", *OPTIONS]
        for name in ("host", "port", "workers"):
            if options[name] is not None:
                command += [f"--{name}", str(options[name])]
        if settings.LOG_FORMAT == "json":
            command += ["--log-config", str(_JSON_LOGS)]
        # Workers are copies of this process. Granian takes its place, so that a worker that is started after an update
        # of the program has none of the old code.
        path = os.pathsep.join(filter(None, [str(settings.BASE_DIR), os.environ.get("PYTHONPATH")]))
        sys.stdout.flush()
        os.execve(  # noqa: S606 - there is no shell
            sys.executable, [*command, *options["granian"], "kb.wsgi:application"], {**os.environ, "PYTHONPATH": path}
        )
