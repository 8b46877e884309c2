"""Light load through the proxy: a few visitors who read, search, match, vote and report what is missing."""

import random
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from urllib.parse import urlencode

from tools.nginx import HOST, Proxy
from tracefix.redaction.sketch import Sketch, to_json

CHANGED = "pickle-dict-keys"  # the article that releases differ in
PASTE = "TypeError: cannot pickle 'dict_keys' object\n"
NUMBER = 6  # of visitors, each of whom has one request in hand at most
_PAUSE_SECONDS = 0.03
_FORM = "application/x-www-form-urlencoded"

# kind: path, body, type of the body
_KINDS: dict[str, tuple[str, str | None, str]] = {
    "page": ("/articles/", None, ""),
    "article": (f"/articles/{CHANGED}/", None, ""),
    "search": ("/search/?q=cuda", None, ""),
    "suggest": ("/api/v1/suggest?q=nccl", None, ""),
    "match": ("/match/", urlencode({"paste": PASTE}), _FORM),
    "match by API": ("/api/v1/match", PASTE, "text/plain"),
    "vote": (f"/articles/{CHANGED}/helped/", "helped=yes", _FORM),  # each by a new voter, as none brings a cookie
    "report": ("/wanted/", urlencode({"sketch": to_json(Sketch("RuntimeError", "the fuse burnt"))}), _FORM),
    "wanted": ("/wanted/", None, ""),
}
COUNTED = ("vote", "report")  # what must not be sent twice
_OF_THE_DATABASE = (*COUNTED, "wanted")


class Visits:
    """What visitors asked for and what they got."""

    def __init__(self) -> None:
        self.got: dict[str, Counter[str]] = defaultdict(Counter)
        self.slowest: dict[str, float] = defaultdict(float)
        self.lost: list[str] = []
        self.asked_again = 0
        self.kept: dict[str, int] = {}
        self.answered_by: Counter[str] = Counter()
        self._began = time.monotonic()
        self._lock = threading.Lock()

    def note(self, kind: str, outcome: str, seconds: float) -> None:
        with self._lock:
            self.got[kind][outcome] += 1
            self.slowest[kind] = max(self.slowest[kind], seconds)
            is_refused = outcome == "503" and kind in _OF_THE_DATABASE  # politely, while there is none
            if not is_refused and (not outcome.isdecimal() or int(outcome) >= 400):
                self.lost.append(f"{kind}: {outcome} after {time.monotonic() - self._began:.1f} s")

    def figures(self) -> dict[str, object]:
        total = sum(sum(counts.values()) for counts in self.got.values())
        return {
            "requests": total,
            "answers": {kind: dict(self.got[kind]) for kind in _KINDS},
            "lost": self.lost,
            "thanked_for_and_kept": {kind: [self.got[kind]["303"], self.kept[kind]] for kind in COUNTED},
            "asked_again_by_nginx": self.asked_again,
            "answered_by": dict(sorted(self.answered_by.items())),
            "slowest_ms": {kind: round(1000 * self.slowest[kind]) for kind in _KINDS},
        }


def _ask(proxy: Proxy, kind: str) -> str:
    """The status; of what went wrong on the way, its name."""
    path, body, content_type = _KINDS[kind]
    connection = proxy.connect()
    try:
        headers = {"Host": HOST, **({"Content-Type": content_type} if body else {})}
        connection.request("POST" if body else "GET", path, body, headers)
        answer = connection.getresponse()
        answer.read()
    except (OSError, HTTPException) as error:
        return type(error).__name__
    finally:
        connection.close()
    return str(answer.status)


@contextmanager
def visitors(proxy: Proxy) -> Iterator[Visits]:
    """Visits for as long as the block runs; complete once it is left."""
    visits = Visits()
    stop = threading.Event()

    def visit(dice: random.Random) -> None:
        while not stop.is_set():
            kind = dice.choice(list(_KINDS))
            began = time.monotonic()
            visits.note(kind, _ask(proxy, kind), time.monotonic() - began)
            time.sleep(_PAUSE_SECONDS)

    threads = [threading.Thread(target=visit, args=(random.Random(seed),)) for seed in range(NUMBER)]
    for thread in threads:
        thread.start()
    try:
        yield visits
    finally:
        stop.set()
        for thread in threads:
            thread.join()
