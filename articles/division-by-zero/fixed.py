# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The mean loss of an epoch, in which the loader gave no batch."""

import torch
from torch.utils.data import DataLoader, TensorDataset

data = TensorDataset(torch.randn(3, 2))
loader = DataLoader(data, batch_size=4, drop_last=False)

total = 0.0
for (batch,) in loader:
    total += batch.mean().item()
print("mean loss", total / len(loader))
