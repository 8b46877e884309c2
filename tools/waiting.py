"""Wait for what a server will do some time soon."""

import time
from collections.abc import Callable
from http.client import HTTPException
from typing import Any

WAIT_SECONDS = 120.0


def until(is_so: Callable[[], Any], seconds: float = WAIT_SECONDS) -> float:
    """Wait until it is so; how long that took. Who cannot be reached is asked again. Raises TimeoutError."""
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        try:
            if is_so():
                return time.monotonic() - began
        except (OSError, HTTPException):
            pass
        time.sleep(0.05)
    raise TimeoutError
