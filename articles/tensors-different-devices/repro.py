# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A batch on the GPU meets weights on the CPU. PyTorch's fake tensors keep track of devices on a machine without a GPU."""

import torch
from torch._subclasses.fake_tensor import FakeTensorMode

with FakeTensorMode():
    model = torch.nn.Linear(4, 2)
    images = torch.ones(8, 4, device="cuda")
    print(model(images).shape)
