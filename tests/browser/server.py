"""A real server on a free port, and the Chromium that is installed, for browser tests and pictures."""

import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryFile

from authoring.repros.browser import BROWSER_FLAGS, chromium
from tools.granian import ROOT, granian
from tools.waiting import until

__all__ = ["BROWSER_FLAGS", "chromium", "serve"]
_START = 60  # seconds


@contextmanager
def serve(*, is_migrated: bool = False, **environment: str) -> Iterator[str]:
    """Run the site as it is run for real; gives its address."""
    settings = {**os.environ, **environment}
    if not is_migrated:
        subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, env=settings, check=True)
    options = ("--host", "127.0.0.1", "--no-access-log")
    with (
        TemporaryFile() as log,
        granian("kb.wsgi:application", *options, environment=environment, log=log) as (process, port),
    ):
        base = f"http://127.0.0.1:{port}"

        def is_up() -> bool:
            if process.poll() is not None:
                raise RuntimeError(f"it ended with {process.returncode}")
            with urllib.request.urlopen(f"{base}/healthz", timeout=2):
                return True

        try:
            until(is_up, _START)
        except (RuntimeError, TimeoutError) as error:
            log.seek(0)
            raise RuntimeError(f"the server did not start ({error}):\n{log.read().decode()}") from error
        yield base
