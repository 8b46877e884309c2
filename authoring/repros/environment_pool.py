"""EnvironmentPool: makes environments while scripts run in earlier ones, and removes each after its last use.

Installing takes more time than running, so it goes ahead; but all environments of a library together would fill a disk.
"""

import threading
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Generic, Self, TypeVar

from tracefix.repros.environments import Environment

_AHEAD = 2  # made before anybody asks for them; more would save no time, for one thread makes them

Key = TypeVar("Key", bound=Hashable)


class EnvironmentPool(Generic[Key]):
    """Gives the environment of a key, as often as the key was announced.

    `wanted` are the keys in the order in which they will be taken, one for each use. `make` makes the environment of a
    key; what it raises is raised by each `take`. `remove` is told of an environment after its last use.
    """

    def __init__(
        self,
        wanted: Iterable[Key],
        make: Callable[[Key], Environment],
        remove: Callable[[Environment], None] = lambda environment: None,
    ) -> None:
        self._uses = Counter(wanted)  # it keeps the order of the first ones
        self._make, self._remove = make, remove
        self._ahead = threading.Semaphore(_AHEAD)
        self._is_over = False
        self._untaken = set(self._uses)

    def __enter__(self) -> Self:
        self._pool = ThreadPoolExecutor(1)
        self._made: dict[Key, Future[Environment]] = {key: self._pool.submit(self._in_turn, key) for key in self._uses}
        return self

    def __exit__(self, *raised: object) -> None:
        self._is_over = True
        self._ahead.release()
        self._pool.shutdown(cancel_futures=True)
        for key in [*self._made]:
            self._discard(key)

    def _in_turn(self, key: Key) -> Environment:
        self._ahead.acquire()
        if self._is_over:
            raise RuntimeError("nobody wants an environment any more")
        return self._make(key)

    @contextmanager
    def use(self, key: Key) -> Iterator[Environment]:
        """The environment of a key, for one use; waits until it is made. Raises what `make` raised."""
        if key in self._untaken:
            self._untaken.remove(key)
            self._ahead.release()
        try:
            yield self._made[key].result()
        finally:
            self._uses[key] -= 1
            if not self._uses[key]:
                self._discard(key)

    def _discard(self, key: Key) -> None:
        made = self._made.pop(key)
        if made.done() and not made.cancelled() and not made.exception():
            self._remove(made.result())
