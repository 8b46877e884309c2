# /// script
# requires-python = ">=3.8"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A model has a head that its loss does not use, and DistributedDataParallel waits for that head's gradient."""

import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.head = nn.Linear(4, 1)
        self.auxiliary_head = nn.Linear(4, 1)

    def forward(self, x):
        x = self.body(x)
        return self.head(x), self.auxiliary_head(x)


with tempfile.TemporaryDirectory() as folder:
    dist.init_process_group("gloo", init_method=f"file://{folder}/store", rank=0, world_size=1)
    model = DistributedDataParallel(Model())
    for step in range(3):
        prediction, auxiliary = model(torch.ones(2, 4))
        loss = prediction.mean()
        loss.backward()
        print(f"step {step}")
    dist.destroy_process_group()
