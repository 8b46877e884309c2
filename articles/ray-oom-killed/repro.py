# /// script
# requires-python = ">=3.10"
# dependencies = ["ray[serve]==2.60.0"]
# ///
"""Two tasks at once hold more memory than Ray's memory monitor allows on this node, here 2 GB more than is in use."""

import os
import sys
import time
from pathlib import Path

os.environ["RAY_AUTH_MODE"] = "disabled"  # else Ray writes a token into the home folder

import ray

GB = 1024**3


@ray.remote(num_cpus=1, max_retries=0)
def load(gigabytes):
    rows = bytearray(b"1") * int(gigabytes * GB)
    time.sleep(3)
    return len(rows)


with Path("/proc/meminfo").open() as lines:
    memory = {name: int(kb.split()[0]) * 1024 for name, kb in (line.split(":") for line in lines)}
threshold = 1 - (memory["MemAvailable"] - 2 * GB) / memory["MemTotal"]
ray.init(
    num_cpus=2,
    include_dashboard=False,
    object_store_memory=GB // 10,
    _system_config={"memory_usage_threshold": threshold, "memory_monitor_refresh_ms": 100},
)
try:
    print(ray.get([load.remote(1) for _ in range(2)]))
except ray.exceptions.OutOfMemoryError as error:  # the rest of its text names all large processes of the machine
    sys.exit("ERROR - loading failed: " + str(error).splitlines()[0])
ray.shutdown()
