# /// script
# requires-python = ">=3.9"
# dependencies = ["torch", "numpy"]
# ///
"""The script falls back to the CPU until the driver or the build of PyTorch is changed; that is the fix for the GPU."""

import warnings

import torch

warnings.simplefilter("ignore")  # is_available() says the same as a warning

device = "cuda" if torch.cuda.is_available() else "cpu"  # until the driver or the build is changed
model = torch.nn.Linear(2, 2).to(device)
print("the model is on", model.weight.device)
