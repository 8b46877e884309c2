# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A tensor that is on a device, and not in the memory of the CPU, is handed to NumPy."""

import numpy as np
import torch

# The device `meta` needs no GPU, and NumPy can read it as little as one.
device = "cuda" if torch.cuda.is_available() else "meta"
loss = torch.ones(3, device=device)
history = [loss]

print(np.array(history[0]))
