# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The device is chosen once, for the model and the batch: the GPU where there is one, else the CPU."""

import torch
from torch._subclasses.fake_tensor import FakeTensorMode

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
with FakeTensorMode():
    model = torch.nn.Linear(4, 2, device=device)
    images = torch.ones(8, 4, device=device)
    print(model(images).shape)
