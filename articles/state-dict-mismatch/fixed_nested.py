# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The whole checkpoint is loaded, and the weights are one level below."""

from torch import nn

model = nn.Linear(4, 2)
checkpoint = {"epoch": 3, "state_dict": nn.Linear(4, 2).state_dict()}
model.load_state_dict(checkpoint["state_dict"])
print("loaded, epoch", checkpoint["epoch"])
