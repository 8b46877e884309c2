# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The samples of a batch have different lengths, and the loader cannot stack them."""

import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader

samples = [torch.ones(length) for length in (5, 3, 4)]


def pad(batch):
    return pad_sequence(batch, batch_first=True)


for batch in DataLoader(samples, batch_size=3, collate_fn=pad):
    print("batch", tuple(batch.shape))
