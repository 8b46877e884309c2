# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""torch.save() on a full disk: the message speaks of positions. On Linux, /dev/full stands for the disk."""

import pathlib
import tempfile

import torch

elsewhere = pathlib.Path(tempfile.mkdtemp())
checkpoint = pathlib.Path("/dev/full")

torch.save(torch.nn.Linear(500, 500).state_dict(), checkpoint)
print("saved")
