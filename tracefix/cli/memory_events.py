"""Counters of the kernel's memory limits for this process's cgroup (version 2), read before and after a command.

https://docs.kernel.org/admin-guide/cgroup-v2.html#memory-interface-files
"""

from pathlib import Path

_MOUNT = Path("/sys/fs/cgroup")


def oom_kills(cgroups: Path = Path("/proc/self/cgroup"), mount: Path = _MOUNT) -> int | None:
    """How many processes of our cgroup the kernel has killed at its memory limit; None if nobody counts."""
    try:
        lines = cgroups.read_text().splitlines()
        ours = next(line.removeprefix("0::/") for line in lines if line.startswith("0::/"))
        # Within a container the path may be that of the host, which is not there: its own cgroup is the root then.
        files = (mount / ours / "memory.events", mount / "memory.events")
        found = next(path for path in files if path.is_file())
        counts = dict(line.split() for line in found.read_text().splitlines())
        return int(counts["oom_kill"])
    except (OSError, StopIteration, KeyError, ValueError):
        return None
