"""Wait until something is true of a server, for tests and benchmarks."""

import time
from collections.abc import Callable
from http.client import HTTPException
from typing import Any

WAIT_SECONDS = 120.0


def until(is_so: Callable[[], Any], seconds: float = WAIT_SECONDS) -> float:
    """Call is_so() until it is true, and return how many seconds that took. Raises TimeoutError.

    An OSError or HTTPException, as from a server that does not answer yet, counts as false.
    """
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        try:
            if is_so():
                return time.monotonic() - began
        except (OSError, HTTPException):
            pass
        time.sleep(0.05)
    raise TimeoutError
