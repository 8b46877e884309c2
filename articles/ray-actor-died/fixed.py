# /// script
# requires-python = ">=3.10"
# dependencies = ["ray[serve]==2.60.0"]
# ///
"""The actor does the same work, and is allowed the CPU time that this takes."""

import os
import resource

os.environ["RAY_AUTH_MODE"] = "disabled"  # else Ray writes a token into the home folder

import ray


@ray.remote
class Counter:
    def total(self, steps):
        used = int(resource.getrusage(resource.RUSAGE_SELF).ru_utime)
        resource.setrlimit(resource.RLIMIT_CPU, (used + 600, used + 600))  # seconds
        return sum(range(steps))


ray.init(num_cpus=2, include_dashboard=False)
print(ray.get(Counter.remote().total.remote(steps=10**9)))
ray.shutdown()
