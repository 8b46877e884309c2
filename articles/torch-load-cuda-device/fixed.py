# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A checkpoint that was saved on a GPU is loaded onto the CPU."""

import tempfile
from pathlib import Path

import torch

path = Path(tempfile.mkdtemp()) / "model.pt"

# A machine with a GPU notes `cuda:0` beside each tensor of the file. Here a line of its own does that.
torch.serialization.register_package(0, lambda storage: "cuda:0", lambda storage, location: None)
torch.save(torch.nn.Linear(2, 2).state_dict(), path)

weights = torch.load(path, map_location="cpu")
print(weights["weight"].device)
