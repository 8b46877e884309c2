"""SIGHUP, with the options of `manage.py serve`: somebody listens all the while, also if workers start slowly."""

import os
import signal
import socket
from pathlib import Path

from kb.management.commands.serve import OPTIONS
from tools import granian
from tools.waiting import until

# As one that loads thousands of articles: longer than the 3.5 seconds that Granian gives each worker by itself.
SLOW = """\
import time
time.sleep(8)

def application(environ, start_response):
    start_response("200 OK", [])
    return [b""]
"""


def children(pid):
    return set(Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split())


def test_somebody_listens_while_slow_workers_are_replaced(tmp_path):
    (tmp_path / "slow_site.py").write_text(SLOW)
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    options = ("--workers", "2", *OPTIONS)

    with granian.granian("slow_site:application", *options, environment={"PYTHONPATH": path}) as (process, port):
        until(lambda: socket.create_connection(("127.0.0.1", port), 5).close() is None)
        until(lambda: len(children(process.pid)) == 2)
        before = children(process.pid)
        process.send_signal(signal.SIGHUP)
        refused = []

        def is_over():
            try:
                socket.create_connection(("127.0.0.1", port), 5).close()
            except ConnectionRefusedError:
                refused.append(1)
            now = children(process.pid)
            return len(now) == 2 and not now & before

        until(is_over)

    assert refused == []
