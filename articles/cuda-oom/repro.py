# /// script
# requires-python = ">=3.8"
# dependencies = ["torch", "numpy"]
# ///
"""A validation loop that adds up its losses: each one holds its graph, and the graph what the forward pass computed."""

import torch

BATCHES = 5000


def validate(weight):
    total = 0.0
    for _ in range(BATCHES):
        batch = torch.ones(2**24, device="cuda")  # 64 MiB
        loss = (batch * weight).tanh().mean()
        total += loss
    return total / BATCHES


if __name__ == "__main__":
    weight = torch.ones(1, device="cuda", requires_grad=True)
    print("validation loss", float(validate(weight)))
