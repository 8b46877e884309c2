# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A token was added to the tokenizer, and the table of the model was not enlarged."""

import torch
from torch import nn

vocabulary = {"cat": 0, "dog": 1, "<image>": 2}
table = nn.Embedding(len(vocabulary), 8)  # in transformers: model.resize_token_embeddings(len(tokenizer))

tokens = torch.tensor([[vocabulary["<image>"], vocabulary["cat"]]])
print("embedded", tuple(table(tokens).shape))
