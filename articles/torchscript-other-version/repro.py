# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""torch.jit.load is given what torch.save wrote: weights alone, no TorchScript."""

import torch
from torch import nn

model = nn.Linear(2, 1)
torch.save(model.state_dict(), "model.pt")

loaded = torch.jit.load("model.pt")
print("loaded", tuple(loaded(torch.ones(1, 2)).shape))
