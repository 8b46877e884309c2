# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The samples of a batch have different lengths, and the loader cannot stack them."""

import torch
from torch.utils.data import DataLoader

samples = [torch.ones(length) for length in (5, 3, 4)]
for batch in DataLoader(samples, batch_size=3):
    print("batch", tuple(batch.shape))
