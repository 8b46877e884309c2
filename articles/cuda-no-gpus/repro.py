# /// script
# requires-python = ">=3.9"
# dependencies = ["torch", "numpy"]
# ///
"""A script that was written on a machine with more GPUs: its CUDA_VISIBLE_DEVICES names one that is not here."""

import os

os.environ["CUDA_VISIBLE_DEVICES"] = "7"

import torch

model = torch.nn.Linear(2, 2).to("cuda")
print("the model is on", model.weight.device)
