# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""A thread for each sample, until the process may have no more: here it runs out of address space, as under ulimit -v."""

import resource
import threading
from concurrent.futures import ThreadPoolExecutor

resource.setrlimit(resource.RLIMIT_AS, (2 * 1024**3, 2 * 1024**3))
threading.stack_size(64 * 1024**2)
decoded = []


def decode(sample):
    decoded.append(sample)


with ThreadPoolExecutor(max_workers=8) as pool:
    list(pool.map(decode, range(200)))
print("decoded", len(decoded))
