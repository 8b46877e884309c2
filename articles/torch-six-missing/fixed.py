# /// script
# requires-python = ">=3.8"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A gradient norm, written for PyTorch 1, takes `inf` from PyTorch's own Python 2 helpers."""

import torch
from torch import inf

gradients = [torch.tensor([3.0, -4.0]), torch.tensor([1.0])]
norm_type = inf
print("norm:", max(gradient.abs().max() for gradient in gradients).item() if norm_type == inf else None)
