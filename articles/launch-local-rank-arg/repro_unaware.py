# /// script
# requires-python = ">=3.8"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A script that reads its local rank from the environment, under the launcher that also passes it as an argument."""

import argparse
import os
import subprocess
import sys

if "LOCAL_RANK" in os.environ:  # started by the launcher
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=1)
    args = parser.parse_args()
    print(f"local rank {os.environ['LOCAL_RANK']} trains for {args.epochs} epochs")
else:
    launcher = ["-m", "torch.distributed.launch", "--nproc_per_node=2", "--master_port=29518"]
    sys.exit(subprocess.call([sys.executable, *launcher, __file__, "--epochs=3"]))
