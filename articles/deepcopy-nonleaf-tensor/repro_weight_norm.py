# /// script
# requires-python = ">=3.8"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A layer with the old weight_norm is copied, to start the averaged (EMA) weights."""

import copy

import torch
from torch import nn
from torch.nn.utils import weight_norm

model = weight_norm(nn.Linear(2, 2))
model(torch.ones(1, 2)).sum().backward()
ema = copy.deepcopy(model)
print("same output:", torch.equal(ema(torch.ones(1, 2)), model(torch.ones(1, 2))))
