"""Ranks: find the rank of a file by its path, and the rank of a line by its prefix."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from tracefix.linear_re import Expression
from tracefix.reading.normalisers import LINE_PREFIXES
from tracefix.reading.ranks import RANK, first_number

_PATHS = (
    # torchrun --log-dir: <run>/attempt_0/<rank>/stderr.log, and error.json beside it
    Expression(r"(?:^|[/\\])attempt_\d+[/\\](?P<rank>\d{1,6})[/\\](?:std(?:out|err)\.log|error\.json)(?:\.gz)?$"),
    # Slurm's --output=slurm-%j_%t.out and -%t
    Expression(r"(?:^|[/\\])[\w.-]*?slurm-\d+[_-](?P<rank>\d{1,6})\.(?:out|err|log)(?:\.gz)?$"),
    # on a node of Kubernetes: pods/<namespace>_<pod>_<uid>/<container>/0.log, of a StatefulSet or of an indexed Job
    Expression(
        r"(?:^|[/\\])[a-z0-9-]+_[a-z0-9.-]*-(?P<rank>\d{1,5})(?:-[a-z0-9]{5})?_[0-9a-f-]{32,36}[/\\][^/\\]+[/\\]"
        r"\d+\.log(?:\.gz)?$"
    ),
    Expression(r"(?i)(?:^|[/\\._-])(?:global_)?rank[_:-]?(?P<rank>\d{1,6})(?:[/\\._-]|$)"),
    # Kubernetes: <job>-worker-3, …; of a Job with an index, <job>-3-x7k2p
    Expression(
        r"(?i)(?:^|[/\\._-])(?:local_rank|worker|replica|task|proc|process|trainer)[_-]?(?P<rank>\d{1,5})(?:[/\\._-]|$)"
    ),
    Expression(r"(?:^|[/\\])[a-z][a-z0-9-]*-(?P<rank>\d{1,5})-[a-z0-9]{5}(?:[/\\._]|$)"),
)
_RAY = Expression(r"(?:^|[/\\])(?:python-core-)?worker-[0-9a-f]{16,}[-_]")
_MASTER = Expression(r"(?i)-master-0(?:[/\\._-]|$)")
_WORKER = Expression(r"(?i)-worker-\d+(?:[/\\._-]|$)")
_LAST_NUMBER = Expression(r"^(?P<before>(?:[^\n]*[^\d\n])?)(?P<number>\d{1,6})(?P<after>\D*)$")

# srun --label: `3: `; and launchers of one's own: `[3]: `, `[3] `
_SHORT_PREFIXES = (r"\d{1,5}: ", r"\[\d{1,5}\]:? ")
PREFIXES = Expression(r"^(?:[ \t]*(?:" + "|".join((*LINE_PREFIXES, *_SHORT_PREFIXES)) + r"))+")
_RANK = Expression(rf"{RANK}|^\[?(\d{{1,5}})\]?:? ")


def rank_of_path(path: str) -> int | None:
    """The rank of a log file, by its path alone; None if the path does not show it."""
    if _RAY.search(path):
        return None
    for expression in _PATHS:
        if found := expression.search(path):
            return int(found["rank"])
    return None


def ranks_of_paths(paths: Sequence[str]) -> dict[str, int]:
    """The ranks of the files of one job. Names that differ only in a number are those of its ranks, too."""
    ranks = {path: rank for path in paths if (rank := rank_of_path(path)) is not None}
    if any(map(_MASTER.search, paths)):  # a PyTorchJob: its master is rank 0, and the workers follow
        ranks = {path: rank + 1 if _WORKER.search(path) else rank for path, rank in ranks.items()}
        ranks |= {path: 0 for path in paths if _MASTER.search(path)}
    if ranks:
        return ranks
    alike: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    for path in paths:
        if not _RAY.search(path) and (found := _LAST_NUMBER.match(path)):
            alike[found["before"], found["after"]][path] = int(found["number"])
    return {path: rank for group in alike.values() if _are_ranks(group) for path, rank in group.items()}


def rank_of_prefix(prefix: str) -> int | None:
    """The rank in the prefix of a line."""
    found = _RANK.search(prefix)
    return first_number(found) if found else None


def split_prefix(line: str) -> tuple[str, str]:
    """Split a line into the prefix that launchers and loggers wrote, and the rest."""
    found = PREFIXES.match(line)
    end = found.end() if found else 0
    return line[:end], line[end:]


def in_words(ranks: Sequence[int]) -> str:
    """Ranks as people write them.

    >>> in_words([0, 1, 2, 4, 6, 7])
    '0-2, 4, 6-7'
    """
    parts: list[list[int]] = []
    for rank in sorted(set(ranks)):
        if parts and parts[-1][1] == rank - 1:
            parts[-1][1] = rank
        else:
            parts.append([rank, rank])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in parts)


def _are_ranks(numbers: dict[str, int]) -> bool:
    """Whether the numbers of several files count from 0 or 1: those of jobs and dates do not."""
    return len(numbers) > 1 and min(numbers.values()) <= 1 and max(numbers.values()) < 4 * len(numbers)
