# /// script
# requires-python = ">=3.10,<3.12"
# dependencies = ["contourpy==1.3.1", "pydantic==2.9.2", "ray==2.46.0"]
# ///
"""A Ray actor takes a pydantic model; both are defined in a script that a debugger or profiler runs."""

import runpy
import sys

import contourpy  # noqa: F401  built with pybind11 2, as torch 2.7 is: its import puts a PyCapsule into builtins
import ray
from pydantic import BaseModel

if sys._getframe().f_back is None:  # nothing called this file: start it as debugpy, pdb and cProfile do
    runpy.run_path(__file__, run_name="__main__")
    sys.exit()


class GenerateRequest(BaseModel):
    prompt: str
    seed: int = 42


@ray.remote
class ImageGenerator:
    def generate(self, request: GenerateRequest):
        return request.seed


ray.init(num_cpus=1, include_dashboard=False)
generator = ImageGenerator.remote()
print(ray.get(generator.generate.remote(GenerateRequest(prompt="a cat"))))
