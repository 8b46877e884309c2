# /// script
# requires-python = ">=3.9"
# dependencies = ["torch", "numpy"]
# ///
"""One process of a job that was started with more processes than GPUs: torchrun gives the third one LOCAL_RANK=2."""

import os

import torch

os.environ.setdefault("LOCAL_RANK", "1")  # --nproc_per_node=2, on a machine with two GPUs

torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
print("this process uses", torch.zeros(1, device="cuda").device)
