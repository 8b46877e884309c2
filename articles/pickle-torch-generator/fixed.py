# /// script
# requires-python = ">=3.8"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A dataset keeps a torch.Generator for its augmentations and is copied. It fails with torch 2.3 and older."""

import copy

import torch


class Noisy:
    def __init__(self, seed):
        self.seed = seed

    def __getitem__(self, index):
        generator = torch.Generator().manual_seed(self.seed + index)
        return torch.rand((), generator=generator)


validation = copy.deepcopy(Noisy(seed=7))
print("sample 3:", validation[3].item())
