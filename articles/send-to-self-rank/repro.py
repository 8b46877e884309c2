# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The last rank holds the result; rank 0 needs it. Without torchrun both are the same rank."""

import os

import torch
import torch.distributed as dist

# Started without torchrun: one process, on a port that the system chooses.
for name, value in {"RANK": "0", "WORLD_SIZE": "1", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "0"}.items():
    os.environ.setdefault(name, value)
dist.init_process_group("gloo")
rank, owner, reader = dist.get_rank(), dist.get_world_size() - 1, 0

result = torch.tensor([1, 2, 3]) if rank == owner else torch.zeros(3, dtype=torch.int64)
if rank == owner:
    dist.send(result, dst=reader)
if rank == reader:
    dist.recv(result, src=owner)

if rank == reader:
    print(f"rank {reader} has {result.tolist()}, made by rank {owner}")
dist.destroy_process_group()
