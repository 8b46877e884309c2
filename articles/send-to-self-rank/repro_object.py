# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The last rank holds a Python object; rank 0 needs it. Without torchrun both are the same rank."""

import os

import torch.distributed as dist

# Started without torchrun: one process, on a port that the system chooses.
for name, value in {"RANK": "0", "WORLD_SIZE": "1", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "0"}.items():
    os.environ.setdefault(name, value)
dist.init_process_group("gloo")
rank, owner, reader = dist.get_rank(), dist.get_world_size() - 1, 0

result = [{"image": "cat.png", "made_by": rank} if rank == owner else None]
if rank == owner:
    dist.send_object_list(result, dst=reader)
if rank == reader:
    dist.recv_object_list(result, src=owner)

if rank == reader:
    print(f"rank {reader} has {result[0]}")
dist.destroy_process_group()
