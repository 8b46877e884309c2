# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A model for 10 classes is given the weights of one for 1000."""

import torch
from torch import nn


def classifier(classes):
    return nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, classes))


state = classifier(1000).state_dict()
model = classifier(10)
del state["2.weight"], state["2.bias"]
print(model.load_state_dict(state, strict=False).unexpected_keys)
print("loaded, the output has", model(torch.zeros(1, 8)).shape[1], "classes")
