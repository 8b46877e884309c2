# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A model that keeps the result of parameters() is copied, to start the averaged (EMA) weights."""

import copy

from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Linear(2, 2)
        self.to_train = self.backbone.parameters()


model = Model()
ema = copy.deepcopy(model)
print("copied, with", len(list(ema.to_train)), "tensors to train")
