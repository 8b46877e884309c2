# /// script
# requires-python = ">=3.8"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A layer keeps its attention map for plotting; after the first step the best model is copied."""

import copy

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.score = nn.Linear(4, 1)

    def forward(self, x):
        attention = self.score(x).softmax(dim=0)
        self.last_attention = attention
        return (attention * x).sum(dim=0)


model = Attention()
model(torch.ones(3, 4)).sum().backward()
best = copy.deepcopy(model)
print("copied, attention", best.last_attention.shape)
