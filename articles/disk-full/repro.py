# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The checkpoint goes to a device that is always full: /dev/full refuses each write as a full disk does."""

import torch

CHECKPOINT = "/dev/full"

model = torch.nn.Linear(1000, 100)
torch.save(model.state_dict(), CHECKPOINT)
print("saved")
