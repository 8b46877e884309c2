# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A training script that asks the environment for its rank, and the command that starts it."""

import subprocess
import sys

import torch.distributed as dist


def train():
    dist.init_process_group("gloo")
    print(f"rank {dist.get_rank()} of {dist.get_world_size()}")
    dist.destroy_process_group()


if __name__ == "__main__":
    if sys.argv[1:] == ["train"]:
        train()
    else:
        command = []
        sys.exit(subprocess.call([sys.executable, *command, __file__, "train"]))
