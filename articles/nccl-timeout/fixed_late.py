# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The time is longer than what rank 1 needs to prepare its data. Gloo on the CPU stands for NCCL."""

import tempfile
import time
from datetime import timedelta

import torch.distributed as dist
import torch.multiprocessing as mp

TIMEOUT = timedelta(minutes=3)


def train(rank, address):
    dist.init_process_group("gloo", init_method=address, rank=rank, world_size=2)
    if rank == 1:
        time.sleep(6)  # tokenizes a large data set
    dist.monitored_barrier(timeout=TIMEOUT)
    print(f"rank {rank}: prepared")
    dist.destroy_process_group()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        mp.spawn(train, args=(f"file://{folder}/store",), nprocs=2)
