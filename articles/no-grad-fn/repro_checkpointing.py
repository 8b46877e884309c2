# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The base is frozen, and checkpointing drops the gradient of the adapter inside the block."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

embed = nn.Embedding(10, 8).requires_grad_(False)
layer = nn.Linear(8, 8).requires_grad_(False)
adapter = nn.Linear(8, 8)


def block(hidden):
    return layer(hidden) + adapter(hidden)


hidden = checkpoint(block, embed(torch.arange(4)), use_reentrant=True)
hidden.sum().backward()
print("gradient", adapter.weight.grad.shape)
