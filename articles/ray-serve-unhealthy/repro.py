# /// script
# requires-python = ">=3.10"
# dependencies = ["ray[serve]==2.60.0"]
# ///
"""A deployment whose constructor fails."""

import os

os.environ["RAY_AUTH_MODE"] = "disabled"  # else Ray writes a token into the home folder

import ray
from ray import serve


@serve.deployment
class Model:
    def __init__(self, threads):
        self.threads = int(threads)

    def __call__(self):
        return self.threads


ray.init(num_cpus=2, include_dashboard=False)
serve.start(http_options={"location": "NoServer"})  # no port is needed for this
handle = serve.run(Model.bind(threads="auto"))
print("threads:", handle.remote().result())
serve.shutdown()
