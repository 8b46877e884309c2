# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A training checkpoint holds the command line beside the weights, and PyTorch 2.6 or newer loads it."""

import argparse

import torch

model = torch.nn.Linear(2, 1)
torch.save({"model": model.state_dict(), "args": argparse.Namespace(lr=0.1)}, "checkpoint.pt")

checkpoint = torch.load("checkpoint.pt")
model.load_state_dict(checkpoint["model"])
print("loaded, trained with", checkpoint["args"])
