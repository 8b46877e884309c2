# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A checkpoint holds a NumPy number and an array; allowing the one name of the message brings up the next."""

import numpy as np
import torch

checkpoint = {"weights": torch.zeros(2), "best_loss": np.float64(0.25), "history": np.zeros(3)}
torch.save(checkpoint, "checkpoint.pt")

with torch.serialization.safe_globals([np._core.multiarray.scalar]):
    print("loaded", torch.load("checkpoint.pt"))
