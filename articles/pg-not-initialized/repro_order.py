# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A sampler asks for the rank before the group is there."""

import torch.distributed as dist
from torch.utils.data import DistributedSampler

sampler = DistributedSampler(range(4))
dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
print("indices of this rank:", sorted(sampler))
dist.destroy_process_group()
