# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A model that keeps its process group is copied, to start the averaged (EMA) weights."""

import copy

import torch
import torch.distributed as dist
from torch import nn


class Attention(nn.Module):
    def __init__(self, group):
        super().__init__()
        self.qkv = nn.Linear(4, 4)
        self.group = group

    def forward(self, x):
        x = self.qkv(x)
        dist.all_reduce(x, group=self.group)
        return x


dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
group = dist.new_group([0])
model = Attention(group)
ema = copy.deepcopy(model)
print("same weights:", torch.equal(ema.qkv.weight, model.qkv.weight))
dist.destroy_process_group()
