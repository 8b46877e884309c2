# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A residual is added in place to the output of a ReLU, which the ReLU needs for its gradient."""

import torch
from torch import nn

x = torch.randn(4, 8)
h = nn.Linear(8, 8)(x).relu()
h = h + x  # a new tensor; the output of the ReLU stays as it was
h.sum().backward()
