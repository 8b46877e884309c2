# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""What is handed to NumPy was copied to the memory of the CPU before."""

import numpy as np
import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
loss = torch.ones(3, device=device)
history = [loss.detach().cpu()]

print(np.array(history[0]))
