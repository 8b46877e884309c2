# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The labels count from 0."""

import torch
from torch.nn import functional

labels = torch.tensor([1, 2, 3])
print(functional.one_hot(labels - 1, num_classes=3).sum(0))
