# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The weights of a model within DataParallel are loaded into the model alone."""

import io

import torch
from torch import nn

file = io.BytesIO()
torch.save(nn.DataParallel(nn.Linear(4, 2)).state_dict(), file)
file.seek(0)

model = nn.Linear(4, 2)
state = torch.load(file)
model.load_state_dict(state)
print("loaded", sorted(state))
