# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The loss takes logits, and applies the sigmoid itself."""

import torch
from torch.nn import functional

logits = torch.tensor([2.5, -1.0])
labels = torch.tensor([1.0, 0.0])
print(functional.binary_cross_entropy_with_logits(logits, labels))
