# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A bias is initialised in place, as YOLO does, while autograd records."""

import math

import torch
from torch import nn

conv = nn.Conv2d(8, 18, 1)
b = conv.bias.view(3, -1)
with torch.no_grad():  # an initialisation is not a part of the model
    b[:, 4] += math.log(8 / (640 / 32) ** 2)
conv(torch.randn(1, 8, 2, 2)).sum().backward()
