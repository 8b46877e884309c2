# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""Labels count from 1. On a GPU this is a device-side assert; the CPU says what is wrong."""

import torch
from torch.nn import functional

labels = torch.tensor([1, 2, 3])
print(functional.one_hot(labels, num_classes=3).sum(0))
