# /// script
# requires-python = ">=3.8"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A collate function of 2020 asks PyTorch for the abstract classes of the standard library."""

import collections.abc as container_abcs

import torch

string_classes = (str, bytes)

batch = {"image": torch.zeros(2), "name": "a.png"}
for key, value in batch.items() if isinstance(batch, container_abcs.Mapping) else ():
    print(key, "is text" if isinstance(value, string_classes) else "is a tensor")
