"""Logs for the tests of triage: a job written in a few words, and its answer."""

from tracefix.triage.job import triage
from tracefix.triage.sources import BytesSource, find_sources


def job_of(**logs):
    """The answer to logs in memory: their names, with `__` for a slash, and their texts."""
    return triage([BytesSource(name.replace("__", "/"), _bytes(text)) for name, text in logs.items()])


def job_in(*paths):
    """The answer to paths on disk."""
    sources, left = find_sources(map(str, paths))
    return triage(sources, left)


def cause_of(**logs):
    return job_of(**logs).failure.cause


def told(cause):
    """EventKind and rank of a cause, as the answer names them."""
    return (cause.kind.value, cause.rank) if cause else None


def _bytes(text):
    return text if isinstance(text, bytes) else text.encode()
