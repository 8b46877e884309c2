# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A model that prefetches with a thread pool is saved whole."""

import concurrent.futures

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 2)
        self.prefetch = concurrent.futures.ThreadPoolExecutor(1)


model = Model()
torch.save(model, "model.pt")
print("saved")
