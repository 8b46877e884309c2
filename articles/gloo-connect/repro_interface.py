# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""Gloo is told to use a network interface that this machine does not have."""

import os

import torch.distributed as dist

os.environ["GLOO_SOCKET_IFNAME"] = "eth7"
dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
print("initialised")
dist.destroy_process_group()
