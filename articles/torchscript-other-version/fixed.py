# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The model is compiled to TorchScript and saved as that."""

import torch
from torch import nn

model = nn.Linear(2, 1)
torch.jit.script(model.eval()).save("model.pt")

loaded = torch.jit.load("model.pt")
print("loaded", tuple(loaded(torch.ones(1, 2)).shape))
