# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.14.1", "numpy"]
# ///
"""A start script names a network interface that only another machine has. NCCL looks for it before it looks for a GPU."""

import os

import torch

os.environ["NCCL_DEBUG"] = "WARN"
os.environ["NCCL_SOCKET_IFNAME"] = "nosuch0"  # the name that the other machine's card has

print(len(torch.cuda.nccl.unique_id()))
