# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The checkpoint goes to a folder that has room, and the script looks for that room first."""

import pathlib
import shutil
import tempfile

import torch

CHECKPOINT = pathlib.Path(tempfile.mkdtemp()) / "model.pt"

model = torch.nn.Linear(1000, 100)
print("free:", shutil.disk_usage(CHECKPOINT.parent).free > 10_000_000)
torch.save(model.state_dict(), CHECKPOINT)
print("saved", sum(weight.numel() for weight in torch.load(CHECKPOINT).values()))
