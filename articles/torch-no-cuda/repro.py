# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The program asks for a GPU without asking whether this build of PyTorch can use one."""

import torch

device = "cuda"
model = torch.nn.Linear(2, 2).to(device)
print(model(torch.ones(1, 2, device=device)).shape)
