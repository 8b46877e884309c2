# /// script
# requires-python = ">=3.9"
# dependencies = ["torch", "numpy"]
# ///
"""A new PyTorch on a machine with an old driver, and a script that has "cuda" written into it."""

import torch

device = "cuda"
model = torch.nn.Linear(2, 2).to(device)
print("the model is on", model.weight.device)
