# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A file that pickle.dump wrote is opened with torch.load. Allowing more does not help: torch.save did not write it."""

import pickle

import torch

with open("statistics.pkl", "wb") as file:
    pickle.dump({"mean": 0.5, "std": 0.25}, file)

print("loaded", torch.load("statistics.pkl", weights_only=False))
