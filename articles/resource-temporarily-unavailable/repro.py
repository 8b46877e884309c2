# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""A thread for each sample, until the process may have no more: here it runs out of address space, as under ulimit -v."""

import resource
import threading

resource.setrlimit(resource.RLIMIT_AS, (2 * 1024**3, 2 * 1024**3))
threading.stack_size(64 * 1024**2)
done = threading.Event()
decoded = []


def decode(sample):
    decoded.append(sample)
    done.wait()


try:
    for sample in range(200):
        threading.Thread(target=decode, args=(sample,)).start()
finally:
    done.set()
print("decoded", len(decoded))
