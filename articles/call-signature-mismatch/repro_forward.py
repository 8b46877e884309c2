# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A module that wants several inputs stands where only one is passed on."""

import torch


class Denoiser(torch.nn.Module):
    def forward(self, x, y, t):
        return x + y + t


step = torch.ones(2)
model = torch.nn.Sequential(torch.nn.Identity(), Denoiser())
print("the output is", model(step).tolist())
