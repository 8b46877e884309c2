# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""Two ranks under torchrun use more than they are allowed to, and the kernel kills them."""

import os
import resource
import sys


def train(steps):
    used = int(resource.getrusage(resource.RUSAGE_SELF).ru_utime)
    resource.setrlimit(resource.RLIMIT_CPU, (used + 1, used + 1))  # seconds; past them the kernel sends SIGKILL
    print("sum", sum(range(steps)))


if __name__ == "__main__":
    if "LOCAL_RANK" in os.environ:
        train(steps=10**9)
    else:
        from torch.distributed.run import main as torchrun

        torchrun(["--standalone", "--nproc-per-node=2", sys.argv[0]])
