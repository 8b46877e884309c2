# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.14.1", "numpy"]
# ///
"""The start script leaves the choice of the network interface to NCCL."""

import os

import torch

os.environ["NCCL_DEBUG"] = "WARN"
os.environ.pop("NCCL_SOCKET_IFNAME", None)

print(len(torch.cuda.nccl.unique_id()))
