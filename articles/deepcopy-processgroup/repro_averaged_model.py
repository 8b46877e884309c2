# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A model that uses a process group is copied by AveragedModel, out of our reach."""

import torch
import torch.distributed as dist
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

groups = {}


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(4, 4)
        self.group = groups["sequence"]

    def forward(self, x):
        x = self.qkv(x)
        dist.all_reduce(x, group=self.group)
        return x


dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
groups["sequence"] = dist.new_group([0])
model = Attention()
ema = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.999))
x = torch.ones(1, 4)
print("same output:", torch.equal(ema(x), model(x)))
dist.destroy_process_group()
