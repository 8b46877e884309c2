# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The labels count from 1, and the classes of the loss from 0."""

import torch
from torch.nn.functional import cross_entropy

labels = torch.tensor([1, 2, 3])
print("loss", round(cross_entropy(torch.zeros(3, 3), labels).item(), 3))
