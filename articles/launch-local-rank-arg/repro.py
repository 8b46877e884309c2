# /// script
# requires-python = ">=3.8"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A training script of 2021 under torch.distributed.launch, which has spelt its argument with a hyphen since 2.0."""

import argparse
import os
import subprocess
import sys

if "LOCAL_RANK" in os.environ:  # started by the launcher
    parser = argparse.ArgumentParser()
    parser.add_argument("--local_rank", type=int, default=0)
    parser.add_argument("--epochs", type=int, default=1)
    args = parser.parse_args()
    print(f"local rank {args.local_rank} trains for {args.epochs} epochs")
else:
    launcher = ["-m", "torch.distributed.launch", "--nproc_per_node=2", "--master_port=29517"]
    sys.exit(subprocess.call([sys.executable, *launcher, __file__, "--epochs=3"]))
