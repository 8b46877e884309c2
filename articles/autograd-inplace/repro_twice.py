# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The hidden state goes from batch to batch with its history, which the first backward has freed."""

import torch
from torch import nn

lstm = nn.LSTM(3, 3)
state = None
for _ in range(2):
    output, state = lstm(torch.randn(5, 1, 3), state)
    output.sum().backward()
