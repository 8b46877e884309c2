# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A loss for probabilities gets logits. On a GPU this is a device-side assert; the CPU says what is wrong."""

import torch
from torch.nn import functional

logits = torch.tensor([2.5, -1.0])
labels = torch.tensor([1.0, 0.0])
print(functional.binary_cross_entropy(logits, labels))
