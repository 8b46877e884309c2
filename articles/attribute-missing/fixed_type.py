# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The value is of another type than the code expects: this model returns one output per head."""

import torch


class TwoHeads(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.main = torch.nn.Linear(4, 3)
        self.auxiliary = torch.nn.Linear(4, 3)

    def forward(self, features):
        return [self.main(features), self.auxiliary(features)]


output = TwoHeads()(torch.ones(2, 4))
scores = torch.nn.functional.log_softmax(output[0], dim=-1)
print("the scores have the shape", tuple(scores.shape))
