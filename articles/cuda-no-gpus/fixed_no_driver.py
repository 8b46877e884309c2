# /// script
# requires-python = ">=3.9"
# dependencies = ["torch", "numpy"]
# ///
"""The script falls back to the CPU until the driver is within reach; that is the fix for a machine with a GPU."""

import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
model = torch.nn.Linear(2, 2).to(device)
print("the model is on", model.weight.device)
