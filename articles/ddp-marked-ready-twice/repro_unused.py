# /// script
# requires-python = ">=3.8"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""Reentrant gradient checkpointing together with find_unused_parameters=True."""

import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.checkpoint import checkpoint


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Linear(4, 4)
        self.block = nn.Linear(4, 4)

    def forward(self, x):
        return checkpoint(self.block, self.embedding(x), use_reentrant=True)


with tempfile.TemporaryDirectory() as folder:
    dist.init_process_group("gloo", init_method=f"file://{folder}/store", rank=0, world_size=1)
    model = DistributedDataParallel(Model(), find_unused_parameters=True)
    for step in range(3):
        model(torch.ones(2, 4)).mean().backward()
        print(f"step {step}")
    dist.destroy_process_group()
