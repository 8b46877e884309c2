# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The device is chosen once, and model and batch are both moved to it: the GPU where there is one, else the CPU."""

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = torch.nn.Linear(4, 2).to(device)
images = torch.ones(8, 4).to(device)
print(model(images).shape)
