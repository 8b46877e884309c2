# /// script
# requires-python = ">=3.8"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A model takes another branch in each step, so that some parameters are left without a gradient."""

import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.image = nn.Linear(4, 1)
        self.text = nn.Linear(4, 1)

    def forward(self, x, kind):
        return self.image(x) if kind == "image" else self.text(x)


with tempfile.TemporaryDirectory() as folder:
    dist.init_process_group("gloo", init_method=f"file://{folder}/store", rank=0, world_size=1)
    model = DistributedDataParallel(Model())
    for step, kind in enumerate(["image", "text", "image"]):
        model(torch.ones(2, 4), kind).mean().backward()
        print(f"step {step}: {kind}")
    dist.destroy_process_group()
