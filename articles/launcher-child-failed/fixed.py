# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""Two ranks under torchrun, the console shows rank 0 only, and rank 1 fails."""

import os
import sys

from torch.distributed.run import main as torchrun


def train(rank):
    files = ["part-0.bin"]
    print(f"rank {rank} reads {files[rank % len(files)]}")


if __name__ == "__main__":
    if "LOCAL_RANK" in os.environ:
        train(int(os.environ["LOCAL_RANK"]))
    else:  # as `torchrun --standalone --nproc-per-node=2 --local-ranks-filter=0 train.py` does
        torchrun(["--standalone", "--nproc-per-node=2", "--local-ranks-filter=0", sys.argv[0]])
