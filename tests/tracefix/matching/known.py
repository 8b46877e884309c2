"""The articles that these tests know, and a report that shows the first."""

import datetime
from pathlib import Path

from tracefix.articles.model import Article
from tracefix.articles.signatures import Role, Signature
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose

DAY = datetime.date(2026, 1, 1)


def article(slug, *signatures, **fields):
    values = {"title": slug, "summary": "", "fix": "", "projects": (), "exceptions": (), "tags": (), "sources": ()}
    values |= {"created": DAY, "updated": DAY, "body": "", "body_line": 1, "folder": Path(slug)}
    return Article(slug=slug, signatures=signatures, **(values | fields))


CAPSULE = article(
    "capsule",
    Signature(
        message="cannot pickle '{type}' object",
        where={"type": ("PyCapsule", "*.PyCapsule")},
        exceptions=("TypeError",),
        frames=("*/cloudpickle/*",),
    ),
)
KEYS = article("keys", Signature(message="cannot pickle '{type}' object", where={"type": ("dict_keys", "dict_items")}))
FORK = article(
    "fork", Signature(message="Cannot re-initialize CUDA in forked subprocess", exceptions=("RuntimeError",))
)
LAUNCHER = article("launcher", Signature(message="ChildFailedError", role=Role.WRAPPER))
MODULE = article(
    "module", Signature(message="No module named '{module}'", general=True, exceptions=("ModuleNotFoundError",))
)
SIX = article("six", Signature(message="No module named 'torch._six'"))
ADVICE = article("advice", Signature(message="CUDA kernel errors might be asynchronously reported", role=Role.ADVICE))
PORT = article("port", Signature(message="Address already in use"))
HANG = article("hang", Signature(message="Watchdog caught collective operation timeout"), symptom_of=("port",))
PATTERN = article("pattern", Signature(pattern=r"(?i)errno:? 98\b"))
CATALOGUE = Catalogue([CAPSULE, KEYS, FORK, LAUNCHER, MODULE, SIX, ADVICE, PORT, HANG, PATTERN])

ERROR = "TypeError: cannot pickle 'PyCapsule' object"
TRACEBACK = (
    'Traceback (most recent call last):\n  File "/site-packages/ray/cloudpickle/cloudpickle.py", line 3, in dump\n'
    f"    return super().dump(obj)\n{ERROR}"
)


def answer(text):
    """(verdict, slugs in order)"""
    diagnosis = diagnose(text, CATALOGUE)
    return diagnosis.verdict.value, [match.article.slug for match in diagnosis.matches]
