# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""Rank 0 has one batch more than rank 1. Gloo on the CPU stands for NCCL, and DETAIL names the ranks at once."""

import os
import tempfile
from datetime import timedelta

import torch
import torch.distributed as dist
import torch.multiprocessing as mp

os.environ["TORCH_DISTRIBUTED_DEBUG"] = "DETAIL"
BATCHES = {0: [1.0, 2.0, 3.0], 1: [4.0, 5.0]}


def train(rank, address):
    dist.init_process_group("gloo", init_method=address, rank=rank, world_size=2, timeout=timedelta(seconds=60))
    batches = BATCHES[rank]
    for batch in batches:
        gradient = torch.tensor(batch)
        dist.all_reduce(gradient)
    dist.barrier()
    print(f"rank {rank}: {len(batches)} batches")
    dist.destroy_process_group()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        mp.spawn(train, args=(f"file://{folder}/store",), nprocs=2)
