# /// script
# requires-python = ">=3.8,<3.13"
# dependencies = ["torch<2.4", "numpy<2"]
# ///
"""A dataset keeps a torch.Generator for its augmentations and is copied. It fails with torch 2.3 and older."""

import copy

import torch


class Noisy:
    def __init__(self, seed):
        self.generator = torch.Generator().manual_seed(seed)

    def __getitem__(self, index):
        return torch.rand((), generator=self.generator)


validation = copy.deepcopy(Noisy(seed=7))
print("sample 3:", validation[3].item())
