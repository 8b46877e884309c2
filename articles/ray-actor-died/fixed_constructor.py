# /// script
# requires-python = ">=3.10"
# dependencies = ["ray[serve]==2.60.0"]
# ///
"""An actor whose constructor raises an exception."""

import os

os.environ["RAY_AUTH_MODE"] = "disabled"  # else Ray writes a token into the home folder

import ray


@ray.remote
class Worker:
    def __init__(self, threads):
        self.threads = int(threads)

    def count(self):
        return self.threads


ray.init(num_cpus=2, include_dashboard=False)
print(ray.get(Worker.remote("4").count.remote()))
ray.shutdown()
