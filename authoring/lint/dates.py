"""Lint: nothing was done on a day that is yet to come."""

import datetime
from collections.abc import Iterator


def find_future(key: str, day: datetime.date) -> Iterator[str]:
    """What is wrong with a day on which something was done: that it is yet to come."""
    if day > datetime.date.today():
        yield f"{key} ({day}) is in the future: write the day on which it was done"
