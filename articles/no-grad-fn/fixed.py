# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The loss stays the tensor that the model's output led to."""

import torch
from torch import nn

model = nn.Linear(3, 1)
x, y = torch.ones(4, 3), torch.zeros(4, 1)

loss = nn.functional.mse_loss(model(x), y)
loss.backward()
print("gradient", model.weight.grad.shape)
