# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A checkpoint holds a number, not a NumPy number, and a tensor, not an array: nothing needs to be allowed."""

import numpy as np
import torch

checkpoint = {"weights": torch.zeros(2), "best_loss": float(np.float64(0.25)), "history": torch.from_numpy(np.zeros(3))}
torch.save(checkpoint, "checkpoint.pt")

print("loaded", torch.load("checkpoint.pt"))
