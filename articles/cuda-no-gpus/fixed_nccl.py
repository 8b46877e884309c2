# /// script
# requires-python = ">=3.9"
# dependencies = ["torch", "numpy"]
# ///
"""A training job that asks for NCCL on a node without a GPU, such as a login node."""

import os

import torch
import torch.distributed as dist

os.environ.setdefault("MASTER_ADDR", "127.0.0.1")
os.environ.setdefault("MASTER_PORT", "29533")

backend = "nccl" if torch.cuda.is_available() else "gloo"
dist.init_process_group(backend, rank=0, world_size=1)
print("process group with", dist.get_backend())
dist.destroy_process_group()
