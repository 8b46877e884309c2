# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The text is longer than the table of positions of the model."""

import torch
from torch import nn

LONGEST = 512
words, positions = nn.Embedding(1000, 64), nn.Embedding(LONGEST, 64)

tokens = torch.randint(1000, (2, 600))
hidden = words(tokens) + positions(torch.arange(LONGEST))
print("hidden", tuple(hidden.shape))
