# /// script
# requires-python = ">=3.10"
# dependencies = ["ray[serve]==2.60.0"]
# ///
"""An actor uses no more than it is allowed to."""

import os
import resource

os.environ["RAY_AUTH_MODE"] = "disabled"  # else Ray writes a token into the home folder

import ray


@ray.remote
class Counter:
    def total(self, steps):
        used = int(resource.getrusage(resource.RUSAGE_SELF).ru_utime)
        resource.setrlimit(resource.RLIMIT_CPU, (used + 2, used + 2))  # seconds; past them the kernel sends SIGKILL
        return sum(range(steps))


ray.init(num_cpus=2, include_dashboard=False)
print(ray.get(Counter.remote().total.remote(steps=10**6)))
ray.shutdown()
